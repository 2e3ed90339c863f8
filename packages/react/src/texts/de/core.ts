import type { CoreTexts } from '../en/core.ts';

/** The German texts that every page loads. */
export const texts: CoreTexts = {
  locale: 'de',
  name: 'Name',
  email: 'E-Mail',
  identifier: 'E-Mail, Handle oder Telefonnummer',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  code: 'Code',
  recoveryCode: 'Wiederherstellungscode',
  or: 'oder',
  optional: 'freiwillig',
  cancel: 'Abbrechen',
  back: 'Zurück',
  continue: 'Weiter',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Einen Moment',
  show: 'Zeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  copied: 'Kopiert',
  passwordRules: {
    length: (least) => `${least} Zeichen oder mehr`,
    upper: 'Ein Großbuchstabe',
    lower: 'Ein Kleinbuchstabe',
    digit: 'Eine Ziffer',
    met: 'erfüllt',
    missing: 'fehlt noch',
  },

  signIn: {
    title: 'Anmelden',
    titleTo: (name) => `Bei ${name} anmelden`,
    button: 'Anmelden',
    emailCode: 'Code per E-Mail',
    emailLink: 'Magic Link per E-Mail',
    forgot: 'Passwort vergessen',
    passkey: 'Passkey verwenden',
    provider: (label) => `Weiter mit ${label}`,
    byMail: 'Andere Wege',
    anotherWay: 'Anders anmelden',
    newHere: 'Neu hier?',
    createAccount: 'Konto anlegen',
    needsEmail: 'Geben Sie Ihre E-Mail-Adresse ein, damit wir wissen, wohin wir schreiben.',
    signedOut: 'Sie sind abgemeldet.',
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren.',
    proveEmail:
      'Ihre E-Mail-Adresse ist noch nicht bestätigt. Wählen Sie „Code per E-Mail“, um sie zu bestätigen und sich anzumelden.',
  },
  mailed: {
    title: 'Sehen Sie in Ihre Mails',
    code: (email) =>
      `Wir haben einen Code an ${email} geschickt, falls es dort ein Konto gibt. Er gilt zehn Minuten.`,
    link: (email) =>
      `Wir haben einen Link an ${email} geschickt, falls es dort ein Konto gibt. Öffnen Sie ihn in diesem Browser, oder geben Sie den Code der Mail ein. Beide gelten zehn Minuten.`,
    again: 'Noch eine Mail schicken',
    sentAgain: 'Wir haben noch eine Mail geschickt. Nur ihr Code gilt jetzt.',
    otherEmail: 'Andere E-Mail-Adresse',
  },
  secondStep: {
    title: 'Noch ein Schritt',
    totp: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App zeigt.',
    recovery: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
    passkey: 'Verwenden Sie Ihren Passkey.',
    useTotp: 'Authenticator-App verwenden',
    useRecovery: 'Wiederherstellungscode verwenden',
    startAgain: 'Von vorn beginnen',
  },

  arrival: {
    title: 'Einen Moment',
    working: 'Wir melden Sie an.',
    failed: 'Das hat nicht geklappt',
    again: 'Öffnen Sie den Link noch einmal',
    missing:
      'Der Code fehlt, vielleicht weil die Seite neu geladen wurde. Öffnen Sie den Link in der Mail noch einmal, oder melden Sie sich an.',
    incomplete: 'Dieser Link ist unvollständig. Fordern Sie einen neuen an.',
    renew: 'Neuen Link anfordern',
    toSignIn: 'Zur Anmeldung',
    toAccount: 'Zu Ihrem Konto',
    signInAs: (email) => `Als ${email} anmelden?`,
    unexpected:
      'Diese Anmeldung hat nicht in diesem Browser begonnen. Fahren Sie nur fort, wenn Sie den Link selbst geöffnet haben.',
    replaces: (email) => `Sie sind als ${email} angemeldet. Wenn Sie fortfahren, werden Sie dort abgemeldet.`,
    signOutFirst: (email) =>
      `Sie sind als ${email} angemeldet. Melden Sie sich erst ab, und öffnen Sie den Link dann noch einmal.`,
    confirmTitle: 'Adresse bestätigen',
    confirmIntro: (email) => `Gehört ${email} Ihnen?`,
    confirm: 'Bestätigen',
    signInFirst:
      'Melden Sie sich bei dem Konto an, dessen E-Mail-Adresse sich ändert. Dann wird die neue Adresse bestätigt.',
    confirmed: 'Ihre Adresse ist bestätigt',
    confirmedIntro: 'Sie können diese Seite schließen oder fortfahren.',
    linked: (label) => `${label} ist verbunden`,
    linkedIntro: 'Sie können sich jetzt damit anmelden.',
  },

  account: {
    title: 'Ihr Konto',
    impersonated: (name, until) =>
      `Sie handeln bis ${until} für ${name}. Alles, was Sie hier tun, wird mit Ihrem Namen aufgezeichnet. Nur der Inhaber kann die Anmeldung ändern, Zugänge beenden und die Daten exportieren oder löschen.`,
    unproven: (email) => `Bestätigen Sie unten, dass ${email} Ihnen gehört. Manches wartet darauf.`,
    stopImpersonating: 'Nicht mehr handeln',
    signOut: 'Abmelden',
    signOutEverywhere: 'Überall abmelden',
    signOutOthers: 'Andere Geräte abmelden',
    save: 'Speichern',
    saved: 'Gespeichert.',
    remove: 'Entfernen',
    rename: 'Umbenennen',
    add: 'Hinzufügen',
    never: 'noch nicht verwendet',
    lastUsed: (time) => `Verwendet ${time}`,
    added: (date) => `Hinzugefügt am ${date}`,
  },
  captcha: {
    title: 'Zeigen Sie, dass Sie kein Programm sind',
    failed:
      'Die Prüfung wurde nicht geladen. Erlauben Sie ihren Anbieter in diesem Browser, und versuchen Sie es noch einmal.',
  },
  reauthentication: {
    title: 'Zeigen Sie, dass Sie es sind',
    intro: 'Diese Änderung braucht einen frischen Nachweis.',
    totp: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App zeigt.',
    recovery: 'Geben Sie einen Ihrer Wiederherstellungscodes ein.',
    password: 'Geben Sie Ihr Passwort ein.',
    otp: (email) => `Geben Sie den Code ein, den wir an ${email} schicken.`,
    sendOtp: 'Code per E-Mail',
    wrongPassword: 'Das Passwort ist falsch.',
    emailTitle: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
    email: (email) =>
      `Jeder kann sich mit einer fremden Adresse anmelden. Deshalb schicken wir einen Code an ${email}. Danach geht es hier weiter.`,
    use: {
      totp: 'Authenticator-App verwenden',
      passkey: 'Passkey verwenden',
      recovery_code: 'Wiederherstellungscode verwenden',
      password: 'Passwort verwenden',
      otp: 'Code per E-Mail verwenden',
    },
  },

  fields: {
    required: 'Füllen Sie dieses Feld aus.',
    email: 'Geben Sie eine ganze E-Mail-Adresse ein, wie ada@example.org.',
    name: 'Geben Sie 1 bis 200 Zeichen ein.',
    handle:
      'Verwenden Sie Buchstaben, Ziffern, Punkte, Binde- und Unterstriche: höchstens 30, mit einem Buchstaben darunter.',
    phone: 'Geben Sie die Nummer mit + und der Landesvorwahl ein.',
    domain: 'Geben Sie eine eigene Domain ein, wie example.org. Öffentliche Mail-Anbieter werden abgelehnt.',
    slug: 'Verwenden Sie 2 bis 48 Kleinbuchstaben, Ziffern und Bindestriche, am Anfang und Ende keinen Strich.',
    logo_url: 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt.',
    otp: 'Geben Sie die sechs Ziffern der Mail ein.',
    code: 'Geben Sie den ganzen Code ein.',
    password: 'Verwenden Sie höchstens 1.024 Bytes.',
  },
  errors: {
    unknown: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
    network: 'Der Dienst antwortet nicht. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    unexpected_response: 'Der Dienst hat keine gültige Antwort gegeben. Versuchen Sie es gleich noch einmal.',
    unexpected_sign_in:
      'Diese Anmeldung hat nicht in diesem Browser begonnen. Beginnen Sie hier noch einmal.',
    passkey_cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    passkey_unavailable:
      'Dieser Browser bietet für diese Seite keinen Passkey an. Wählen Sie einen anderen Weg. Passkeys brauchen eine https://-Adresse mit einem Namen, oder localhost.',
    client: 'Dieser Browser konnte das nicht. Prüfen Sie, ob er Daten dieser Seite speichern darf.',
    auth: 'Das ist der einzige Weg in Ihr Konto. Legen Sie zuerst ein Passwort fest.',
    weak_password:
      'Das Passwort ist zu schwach. Erfüllen Sie jede Regel, und vermeiden Sie übliche Wörter und Ihren Namen.',
    connection_not_found: 'Diese Anmeldung Ihrer Firma gibt es nicht, oder sie ist abgeschaltet.',
    connection_required: 'Ihre Organisation verlangt ihre eigene Anmeldung.',
    connection_unapproved: 'Ein Eigentümer muss diese Anmeldung noch freigeben. Melden Sie sich anders an.',
    saml_invalid:
      'Die Antwort der Anmeldung Ihrer Firma wurde abgelehnt. Beginnen Sie von vorn, oder fragen Sie die Verwaltung.',
    account_elsewhere:
      'Ihre Firma kann Sie bei diesem Konto nicht anmelden. Melden Sie sich anders an, oder fragen Sie die Verwaltung Ihrer Firma.',
    provider_not_configured: 'Dieser Anbieter ist hier nicht eingerichtet. Wählen Sie einen anderen Weg.',
    provider_email_missing:
      'Der Anbieter gibt keine E-Mail-Adresse an uns weiter. Wählen Sie einen anderen Weg.',
    provider_failed:
      'Der Anbieter hat nicht richtig geantwortet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    oauth_state:
      'Diese Anmeldung ist abgelaufen oder hat in einem anderen Browser oder unter einer anderen Adresse begonnen. Beginnen Sie von vorn.',
    oauth_denied: 'Sie haben die Anmeldung beim Anbieter abgebrochen.',
    oauth_already_linked: 'Diese Identität gehört zu einem anderen Konto.',
    challenge_invalid:
      'Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie von vorn.',
    invitation_invalid: 'Diese Einladung ist ungültig oder vorbei. Bitten Sie um eine neue.',
    invitation_other_account:
      'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit deren Konto an.',
    membership_refused: 'Die Anwendung lässt Sie dieser Organisation nicht beitreten.',
    organization_policy:
      'Diese Organisation verlangt mehr als diese Anmeldung. Melden Sie sich so an, wie sie es verlangt.',
    already_member: 'Sie sind schon Mitglied dieser Organisation.',
    organization_limit:
      'Sie können nicht beitreten: Die Organisation oder Ihr Konto hat die Höchstzahl erreicht.',
    organization_suspended: 'Diese Organisation ist gesperrt.',
    organization_not_found: 'Diese Organisation gibt es nicht, oder Sie sind kein Mitglied mehr.',
    permission_missing: 'Ihre Rollen erlauben das nicht.',
    email_undo_invalid:
      'Dieser Link wurde schon benutzt oder ist abgelaufen. Wenn Sie nicht hineinkommen, setzen Sie das Passwort zurück.',
    frontend_url_not_allowed: 'Der Dienst lässt diese Seite nicht zu.',
    invalid_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    second_factor_required: 'Ihr Konto braucht noch einen Schritt zum Anmelden.',
    second_factor_invalid: 'Der Code oder der Passkey stimmt nicht.',
    otp_invalid: 'Der Code ist falsch.',
    otp_expired: 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
    otp_not_found: 'Für diese E-Mail-Adresse gibt es keinen gültigen Code. Fordern Sie einen neuen an.',
    token_missing: 'Sie sind abgemeldet. Melden Sie sich noch einmal an.',
    token_expired: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
    invalid_token: 'Ihre Sitzung gilt nicht mehr. Melden Sie sich noch einmal an.',
    session_destroyed: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
    account_inactive: 'Dieses Konto ist nicht aktiv. Wenden Sie sich an die Verwaltung.',
    impersonation: 'Sie handeln für jemand anderen: Das darf nur der Inhaber des Kontos.',
    login_refused: 'Diese Anwendung lässt das Konto jetzt nicht hinein.',
    reauthentication_required: 'Zeigen Sie zuerst, dass Sie es sind.',
    second_factor_enrolment_required:
      'Ihr Konto braucht zuerst einen zweiten Schritt. Fügen Sie unten einen hinzu.',
    factor_locked:
      'Zu viele falsche Codes der App. Verwenden Sie einen Passkey oder einen Wiederherstellungscode, oder setzen Sie per E-Mail ein neues Passwort.',
    factor_disabled: 'Diese Art des zweiten Schritts ist hier ausgeschaltet.',
    signup_closed: 'Konten stehen hier nicht allen offen. Bitten Sie die Verwaltung um eines.',
    email_domain_not_allowed:
      'E-Mail-Adressen dieser Domain werden hier nicht angenommen. Verwenden Sie eine andere.',
    email_proof_required: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
    captcha_required: 'Lösen Sie das Captcha, und versuchen Sie es dann noch einmal.',
    origin_not_allowed: 'Der Dienst nimmt die Herkunft dieser Seite nicht an.',
    user_not_found: 'Kein Konto passt dazu.',
    session_not_found: 'Diese Sitzung ist schon beendet.',
    oauth_link_not_found: 'Dieser Anbieter ist nicht verbunden.',
    application_not_found: 'Diese Anwendung ist nicht verbunden.',
    authorization_request_not_found:
      'Diese Anfrage ist abgelaufen, schon beantwortet, oder hat in einem anderen Browser begonnen. Gehen Sie zurück zur Anwendung, und beginnen Sie neu.',
    factor_not_found: 'Ihr Konto hat das nicht mehr.',
    email_already_exists:
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an, oder verwenden Sie eine andere.',
    handle_already_exists: 'Dieses Handle ist vergeben. Wählen Sie ein anderes.',
    phone_already_exists: 'Mit dieser Telefonnummer gibt es schon ein Konto. Verwenden Sie eine andere.',
    passkey_already_exists: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
    passkey_limit: 'Ein Konto hat höchstens 20 Passkeys. Entfernen Sie zuerst einen.',
    last_superadmin: 'Sie sind der letzte Superadmin. Machen Sie zuerst jemand anderen dazu.',
    last_owner:
      'Eine Organisation mit anderen Mitgliedern gehört nur noch Ihnen. Machen Sie zuerst jemand anderen zum Eigentümer.',
    validation: 'Etwas davon ist ungültig. Prüfen Sie Ihre Eingaben.',
    rate_limited: 'Zu viele Versuche. Warten Sie etwas, bevor Sie es noch einmal versuchen.',
    internal: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
    service_unavailable: 'Der Dienst ist überlastet. Versuchen Sie es gleich noch einmal.',
    email_not_configured: 'Dieser Dienst kann noch keine Mails schicken.',
  },
};
