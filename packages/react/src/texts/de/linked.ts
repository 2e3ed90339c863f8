import type { UndoTexts } from '../en/undo.ts';

/** The German texts of the page that undoes a change. */
export const texts: UndoTexts = {
  undo: {
    title: 'Alte Adresse behalten?',
    intro:
      'Ihr Konto behält die Adresse, die es vorher hatte. Hat sie sich schon geändert, kommt die alte zurück, alle Sitzungen enden, und das Passwort gilt nicht mehr.',
    button: 'Alte Adresse behalten',
    done: 'Ihr Konto hat seine alte Adresse',
    doneIntro: 'Hatte sie sich schon geändert, wählen Sie jetzt ein neues Passwort.',
    change: {
      title: 'Waren das nicht Sie?',
      intro:
        'Die Änderung wird zurückgenommen, mit allem, was in den sieben Tagen davor und seitdem zu Ihrem Konto hinzugekommen ist. Alle Sitzungen enden, und das Passwort gilt nicht mehr.',
      button: 'Änderung zurücknehmen',
      done: 'Die Änderung ist zurückgenommen',
      doneIntro: 'Wählen Sie jetzt ein neues Passwort. Wir haben Ihnen einen Link dafür geschickt.',
    },
    account: {
      title: 'Sie haben dieses Konto nicht eröffnet?',
      intro:
        'Alle Sitzungen enden, und alles wird entfernt, was in das Konto führt. Danach gehört es Ihnen allein. Hatte das Konto vorher ein anderes Postfach, geht es dorthin zurück.',
      button: 'Alles entfernen',
      done: 'Niemand sonst kommt mehr hinein',
      doneIntro: 'Wählen Sie jetzt ein Passwort. Wir haben Ihnen einen Link dafür geschickt.',
      returned: 'Das Konto ist zurückgegeben',
      returnedIntro:
        'Das Konto ist wieder bei dem Postfach, das es vorher hatte. Ihres ist frei; Sie können ein eigenes Konto eröffnen.',
    },
  },
};
