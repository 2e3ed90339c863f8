import type { SectionFields, settingsEn, TableTexts } from './settings-en.ts';

const fields: Readonly<Record<string, SectionFields>> = {
  email: {
    host: { label: 'Mailserver', help: 'Name oder Adresse. Leer: Es gehen keine Mails hinaus.' },
    port: {
      label: 'Port',
      help: 'Üblich ist 587. Ein Port, der auf 465 endet, nutzt TLS vom ersten Byte an.',
    },
    use_tls: {
      label: 'TLS verlangen',
      help: 'Ohne TLS geht keine Mail hinaus. Schalten Sie es nur für ein Relay auf derselben Maschine aus.',
    },
    username: { label: 'Benutzername', help: 'Leer, wenn der Server keinen verlangt.' },
    password: {
      label: 'Passwort',
      help: 'Für einen anderen Server oder Benutzernamen geben Sie das Passwort neu ein.',
    },
    sender: { label: 'Absender', help: 'Die Adresse, von der Mails kommen.' },
    sender_name: { label: 'Name des Absenders', help: 'Mails und Authenticator-Apps zeigen ihn.' },
  },
  provider: {
    preset: { label: 'Art', help: 'Der Dienst dieses Anbieters.' },
    name: { label: 'Name in Adressen', help: 'Er kann sich nicht ändern.' },
    enabled: {
      label: 'Anmeldungen',
      help: 'Aus: Niemand meldet sich mit ihm an, und sein Knopf fehlt. Ausprobieren können Sie ihn trotzdem.',
    },
    label: { label: 'Name', help: 'Der Text seines Knopfs. Leer: der übliche Name.' },
    issuer: {
      label: 'Aussteller',
      help: 'Die Adresse vor /.well-known/openid-configuration. Für einen anderen Aussteller geben Sie das Client-Secret neu ein.',
    },
    scopes: { label: 'Scopes', help: 'Einer je Zeile. Leer: die üblichen.' },
    client_id: { label: 'Client-ID', help: 'Der Anbieter zeigt sie, wo Sie Ihre Anwendung anmelden.' },
    client_secret: { label: 'Client-Secret', help: 'Der Anbieter zeigt es einmal.' },
    team_id: { label: 'Team-ID', help: 'Ihres Apple-Teams: zehn Buchstaben und Ziffern.' },
    key_id: { label: 'Schlüssel-ID', help: 'Des privaten Schlüssels für „Mit Apple anmelden“.' },
    private_key: {
      label: 'Privater Schlüssel',
      help: 'Der Inhalt der .p8-Datei, mit erster und letzter Zeile.',
    },
    native_client_ids: {
      label: 'Clients Ihrer Apps',
      help: 'Client-IDs, deren ID-Tokens auch anmelden. Eine je Zeile.',
    },
    trusts_email: {
      label: 'Seinen E-Mail-Adressen trauen',
      help: 'Für OpenID Connect und Microsoft mit mehreren Mandanten. Nur, wenn allein Sie ihn betreiben: Wer ihn betreibt, kommt über die E-Mail-Adresse in jedes Konto.',
    },
    redirect_uri: {
      label: 'Redirect-URI',
      help: 'Leer gilt die Adresse oben. Eine andere muss genau so beim Anbieter eingetragen sein.',
    },
  },
  jwt: {
    secret_key: {
      label: 'Signaturschlüssel',
      help: 'Nur für einen eigenen: mindestens 32 Bytes, oder ein privater Schlüssel als PEM. Ein neuer meldet alle ab; „Schlüssel erzeugen“ lässt ihnen Zeit.',
    },
    algorithm: {
      label: 'Algorithmus',
      help: 'RS256, ES256 und EdDSA signieren mit einem privaten Schlüssel.',
    },
    session_duration_days: {
      label: 'Dauer einer Sitzung',
      help: 'Danach melden sich Leute neu an. Laufende Sitzungen behalten ihr Ende.',
      unit: 'Tage',
    },
    dual_token_mode: {
      label: 'Kurze Tokens, die erneuert werden',
      help: 'Eine Anmeldung gibt ein kurzes Access-Token und ein Refresh-Token, das es erneuert. Aus: ein Token für die ganze Sitzung.',
    },
    access_token_expire_minutes: {
      label: 'Access-Tokens gelten',
      help: 'Wenn Tokens erneuert werden. Danach nützt ein gestohlenes nichts mehr.',
      unit: 'Minuten',
    },
    refresh_token_expire_days: {
      label: 'Refresh-Tokens gelten',
      help: 'Wenn Tokens erneuert werden. Üblich ist die Dauer einer Sitzung.',
      unit: 'Tage',
    },
    sliding: {
      label: 'Gleitende Sitzungen',
      help: 'Jede Erneuerung schiebt das Ende hinaus: Wer wiederkommt, bleibt angemeldet.',
    },
    max_session_days: {
      label: 'Längste gleitende Sitzung',
      help: 'In diesem Alter endet eine Sitzung, so viel sie auch benutzt wird.',
      unit: 'Tage',
    },
    rotate_days: {
      label: 'Schlüssel des Dienstes ersetzen nach',
      help: 'Gilt für Schlüssel, die Keyward erzeugt hat; eigene bleiben. Tokens des ersetzten Schlüssels gelten bis zu ihrem Ende. Bei 0 wird keiner ersetzt.',
      unit: 'Tage',
    },
    idle_minutes: {
      label: 'Unbenutzte Sitzungen beenden nach',
      help: 'Leer: Keine endet. Sitzungen, die schon länger unbenutzt sind, enden sofort.',
      unit: 'Minuten',
    },
    audience: {
      label: 'Audience',
      help: 'Für wen die Tokens sind, als Claim „aud“. Eine je Zeile; leer: für niemand Bestimmtes.',
    },
    claims: {
      label: 'Weitere Claims',
      help: 'Access-Tokens zeigen diese Felder des Kontos.',
    },
  },
  cookie: {
    cookie_mode: {
      label: 'Tokens als Cookies',
      help: 'Für Anwendungen auf derselben Website. Sonst stehen Tokens im Inhalt der Antwort.',
    },
    access_cookie_name: {
      label: 'Access-Cookie',
      help: 'Ein neuer Name meldet im Cookie-Modus Leute ab.',
    },
    refresh_cookie_name: { label: 'Refresh-Cookie', help: 'Nur wenn Tokens erneuert werden.' },
    path: { label: 'Pfad', help: 'Browser senden die Cookies an Adressen darunter.' },
    domain: { label: 'Domain', help: 'Leer: nur der Host des Dienstes.' },
    secure: { label: 'Nur über HTTPS', help: 'Schalten Sie es ein, wo Leute über https kommen.' },
    httponly: {
      label: 'Vor Skripten verborgen',
      help: 'Lassen Sie es an, wenn kein Skript das Token lesen muss.',
    },
    samesite: {
      label: 'Andere Websites',
      help: 'Ob Browser die Cookies bei Anfragen anderer Websites mitsenden. „Immer“ braucht „Nur über HTTPS“.',
    },
    max_age: {
      label: 'Leben der Cookies',
      help: 'Leer: so lang wie ihre Tokens, was auch das Höchste ist.',
      unit: 'Sekunden',
    },
  },
  logging: {
    logging: {
      label: 'Protokolle schreiben',
      help: 'Aus: Es werden keine Dateien geschrieben, und die Seite der Protokolle ist zu.',
    },
    level: { label: 'Niedrigste Stufe', help: 'Einträge darunter werden nicht geschrieben.' },
    logs_dir: { label: 'Ordner', help: 'Im Datenverzeichnis.' },
    console_output: {
      label: 'Auf die Standardausgabe schreiben',
      help: 'Für Container, deren Protokolle dort gesammelt werden.',
    },
    capture_terminal: {
      label: 'Ausgabe des Prozesses mitschreiben',
      help: 'Was der Prozess ausgibt, steht auch in server.log.',
    },
    redact_sensitive: {
      label: 'Tokens und Cookies schwärzen',
      help: 'Passwörter, Codes und Schlüssel werden immer geschwärzt.',
    },
    redact_patterns: {
      label: 'Weitere Texte schwärzen',
      help: 'Reguläre Ausdrücke von RE2, einer je Zeile. Probieren Sie sie unten aus.',
    },
    max_log_lines: {
      label: 'Meiste Zeilen eines Protokolls',
      help: 'Hat eines mehr, verliert es seine ältesten.',
      unit: 'Zeilen',
    },
    trim_log_lines: { label: 'Dann zu entfernen', help: 'So viele auf einmal.', unit: 'Zeilen' },
  },
  events: {
    audit_days: {
      label: 'Prüfereignisse behalten',
      help: 'Änderungen an Konten, Rollen, Faktoren und Einstellungen. Eine kleinere Zahl entfernt Ereignisse für immer, die eines Rückgängigmachens erst nach 15 Tagen.',
      unit: 'Tage',
    },
    activity_days: {
      label: 'Aktivität behalten',
      help: 'Anmeldungen, ihr Scheitern und Ende, gesendete Codes.',
      unit: 'Tage',
    },
    activity_rows: {
      label: 'Meiste Ereignisse der Aktivität',
      help: 'Konten mit den meisten verlieren ihre ältesten zuerst.',
      unit: 'Ereignisse',
    },
  },
  factors: {
    policy: {
      label: 'Wer einen zweiten Faktor braucht',
      help: 'Bis sie einen haben, öffnen ihre Sitzungen nur dessen Einrichtung.',
    },
    totp: { label: 'Authenticator-Apps', help: 'Codes einer App können eingerichtet und benutzt werden.' },
    passkeys: { label: 'Passkeys', help: 'Passkeys können eingerichtet und benutzt werden.' },
    rp_id: {
      label: 'Domain der Passkeys',
      help: 'Leer: der Host der öffentlichen Adresse. Passkeys einer anderen Domain hören auf zu gelten.',
    },
    rp_name: { label: 'Name in Authenticatoren', help: 'Leer: der Name des Absenders von Mails.' },
    step_up: {
      label: 'Frischen Nachweis verlangen',
      help: 'Vor diesen Handlungen weisen sich Leute noch einmal aus.',
    },
  },
  signup: {
    mode: { label: 'Wer ein Konto eröffnen darf', help: 'Superadmins dürfen immer.' },
    allowed_domains: {
      label: 'Erlaubte Domains',
      help: 'Von E-Mails, eine je Zeile; *.example.com für alle darunter. Leer: alle.',
    },
    blocked_domains: {
      label: 'Gesperrte Domains',
      help: 'Eine je Zeile. Sie zählen mehr als die erlaubten.',
    },
    require_verified_email: {
      label: 'Nur mit bestätigtem Postfach',
      help: 'Niemand meldet sich an, bevor das Postfach bestätigt ist.',
    },
    send_verification: {
      label: 'Code zur Bestätigung senden',
      help: 'Nach einer Registrierung mit Passwort und nach einer Änderung der E-Mail.',
    },
    confirm_email_change: {
      label: 'Änderungen der E-Mail bestätigen',
      help: 'Eine neue E-Mail gilt, sobald ihr Postfach bestätigt ist, und die alte kann es sieben Tage lang rückgängig machen.',
    },
    impersonation_notice: {
      label: 'Inhabern mitteilen, wenn jemand für sie handelt',
      help: 'Eine E-Mail sagt dem Inhaber, wenn ein Superadmin für ihn handelt, und warum.',
    },
    captcha: {
      label: 'Captcha',
      help: 'Bei Registrierungen, beim Senden von Codes und bei Anmeldungen nach Fehlschlägen.',
    },
    captcha_site_key: { label: 'Site-Key', help: 'Der öffentliche Schlüssel des Captchas, für die Seiten.' },
    captcha_secret: {
      label: 'Geheimer Schlüssel',
      help: 'Der geheime Schlüssel des Captchas, für den Dienst.',
    },
    captcha_fail_open: {
      label: 'Durchlassen, wenn das Captcha ausfällt',
      help: 'Aus: Anfragen bekommen einen Fehler, bis es wieder antwortet.',
    },
    deletion_grace_days: {
      label: 'Tage zur Rückkehr',
      help: 'Wer sich darin anmeldet, behält sein gelöschtes Konto. 0: Es geht sofort.',
      unit: 'Tage',
    },
  },
  organizations: {
    enabled: {
      label: 'Organisationen',
      help: 'Konten können Organisationen angehören. Ist das aus, findet niemand eine.',
    },
    creation: { label: 'Wer sie anlegt', help: 'Superadmins und Schlüssel dürfen es immer.' },
    max_per_account: {
      label: 'Organisationen eines Kontos',
      help: 'So vielen kann ein Konto höchstens angehören.',
    },
    max_members: {
      label: 'Mitglieder einer Organisation',
      help: 'Höchstens, wenn eine Organisation keine eigene Zahl hat.',
    },
    roles: {
      label: 'Rollen',
      help: 'Neben owner, admin und member.',
    },
    permissions: {
      label: 'Rechte',
      help: 'Die Ihrer Anwendung. Rollen können sie enthalten.',
    },
    own_roles: {
      label: 'Eigene Rollen',
      help: 'Organisationen können Rollen für ihre Mitglieder festlegen.',
    },
    creator_role: {
      label: 'Rolle beim Anlegen',
      help: 'Wer eine Organisation anlegt, ist immer auch owner.',
    },
    default_role: { label: 'Rolle neuer Mitglieder', help: 'Wenn niemand eine andere nennt.' },
    claims: {
      label: 'In Tokens',
      help: 'Was Tokens über ein Mitglied der aktiven Organisation sagen.',
    },
    invitation_days: {
      label: 'Tage für Einladungen',
      help: 'So lange lässt sich eine Einladung in eine Organisation annehmen.',
      unit: 'Tage',
    },
    deletion_days: {
      label: 'Tage zum Wiederherstellen',
      help: 'So lange lässt sich eine gelöschte Organisation wiederherstellen. 0: Sie ist in einer Stunde weg.',
      unit: 'Tage',
    },
    break_glass: {
      label: 'Eigentümer behalten einen anderen Weg',
      help: 'Wo eine Domain die Verbindung der Organisation verlangt. Jede Nutzung steht im Protokoll.',
    },
  },
  oauth: {
    enabled: {
      label: 'Anwendungen anmelden lassen',
      help: 'Die erste Anwendung schaltet es ein. Ist das aus, meldet keine jemanden an.',
    },
    scopes: {
      label: 'Scopes',
      help: 'Was Anwendungen erbitten können, neben den Scopes von OpenID Connect.',
    },
    resources: {
      label: 'Ressourcen',
      help: 'Die APIs, für die Access-Tokens gelten können.',
    },
    default_resource: {
      label: 'Standardressource',
      help: 'Wofür Access-Tokens gelten, wenn eine Anfrage keine Ressource nennt. Keine: nur für den Issuer.',
    },
    registration: {
      label: 'Registrierung',
      help: 'Wer Anwendungen über die API registrieren darf (RFC 7591).',
    },
    metadata_documents: {
      label: 'Metadaten-Dokumente',
      help: 'Eine Anwendung kann sich mit der Adresse eines Dokuments ausweisen; niemand registriert sie.',
    },
    consent_days: {
      label: 'Zustimmung behalten für',
      help: 'Leer: bis sie widerrufen wird.',
      unit: 'Tage',
    },
    consent_url: {
      label: 'Seite für die Zustimmung',
      help: 'Eines erlaubten Frontends. Leer: die Seite von Keyward.',
    },
    signing_algorithm: {
      label: 'Algorithmus',
      help: 'Signiert ID-Tokens und Access-Tokens. OpenID Connect verlangt RS256 von jedem Client.',
    },
    rotate_days: {
      label: 'Schlüssel ersetzen nach',
      help: 'Die Schlüssel für Anwendungen; Tokens der alten gelten noch einen Tag. 0 ersetzt keine.',
      unit: 'Tagen',
    },
    mcp: { label: 'Agenten', help: 'Agenten verwalten diesen Dienst über das Model Context Protocol.' },
  },
  branding: {
    name: {
      label: 'Name',
      help: 'Ihrer Anwendung, auf ihren Seiten und in ihren Mails. Leer: der Name des Absenders von Mails.',
    },
    logo_url: {
      label: 'Logo',
      help: 'Adresse eines Bildes, oder eine Datei von bis zu 36 kB. Leer: ein Schlüsselloch.',
    },
    colour: {
      label: 'Farbe',
      help: 'Des Hauptknopfes. Dunkle Seiten hellen sie auf, wo nötig. Leer: Schwarz und Weiß.',
    },
    radius: { label: 'Radius', help: 'Von Knöpfen und Feldern.', unit: 'px' },
    font: { label: 'Schrift', help: 'Aller Texte auf den Seiten.' },
    links: {
      label: 'Links',
      help: 'Unter den Seiten, etwa zu AGB und Hilfe.',
    },
  },
};

