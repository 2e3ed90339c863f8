import type { LinkedTexts } from '../en/linked.ts';

/** The Dutch texts of the pages that mailed links open. */
export const texts: LinkedTexts = {
  signUp: {
    title: 'Account aanmaken',
    titleAt: (name) => `Account aanmaken bij ${name}`,
    button: 'Account aanmaken',
    emailCode: 'Code per e-mail',
    prove: (email) =>
      `Vul de code in die we naar ${email} hebben gestuurd, om te bevestigen dat dit adres van u is.`,
    code: (email) => `We hebben een code naar ${email} gestuurd. Die is tien minuten geldig.`,
    fromLink: (email) => `Voor ${email}. Kies een naam en een wachtwoord.`,
    haveAccount: 'Hebt u al een account?',
    signIn: 'Inloggen',
    closedTitle: 'U kunt hier geen account openen',
    invite: 'U hebt een uitnodiging nodig. Als iemand u heeft uitgenodigd, open dan de link in de e-mail.',
    closed: 'Vraag een beheerder om een account.',
  },
  reset: {
    title: 'Kies een nieuw wachtwoord',
    ask: 'Vul het e-mailadres van uw account in. We sturen u dan een code.',
    button: 'Code per e-mail',
    sent: (email) =>
      `Als ${email} hier een account heeft, hebben we een code gestuurd. Vul die in en kies een nieuw wachtwoord.`,
    for: (email) => `Voor het account van ${email}.`,
    save: 'Wachtwoord opslaan',
    done: 'Het nieuwe wachtwoord is opgeslagen',
    doneIntro: 'U bent hier ingelogd en op alle andere apparaten uitgelogd.',
    saved: 'Het nieuwe wachtwoord is opgeslagen. Nog één stap om in te loggen.',
  },
  invitation: {
    title: 'Open uw account',
    over: 'Deze uitnodiging werkt niet',
    by: (name) => `${name} nodigt u uit.`,
    for: (email) => `Deze uitnodiging is voor ${email}.`,
    choose: 'Kies een wachtwoord en de naam die anderen zien.',
    unproven:
      'Er is een account met dit adres dat niemand heeft bevestigd. Het wordt van u, en uw wachtwoord vervangt het oude.',
    button: 'Account openen',
    join: {
      title: (name) => `Lid worden van ${name}`,
      signIn: (name) => `Log in om lid te worden van ${name}.`,
      intro: (email) => `U bent ingelogd als ${email} en accepteert de uitnodiging met dit account.`,
      other: (email) => `U bent ingelogd als ${email}. Log uit om het uitgenodigde account te gebruiken.`,
      button: 'Lid worden',
      later: 'Niet nu',
    },
  },
  undo: {
    title: 'Uw oude adres houden?',
    intro:
      'Uw account houdt het oude adres. Als het al is gewijzigd, zetten we het terug, beëindigen we alle sessies en schakelen we het wachtwoord uit.',
    button: 'Oude adres houden',
    done: 'Uw account heeft het oude adres',
    doneIntro: 'Open de e-mail die we u zojuist hebben gestuurd: met de link kiest u een nieuw wachtwoord.',
    organizations:
      'Als u bij organisaties hoort, bekijk dan hun activiteit en verwijder mensen die u niet hebt toegelaten.',
    change: {
      title: 'Was u dit niet?',
      intro:
        'We maken de wijziging ongedaan en verwijderen alles wat sindsdien en in de zeven dagen ervoor aan uw account is toegevoegd. Alle sessies eindigen en het wachtwoord werkt niet meer.',
      button: 'Wijziging ongedaan maken',
      done: 'De wijziging is ongedaan gemaakt',
    },
    account: {
      title: 'Hebt u dit account niet geopend?',
      intro:
        'We beëindigen alle sessies en verwijderen elke manier om in te loggen, zodat niemand anders het account kan gebruiken. Had het eerder een andere mailbox, dan gaat het daarheen terug.',
      button: 'Alles verwijderen',
      done: 'Niemand anders kan inloggen',
      returned: 'Het account is terug',
      returnedIntro:
        'Het account is terug bij de mailbox die het eerder had. De uwe is vrij; u kunt een eigen account openen.',
    },
  },
};
