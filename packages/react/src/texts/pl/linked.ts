import type { LinkedTexts } from '../en/linked.ts';

/** The Polish texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Utwórz konto',
    titleAt: (name) => `Utwórz konto w ${name}`,
    button: 'Utwórz konto',
    emailCode: 'Wyślij kod e-mailem',
    prove: (email) => `Aby potwierdzić, że ten adres należy do Ciebie, wpisz kod wysłany na ${email}.`,
    code: (email) => `Wysłaliśmy kod na ${email}. Jest ważny przez dziesięć minut.`,
    fromLink: (email) => `Dla ${email}. Podaj imię i nazwisko oraz wybierz hasło.`,
    haveAccount: 'Masz już konto?',
    signIn: 'Zaloguj się',
    closedTitle: 'Nie można tu założyć konta',
    invite: 'Potrzebne jest zaproszenie. Jeśli je masz, otwórz link z wiadomości.',
    closed: 'Poproś administratora o konto.',
  },
  reset: {
    title: 'Wybierz nowe hasło',
    ask: 'Wpisz e-mail swojego konta, a wyślemy Ci kod.',
    button: 'Wyślij kod e-mailem',
    sent: (email) => `Jeśli ${email} ma tu konto, wysłaliśmy kod. Wpisz go i wybierz nowe hasło.`,
    for: (email) => `Dla konta ${email}.`,
    save: 'Zapisz hasło',
    done: 'Nowe hasło jest zapisane',
    doneIntro: 'Zalogowano Cię tutaj i wylogowano na wszystkich innych urządzeniach.',
    saved: 'Nowe hasło jest zapisane. Do zalogowania pozostał jeden krok.',
  },
  invitation: {
    title: 'Otwórz swoje konto',
    over: 'To zaproszenie nie działa',
    by: (name) => `${name} zaprasza Cię.`,
    for: (email) => `To zaproszenie jest dla ${email}.`,
    choose: 'Wybierz hasło i nazwę, którą zobaczą inni.',
    unproven:
      'Istnieje konto z tym adresem, którego nikt nie potwierdził. Stanie się Twoje, a Twoje hasło zastąpi poprzednie.',
    button: 'Otwórz konto',
    join: {
      title: (name) => `Dołącz do ${name}`,
      signIn: (name) => `Zaloguj się, aby dołączyć do ${name}.`,
      intro: (email) => `Jesteś zalogowany jako ${email} i przyjmujesz zaproszenie na tym koncie.`,
      other: (email) => `Jesteś zalogowany jako ${email}. Wyloguj się, aby użyć zaproszonego konta.`,
      button: 'Dołącz',
      later: 'Nie teraz',
    },
  },
  undo: {
    title: 'Zachować stary adres?',
    intro:
      'Twoje konto zachowa stary adres. Jeśli już się zmienił, przywrócimy go, zakończymy wszystkie sesje i wyłączymy hasło.',
    button: 'Zachowaj stary adres',
    done: 'Twoje konto ma stary adres',
    doneIntro: 'Otwórz wiadomość, którą właśnie wysłaliśmy: jej link pozwala wybrać nowe hasło.',
    organizations:
      'Jeśli należysz do organizacji, sprawdź ich aktywność i usuń osoby, których nie wpuściłeś.',
    change: {
      title: 'To nie Ty?',
      intro:
        'Cofniemy zmianę i usuniemy wszystko, co od tego czasu i w ciągu siedmiu dni wcześniej dodano do Twojego konta. Wszystkie sesje się zakończą, a hasło przestanie działać.',
      button: 'Cofnij zmianę',
      done: 'Zmiana jest cofnięta',
    },
    account: {
      title: 'To konto nie zostało otwarte przez Ciebie?',
      intro:
        'Zakończymy wszystkie sesje i usuniemy wszystkie sposoby logowania, aby nikt inny nie mógł używać konta. Jeśli wcześniej miało inną skrzynkę, wraca do niej.',
      button: 'Usuń wszystko',
      done: 'Nikt inny nie może się zalogować',
      returned: 'Konto wróciło',
      returnedIntro:
        'Konto wróciło do skrzynki, którą miało wcześniej. Twoja jest wolna; możesz otworzyć własne konto.',
    },
  },
};
