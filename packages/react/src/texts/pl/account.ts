import { plural } from '../../lib/plural.ts';
import type { AccountTexts } from '../en/account.ts';

const inForm = plural('pl');

/** The Polish texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Wiedzieć, kim tu jesteś',
    profile: 'Widzieć Twoje imię i nazwisko, nazwę użytkownika i zdjęcie',
    email: 'Widzieć Twój adres e-mail',
    phone: 'Widzieć Twój numer telefonu',
    address: 'Widzieć Twój adres',
    offline_access: 'Pozostać połączona, gdy jesteś wylogowany',
  },

  profile: {
    title: 'Profil',
    handle: 'Nazwa użytkownika',
    phone: 'Telefon',
    picture: 'Zmień zdjęcie',
    upload: 'Wybierz zdjęcie',
    unreadable: 'Przeglądarka nie może odczytać tego pliku jako obrazu.',
    cropText: 'Przeciągnij zdjęcie lub przesuń je strzałkami.',
    zoom: 'Powiększenie',
    verified: 'Potwierdzony',
    unverified: 'Niepotwierdzony',
    verify: 'Potwierdź e-mail',
    changeEmail: 'Zmień e-mail',
    newEmail: 'Nowy e-mail',
    pending: (email) =>
      `Potwierdź ${email}, aby go używać. Otwórz wiadomość, którą tam wysłaliśmy, lub wpisz kod z niej.`,
    verifySent: (email) => `Wysłaliśmy kod na ${email}. Jest ważny przez dziesięć minut.`,
    confirm: 'Potwierdź e-mail',
    emailSaved: 'Twój e-mail został zmieniony.',
    emailVerified: 'Twój e-mail jest potwierdzony.',
  },

  passwords: {
    title: 'Hasło',
    intro: 'Nowe hasło kończy wszystkie inne sesje.',
    change: 'Zmień hasło',
    save: 'Zapisz hasło',
    saved: 'Nowe hasło jest zapisane. Wszystkie inne sesje się zakończyły.',
  },

  factors: {
    title: 'Drugi krok',
    intro: 'Przy drugim kroku samo hasło lub sama skrzynka pocztowa nie wystarczą do zalogowania.',
    required:
      'Zanim przejdziesz dalej, Twoje konto wymaga drugiego kroku. Dodaj aplikację uwierzytelniającą lub klucz dostępu.',
    app: 'Aplikacja uwierzytelniająca',
    appOn: (date) => `Aktywna od: ${date}.`,
    appOff: 'Sześć cyfr z aplikacji w Twoim telefonie.',
    addApp: 'Dodaj aplikację uwierzytelniającą',
    replaceApp: 'Zastąp',
    removeApp: 'Usunąć aplikację uwierzytelniającą?',
    removeAppText: 'Jej kody przestaną tu działać. Możesz potem znowu ją dodać.',
    scan: 'Zeskanuj to aplikacją uwierzytelniającą. Jeśli to niemożliwe, wpisz w niej sekret.',
    qr: 'Kod QR z poniższym sekretem',
    secret: 'Sekret',
    copySecret: 'Kopiuj sekret',
    confirmApp: 'Następnie wpisz sześć cyfr, które pokazuje.',
    appAdded: 'Dodano aplikację uwierzytelniającą.',
    appRemoved: 'Usunięto aplikację uwierzytelniającą.',
    passkeys: 'Klucze dostępu',
    passkeysText: 'Loguj się odciskiem palca, twarzą lub kodem PIN, bez hasła.',
    addPasskey: 'Dodaj klucz dostępu',
    passkeyAdded: 'Dodano klucz dostępu.',
    passkeyRemoved: 'Usunięto klucz dostępu.',
    passkeyName: 'Nazwa klucza dostępu',
    removePasskey: (name) => `Usunąć klucz dostępu „${name}”?`,
    removePasskeyText: 'Nie będzie już służył do logowania. Usuń go też w menedżerze haseł.',
    synced: 'zsynchronizowany',
    recovery: 'Kody odzyskiwania',
    recoveryLeft: (left) =>
      inForm(left, {
        one: `Pozostał ${left} kod.`,
        few: `Pozostały ${left} kody.`,
        many: `Pozostało ${left} kodów.`,
        other: `Pozostało ${left} kodu.`,
      }),
    recoveryText: 'Na wypadek utraty telefonu lub klucza dostępu. Każdy działa tylko raz.',
    renewCodes: 'Utwórz nowe kody',
    renewTitle: 'Utworzyć nowe kody odzyskiwania?',
    renewText: 'Obecne kody przestaną działać.',
    codesTitle: 'Zapisz swoje kody odzyskiwania',
    codesText: 'Nie zobaczysz tych kodów ponownie. Przechowuj je tam, gdzie masz dostęp bez telefonu.',
    copyCodes: 'Kopiuj kody',
    downloadCodes: 'Pobierz kody',
    codesFile: 'kody-odzyskiwania.txt',
    codesSaved: 'Kody są zapisane',
  },

  links: {
    title: 'Połączone konta',
    intro: 'Loguj się kontem, które masz gdzie indziej.',
    connect: (label) => `Połącz: ${label}`,
    disconnect: (label) => `Odłącz: ${label}`,
    since: (date) => `Połączono: ${date}`,
    none: 'Niepołączone',
    disconnected: (label) => `Odłączono: ${label}.`,
  },

  applications: {
    title: 'Połączone aplikacje',
    intro: 'Te aplikacje mogą używać Twojego konta zgodnie z Twoją zgodą.',
    unused: 'obecnie nieużywana',
    disconnect: 'Odłącz',
    disconnectOne: (name) => `Odłącz ${name}`,
    disconnectTitle: (name) => `Odłączyć ${name}?`,
    disconnectText: 'Od razu straci cały dostęp do Twojego konta. Przy następnym logowaniu zapyta ponownie.',
    disconnected: (name) => `Odłączono: ${name}.`,
  },

  sessions: {
    title: 'Sesje',
    intro: 'Tu widzisz, gdzie jesteś zalogowany. Jeśli nie rozpoznajesz sesji, zakończ ją i zmień hasło.',
    current: 'Ta',
    device: (browser, system) => `${browser} w systemie ${system}`,
    unknown: 'Nieznane urządzenie',
    acting: 'Administrator działa w Twoim imieniu',
    end: 'Zakończ',
    endOne: (device) => `Zakończ sesję: ${device}`,
    ended: 'Sesja się zakończyła.',
    othersEnded: (count) =>
      inForm(count, {
        one: `Wylogowano ${count} inne urządzenie.`,
        few: `Wylogowano ${count} inne urządzenia.`,
        many: `Wylogowano ${count} innych urządzeń.`,
        other: `Wylogowano ${count} innego urządzenia.`,
      }),
    everywhereTitle: 'Wylogować się wszędzie?',
    everywhereText: 'Wylogujemy Cię na wszystkich urządzeniach, także na tym.',
    active: (time) => `Ostatnia aktywność: ${time}`,
  },

  data: {
    title: 'Twoje dane',
    export: 'Eksportuj swoje dane',
    exportText: 'Wszystko, co przechowujemy o Twoim koncie, jako plik JSON.',
    exportFile: 'konto.json',
    delete: 'Usuń konto',
    deleteText: 'Usuwa Twoje konto i wszystko, co do niego należy.',
    deleteTitle: (email) => `Usunąć ${email}?`,
    deleteAsk: (days) => {
      const ending = 'Wylogujemy Cię na wszystkich urządzeniach.';
      const typing = 'Wpisz swój e-mail, aby kontynuować.';
      if (days === null) return `${ending} Twoje konto zostanie usunięte. ${typing}`;
      if (days === 0)
        return `${ending} Twoje konto i wszystko, co do niego należy, zostanie od razu usunięte i nikt nie może tego przywrócić. ${typing}`;
      const kept = inForm(days, {
        one: `Twoje konto zostanie usunięte za ${days} dzień. Jeśli zalogujesz się wcześniej, zachowasz je.`,
        few: `Twoje konto zostanie usunięte za ${days} dni. Jeśli zalogujesz się wcześniej, zachowasz je.`,
        many: `Twoje konto zostanie usunięte za ${days} dni. Jeśli zalogujesz się wcześniej, zachowasz je.`,
        other: `Twoje konto zostanie usunięte za ${days} dnia. Jeśli zalogujesz się wcześniej, zachowasz je.`,
      });
      return `${ending} ${kept} ${typing}`;
    },
    deleteButton: 'Usuń konto',
    gone: 'Twoje konto jest usunięte',
    goneText: 'Wylogowano Cię na wszystkich urządzeniach.',
    going: 'Twoje konto zostanie usunięte',
    goingText: (date) =>
      `Wylogowano Cię na wszystkich urządzeniach. Konto zostanie usunięte ${date}. Zaloguj się wcześniej, aby je zachować.`,
  },
};
