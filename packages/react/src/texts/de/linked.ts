import type { LinkedTexts } from '../en/linked.ts';

/** The German texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Konto anlegen',
    titleAt: (name) => `Konto bei ${name} anlegen`,
    button: 'Konto anlegen',
    emailCode: 'Code per E-Mail',
    prove: (email) =>
      `Bestätigen Sie, dass dieses Postfach Ihnen gehört: Geben Sie den Code ein, den wir an ${email} geschickt haben.`,
    code: (email) => `Wir haben einen Code an ${email} geschickt. Er gilt zehn Minuten.`,
    fromLink: (email) => `Für ${email}. Wählen Sie einen Namen und ein Passwort.`,
    haveAccount: 'Sie haben schon ein Konto?',
    signIn: 'Anmelden',
    closedTitle: 'Konten stehen nicht allen offen',
    invite: 'Sie brauchen eine Einladung. Wenn Sie eine haben, öffnen Sie den Link in der Mail.',
    closed: 'Bitten Sie die Verwaltung um ein Konto.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    ask: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Code.',
    button: 'Code per E-Mail',
    sent: (email) =>
      `Wir haben einen Code an ${email} geschickt, falls es dort ein Konto gibt. Geben Sie ihn ein, und wählen Sie ein neues Passwort.`,
    for: (email) => `Für das Konto von ${email}.`,
    save: 'Passwort speichern',
    done: 'Das neue Passwort ist gespeichert',
    doneIntro: 'Sie sind hier angemeldet und auf allen anderen Geräten abgemeldet.',
    saved: 'Das neue Passwort ist gespeichert. Noch ein Schritt meldet Sie an.',
  },
  invitation: {
    title: 'Konto eröffnen',
    over: 'Diese Einladung gilt nicht',
    by: (name) => `${name} lädt Sie ein.`,
    for: (email) => `Diese Einladung gilt für ${email}.`,
    choose: 'Wählen Sie ein Passwort und den Namen, den andere sehen.',
    unproven:
      'Zu dieser Adresse gibt es ein Konto, das niemand bestätigt hat. Es wird Ihres, und Ihr Passwort ersetzt das bisherige.',
    button: 'Konto eröffnen',
    join: {
      title: (name) => `${name} beitreten`,
      signIn: (name) => `Melden Sie sich an, um ${name} beizutreten.`,
      intro: (email) => `Sie sind als ${email} angemeldet und nehmen die Einladung mit diesem Konto an.`,
      other: (email) =>
        `Sie sind als ${email} angemeldet. Melden Sie sich ab, um das eingeladene Konto zu nutzen.`,
      button: 'Beitreten',
      later: 'Nicht jetzt',
    },
  },
  undo: {
    title: 'Alte Adresse behalten?',
    intro:
      'Ihr Konto behält die Adresse, die es vorher hatte. Hat sie sich schon geändert, kommt die alte zurück, alle Sitzungen enden, und das Passwort gilt nicht mehr.',
    button: 'Alte Adresse behalten',
    done: 'Ihr Konto hat seine alte Adresse',
    doneIntro:
      'Öffnen Sie die Mail, die wir Ihnen gerade geschickt haben: Mit ihrem Link wählen Sie ein neues Passwort.',
    organizations:
      'Wenn Sie Organisationen angehören, sehen Sie deren Aktivität an: Entfernen Sie Personen, die Sie nicht aufgenommen haben.',
    change: {
      title: 'Waren das nicht Sie?',
      intro:
        'Die Änderung wird zurückgenommen, mit allem, was in den sieben Tagen davor und seitdem zu Ihrem Konto hinzugekommen ist. Alle Sitzungen enden, und das Passwort gilt nicht mehr.',
      button: 'Änderung zurücknehmen',
      done: 'Die Änderung ist zurückgenommen',
    },
    account: {
      title: 'Sie haben dieses Konto nicht eröffnet?',
      intro:
        'Alle Sitzungen enden, und alles wird entfernt, was in das Konto führt. Danach gehört es Ihnen allein. Hatte das Konto vorher ein anderes Postfach, geht es dorthin zurück.',
      button: 'Alles entfernen',
      done: 'Niemand sonst kommt mehr hinein',
      returned: 'Das Konto ist zurückgegeben',
      returnedIntro:
        'Das Konto ist wieder bei dem Postfach, das es vorher hatte. Ihres ist frei; Sie können ein eigenes Konto eröffnen.',
    },
  },
};
