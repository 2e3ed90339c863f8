import type { UndoTexts } from '../en/undo.ts';

/** The Polish texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Zachować stary adres?',
    intro:
      'Twoje konto zachowa stary adres. Jeśli już się zmienił, przywrócimy go, zakończymy wszystkie sesje i wyłączymy hasło.',
    button: 'Zachowaj stary adres',
    done: 'Twoje konto ma stary adres',
    doneIntro: 'Jeśli był już zmieniony, wybierz teraz nowe hasło.',
    change: {
      title: 'To nie Ty?',
      intro:
        'Cofniemy zmianę i usuniemy wszystko, co od tego czasu i w ciągu siedmiu dni wcześniej dodano do Twojego konta. Wszystkie sesje się zakończą, a hasło przestanie działać.',
      button: 'Cofnij zmianę',
      done: 'Zmiana jest cofnięta',
      doneIntro: 'Wybierz teraz nowe hasło. Wysłaliśmy Ci link do tego.',
    },
    account: {
      title: 'To konto nie zostało otwarte przez Ciebie?',
      intro:
        'Zakończymy wszystkie sesje i usuniemy wszystkie sposoby logowania, aby nikt inny nie mógł używać konta. Jeśli wcześniej miało inną skrzynkę, wraca do niej.',
      button: 'Usuń wszystko',
      done: 'Nikt inny nie może się zalogować',
      doneIntro: 'Wybierz teraz hasło. Wysłaliśmy Ci link do tego.',
      returned: 'Konto wróciło',
      returnedIntro:
        'Konto wróciło do skrzynki, którą miało wcześniej. Twoja jest wolna; możesz otworzyć własne konto.',
    },
  },
};
