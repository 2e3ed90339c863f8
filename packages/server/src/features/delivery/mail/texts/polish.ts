import type { MailTexts } from './english.ts';

export const polish: MailTexts = {
  language: 'pl',
  greeting: 'Dzień dobry, {name},',
  greetingWithoutName: 'Dzień dobry,',

  codes: {
    signup: {
      codeSubject: 'Twój kod rejestracji w {product}',
      codeHeading: 'Twój kod rejestracji',
      codeIntro: 'Wpisz ten kod, aby utworzyć konto w {product}.',
      linkSubject: 'Dokończ rejestrację w {product}',
      linkHeading: 'Dokończ rejestrację',
      linkIntro: 'Użyj tego linku, aby utworzyć konto w {product}.',
      button: 'Kontynuuj rejestrację',
      notYou:
        'Jeśli prośba o konto nie pochodzi od Ciebie, zignoruj tę wiadomość: bez kodu konto nie powstanie.',
    },
    login: {
      codeSubject: 'Twój kod logowania do {product}',
      codeHeading: 'Twój kod logowania',
      codeIntro: 'Wpisz ten kod, aby zalogować się do {product}.',
      linkSubject: 'Twój link do logowania w {product}',
      linkHeading: 'Zaloguj się do {product}',
      linkIntro: 'Użyj tego linku, aby zalogować się do {product}.',
      button: 'Zaloguj się',
      notYou:
        'Jeśli ta prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: nikt nie może się zalogować bez kodu.',
    },
    reset: {
      codeSubject: 'Twój kod do zmiany hasła w {product}',
      codeHeading: 'Twój kod do zmiany hasła',
      codeIntro: 'Wpisz ten kod, aby wybrać nowe hasło do {product}.',
      linkSubject: 'Zresetuj hasło do {product}',
      linkHeading: 'Zresetuj hasło',
      linkIntro: 'Użyj tego linku, aby wybrać nowe hasło do {product}.',
      button: 'Wybierz nowe hasło',
      notYou:
        'Jeśli ta prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: Twoje hasło pozostaje bez zmian.',
    },
    verify: {
      codeSubject: 'Twój kod potwierdzenia w {product}',
      codeHeading: 'Twój kod potwierdzenia',
      codeIntro: 'Wpisz ten kod, aby potwierdzić swój adres e-mail w {product}.',
      linkSubject: 'Potwierdź swój adres e-mail w {product}',
      linkHeading: 'Potwierdź swój adres e-mail',
      linkIntro: 'Użyj tego linku, aby potwierdzić swój adres e-mail w {product}.',
      button: 'Potwierdź adres',
      notYou: 'Jeśli ta prośba nie pochodzi od Ciebie, zignoruj tę wiadomość: nic się nie zmieni.',
    },
  },
  codeValidity: 'Kod działa jeden raz. Czas ważności: {minutes}.',
  linkValidity: 'Link i kod działają jeden raz. Czas ważności: {minutes}.',
  secrecy: 'Nie podawaj kodu nikomu, nawet osobom, które twierdzą, że pracują dla {product}.',
  orButton: 'Lub użyj tego linku zamiast kodu:',
  orCode: 'Lub wpisz ten kod ręcznie:',
  linkHint: 'Jeśli przycisk nie działa, otwórz ten adres w przeglądarce:',
  more: 'jeszcze {count}',
  keptApplications:
    'Te aplikacje zachowują dostęp do Twojego konta, dopóki nie odłączysz ich na jego stronie: {applications}.',

  notices: {
    signup_notice: {
      subject: 'Masz już konto w {product}',
      heading: 'Masz już konto',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, próbował zarejestrować się w {product} z tym adresem e-mail. Adres ma już konto, więc nic się nie zmieniło.',
        'Zaloguj się tak jak dotąd. Jeśli nie pamiętasz hasła, poproś tam o jego zresetowanie.',
      ],
      button: 'Przejdź do {product}',
      notYou: 'Jeśli to nie Ty, nie musisz nic robić.',
    },
    invitation: {
      subject: 'Masz zaproszenie do {product}',
      heading: 'Masz zaproszenie do {product}',
      paragraphs: [
        '{product} zaprasza Cię do otwarcia konta z tym adresem e-mail.',
        'Link działa jeden raz, do {until}.',
      ],
      button: 'Otwórz konto',
      notYou: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją: bez linku konto nie powstanie.',
    },
    organization_invitation: {
      subject: 'Masz zaproszenie do organizacji w {product}',
      heading: 'Masz zaproszenie do organizacji',
      paragraphs: [
        'Ktoś zaprasza Cię do organizacji {organization} w {product} z tym adresem e-mail.',
        'Jeśli masz konto, zaloguj się na nie. Jeśli nie, możesz je otworzyć. Link działa jeden raz, do {until}.',
      ],
      button: 'Przyjmij zaproszenie',
      notYou: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją: bez linku do niczego nie dołączasz.',
    },
    password_changed: {
      subject: 'Zmieniono Twoje hasło do {product}',
      heading: 'Zmieniono Twoje hasło',
      paragraphs: ['Hasło Twojego konta w {product} zostało zmienione.'],
      button: '',
      notYou:
        'Jeśli to nie Ty, od razu poproś o zresetowanie hasła i upewnij się, że nikt inny nie czyta Twojej poczty.',
    },
    email_changed: {
      subject: 'Zmieniono Twój adres e-mail w {product}',
      heading: 'Zmieniono Twój adres e-mail',
      paragraphs: [
        'Adres e-mail Twojego konta w {product} to teraz {newEmail}. Wiadomości dotyczące konta nie trafiają już na ten adres.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty, od razu skontaktuj się z {product}: z nowym adresem ktoś może przejąć konto.',
    },
    email_change_asked: {
      subject: 'Twój adres e-mail w {product} wkrótce się zmieni',
      heading: 'Twój adres e-mail wkrótce się zmieni',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, chce używać Twojego konta w {product} z adresem {newEmail}. Zmiana nastąpi, gdy tylko zostanie potwierdzona z tej skrzynki.',
        'Aby zachować ten adres, użyj linku. Działa do {until}, także po zmianie.',
      ],
      button: 'Zachowaj ten adres',
      notYou:
        'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny: zachowaj ten adres, a potem poproś o zresetowanie hasła, co zakończy wszystkie sesje.',
    },
    email_change_made: {
      subject: 'Zmieniono Twój adres e-mail w {product}',
      heading: 'Zmieniono Twój adres e-mail',
      paragraphs: [
        'Adres e-mail Twojego konta w {product} to teraz {newEmail}. Wiadomości dotyczące konta nie trafiają już na ten adres.',
        'Aby przywrócić ten adres, użyj linku. Działa do {until}.',
      ],
      button: 'Przywróć ten adres',
      notYou:
        'Jeśli to nie Ty, przywróć ten adres, co zakończy wszystkie sesje i unieważni hasło, a potem poproś o zresetowanie hasła.',
    },
    account_returned: {
      subject: 'Twój adres jest znów wolny w {product}',
      heading: 'Twój adres jest znów wolny',
      paragraphs: [
        'Konto w {product}, które miało ten adres, wróciło do skrzynki, którą miało wcześniej. Twoja jest wolna: możesz otworzyć własne konto.',
      ],
      button: '',
      notYou: 'Jeśli konto było Twoje, skontaktuj się z {product}.',
    },
    account_back: {
      subject: 'Twoje konto w {product} znów ma ten adres',
      heading: 'Twoje konto wróciło',
      paragraphs: [
        'Adres Twojego konta w {product} został zmieniony na {newEmail}. Osoba czytająca tamtą skrzynkę oświadczyła, że konto nie należy do niej, więc znów ma ono ten adres.',
        'Wszystkie sesje zostały zakończone, hasło już nie działa, a wszystko, co od tego czasu dodano, usunięto. Inna wiadomość zawiera link do nowego hasła.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty zmieniłeś adres, na Twoim koncie był zalogowany ktoś inny. Już nie jest.',
    },
    provider_linked: {
      subject: 'Nowy sposób logowania do {product}',
      heading: 'Nowy sposób logowania',
      paragraphs: ['Możesz teraz logować się na swoje konto w {product} przez {provider}.'],
      button: '',
      notYou: 'Jeśli to nie Ty, od razu zmień hasło i odłącz {provider} na swoim koncie.',
    },
    factor_added: {
      subject: 'Do Twojego konta w {product} dodano drugi składnik',
      heading: 'Dodano drugi składnik',
      paragraphs: ['Twoje konto w {product} ma teraz drugi składnik: {factor}.'],
      button: '',
      notYou:
        'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny. Od razu zmień hasło, co zakończy wszystkie inne sesje, i usuń składnik. Jeśli nie możesz się już zalogować, skontaktuj się z {product}.',
    },
    factor_removed: {
      subject: 'Z Twojego konta w {product} usunięto drugi składnik',
      heading: 'Usunięto drugi składnik',
      paragraphs: ['Usunięto ten drugi składnik Twojego konta w {product}: {factor}.'],
      button: '',
      notYou:
        'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny. Od razu zmień hasło, co zakończy wszystkie inne sesje, i dodaj składnik ponownie.',
    },
    deletion_requested: {
      subject: 'Twoje konto w {product} zostanie usunięte',
      heading: 'Twoje konto zostanie usunięte',
      paragraphs: [
        'Ktoś poprosił o usunięcie Twojego konta w {product}. Wszystkie jego sesje się zakończyły. Wszystko zostanie usunięte: {until}.',
        'Aby zachować konto, zaloguj się wcześniej.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty, zaloguj się teraz i zmień hasło: wtedy konto pozostanie.',
    },
    deletion_cancelled: {
      subject: 'Twoje konto w {product} pozostaje',
      heading: 'Twoje konto pozostaje',
      paragraphs: ['Nastąpiło logowanie do {product}, więc Twoje konto nie zostanie usunięte.'],
      button: '',
      notYou: 'Jeśli to nie Ty, od razu zmień hasło: może się logować ktoś inny.',
    },
    deletion_prevented: {
      subject: 'Twoje konto w {product} nie zostało usunięte',
      heading: 'Twoje konto nie zostało usunięte',
      paragraphs: [
        'Twoje konto w {product} miało zostać usunięte. Pozostaje, ponieważ nikt inny nie zarządza organizacją z innymi członkami lub samą usługą.',
      ],
      button: '',
      notYou: 'Możesz logować się jak dotąd. Przekaż to, czym zarządzasz, a potem ponownie usuń konto.',
    },
    account_deleted: {
      subject: 'Twoje konto w {product} zostało usunięte',
      heading: 'Twoje konto zostało usunięte',
      paragraphs: ['Twojego konta w {product} już nie ma, wraz ze wszystkim, co do niego należało.'],
      button: '',
      notYou: 'Jeśli ta prośba nie pochodzi od Ciebie, skontaktuj się z {product}.',
    },
    organization_deleted: {
      subject: 'Organizacja {organization} w {product} została usunięta',
      heading: 'Twoja organizacja została usunięta',
      paragraphs: [
        'Organizacja {organization} w {product}, której jesteś właścicielem, została usunięta. Jej członkowie zachowują swoje konta.',
        'Do {until} superadministrator {product} może ją przywrócić.',
      ],
      button: '',
      notYou: 'Jeśli nie spodziewasz się tego, skontaktuj się z {product}.',
    },
    certificate_expiring: {
      subject: 'Logowanie {organization} w {product} wymaga nowego certyfikatu',
      heading: 'Certyfikat Twojego dostawcy tożsamości wygasa',
      paragraphs: [
        'Organizacja {organization} w {product}, której jesteś właścicielem, loguje osoby przez swojego dostawcę tożsamości ({connection}). Jego ostatni certyfikat znany {product} wygasa: {until}.',
        'Wprowadź wcześniej nowy certyfikat. W przeciwnym razie nikt nie zaloguje się w ten sposób.',
      ],
      button: '',
      notYou: 'Jeśli nie używasz już tego logowania, usuń połączenie.',
    },
    trust_lost: {
      subject: 'Logowanie {organization} w {product} wymaga Twojej zgody',
      heading: 'Zatwierdź połączenie ponownie',
      paragraphs: [
        'Organizacja {organization} w {product}, której jesteś właścicielem, loguje osoby przez swojego dostawcę tożsamości ({connection}). Osoba, która zatwierdziła to połączenie, straciła prawa do tego lub cofnęła zmiany na swoim koncie. Dlatego połączenie może być wyłączone albo właściciele i administratorzy mogą już nie móc zalogować się w ten sposób.',
        'Jeśli ufasz temu połączeniu, zapisz je ponownie i włącz lub poproś o to {product}.',
      ],
      button: '',
      notYou: 'Jeśli nie używasz już tego logowania, usuń połączenie.',
    },
    domain_unproven: {
      subject: 'Domenę {domain} organizacji {organization} w {product} trzeba potwierdzić ponownie',
      heading: 'Rekord Twojej domeny zniknął',
      paragraphs: [
        'Organizacja {organization} w {product}, której jesteś właścicielem, potwierdziła {domain} rekordem w DNS. DNS już go nie ma.',
        'Dodaj rekord ponownie przed {until}. W przeciwnym razie {organization} straci domenę. Jej członkowie pozostaną.',
      ],
      button: '',
      notYou: 'Jeśli domena już do Ciebie nie należy, usuń ją z organizacji.',
    },
    factors_reset: {
      subject: 'Usunięto wszystkie drugie składniki Twojego konta w {product}',
      heading: 'Usunięto wszystkie drugie składniki',
      paragraphs: [
        'Superadministrator {product} usunął wszystkie drugie składniki i kody odzyskiwania Twojego konta oraz zakończył wszystkie jego sesje.',
        'Możesz zalogować się ponownie bez drugiego składnika. Potem go dodaj.',
      ],
      button: '',
      notYou:
        'Jeśli ta prośba nie pochodzi od Ciebie, skontaktuj się z {product}: ktoś mógł poprosić w Twoim imieniu. Zmień też hasło.',
    },
    key_created: {
      subject: 'Nowy klucz API do {product}',
      heading: 'Utworzono nowy klucz API',
      paragraphs: [
        'Twoje konto w {product} utworzyło klucz API {key}. Kto ma ten klucz, może administrować {product} w zakresie jego uprawnień.',
      ],
      button: '',
      notYou:
        'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny. Od razu zmień hasło, co zakończy wszystkie inne sesje, i unieważnij klucz w konsoli.',
    },
    recovery_codes_made: {
      subject: 'Nowe kody odzyskiwania do Twojego konta w {product}',
      heading: 'Nowe kody odzyskiwania',
      paragraphs: ['Twoje konto w {product} ma nowe kody odzyskiwania. Wcześniejsze już nie działają.'],
      button: '',
      notYou:
        'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny. Od razu zmień hasło, co zakończy wszystkie inne sesje, i utwórz nowe kody odzyskiwania.',
    },
    app_codes_guessed: {
      subject: 'Nieprawidłowe kody do Twojego konta w {product}',
      heading: 'Ktoś wpisał nieprawidłowe kody',
      paragraphs: [
        'Ktoś, być może Ty, wpisał w {product} trzy nieprawidłowe kody z Twojej aplikacji uwierzytelniającej, po poprawnym haśle lub innym pierwszym kroku.',
        'Po dziesięciu nieprawidłowych kodach w ciągu dnia {product} nie przyjmuje już kodów z aplikacji. Klucz dostępu, kod odzyskiwania lub nowe hasło sprawi, że kody znów będą działać.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty, ktoś zna Twoje hasło lub czyta Twoją pocztę. Od razu zmień hasło.',
    },
    recovery_code_used: {
      subject: 'Użyto kodu odzyskiwania Twojego konta w {product}',
      heading: 'Użyto kodu odzyskiwania',
      paragraphs: [
        'Ktoś, prawdopodobnie Ty, użył kodu odzyskiwania Twojego konta w {product}. Pozostałe kody: {left}.',
        'W każdej chwili możesz utworzyć nowe kody. Jeśli drugi składnik został utracony, usuń go i dodaj inny.',
      ],
      button: '',
      notYou:
        'Jeśli to nie Ty, ktoś ma Twoje kody odzyskiwania i inny dostęp do Twojego konta. Od razu zmień hasło i utwórz nowe kody odzyskiwania.',
    },
    impersonated: {
      subject: 'Administrator używa Twojego konta w {product}',
      heading: 'Administrator używa Twojego konta',
      paragraphs: [
        'Administrator {product} widzi teraz Twoje konto i używa go, najwyżej przez godzinę. Podany powód: {reason}',
        'Nie może zmienić Twojego hasła, adresu e-mail ani drugich składników, ani eksportować lub usunąć konta. Każde jego działanie jest zapisywane.',
      ],
      button: '',
      notYou: 'Jeśli prośba o pomoc nie pochodzi od Ciebie, skontaktuj się z {product}.',
    },
    settings_test: {
      subject: 'Wiadomość testowa z {product}',
      heading: 'Poczta działa',
      paragraphs: [
        'Superadministrator {product} wysłał tę wiadomość, aby sprawdzić ustawienia serwera poczty.',
      ],
      button: '',
      notYou: 'Nie musisz nic robić.',
    },
    webhook_gone: {
      subject: 'Wyłączono webhook {product}',
      heading: 'Wyłączono webhook',
      paragraphs: [
        'Odbiorca webhooka {webhook} odpowiedział, że już nie istnieje (410), więc {product} nic mu już nie wysyła.',
      ],
      button: '',
      notYou: 'Jeśli odbiorca ma istnieć, napraw go, włącz webhook ponownie i wyślij mu to, co go ominęło.',
    },
    webhook_failing: {
      subject: 'Wyłączono webhook {product}',
      heading: 'Wyłączono webhook',
      paragraphs: [
        'Przez pięć dni żadna wiadomość do webhooka {webhook} nie dotarła, więc {product} nic mu już nie wysyła.',
      ],
      button: '',
      notYou: 'Napraw odbiorcę, włącz webhook ponownie i wyślij mu to, co go ominęło.',
    },
    access_dropped: {
      subject: 'Usunięto wcześniejsze sposoby logowania do {product}',
      heading: 'Usunięto wcześniejsze sposoby logowania',
      paragraphs: [
        'Przez {provider} po raz pierwszy potwierdzono w {product}, że ten adres e-mail należy do Ciebie. Ktoś inny mógł wcześniej otworzyć konto, dlatego usunięto jego hasło, sesje i innych połączonych dostawców.',
        'Jeśli to było Twoje hasło, poproś o jego zresetowanie, aby ustawić nowe.',
      ],
      button: '',
      notYou:
        'Jeśli to nie Ty, upewnij się, że nikt inny nie może używać Twojego konta w {provider} ani czytać Twojej poczty.',
    },
    member_access_dropped: {
      subject: 'Usunięto wcześniejsze sposoby logowania do {product}',
      heading: 'Usunięto wcześniejsze sposoby logowania',
      paragraphs: [
        'Po raz pierwszy potwierdzono, że ten adres e-mail należy do Ciebie, a Twoje konto należy do organizacji {organization} w {product}. Ktoś inny mógł wcześniej otworzyć konto, dlatego usunięto jego hasło, sesje i połączonych dostawców.',
        'Jeśli to było Twoje hasło, poproś o jego zresetowanie, aby ustawić nowe.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty, upewnij się, że nikt inny nie czyta Twojej poczty.',
    },
    mailbox_proven: {
      subject: 'Potwierdzono Twój adres e-mail w {product}',
      heading: 'Potwierdzono Twój adres e-mail',
      paragraphs: [
        'Po raz pierwszy potwierdzono, że ta skrzynka należy do konta w {product}. Ktoś inny mógł otworzyć to konto wcześniej.',
      ],
      button: '',
      notYou: 'Jeśli to nie Ty, upewnij się, że nikt inny nie czyta Twojej poczty.',
    },
    password_reset: {
      subject: 'Zresetowano Twoje hasło do {product}',
      heading: 'Zresetowano Twoje hasło',
      paragraphs: [
        'Hasło Twojego konta w {product} zresetowano kodem z tej skrzynki.',
        'Ci dostawcy pozostają połączeni i nadal umożliwiają logowanie na konto: {providers}. Odłącz tych, których nie rozpoznajesz.',
      ],
      button: '',
      notYou:
        'Jeśli to nie Ty, od razu poproś o zresetowanie hasła i upewnij się, że nikt inny nie czyta Twojej poczty.',
    },
  },

  undo: {
    button: 'To nie ja',
    change:
      'Jeśli to nie Ty, na Twoje konto zalogował się ktoś inny. Użyj linku: cofnie zmianę i usunie wszystko, co w ciągu siedmiu dni wcześniej i od tego czasu dodano do konta. Wszystkie sesje się zakończą, a hasło przestanie działać. Link działa do {until}.',
    account:
      'Jeśli konto nie zostało otwarte przez Ciebie, użyj linku: zakończy wszystkie sesje i usunie wszystko, co prowadzi do konta. Potem ustaw własne hasło. Link działa do {until}.',
    earlier:
      'Jeśli to nie Ty przeniosłeś konto na ten adres, użyj linku: konto wróci do skrzynki, którą miało wcześniej, a Twoja będzie wolna dla własnego konta. Link działa do {until}.',
  },

  proven: {
    earlier: 'Konto miało wcześniej inną skrzynkę, która może je odzyskać do {until}.',
    opened: 'Konto otwarto {opening}.',
    openedAt: '{when}',
    openedBy: 'pod nazwą {name}',
    openedWith: 'w {device}',
    openedFrom: 'z adresu {ipAddress}',
    password: 'Konto zachowuje wcześniejsze hasło.',
    sessions:
      'Wcześniejsze sesje pozostają zalogowane: {sessions}. Jeśli nie rozpoznajesz którejś z nich, konto mógł otworzyć ktoś inny.',
    session: '{when} z adresu {ipAddress}',
    removed: 'Usunięto następujące elementy, ponieważ mogły należeć do kogoś innego: {removed}.',
    credentials: {
      password: 'hasło',
      sessions: 'wszystkie sesje',
      links: 'połączeni dostawcy',
      factors: 'drugie składniki',
      phone: 'numer telefonu',
    },
  },

  factors: {
    totp: 'aplikacja uwierzytelniająca',
    passkey: 'klucz dostępu',
  },
  when: 'Kiedy',
  ipAddress: 'Adres IP',
  footer: 'Ta wiadomość została wysłana automatycznie przez {product}.',
};
