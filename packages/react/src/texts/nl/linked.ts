import type { UndoTexts } from '../en/undo.ts';

/** The Dutch texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Uw oude adres houden?',
    intro:
      'Uw account houdt het oude adres. Als het al is gewijzigd, zetten we het terug, beëindigen we alle sessies en schakelen we het wachtwoord uit.',
    button: 'Oude adres houden',
    done: 'Uw account heeft het oude adres',
    doneIntro: 'Als het al was gewijzigd, kies dan nu een nieuw wachtwoord.',
    change: {
      title: 'Was u dit niet?',
      intro:
        'We maken de wijziging ongedaan en verwijderen alles wat sindsdien en in de zeven dagen ervoor aan uw account is toegevoegd. Alle sessies eindigen en het wachtwoord werkt niet meer.',
      button: 'Wijziging ongedaan maken',
      done: 'De wijziging is ongedaan gemaakt',
      doneIntro: 'Kies nu een nieuw wachtwoord. We hebben u daarvoor een link gestuurd.',
    },
    account: {
      title: 'Hebt u dit account niet geopend?',
      intro:
        'We beëindigen alle sessies en verwijderen elke manier om in te loggen, zodat niemand anders het account kan gebruiken. Had het eerder een andere mailbox, dan gaat het daarheen terug.',
      button: 'Alles verwijderen',
      done: 'Niemand anders kan inloggen',
      doneIntro: 'Kies nu een wachtwoord. We hebben u daarvoor een link gestuurd.',
      returned: 'Het account is terug',
      returnedIntro:
        'Het account is terug bij de mailbox die het eerder had. De uwe is vrij; u kunt een eigen account openen.',
    },
  },
};
