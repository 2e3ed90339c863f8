/** A field of the settings: its name for people, what it does, and the unit of a number. */
export interface FieldTexts {
  label: string;
  help: string;
  unit?: string;
}

/** A table: what its button says, and its columns by the API's names. */
export interface TableTexts {
  add: string;
  columns: Readonly<Record<string, ColumnTexts>>;
}

interface ColumnTexts {
  label: string;
  help?: string;
  unit?: string;
  /** An example, in the empty field. */
  example?: string;
}

/** The fields of a section, by the API's names. */
export type SectionFields = Readonly<Record<string, FieldTexts>>;

const fields: Readonly<Record<string, SectionFields>> = {
  email: {
    host: { label: 'Mail server', help: 'Name or address. Leave it empty to send no mail.' },
    port: { label: 'Port', help: '587 is usual. A port that ends in 465 uses TLS from the first byte.' },
    use_tls: {
      label: 'Require TLS',
      help: 'Without TLS, no mail leaves. Turn it off only for a relay on the same machine.',
    },
    username: { label: 'User name', help: 'Leave it empty if the server asks for none.' },
    password: { label: 'Password', help: 'For another server or user name, enter the password again.' },
    sender: { label: 'Sender', help: 'The address that mails come from.' },
    sender_name: { label: 'Sender’s name', help: 'Mails and authenticator apps show it.' },
  },
  provider: {
    preset: { label: 'Kind', help: 'The service of this provider.' },
    name: { label: 'Name in addresses', help: 'It cannot change.' },
    enabled: {
      label: 'Sign-ins',
      help: 'Off: nobody signs in with it, and its button is gone. You can still try it.',
    },
    label: { label: 'Name', help: 'The text of its button. Leave it empty for the usual name.' },
    issuer: {
      label: 'Issuer',
      help: 'The address before /.well-known/openid-configuration. For another issuer, enter the client secret again.',
    },
    scopes: { label: 'Scopes', help: 'One per line. Leave it empty for the usual ones.' },
    client_id: { label: 'Client ID', help: 'The provider shows it where you register your application.' },
    client_secret: { label: 'Client secret', help: 'The provider shows it once.' },
    team_id: { label: 'Team ID', help: 'The ID of your Apple developer team: ten letters and digits.' },
    key_id: { label: 'Key ID', help: 'The ID of the private key for Sign in with Apple.' },
    private_key: { label: 'Private key', help: 'The content of the .p8 file, with its first and last line.' },
    native_client_ids: {
      label: 'Client IDs of your apps',
      help: 'Keyward also accepts ID tokens for these client IDs. One per line.',
    },
    trusts_email: {
      label: 'Trust its emails',
      help: 'For OpenID Connect and Microsoft with several tenants. Turn it on only if you run the provider yourself: its operator can sign in to any account by its email.',
    },
    redirect_uri: {
      label: 'Redirect URI',
      help: 'Leave it empty for the address above. Another one must be registered at the provider exactly.',
    },
  },
  jwt: {
    secret_key: {
      label: 'Signing secret',
      help: 'Only to bring your own: at least 32 bytes, or a private key in PEM. A new one signs everybody out; “Create a key” can keep old tokens valid for a while.',
    },
    algorithm: { label: 'Algorithm', help: 'RS256, ES256 and EdDSA sign with a private key.' },
    session_duration_days: {
      label: 'Length of a session',
      help: 'After that, people sign in again. Present sessions keep their end.',
      unit: 'days',
    },
    dual_token_mode: {
      label: 'Short tokens that are renewed',
      help: 'A sign-in gives a short access token, and a refresh token that renews it. Off: one token for the whole session.',
    },
    access_token_expire_minutes: {
      label: 'Access tokens are valid for',
      help: 'If tokens are renewed. A stolen token is useless after this time.',
      unit: 'minutes',
    },
    refresh_token_expire_days: {
      label: 'Refresh tokens are valid for',
      help: 'If tokens are renewed. Usually as long as a session.',
      unit: 'days',
    },
    sliding: {
      label: 'Sliding sessions',
      help: 'Each renewal moves the end of the session, so people who return stay signed in.',
    },
    max_session_days: {
      label: 'Longest sliding session',
      help: 'A session ends at this age, even if it is in use.',
      unit: 'days',
    },
    rotate_days: {
      label: 'Rotate the service’s own keys after',
      help: 'Replaces keys that Keyward has made, never your own. Tokens of the old key stay valid until they expire. 0: never.',
      unit: 'days',
    },
    idle_minutes: {
      label: 'End unused sessions after',
      help: 'Leave it empty to end none. Sessions that are unused for longer end at once.',
      unit: 'minutes',
    },
    audience: {
      label: 'Audience',
      help: 'Audience of the tokens, as their claim “aud”. One per line; empty for none.',
    },
    claims: {
      label: 'Further claims',
      help: 'Access tokens show these fields of the account.',
    },
  },
  cookie: {
    cookie_mode: {
      label: 'Deliver tokens as cookies',
      help: 'For applications on the same site. Otherwise tokens come in the body of the answer.',
    },
    access_cookie_name: { label: 'Access cookie', help: 'A new name signs people out in cookie mode.' },
    refresh_cookie_name: { label: 'Refresh cookie', help: 'Used only if tokens are renewed.' },
    path: { label: 'Path', help: 'Browsers send the cookies to addresses below it.' },
    domain: { label: 'Domain', help: 'Leave it empty for only the host of the service.' },
    secure: { label: 'HTTPS only', help: 'Turn it on if people use https.' },
    httponly: { label: 'Hidden from scripts', help: 'Leave it on unless a script must read the token.' },
    samesite: {
      label: 'Other sites',
      help: 'Whether browsers send the cookies with requests from other sites. “Always” requires “HTTPS only”.',
    },
    max_age: {
      label: 'Lifetime of the cookies',
      help: 'Leave it empty to keep them as long as their tokens, which is also the maximum.',
      unit: 'seconds',
    },
  },
  logging: {
    logging: { label: 'Write logs', help: 'Off: no files are written, and the Logs page is not available.' },
    level: { label: 'Lowest level', help: 'Records below it are not written.' },
    logs_dir: { label: 'Folder', help: 'In the data directory.' },
    console_output: {
      label: 'Print to standard output',
      help: 'For containers, whose logs are collected there.',
    },
    capture_terminal: {
      label: 'Capture the process’s output',
      help: 'The output of the process is also written to server.log.',
    },
    redact_sensitive: {
      label: 'Redact tokens and cookies',
      help: 'Passwords, codes and keys are always redacted.',
    },
    redact_patterns: {
      label: 'Redact further texts',
      help: 'Regular expressions of RE2, one per line. Try them below.',
    },
    max_log_lines: {
      label: 'Maximum length of a log',
      help: 'When a log grows longer, its oldest lines are removed.',
      unit: 'lines',
    },
    trim_log_lines: {
      label: 'Lines removed at a time',
      help: 'How many of the oldest lines are removed when the log is full.',
      unit: 'lines',
    },
  },
  events: {
    audit_days: {
      label: 'Keep audit events',
      help: 'Changes of accounts, roles, factors and settings. A smaller number removes events for good. Events that an undo needs stay for at least 15 days.',
      unit: 'days',
    },
    activity_days: {
      label: 'Keep activity',
      help: 'Sign-ins, their failures and ends, sent codes.',
      unit: 'days',
    },
    activity_rows: {
      label: 'Maximum number of activity events',
      help: 'The accounts with the most lose their oldest first.',
      unit: 'events',
    },
  },
  factors: {
    policy: {
      label: 'Who needs a second factor',
      help: 'Until they have one, they can only add one.',
    },
    totp: { label: 'Authenticator apps', help: 'People can enrol and use codes of an app.' },
    passkeys: { label: 'Passkeys', help: 'People can enrol and use passkeys.' },
    rp_id: {
      label: 'Domain of passkeys',
      help: 'Leave it empty for the host of the public address. Passkeys of another domain stop working.',
    },
    rp_name: {
      label: 'Name in authenticators',
      help: 'Leave it empty to use the sender name of the mails.',
    },
    step_up: {
      label: 'Require recent authentication',
      help: 'People confirm who they are before they do these things.',
    },
  },
  signup: {
    mode: { label: 'Who may open an account', help: 'Superadmins always may.' },
    allowed_domains: {
      label: 'Allowed domains',
      help: 'Email domains, one per line; *.example.com covers all subdomains. Empty: all.',
    },
    blocked_domains: {
      label: 'Blocked domains',
      help: 'One per line. They override the allowed ones.',
    },
    require_verified_email: {
      label: 'Require a verified email',
      help: 'People can sign in only after they have verified their email.',
    },
    send_verification: {
      label: 'Mail a code to verify',
      help: 'After a sign-up with a password, and after a change of email.',
    },
    confirm_email_change: {
      label: 'Confirm changes of email',
      help: 'A new email takes effect once it is verified, and the old address can undo the change for seven days.',
    },
    impersonation_notice: {
      label: 'Tell owners of impersonations',
      help: 'A mail tells the owner when a superadmin acts for them, and why.',
    },
    captcha: {
      label: 'Captcha',
      help: 'At sign-ups, when codes are sent, and at logins after failed attempts.',
    },
    captcha_site_key: { label: 'Site key', help: 'The captcha’s public key, for the pages.' },
    captcha_secret: { label: 'Secret key', help: 'The captcha’s secret, for the service.' },
    captcha_fail_open: {
      label: 'Let people pass while the captcha is down',
      help: 'Off: their requests get an error until it answers.',
    },
    deletion_grace_days: {
      label: 'Days until an account is deleted',
      help: 'An owner who signs in within these days keeps the account. 0: it is deleted at once.',
      unit: 'days',
    },
  },
  organizations: {
    enabled: {
      label: 'Organizations',
      help: 'Accounts can belong to organizations. While this is off, Keyward hides them.',
    },
    creation: { label: 'Who creates them', help: 'Superadmins and keys always can.' },
    max_per_account: {
      label: 'Organizations per account',
      help: 'The maximum that an account can belong to.',
    },
    max_members: {
      label: 'Members per organization',
      help: 'The maximum, unless an organization has its own limit.',
    },
    roles: {
      label: 'Roles',
      help: 'In addition to owner, admin and member.',
    },
    permissions: {
      label: 'Permissions',
      help: 'Permissions of your application. Roles can have them.',
    },
    own_roles: { label: 'Custom roles', help: 'Organizations can define roles for their members.' },
    creator_role: { label: 'Role of the creator', help: 'A creator is always an owner, too.' },
    default_role: { label: 'Role of new members', help: 'Unless another role is given.' },
    claims: {
      label: 'In tokens',
      help: 'What tokens say about a member of the active organization.',
    },
    invitation_days: {
      label: 'Days to accept',
      help: 'How long an invitation to an organization can be accepted.',
      unit: 'days',
    },
    deletion_days: {
      label: 'Days to restore',
      help: 'A deleted organization can be restored for this many days. 0: it is removed within the hour.',
      unit: 'days',
    },
    break_glass: {
      label: 'Let owners sign in another way',
      help: 'Even where a domain requires the organization’s own sign-in. The audit log records each use.',
    },
  },
  oauth: {
    enabled: {
      label: 'Let applications sign in',
      help: 'The first application turns it on. While this is off, no application can sign people in.',
    },
    scopes: {
      label: 'Scopes',
      help: 'What applications can ask for, in addition to the scopes of OpenID Connect.',
    },
    resources: {
      label: 'Resources',
      help: 'The APIs that access tokens can be for.',
    },
    default_resource: {
      label: 'Default resource',
      help: 'What access tokens are for if a request names no resource. None: only for the issuer.',
    },
    registration: { label: 'Registration', help: 'Who may register applications by the API (RFC 7591).' },
    metadata_documents: {
      label: 'Metadata documents',
      help: 'An application can name itself by the address of a document, and nobody registers it.',
    },
    consent_days: {
      label: 'Remember a consent for',
      help: 'Leave it empty to remember it until it is revoked.',
      unit: 'days',
    },
    consent_url: {
      label: 'Page for consent',
      help: 'A page of an allowed frontend. Leave it empty for Keyward’s own page.',
    },
    signing_algorithm: {
      label: 'Algorithm',
      help: 'Signs ID tokens and access tokens. OpenID Connect requires RS256 of every client.',
    },
    rotate_days: {
      label: 'Rotate the key after',
      help: 'The keys for applications; tokens of the old ones stay valid for a day. 0: never.',
      unit: 'days',
    },
    mcp: { label: 'Agents', help: 'Lets agents manage this service by the Model Context Protocol.' },
  },
  branding: {
    name: {
      label: 'Name',
      help: 'The name of your application, on the pages and in mails. Leave it empty to use the sender name of the mails.',
    },
    logo_url: {
      label: 'Logo',
      help: 'Address of a picture, or a file of up to 36 kB. Leave it empty for a keyhole.',
    },
    colour: {
      label: 'Colour',
      help: 'The colour of the main button. Dark pages lighten it where needed. Leave it empty for black and white.',
    },
    radius: { label: 'Radius', help: 'The corners of buttons and fields.', unit: 'px' },
    font: { label: 'Font', help: 'Of all texts on the pages.' },
    links: { label: 'Links', help: 'Below the pages, such as terms and help.' },
  },
};

