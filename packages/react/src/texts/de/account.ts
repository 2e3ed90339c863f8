import type { AccountTexts } from '../en/account.ts';

/** The German texts of the parts of the account. */
export const texts: AccountTexts = {
  scopes: {
    openid: 'Wissen, wer Sie hier sind',
    profile: 'Ihren Namen, Ihr Handle und Ihr Bild sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    phone: 'Ihre Telefonnummer sehen',
    address: 'Ihre Anschrift sehen',
    offline_access: 'Verbunden bleiben, während Sie abgemeldet sind',
  },
  profile: {
    title: 'Profil',
    handle: 'Handle',
    phone: 'Telefonnummer',
    avatar: 'Adresse eines Bilds',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    verify: 'E-Mail bestätigen',
    changeEmail: 'E-Mail ändern',
    newEmail: 'Neue E-Mail-Adresse',
    pending: (email) =>
      `${email} gilt, sobald Sie sie bestätigen. Öffnen Sie die Mail dorthin, oder geben Sie ihren Code ein.`,
    verifySent: (email) => `Wir haben einen Code an ${email} geschickt. Er gilt zehn Minuten.`,
    confirm: 'E-Mail bestätigen',
    emailSaved: 'Ihre E-Mail-Adresse ist geändert.',
    emailVerified: 'Ihre E-Mail-Adresse ist bestätigt.',
  },
  passwords: {
    title: 'Passwort',
    intro: 'Ein neues Passwort beendet alle anderen Sitzungen.',
    change: 'Passwort ändern',
    save: 'Passwort speichern',
    saved: 'Das neue Passwort ist gespeichert. Alle anderen Sitzungen sind beendet.',
  },
  factors: {
    title: 'Zweiter Schritt',
    intro: 'Mit einem zweiten Schritt reichen Ihr Passwort oder Ihr Postfach allein nicht zum Anmelden.',
    required:
      'Ihr Konto braucht einen zweiten Schritt, bevor Sie fortfahren können. Fügen Sie eine Authenticator-App oder einen Passkey hinzu.',
    app: 'Authenticator-App',
    appOn: (date) => `Aktiv seit ${date}.`,
    appOff: 'Sechs Ziffern aus einer App auf Ihrem Telefon.',
    addApp: 'Authenticator-App hinzufügen',
    replaceApp: 'Ersetzen',
    removeApp: 'Authenticator-App entfernen?',
    removeAppText: 'Ihre Codes gelten hier dann nicht mehr. Sie können wieder eine hinzufügen.',
    scan: 'Scannen Sie das mit Ihrer Authenticator-App. Wenn das nicht geht, geben Sie dort das Geheimnis ein.',
    qr: 'QR-Code mit dem Geheimnis darunter',
    secret: 'Geheimnis',
    copySecret: 'Geheimnis kopieren',
    confirmApp: 'Geben Sie dann die sechs Ziffern ein, die sie zeigt.',
    appAdded: 'Die Authenticator-App ist hinzugefügt.',
    appRemoved: 'Die Authenticator-App ist entfernt.',
    passkeys: 'Passkeys',
    passkeysText: 'Anmelden mit Finger, Gesicht oder PIN, ohne Passwort.',
    addPasskey: 'Passkey hinzufügen',
    passkeyAdded: 'Der Passkey ist hinzugefügt.',
    passkeyRemoved: 'Der Passkey ist entfernt.',
    passkeyName: 'Name des Passkeys',
    removePasskey: (name) => `Passkey „${name}“ entfernen?`,
    removePasskeyText: 'Er meldet Sie nicht mehr an. Löschen Sie ihn auch in Ihrem Passwort-Manager.',
    synced: 'synchronisiert',
    recovery: 'Wiederherstellungscodes',
    recoveryLeft: (left) => (left === 1 ? '1 Code ist übrig.' : `${left} Codes sind übrig.`),
    recoveryText: 'Falls Sie Telefon oder Passkey verlieren. Jeder gilt einmal.',
    renewCodes: 'Neue Codes erzeugen',
    renewTitle: 'Neue Wiederherstellungscodes erzeugen?',
    renewText: 'Die bisherigen Codes gelten dann nicht mehr.',
    codesTitle: 'Speichern Sie Ihre Wiederherstellungscodes',
    codesText:
      'Sie sehen diese Codes nicht noch einmal. Bewahren Sie sie dort auf, wo Sie auch ohne Ihr Telefon herankommen.',
    copyCodes: 'Codes kopieren',
    downloadCodes: 'Codes herunterladen',
    codesFile: 'wiederherstellungscodes.txt',
    codesSaved: 'Ich habe sie gespeichert',
  },
  links: {
    title: 'Verbundene Konten',
    intro: 'Melden Sie sich mit einem Konto an, das Sie anderswo haben.',
    connect: (label) => `${label} verbinden`,
    disconnect: (label) => `${label} trennen`,
    since: (date) => `Verbunden am ${date}`,
    none: 'Nicht verbunden',
    disconnected: (label) => `${label} ist getrennt.`,
  },
  applications: {
    title: 'Verbundene Anwendungen',
    intro: 'Diese Anwendungen dürfen Ihr Konto so verwenden, wie Sie es erlaubt haben.',
    unused: 'zurzeit nicht verwendet',
    disconnect: 'Trennen',
    disconnectOne: (name: string) => `${name} trennen`,
    disconnectTitle: (name: string) => `${name} trennen?`,
    disconnectText:
      'Sie verliert sofort jeden Zugriff auf Ihr Konto. Bei der nächsten Anmeldung fragt sie wieder.',
    disconnected: (name: string) => `${name} ist getrennt.`,
  },
  sessions: {
    title: 'Sitzungen',
    intro:
      'Wo Sie angemeldet sind. Wenn Sie eine Sitzung nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.',
    current: 'Diese hier',
    device: (browser, system) => `${browser} unter ${system}`,
    unknown: 'Unbekanntes Gerät',
    end: 'Beenden',
    endOne: (device) => `Sitzung von ${device} beenden`,
    ended: 'Die Sitzung ist beendet.',
    othersEnded: (count) =>
      count === 1 ? 'Ein anderes Gerät ist abgemeldet.' : `${count} andere Geräte sind abgemeldet.`,
    everywhereTitle: 'Überall abmelden?',
    everywhereText: 'Sie werden auf allen Geräten abgemeldet, auch auf diesem.',
    active: (time) => `Aktiv ${time}`,
  },
  data: {
    title: 'Ihre Daten',
    export: 'Daten exportieren',
    exportText: 'Alles, was wir über Ihr Konto haben, als JSON-Datei.',
    exportFile: 'konto.json',
    delete: 'Konto löschen',
    deleteText: 'Löscht Ihr Konto und alles, was dazu gehört.',
    deleteTitle: (email) => `${email} löschen?`,
    deleteAsk: (days) => {
      const ending = 'Sie werden auf allen Geräten abgemeldet.';
      const typing = 'Geben Sie Ihre E-Mail-Adresse ein, um fortzufahren.';
      if (days === null) return `${ending} Ihr Konto wird gelöscht. ${typing}`;
      return days === 0
        ? `${ending} Ihr Konto und alles, was dazu gehört, wird sofort gelöscht, und niemand kann es zurückholen. ${typing}`
        : `${ending} Ihr Konto wird in ${days === 1 ? 'einem Tag' : `${days} Tagen`} gelöscht. Wenn Sie sich vorher anmelden, behalten Sie es. ${typing}`;
    },
    deleteButton: 'Konto löschen',
    gone: 'Ihr Konto ist gelöscht',
    goneText: 'Sie sind auf allen Geräten abgemeldet.',
    going: 'Ihr Konto wird gelöscht',
    goingText: (date) =>
      `Sie sind auf allen Geräten abgemeldet. Das Konto wird am ${date} gelöscht. Melden Sie sich vorher an, um es zu behalten.`,
  },
};
