/**
 * Where wrong guesses count. The features take the places; this says which, for each route that compares something with
 * a secret, and a test holds both to it.
 */
export const BUDGETS = {
  /** Of the device, where the account knows it; otherwise of the identifier and the address. See `password-budget.ts`. */
  password: /^account:/,
  /** Of whoever asked for the code, or of all others; of the address; of the deployment. See `code-guesses.ts`. */
  mailedCode: /^code:/,
  /** Of the account, without an end, and of the address: codes of an app in force. See `totp-lock.ts`. */
  app: /^address:/,
  /** Of the session, which holds the secret itself: codes of an app that it sets up. */
  newApp: /^set-up:/,
  /** Of the address alone: passkeys, recovery codes and ID tokens, which nobody can guess. */
  address: /^address:/,
  /** None: random names of 128 bits and more. */
  none: null,
} as const satisfies Record<string, RegExp | null>;

export type BudgetName = keyof typeof BUDGETS;

/** The budgets of each route that takes a secret; an empty list for one that sets it and compares nothing. */
export const GUESSES: Readonly<Record<string, readonly BudgetName[]>> = {
  'POST /login': ['password'],
  'POST /login/password': ['password'],
  'POST /login/otp': ['mailedCode', 'password'],
  'POST /login/challenge': ['app', 'address', 'none'],
  'POST /login/challenge/passkey': ['none'],
  'POST /login/passkey': ['address', 'none'],
  'POST /login/id-token': ['address'],
  'POST /signup': [],
  'POST /signup/password': [],
  'POST /signup/otp': ['mailedCode'],
  'POST /signup/invitation': ['none'],
  'POST /forgot/password': ['mailedCode'],
  'GET /link/:purpose': ['mailedCode'],
  'POST /link/:purpose': ['mailedCode'],
  'POST /token/refresh': ['none'],
  'POST /token/exchange': ['none'],
  'POST /token/code': ['none'],
  'POST /setup': ['none'],
  'POST /setup/check': ['none'],
  'POST /email/undo': ['none'],
  'PATCH /me': ['password'],
  'DELETE /me': ['password'],
  'PUT /update/password': ['password'],
  'POST /account/oauth/link/:provider': ['password'],
  'DELETE /account/oauth/:provider': ['password'],
  'POST /account/reauthenticate': ['password', 'mailedCode', 'app', 'address'],
  'POST /account/totp/confirm': ['newApp'],
  'POST /account/passkeys': ['none'],
  // Superadmins set them.
  'POST /account': [],
  'PATCH /account': [],
  'POST /config/email': [],
  'PATCH /config/email': [],
};