const tables: Readonly<Record<string, TableTexts>> = {
  'oauth.scopes': {
    add: 'Scope hinzufügen',
    columns: {
      name: { label: 'Name', help: 'Anwendungen erbitten ihn mit diesem Namen.', example: 'orders:read' },
      description: {
        label: 'Beschreibung',
        help: 'Leute lesen sie, bevor sie es erlauben.',
        example: 'Ihre Bestellungen sehen',
      },
      claims: {
        label: 'Felder des Kontos',
        help: 'Anwendungen mit diesem Scope können sie lesen, etwa app_metadata.plan. Die Eingabetaste fügt eines hinzu.',
      },
    },
  },
  'oauth.resources': {
    add: 'Ressource hinzufügen',
    columns: {
      address: { label: 'Adresse', help: 'Anwendungen erbitten sie.', example: 'https://api.example.com' },
      name: { label: 'Name', help: 'Leute lesen ihn, bevor sie es erlauben.', example: 'Bestellungen' },
      scopes: { label: 'Scopes', help: 'Die Scopes, die sie kennt. Leer: alle.' },
      access_minutes: {
        label: 'Tokens gelten höchstens',
        help: 'Leer: so lange wie bei der Anwendung.',
        unit: 'Minuten',
      },
      dpop_bound: {
        label: 'Nur Tokens, die an einen Schlüssel gebunden sind',
        help: 'Ein gestohlenes Token nützt anderen nichts (DPoP).',
      },
    },
  },
  'oauth.metadata_documents': {
    add: '',
    columns: {
      enabled: { label: 'Diese Anwendungen annehmen' },
      allowed_hosts: {
        label: 'Nur von diesen Hosts',
        help: 'Leer: von allen. Die Eingabetaste fügt einen hinzu.',
      },
      blocked_hosts: { label: 'Nie von diesen Hosts', help: 'Diese Liste zählt mehr als die andere.' },
    },
  },
  'organizations.roles': {
    add: 'Rolle hinzufügen',
    columns: {
      name: { label: 'Name', example: 'billing' },
      description: { label: 'Beschreibung', example: 'Bezahlt die Rechnungen' },
      permissions: { label: 'Rechte' },
    },
  },
  'organizations.permissions': {
    add: 'Recht hinzufügen',
    columns: { name: { label: 'Recht', example: 'invoices:write' } },
  },
  'jwt.claims': {
    add: 'Claim hinzufügen',
    columns: {
      name: { label: 'Claim', example: 'plan' },
      field: { label: 'Feld des Kontos', example: 'app_metadata.plan' },
    },
  },
  'branding.links': {
    add: 'Link hinzufügen',
    columns: {
      label: { label: 'Text', example: 'AGB' },
      url: { label: 'Adresse', example: 'https://example.com/agb' },
    },
  },
};