/** The tables, by the API's names of section and field. */
const tables: Readonly<Record<string, TableTexts>> = {
  'oauth.scopes': {
    add: 'Add scope',
    columns: {
      name: { label: 'Name', help: 'Applications ask for it by this name.', example: 'orders:read' },
      description: {
        label: 'Description',
        help: 'People read it before they allow it.',
        example: 'See your orders',
      },
      claims: {
        label: 'Fields of the account',
        help: 'Applications with this scope can read them, such as app_metadata.plan. Enter adds one.',
      },
    },
  },
  'oauth.resources': {
    add: 'Add resource',
    columns: {
      address: { label: 'Address', help: 'Applications ask for it.', example: 'https://api.example.com' },
      name: { label: 'Name', help: 'People read it before they allow it.', example: 'Orders' },
      scopes: { label: 'Scopes', help: 'The scopes that it knows. Leave it empty for all.' },
      access_minutes: {
        label: 'Tokens are valid for at most',
        help: 'Leave it empty for the time of each application.',
        unit: 'minutes',
      },
      dpop_bound: {
        label: 'Only tokens that are bound to a key',
        help: 'A stolen token is useless to others (DPoP).',
      },
    },
  },
  'oauth.metadata_documents': {
    add: '',
    columns: {
      enabled: { label: 'Accept these applications' },
      allowed_hosts: {
        label: 'Only from these hosts',
        help: 'Leave it empty for all hosts. Enter adds one.',
      },
      blocked_hosts: { label: 'Never from these hosts', help: 'This list overrides the other.' },
    },
  },
  'organizations.roles': {
    add: 'Add role',
    columns: {
      name: { label: 'Name', example: 'billing' },
      description: { label: 'Description', example: 'Pays the bills' },
      permissions: { label: 'Permissions' },
    },
  },
  'organizations.permissions': {
    add: 'Add permission',
    columns: { name: { label: 'Permission', example: 'invoices:write' } },
  },
  'jwt.claims': {
    add: 'Add claim',
    columns: {
      name: { label: 'Claim', example: 'plan' },
      field: { label: 'Field of the account', example: 'app_metadata.plan' },
    },
  },
  'branding.links': {
    add: 'Add link',
    columns: {
      label: { label: 'Text', example: 'Terms' },
      url: { label: 'Address', example: 'https://example.com/terms' },
    },
  },
};

