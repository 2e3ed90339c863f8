/**
 * The names of the client's methods, with their routes. Every page loads this table: methods that only programs of
 * superadmins call belong into {@link ADMIN_METHODS}.
 */
export const METHODS = {
  login: 'POST /auth/login',
  loginWithPassword: 'POST /auth/login/password',
  loginWithOtp: 'POST /auth/login/otp',
  loginWithIdToken: 'POST /auth/login/id-token',
  signup: 'POST /auth/signup',
  signupWithPassword: 'POST /auth/signup/password',
  signupWithOtp: 'POST /auth/signup/otp',
  acceptInvitation: 'POST /auth/signup/invitation',
  resetPassword: 'POST /auth/forgot/password',
  exchangeCode: 'POST /auth/token/exchange',
  sendOtp: 'POST /auth/send/email/otp/:purpose',
  sendLink: 'POST /auth/send/email/link/:purpose',
  confirmLink: 'POST /auth/link/:purpose',
  me: 'GET /auth/me',
  updateMe: 'PATCH /auth/me',
  undoEmailChange: 'POST /auth/email/undo',
  updatePassword: 'PUT /auth/update/password',
  logout: 'POST /auth/logout',
  logoutAll: 'POST /auth/logout-all',
  sessions: {
    list: 'GET /auth/me/sessions',
    end: 'DELETE /auth/me/sessions/:id',
  },
  providers: {
    links: 'GET /auth/account/oauth/links',
    link: 'POST /auth/account/oauth/link/:provider',
    unlink: 'DELETE /auth/account/oauth/:provider',
  },
  config: {
    pulse: 'GET /auth/config/pulse',
    load: 'GET /auth/config/load',
    counts: 'GET /auth/config/counts',
    sources: 'GET /auth/config/sources',
    history: 'GET /auth/config/history',
    rollback: 'POST /auth/config/rollback',
    setEmail: 'POST /auth/config/email',
    testEmail: 'POST /auth/config/email/test',
    setJwt: 'POST /auth/config/jwt',
    setCookie: 'POST /auth/config/cookie',
    setLogging: 'POST /auth/config/logging',
    setEvents: 'POST /auth/config/events',
    setFactors: 'POST /auth/config/factors',
    setSignup: 'POST /auth/config/signup',
    setProvider: 'POST /auth/config/:provider',
  },
  admin: {
    accounts: {
      list: 'GET /auth/account',
      find: 'GET /auth/account/query',
      get: 'GET /auth/account/:id',
      create: 'POST /auth/account',
      update: 'PATCH /auth/account',
      delete: 'DELETE /auth/account',
      endSessions: 'DELETE /auth/account/:id/sessions',
    },
    sessions: {
      list: 'GET /auth/session',
      end: 'DELETE /auth/session/:id',
      cleanup: 'DELETE /auth/session/cleanup',
      clear: 'DELETE /auth/session/clear',
    },
    otps: {
      list: 'GET /auth/otp',
      delete: 'DELETE /auth/otp',
      cleanup: 'DELETE /auth/otp/cleanup',
      clear: 'DELETE /auth/otp/clear',
    },
    links: {
      list: 'GET /auth/oauth',
      find: 'GET /auth/oauth/query',
      delete: 'DELETE /auth/oauth',
    },
  },
  logs: {
    list: 'GET /log',
    read: 'GET /log/:name',
    createSnapshot: 'POST /log',
    deleteSnapshot: 'DELETE /log/:name',
    reset: 'POST /log/:name/reset',
  },
  docs: {
    index: 'GET /llms.txt',
    full: 'GET /llms-full.txt',
    tree: 'GET /api/documents/tree',
    file: 'GET /api/documents/file',
    search: 'GET /api/documents/search',
  },
  keys: 'GET /.well-known/jwks.json',
} as const;