const permissions: typeof settingsEn.permissions = {
  'org:read': 'Die Organisation sehen',
  'org:write': 'Die Organisation ändern',
  'org:delete': 'Die Organisation löschen',
  'org:members:read': 'Mitglieder sehen',
  'org:members:write': 'Mitglieder ändern und entfernen',
  'org:invitations:write': 'Leute einladen',
  'org:domains:write': 'Domains verwalten',
  'org:connections:write': 'Die Anmeldung der Organisation verwalten',
  'org:roles:write': 'Rollen verwalten',
  'org:audit:read': 'Das Protokoll lesen',
};

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { open: 'Alle', invite: 'Eingeladene', closed: 'Niemand' },
  policy: { optional: 'Wer will', superadmins: 'Superadmins', everyone: 'Alle' },
  step_up: {
    factors: 'Änderungen von Faktoren',
    sensitive: 'Änderungen von Faktoren, Passwort, E-Mail und Verknüpfungen',
  },
  samesite: { lax: 'Wenn ein Link hierher führt', strict: 'Nie', none: 'Immer' },
  creation: { superadmins: 'Nur Superadmins', anyone: 'Alle mit einem Konto' },
  claims: { roles: 'Rollen', permissions: 'Rechte' },
  level: { DEBUG: 'Debug', INFO: 'Info', WARNING: 'Warnung', ERROR: 'Fehler', CRITICAL: 'Kritisch' },
  font: {
    geist: 'Geist, kommt mit den Seiten',
    system: 'Die des Systems',
    humanist: 'Humanistisch',
    rounded: 'Rund',
    serif: 'Serifen',
    mono: 'Dicktengleich',
  },
  registration: { off: 'Niemand', token: 'Alle mit einem API-Schlüssel', open: 'Alle' },
  captcha: { turnstile: 'Turnstile', hcaptcha: 'hCaptcha', recaptcha: 'reCAPTCHA' },
};