/** The permissions of Keyward that roles can have. */
const permissions: Readonly<Record<string, string>> = {
  'org:read': 'See the organization',
  'org:write': 'Change the organization',
  'org:delete': 'Delete the organization',
  'org:members:read': 'See the members',
  'org:members:write': 'Change and remove members',
  'org:invitations:write': 'Invite people',
  'org:domains:write': 'Manage domains',
  'org:connections:write': 'Manage the sign-in of the organization',
  'org:roles:write': 'Manage roles',
  'org:audit:read': 'Read the audit log',
};

/** The meaning of a choice, by its name in the API. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { open: 'Anybody', invite: 'People who are invited', closed: 'Nobody' },
  policy: { optional: 'People choose', superadmins: 'Superadmins', everyone: 'Everybody' },
  step_up: {
    factors: 'Changes of factors',
    sensitive: 'Changes of factors, password, email and provider links',
  },
  samesite: { lax: 'If a link leads here', strict: 'Never', none: 'Always' },
  creation: { superadmins: 'Only superadmins', anyone: 'Anybody with an account' },
  claims: { roles: 'Roles', permissions: 'Permissions' },
  level: { DEBUG: 'Debug', INFO: 'Info', WARNING: 'Warning', ERROR: 'Error', CRITICAL: 'Critical' },
  font: {
    geist: 'Geist, which comes with the pages',
    system: 'The system’s own',
    humanist: 'Humanist',
    rounded: 'Rounded',
    serif: 'Serif',
    mono: 'Monospace',
  },
  registration: { off: 'Nobody', token: 'Anybody with an API key', open: 'Anybody' },
  captcha: { turnstile: 'Turnstile', hcaptcha: 'hCaptcha', recaptcha: 'reCAPTCHA' },
};

export const settingsEn = {
  intro: 'Changes take effect with the next request, on every instance.',
  sectionList: 'Sections of the settings',
  parts: {
    mail: { name: 'Mail', intro: 'The server that sends codes, links and notices, and who they come from.' },
    'mail-texts': {
      name: 'Mail texts',
      intro: 'What mails say, in each language. Name and colour come from the branding.',
    },
    providers: { name: 'Providers', intro: 'Other services that people can sign in with.' },
    tokens: { name: 'Tokens', intro: 'How long people stay signed in, and the key that signs their tokens.' },
    cookies: { name: 'Cookies', intro: 'How browsers get and keep tokens.' },
    logs: { name: 'Logs', intro: 'What is logged, for how long, and what is redacted.' },
    'sign-up': { name: 'Sign-up', intro: 'Who may open an account, and with which email.' },
    factors: { name: 'Factors', intro: 'Second factors and passkeys.' },
    events: { name: 'Events', intro: 'How long the audit log keeps its events.' },
    organizations: {
      name: 'Organizations',
      intro: 'Whether accounts belong to organizations, and what their members may do.',
    },
    applications: { name: 'Applications', intro: 'How other applications sign in with Keyward.' },
    branding: { name: 'Branding', intro: 'How the pages for your users look.' },
  },
  /** Headings in the list of the sections. */
  partGroups: {
    pages: 'Mail and pages',
    people: 'People',
    signIn: 'Sign-in',
    tokens: 'Tokens and applications',
    service: 'Service',
  },
  groups: {
    server: 'Mail server',
    sender: 'Sender',
    provider: 'Provider',
    credentials: 'Credentials',
    key: 'Signing key',
    sessions: 'Sessions',
    refresh: 'Life of tokens',
    content: 'Content of tokens',
    delivery: 'Delivery',
    attributes: 'Attributes',
    writing: 'Writing',
    redaction: 'Redaction',
    size: 'Size',
    retention: 'Retention',
    who: 'Who needs one',
    which: 'Which may be used',
    passkeys: 'Passkeys',
    accounts: 'Accounts',
    mailboxes: 'Mailboxes',
    captcha: 'Captcha',
    deletion: 'Deletion',
    impersonation: 'Impersonation',
    look: 'Look',
    organizations: 'Organizations',
    roles: 'Roles and permissions',
    authorization: 'What they may ask for',
    registration: 'Applications that register themselves',
    consent: 'Consent',
    agents: 'Agents',
  },
  fields,
  choices,
  tables,
  permissions,
  entries: {
    unnamed: 'New',
    remove: (name: string) => `Remove ${name}`,
    permissions: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
    problems: {
      missing: 'Enter a name, or remove this entry.',
      again: 'Another entry has this name.',
      scope: 'Use no spaces, quotes or backslashes.',
      grant: 'Begin with a lower-case letter, then use a to z, digits, and _ : . -',
    },
  },
  none: 'none',
  noChoice: 'None',
  on: 'On',
  off: 'Off',
  unsaved: 'unsaved changes',
  problem: 'not saved: a field has a problem',
  documentation: 'Documentation',
  ownSessionOfCookies:
    'Your own session here survives every change, because the console has separate cookies.',
  source: {
    default: 'Default',
    environment: (variable: string) => `From ${variable}`,
    environmentUnnamed: 'Set at the start',
    saved: 'Saved',
    savedBy: (who: string) => `Saved by ${who}`,
    was: (value: string) => `Now ${value}`,
    given: (value: string) => `Goes back to ${value}`,
    reset: 'Reset',
    resetLabel: (label: string) => `Reset ${label}`,
    resetTip: (value: string, from: string) => `Reset to ${value} (${from})`,
    undo: 'Undo',
    undoLabel: (label: string) => `Undo the change of ${label}`,
  },
  secret: {
    kept: 'Set. Leave it empty to keep it.',
    missing: 'Not set',
    remove: 'Remove',
    removeLabel: (label: string) => `Remove ${label}`,
    removed: 'Will be removed.',
    masked: 'a secret',
  },
  line: (number: number, message: string) => `Line ${number} ${message}`,
  save: 'Save',
  discard: 'Discard',
  pending: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  nothingPending: 'No changes',
  more: (count: number) => `and ${count} more`,
  willChange: 'What changes when you save',
  saved: 'Saved. The change applies now.',
  unsavable: 'Nothing was saved. Correct the marked fields.',
  signOut: {
    title: (count: number) => (count === 1 ? 'Sign out one session?' : `Sign out ${count} sessions?`),
    text: (count: number) =>
      count === 1
        ? 'This change ends one session. Its owner must sign in again.'
        : `This change ends ${count} sessions. Their owners must sign in again.`,
    yours: 'Your own session ends too: you will sign in again.',
    notYours: 'Your own session here stays.',
    save: 'Save and sign out',
    /** Patterns of the service's sentences; see `in-words.ts`. */
    reasons: [] as readonly (readonly [sentence: RegExp, own: string])[],
    overlap: 'To give people time, cancel, and use “Create a key”.',
  },
  stale: {
    title: 'Someone else changed this section',
    by: (who: string) => `${who} saved it meanwhile. Your changes are still here.`,
    unknown: 'Another superadmin',
    theirs: 'Take theirs',
    mine: 'Keep mine',
  },
  leave: {
    title: 'Leave without saving?',
    text: (names: string) => `Your changes to ${names} will be lost.`,
    button: 'Leave',
  },
  environment: {
    copy: 'Copy as environment',
    copied: 'Copied, as lines for a .env file. Fill in the secrets: they are placeholders.',
    copiedPlain: 'Copied, as lines for a .env file.',
    nothing: 'There is nothing to copy: no value of this section can be written as text.',
    failed: 'The browser did not let this page copy. Copy the lines from here:',
  },
  rollBack: {
    button: 'Roll back',
    title: 'Roll back',
    version: 'Version to restore',
    option: (version: number, when: string, who: string) => `${version}: ${when}, ${who}`,
    first: '0: before the first change',
    text: 'The version you restore becomes the newest one. The history stays complete.',
    nothing: 'All values stay as they are; only where they come from changes.',
    done: (version: number) => `Version ${version} is restored.`,
  },
  history: {
    title: 'History',
    empty: 'Nothing has been saved here yet. Defaults and environment variables apply.',
    version: (version: number) => `Version ${version}`,
    restored: (version: number) => `restored version ${version}`,
    noFields: 'no value changed',
    current: 'current',
    restore: 'Restore',
    restoreLabel: (version: number) => `Restore version ${version}`,
    somebody: 'a program or a deleted account',
    more: 'Show more',
  },
  testMail: {
    title: 'Send a test mail',
    text: 'Uses the values above, saved or not, and shows the answer of the mail server.',
    to: 'To',
    button: 'Send test mail',
  },
  createKey: {
    button: 'Create a key',
    title: 'Create a signing key?',
    text: 'The service makes a new random key, keeps it encrypted and signs with it from now on. It is never shown, and the old one cannot be restored.',
    algorithm: 'Algorithm',
    algorithmHelp:
      'With ES256, EdDSA and RS256, other services verify tokens with the public key at /.well-known/jwks.json. HS256 and its siblings have no public key.',
    overlap: 'Keep tokens of the old key valid',
    overlapHelp: 'If the old key has leaked, choose “not at all”.',
    overlaps: [
      { value: '', label: 'until they end' },
      { value: '60', label: 'for an hour' },
      { value: '1440', label: 'for a day' },
      { value: '10080', label: 'for 7 days' },
      { value: '43200', label: 'for 30 days' },
      { value: '0', label: 'not at all: everybody signs in again' },
    ],
    nobody: 'Nobody is signed out: their tokens are renewed or expire within that time.',
    done: 'Key created. It signs new tokens from now on.',
  },
  redaction: {
    title: 'Try the redaction on a line',
    text: 'With the values above, saved or not. A JSON object is treated as the metadata of a record. Nothing is written.',
    line: 'Sample line',
    sample: 'login of ada@example.org with password=Analytical-1 token=c2VjcmV0',
    button: 'Try it',
    result: 'What the log keeps',
    same: 'The log keeps the line as it is.',
  },
  provider: {
    list: 'Set up',
    none: 'No provider is set up yet. Choose one below.',
    on: 'On',
    off: 'Off',
    given: 'Environment',
    all: 'All providers',
    catalogue: 'Add a provider',
    add: 'Add provider',
    addTitle: (label: string) => `Add ${label}`,
    added: (label: string) => `${label} is set up. Try it before your users do.`,
    addedHelp: (name: string) => `Added here. Its name in addresses is ${name}.`,
    name: 'Name in addresses',
    nameHelp: 'Lower-case letters, digits, - and _. It cannot change later.',
    remove: 'Remove',
    removed: (label: string) => `${label} is removed.`,
    removeTitle: (label: string) => `Remove ${label}?`,
    people: (count: number) =>
      count === 0
        ? 'Nobody has signed in with it.'
        : `${count === 1 ? 'One person is' : `${count} people are`} linked to it and can no longer sign in with it. Their accounts and links stay: they can sign in with it again if you add it with the same issuer.`,
    presetHelp: (variable: string) => `${variable} sets its kind at the start.`,
    notSetUp: 'Not set up',
    notSetUpHelp: (label: string) => `Nobody can sign in with ${label} yet. Save a client ID to set it up.`,
    steps: (label: string) =>
      `Register your application at ${label} with this redirect URI. Then enter what it gives you.`,
    copyRedirect: 'Copy redirect URI',
    otherHost: (here: string, host: string) =>
      `You are on ${here}. Sign-ins with this provider work only where they begin on ${host}.`,
    guide: (label: string) => `Guide for ${label}`,
  },
  mails: {
    mail: 'Mail',
    language: 'Language',
    codes: 'Codes and links',
    notices: 'Notices',
    edited: (name: string) => `${name} · edited`,
    editedIn: (name: string, languages: string) => `${name} · edited: ${languages}`,
    parts: {
      subject: 'Subject',
      heading: 'Heading',
      text: 'Text',
      button: 'Button',
      note: 'If it was not them',
    },
    fills: (can: readonly string[], must: readonly string[]) =>
      `Can contain ${can.join(', ')}.${must.length === 0 ? '' : ` Must contain ${must.join(', ')}.`}`,
    around:
      '{product} is the name of your service. The code, the link, the time and the address follow the text. An empty line begins a paragraph.',
    preview: 'Preview',
    asHtml: 'HTML',
    asText: 'Text',
    test: 'Send me a test',
    reset: 'Reset to the built-in text',
    saved: 'Saved. The next mail has these texts.',
    wasReset: 'The built-in texts apply again.',
    kinds: {
      signup_code: 'Sign-up code',
      signup_link: 'Sign-up link',
      login_code: 'Sign-in code',
      login_link: 'Sign-in link',
      reset_code: 'Password reset code',
      reset_link: 'Password reset link',
      verify_code: 'Confirmation code',
      verify_link: 'Confirmation link',
      signup_notice: 'Sign-up with a known address',
      invitation: 'Invitation',
      organization_invitation: 'Invitation to an organization',
      password_changed: 'Password changed',
      password_reset: 'Password reset',
      email_changed: 'Email changed',
      email_change_asked: 'Email about to change',
      email_change_made: 'Email changed by its owner',
      provider_linked: 'Provider linked',
      factor_added: 'Second factor added',
      factor_removed: 'Second factor removed',
      factors_reset: 'All second factors removed',
      recovery_codes_made: 'New recovery codes',
      recovery_code_used: 'Recovery code used',
      key_created: 'API key created',
      app_codes_guessed: 'Wrong codes entered',
      mailbox_proven: 'Mailbox confirmed',
      access_dropped: 'Earlier ways to sign in removed',
      member_access_dropped: 'Earlier ways to sign in removed, organization',
      impersonated: 'Administrator uses the account',
      deletion_requested: 'Account will be deleted',
      deletion_cancelled: 'Account stays',
      deletion_prevented: 'Account is still needed',
      account_returned: 'Address free again',
      account_back: 'Account is back',
      account_deleted: 'Account deleted',
      organization_deleted: 'Organization deleted',
      certificate_expiring: 'Certificate expires',
      trust_lost: 'Connection needs approval',
      domain_unproven: 'Domain must be verified again',
      webhook_gone: 'Webhook gone',
      webhook_failing: 'Webhook failing',
      settings_test: 'Test mail',
    } as Readonly<Record<string, string>>,
  },
  tryProvider: {
    title: 'Try it',
    text: (label: string) =>
      `Sign in at ${label} with the saved values. Nobody is signed in here, and nothing changes: you see what comes back.`,
    button: 'Try it',
    again: 'Try again',
    failed: 'The sign-in failed. The exact reason:',
    reach: {
      linked: 'A sign-in enters the account that is linked to this identity:',
      adopted: 'A sign-in enters the account with this email:',
      new: 'A sign-in opens a new account.',
      refused: 'A sign-in is refused.',
    },
    subject: 'Identity at the provider',
    email: 'Email',
    verified: 'Counts as verified',
    name: 'Name',
    yes: 'yes',
    no: 'no',
    received: 'Everything that the provider said',
  },
  branding: {
    preview: 'Preview',
    light: 'Light',
    dark: 'Dark',
    pick: 'Pick a colour',
    chooseLogo: 'Choose a file',
    ownLogo: (kilobytes: string) => `Picture, ${kilobytes} kB`,
    theme: 'Theme of the preview',
    desktop: 'Desktop',
    phone: 'Phone',
    size: 'Size of the preview',
    frame: 'Sign-in page',
    openSignIn: 'Open the sign-in page',
    previewText: 'Your sign-in page, as people see it now.',
    previewUnsaved: 'Your sign-in page, with changes that you have not saved.',
  },
};
