/** An act, with further words that people look for it with. */
interface ActTexts {
  label: string;
  words: string;
}

/** The texts of the palette in English. */
export const paletteEn = {
  placeholder: 'Page, action, setting, account or ID',
  groups: {
    ids: 'By ID',
    pages: 'Pages',
    acts: 'Actions',
    settings: 'Settings',
    accounts: 'Accounts',
    documents: 'Documentation',
  },
  nothing:
    'Nothing found. Accounts are found by parts of their name, email or handle, or by the beginning of their phone number. IDs lead to their record.',
  ids: {
    event: 'Event',
    organization: 'Organization',
    webhook: 'Webhook',
    application: 'Application',
    request: 'Log records of this request',
    address: 'Events from this address',
    session: (id: string) => `Session ${id}`,
    account: (id: string) => `Account ${id}`,
  },
  add: (provider: string) => `Add ${provider}`,
  addWords: 'provider sign in with social login',
  acts: {
    createAccount: { label: 'Create an account', words: 'add new user person' },
    suspend: { label: 'Suspend or activate an account', words: 'block ban lock disable' },
    deleteAccount: { label: 'Delete an account', words: 'remove erase user' },
    unlock: { label: 'Unlock an account', words: 'locked out failed attempts' },
    setPassword: { label: 'Set or reset a password', words: 'change forgot' },
    resetFactors: { label: 'Reset second factors', words: 'mfa 2fa totp passkey lost phone' },
    actFor: { label: 'Act for somebody', words: 'impersonate support' },
    role: { label: 'Make somebody a superadmin', words: 'role promote admin' },
    exportAccounts: { label: 'Export accounts as CSV', words: 'download users table' },
    endSession: { label: 'End a session', words: 'sign out log out revoke' },
    signOutAll: { label: 'Sign out everybody', words: 'clear sessions log out' },
    invite: { label: 'Invite people', words: 'invitation mail' },
    createOrganization: { label: 'Create an organization', words: 'add new company tenant team' },
    createKey: { label: 'Create an API key', words: 'add new token secret program' },
    revokeKey: { label: 'Revoke an API key', words: 'delete token secret' },
    createWebhook: { label: 'Add a webhook', words: 'create new endpoint receiver' },
    createApplication: { label: 'Create an application', words: 'add new client oauth oidc openid' },
    rotateKeys: { label: 'Rotate the keys for applications', words: 'signing oauth jwks' },
    exportEvents: { label: 'Export events', words: 'audit download csv' },
    snapshot: { label: 'Take a snapshot of a log', words: 'download reset save' },
    addProvider: { label: 'Add a provider', words: 'social login sign in with oauth' },
    brand: { label: 'Change name, logo and colours', words: 'branding look design theme' },
    rotateSecret: { label: 'Rotate the secret', words: 'signing key create tokens jwt' },
    testMail: { label: 'Send a test mail', words: 'smtp email server' },
    mailTexts: { label: 'Edit the texts of mails', words: 'email templates wording' },
    rollBack: { label: 'Roll back settings', words: 'undo restore history version' },
    signOut: { label: 'Sign out', words: 'log out leave' },
  } satisfies Record<string, ActTexts>,
};