export const settingsDe: typeof settingsEn = {
  intro: 'Eine Änderung gilt ab der nächsten Anfrage, auf jeder Instanz.',
  sectionList: 'Abschnitte der Einstellungen',
  parts: {
    mail: { name: 'Mail', intro: 'Der Server, der Codes, Links und Hinweise sendet, und ihr Absender.' },
    'mail-texts': {
      name: 'Mailtexte',
      intro: 'Was Mails sagen, in jeder Sprache. Name und Farbe kommen aus dem Branding.',
    },
    providers: { name: 'Anbieter', intro: 'Andere Dienste, mit denen sich Leute anmelden können.' },
    tokens: {
      name: 'Tokens',
      intro: 'Wie lange Leute angemeldet bleiben, und der Schlüssel, der ihre Tokens signiert.',
    },
    cookies: { name: 'Cookies', intro: 'Wie Browser Tokens bekommen und behalten.' },
    logs: {
      name: 'Protokolle',
      intro: 'Was aufgeschrieben wird, wie lange, und was darin verborgen ist.',
    },
    'sign-up': { name: 'Registrierung', intro: 'Wer ein Konto eröffnen darf, und mit welcher E-Mail.' },
    factors: { name: 'Faktoren', intro: 'Zweite Faktoren und Passkeys.' },
    events: { name: 'Ereignisse', intro: 'Wie lange Ereignisse behalten werden.' },
    organizations: {
      name: 'Organisationen',
      intro: 'Ob Konten Organisationen angehören, und was Mitglieder dürfen.',
    },
    applications: { name: 'Anwendungen', intro: 'Wie andere Anwendungen sich mit Keyward anmelden.' },
    branding: { name: 'Marke', intro: 'Wie die Seiten für Ihre Nutzer aussehen.' },
  },
  partGroups: {
    pages: 'Mail und Seiten',
    people: 'Personen',
    signIn: 'Anmeldung',
    tokens: 'Tokens und Anwendungen',
    service: 'Dienst',
  },
  groups: {
    server: 'Mailserver',
    sender: 'Absender',
    provider: 'Anbieter',
    credentials: 'Zugangsdaten',
    key: 'Signaturschlüssel',
    sessions: 'Sitzungen',
    refresh: 'Gültigkeit von Tokens',
    content: 'Inhalt der Tokens',
    delivery: 'Auslieferung',
    attributes: 'Eigenschaften',
    writing: 'Schreiben',
    redaction: 'Schwärzen',
    size: 'Größe',
    retention: 'Aufbewahrung',
    who: 'Wer einen braucht',
    which: 'Welche benutzt werden können',
    passkeys: 'Passkeys',
    accounts: 'Konten',
    mailboxes: 'Postfächer',
    captcha: 'Captcha',
    deletion: 'Löschen',
    impersonation: 'Handeln für andere',
    look: 'Aussehen',
    organizations: 'Organisationen',
    roles: 'Rollen und Rechte',
    authorization: 'Was sie erbitten dürfen',
    registration: 'Anwendungen, die sich selbst registrieren',
    consent: 'Zustimmung',
    agents: 'Agenten',
  },
  fields,
  choices,
  tables,
  permissions,
  entries: {
    unnamed: 'Neu',
    remove: (name: string) => `${name} entfernen`,
    permissions: (count: number) => (count === 1 ? '1 Recht' : `${count} Rechte`),
    problems: {
      missing: 'Tragen Sie einen Namen ein, oder entfernen Sie den Eintrag.',
      again: 'Ein anderer Eintrag hat diesen Namen.',
      scope: 'Ohne Leerzeichen, Anführungszeichen und Backslash.',
      grant: 'Zuerst ein Kleinbuchstabe, dann a bis z, Ziffern und _ : . -',
    },
  },
  none: 'keine',
  noChoice: 'Keine',
  on: 'An',
  off: 'Aus',
  unsaved: 'nicht gespeicherte Änderungen',
  problem: 'nicht gespeichert: Mit einem Feld stimmt etwas nicht',
  documentation: 'Dokumentation',
  ownSessionOfCookies:
    'Ihre eigene Sitzung hier übersteht jede Änderung: Die Konsole hat eigene Cookies, die diese Einstellungen nicht berühren.',
  source: {
    default: 'Vorgabe',
    environment: (variable: string) => `Aus ${variable}`,
    environmentUnnamed: 'Beim Start gesetzt',
    saved: 'Gespeichert',
    savedBy: (who: string) => `Gespeichert von ${who}`,
    was: (value: string) => `Jetzt ${value}`,
    given: (value: string) => `Geht zurück auf ${value}`,
    reset: 'Zurücksetzen',
    resetLabel: (label: string) => `${label} zurücksetzen`,
    resetTip: (value: string, from: string) => `Zurück auf ${value} (${from})`,
    undo: 'Rückgängig',
    undoLabel: (label: string) => `Rückgängig: ${label}`,
  },
  secret: {
    kept: 'Gesetzt. Leer lassen, um es zu behalten.',
    missing: 'Nicht gesetzt',
    remove: 'Entfernen',
    removeLabel: (label: string) => `${label} entfernen`,
    removed: 'Wird entfernt.',
    masked: 'ein Geheimnis',
  },
  line: (number: number, message: string) => `Zeile ${number} ${message}`,
  save: 'Speichern',
  discard: 'Verwerfen',
  pending: (count: number) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
  nothingPending: 'Keine Änderungen',
  more: (count: number) => `und ${count} weitere`,
  willChange: 'Was sich beim Speichern ändert',
  saved: 'Gespeichert. Die Änderung gilt jetzt.',
  unsavable: 'Nichts wurde gespeichert. Berichtigen Sie, was markiert ist.',
  signOut: {
    title: (count: number) => (count === 1 ? 'Eine Sitzung beenden?' : `${count} Sitzungen beenden?`),
    text: (count: number) =>
      count === 1
        ? 'Diese Änderung beendet eine Sitzung. Wem sie gehört, muss sich neu anmelden.'
        : `Diese Änderung beendet ${count} Sitzungen. Wem sie gehören, muss sich neu anmelden.`,
    yours: 'Auch Ihre eigene Sitzung endet: Sie melden sich danach neu an.',
    notYours: 'Ihre eigene Sitzung hier bleibt.',
    save: 'Speichern und abmelden',
    reasons: [
      [
        /^The signing key is replaced: .+$/,
        'Der Signaturschlüssel wird ersetzt: Alle Tokens enden sofort. Mit „Schlüssel erzeugen“ gelten sie noch eine Weile.',
      ],
      [
        /^The signing key, together with its algorithm, is replaced: .+$/,
        'Der Signaturschlüssel wird mit seinem Verfahren ersetzt: Alle Tokens enden sofort. Mit „Schlüssel erzeugen“ gelten sie noch eine Weile.',
      ],
      [
        /^dual_token_mode (?:is turned off|was left out .+?): refresh tokens .+ within (\d+) minutes\.$/,
        'Refresh-Tokens werden abgeschaltet und abgewiesen: Sitzungen enden mit ihren Access-Tokens, innerhalb von $1 Minuten.',
      ],
      [
        /^audience no longer has any .+$/,
        'Das Publikum nennt niemanden mehr, den es vorher nannte: Tokens für das alte werden abgewiesen. Behalten Sie einen der alten Namen, bis sie abgelaufen sind.',
      ],
      [
        /^cookie_mode is turned off: .+$/,
        'Der Cookie-Modus wird abgeschaltet: Cookies melden niemanden mehr an.',
      ],
      [
        /^access_cookie_name changes: .+$/,
        'Der Name des Access-Cookies ändert sich: Cookies mit dem alten Namen melden niemanden mehr an.',
      ],
      [
        /^refresh_cookie_name changes: .+$/,
        'Der Name des Refresh-Cookies ändert sich: Cookies mit dem alten Namen erneuern nichts mehr.',
      ],
      [
        /^idle_minutes is (\d+): .+, (\d+) of them at once\.$/,
        'Sitzungen enden, wenn sie $1 Minuten lang unbenutzt sind; bei $2 ist das sofort.',
      ],
    ],
    overlap: 'Um Leuten Zeit zu lassen, brechen Sie ab und nehmen „Schlüssel erzeugen“.',
  },
  stale: {
    title: 'Jemand anderes hat diesen Abschnitt geändert',
    by: (who: string) => `${who} hat inzwischen gespeichert. Ihre Änderungen sind noch da.`,
    unknown: 'Jemand mit Superadmin-Rechten',
    theirs: 'Fremde übernehmen',
    mine: 'Meine behalten',
  },
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: (names: string) => `Ihre Änderungen von ${names} gehen verloren.`,
    button: 'Verlassen',
  },
  environment: {
    copy: 'Als Umgebung kopieren',
    copied: 'Kopiert, als Zeilen für eine .env-Datei. Tragen Sie die Geheimnisse ein: Es sind Platzhalter.',
    copiedPlain: 'Kopiert, als Zeilen für eine .env-Datei.',
    nothing: 'Es gibt nichts zu kopieren: Kein Wert dieses Abschnitts hat einen Text.',
    failed: 'Der Browser ließ diese Seite nicht kopieren. Kopieren Sie die Zeilen von hier:',
  },
  rollBack: {
    button: 'Zurückrollen',
    title: 'Zurückrollen',
    version: 'Version',
    option: (version: number, when: string, who: string) => `${version}: ${when}, ${who}`,
    first: '0: vor der ersten Änderung',
    text: 'Die Version wird die neueste. Vom Verlauf geht nichts verloren.',
    nothing: 'Alle Werte bleiben, wie sie sind; nur ihre Herkunft ändert sich.',
    done: (version: number) => `Version ${version} ist wiederhergestellt.`,
  },
  history: {
    title: 'Verlauf',
    empty: 'Diesen Abschnitt hat noch niemand gespeichert. Vorgaben und Umgebung gelten.',
    version: (version: number) => `Version ${version}`,
    restored: (version: number) => `Version ${version} wiederhergestellt`,
    noFields: 'kein Wert geändert',
    current: 'aktuell',
    restore: 'Wiederherstellen',
    restoreLabel: (version: number) => `Version ${version} wiederherstellen`,
    somebody: 'ein Programm oder ein gelöschtes Konto',
    more: 'Mehr zeigen',
  },
  testMail: {
    title: 'Testmail senden',
    text: 'Mit den Werten oben, gespeichert oder nicht. Die Antwort ist die des Mailservers.',
    to: 'An',
    button: 'Testmail senden',
  },
  createKey: {
    button: 'Schlüssel erzeugen',
    title: 'Signaturschlüssel erzeugen?',
    text: 'Der Dienst erzeugt einen neuen zufälligen Schlüssel, bewahrt ihn verschlüsselt auf und signiert von jetzt an damit. Niemand sieht ihn, und nichts bringt den alten zurück.',
    algorithm: 'Verfahren',
    algorithmHelp:
      'Bei ES256, EdDSA und RS256 prüfen andere Dienste Tokens mit dem öffentlichen Schlüssel unter /.well-known/jwks.json. HS256 und seine Geschwister haben keinen öffentlichen Schlüssel.',
    overlap: 'Tokens des alten Schlüssels gelten lassen',
    overlapHelp: 'Ist der alte Schlüssel bekannt geworden, wählen Sie „gar nicht“.',
    overlaps: [
      { value: '', label: 'bis sie enden' },
      { value: '60', label: 'eine Stunde lang' },
      { value: '1440', label: 'einen Tag lang' },
      { value: '10080', label: '7 Tage lang' },
      { value: '43200', label: '30 Tage lang' },
      { value: '0', label: 'gar nicht: Alle melden sich neu an' },
    ],
    nobody: 'Niemand wird abgemeldet: Die Tokens werden in dieser Zeit erneuert oder laufen ab.',
    done: 'Der Schlüssel ist erzeugt. Neue Tokens haben ihn.',
  },
  redaction: {
    title: 'Das Schwärzen an einer Zeile ausprobieren',
    text: 'Mit den Werten oben, gespeichert oder nicht. Ein JSON-Objekt zählt als die Metadaten eines Eintrags. Nichts wird geschrieben.',
    line: 'Beispielzeile',
    sample: 'login of ada@example.org with password=Analytical-1 token=c2VjcmV0',
    button: 'Ausprobieren',
    result: 'Was das Protokoll behält',
    same: 'Das Protokoll behält die Zeile, wie sie ist.',
  },
  provider: {
    list: 'Eingerichtet',
    none: 'Noch ist kein Anbieter eingerichtet. Wählen Sie unten einen.',
    on: 'An',
    off: 'Aus',
    given: 'Umgebung',
    all: 'Alle Anbieter',
    catalogue: 'Anbieter hinzufügen',
    add: 'Hinzufügen',
    addTitle: (label: string) => `${label} hinzufügen`,
    added: (label: string) => `${label} ist eingerichtet. Probieren Sie ihn aus, bevor es andere tun.`,
    addedHelp: (name: string) => `Hier hinzugefügt. In Adressen heißt er ${name}.`,
    name: 'Name in Adressen',
    nameHelp: 'Kleinbuchstaben, Ziffern, - und _. Er lässt sich später nicht ändern.',
    remove: 'Entfernen',
    removed: (label: string) => `${label} ist entfernt.`,
    removeTitle: (label: string) => `${label} entfernen?`,
    people: (count: number) =>
      count === 0
        ? 'Niemand hat sich mit ihm angemeldet.'
        : `${count === 1 ? 'Eine Person ist' : `${count} Personen sind`} mit ihm verknüpft und ${count === 1 ? 'kann' : 'können'} sich nicht mehr mit ihm anmelden. Konten und Verknüpfungen bleiben: Fügen Sie ihn mit demselben Aussteller wieder hinzu, gelten sie weiter.`,
    presetHelp: (variable: string) => `Die Art wird beim Start festgelegt, mit ${variable}.`,
    notSetUp: 'Nicht eingerichtet',
    notSetUpHelp: (label: string) =>
      `Mit ${label} kann sich noch niemand anmelden. Speichern Sie eine Client-ID, um es einzurichten.`,
    steps: (label: string) =>
      `Melden Sie Ihre Anwendung bei ${label} mit dieser Redirect-URI an. Tragen Sie dann ein, was Sie dort bekommen.`,
    copyRedirect: 'Redirect-URI kopieren',
    otherHost: (here: string, host: string) =>
      `Sie sind auf ${here}. Anmeldungen mit diesem Anbieter gehen nur, wenn sie auf ${host} beginnen.`,
    guide: (label: string) => `Anleitung für ${label}`,
  },
  mails: {
    mail: 'Mail',
    language: 'Sprache',
    codes: 'Codes und Links',
    notices: 'Nachrichten',
    edited: (name) => `${name} · bearbeitet`,
    editedIn: (name, languages) => `${name} · bearbeitet: ${languages}`,
    parts: {
      subject: 'Betreff',
      heading: 'Überschrift',
      text: 'Text',
      button: 'Knopf',
      note: 'Falls es jemand anderes war',
    },
    fills: (can, must) =>
      `Darf ${can.join(', ')} enthalten.${must.length === 0 ? '' : ` Muss ${must.join(', ')} enthalten.`}`,
    around:
      '{product} ist der Name Ihres Dienstes. Code, Link, Zeit und Adresse stehen von selbst unter dem Text. Eine leere Zeile beginnt einen Absatz.',
    preview: 'Vorschau',
    asHtml: 'HTML',
    asText: 'Text',
    test: 'Mir eine Probe senden',
    reset: 'Auf den mitgelieferten Text zurücksetzen',
    saved: 'Gespeichert. Die nächste Mail hat diese Texte.',
    wasReset: 'Es gelten wieder die mitgelieferten Texte.',
    kinds: {
      signup_code: 'Code zur Registrierung',
      signup_link: 'Link zur Registrierung',
      login_code: 'Code zur Anmeldung',
      login_link: 'Link zur Anmeldung',
      reset_code: 'Code für ein neues Passwort',
      reset_link: 'Link für ein neues Passwort',
      verify_code: 'Code zur Bestätigung',
      verify_link: 'Link zur Bestätigung',
      signup_notice: 'Registrierung mit bekannter Adresse',
      invitation: 'Einladung',
      organization_invitation: 'Einladung in eine Organisation',
      password_changed: 'Passwort geändert',
      password_reset: 'Passwort zurückgesetzt',
      email_changed: 'E-Mail-Adresse geändert',
      email_change_asked: 'E-Mail-Adresse wird geändert',
      email_change_made: 'E-Mail-Adresse vom Inhaber geändert',
      provider_linked: 'Anbieter verknüpft',
      factor_added: 'Zweiter Faktor hinzugefügt',
      factor_removed: 'Zweiter Faktor entfernt',
      factors_reset: 'Alle zweiten Faktoren entfernt',
      recovery_codes_made: 'Neue Wiederherstellungscodes',
      recovery_code_used: 'Wiederherstellungscode benutzt',
      key_created: 'API-Schlüssel erstellt',
      app_codes_guessed: 'Falsche Codes eingegeben',
      mailbox_proven: 'Postfach bestätigt',
      access_dropped: 'Frühere Anmeldewege entfernt',
      member_access_dropped: 'Frühere Anmeldewege entfernt, Organisation',
      impersonated: 'Administrator benutzt das Konto',
      deletion_requested: 'Konto wird gelöscht',
      deletion_cancelled: 'Konto bleibt',
      deletion_prevented: 'Konto wird noch gebraucht',
      account_returned: 'Adresse wieder frei',
      account_back: 'Konto ist zurück',
      account_deleted: 'Konto gelöscht',
      organization_deleted: 'Organisation gelöscht',
      certificate_expiring: 'Zertifikat läuft ab',
      trust_lost: 'Verbindung braucht Freigabe',
      domain_unproven: 'Domain muss neu bestätigt werden',
      webhook_gone: 'Webhook verschwunden',
      webhook_failing: 'Webhook scheitert',
      settings_test: 'Testmail',
    },
  },
  tryProvider: {
    title: 'Ausprobieren',
    text: (label: string) =>
      `Melden Sie sich bei ${label} mit den gespeicherten Werten an. Hier wird niemand angemeldet, und nichts ändert sich: Sie sehen, was zurückkommt.`,
    button: 'Ausprobieren',
    again: 'Noch einmal',
    failed: 'Die Anmeldung ist gescheitert. Der genaue Grund:',
    reach: {
      linked: 'Eine Anmeldung führt in das Konto, das mit dieser Identität verknüpft ist:',
      adopted: 'Eine Anmeldung führt in das Konto mit dieser E-Mail-Adresse:',
      new: 'Eine Anmeldung eröffnet ein neues Konto.',
      refused: 'Eine Anmeldung wird abgelehnt.',
    },
    subject: 'Identität beim Anbieter',
    email: 'E-Mail',
    verified: 'Zählt als bestätigt',
    name: 'Name',
    yes: 'ja',
    no: 'nein',
    received: 'Alles, was der Anbieter sagt',
  },
  branding: {
    preview: 'Vorschau',
    light: 'Hell',
    dark: 'Dunkel',
    pick: 'Farbe wählen',
    chooseLogo: 'Datei wählen',
    ownLogo: (kilobytes: string) => `Bild, ${kilobytes} kB`,
    theme: 'Helligkeit der Vorschau',
    desktop: 'Desktop',
    phone: 'Handy',
    size: 'Größe der Vorschau',
    frame: 'Anmeldeseite',
    openSignIn: 'Anmeldeseite öffnen',
    previewText: 'Ihre Anmeldeseite, wie Leute sie jetzt sehen.',
    previewUnsaved: 'Ihre Anmeldeseite, mit den noch nicht gespeicherten Änderungen.',
  },
};