/** Methods that `@keyward/client/factors` adds as `factors`. */
export const FACTOR_METHODS = {
  list: 'GET /auth/account/factors',
  renewRecoveryCodes: 'POST /auth/account/recovery-codes',
  totp: {
    begin: 'POST /auth/account/totp',
    confirm: 'POST /auth/account/totp/confirm',
    remove: 'DELETE /auth/account/totp',
  },
  passkeys: {
    options: 'POST /auth/account/passkeys/options',
    add: 'POST /auth/account/passkeys',
    rename: 'PATCH /auth/account/passkeys/:id',
    remove: 'DELETE /auth/account/passkeys/:id',
  },
  passkeyLogin: {
    options: 'POST /auth/login/passkey/options',
    answer: 'POST /auth/login/passkey',
  },
  challenge: {
    options: 'POST /auth/login/challenge/passkey',
    answer: 'POST /auth/login/challenge',
  },
  reauthentication: {
    options: 'POST /auth/account/reauthenticate/options',
    prove: 'POST /auth/account/reauthenticate',
  },
} as const;

/** Methods that `@keyward/client/admin` adds to `admin`. */
export const ADMIN_METHODS = {
  invitations: {
    list: 'GET /auth/invitation',
    create: 'POST /auth/invitation',
    revoke: 'DELETE /auth/invitation/:id',
    resend: 'POST /auth/invitation/:id/resend',
  },
  factors: {
    reset: 'DELETE /auth/account/factors',
  },
  locks: {
    end: 'DELETE /auth/account/lock',
  },
  config: {
    updateEmail: 'PATCH /auth/config/email',
    updateJwt: 'PATCH /auth/config/jwt',
    updateCookie: 'PATCH /auth/config/cookie',
    updateLogging: 'PATCH /auth/config/logging',
    updateEvents: 'PATCH /auth/config/events',
    updateFactors: 'PATCH /auth/config/factors',
    updateSignup: 'PATCH /auth/config/signup',
    updateProvider: 'PATCH /auth/config/:provider',
  },
  events: {
    list: 'GET /auth/event',
    get: 'GET /auth/event/:id',
  },
  apiKeys: {
    list: 'GET /auth/apikey',
    create: 'POST /auth/apikey',
    revoke: 'DELETE /auth/apikey/:id',
  },
  webhooks: {
    list: 'GET /auth/webhook',
    get: 'GET /auth/webhook/:id',
    create: 'POST /auth/webhook',
    update: 'PATCH /auth/webhook/:id',
    delete: 'DELETE /auth/webhook/:id',
    rotateSecret: 'POST /auth/webhook/:id/secret',
    test: 'POST /auth/webhook/:id/test',
    deliveries: 'GET /auth/webhook/:id/delivery',
    retry: 'POST /auth/webhook/:id/delivery/:delivery/retry',
    replay: 'POST /auth/webhook/:id/replay',
  },
} as const;

/** Routes without a method, with the reason. */
export const WITHOUT_METHOD: Record<string, string> = {
  'POST /auth/token/refresh': 'refresh() sends one at a time',
  'DELETE /auth/session': 'the same as admin.sessions.end',
  'DELETE /auth/session/all': 'the same as admin.accounts.endSessions',
  'GET /log/:name/stream': 'logs.stream() is an iterator',
  'GET /auth/event/stream': 'admin.events.follow() is an iterator',
  'GET /auth/event/export': 'admin.events.export() is an iterator',
  'GET /auth/:provider/login': 'the browser goes there: providers.loginUrl()',
  'GET /auth/:provider/callback': 'the provider sends the browser there',
  'POST /auth/:provider/callback': 'the provider sends the browser there',
  'GET /auth/link/:purpose': 'the mail sends the browser there',
  'GET /setup': 'a page',
  'POST /auth/setup': "that page's",
  'POST /auth/setup/check': "that page's",
  'GET /oauth/callback': 'a page',
  'GET /magic-link/callback': 'a page',
  'GET /magic-link/confirm': 'a page',
  'GET /reset-password': 'a page',
  'GET /signup': 'a page',
  'GET /invitation': 'a page',
  'GET /email-undo': 'a page',
  'GET /mailbox': 'for development',
  'GET /mailbox/mails': 'for development',
  'DELETE /mailbox/mails': 'for development',
  'GET /mailbox/mails/:id': 'for development',
  'GET /openapi.json': 'for tools',
  'GET /reference': 'a page',
  'GET /reference/script.js': "that page's",
  'GET /livez': 'for probes',
  'GET /readyz': 'for probes',
};
