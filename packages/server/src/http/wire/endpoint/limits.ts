import type { CounterKind } from '../../../features/limits/counter-key.ts';

/**
 * `account`: the acts of one account; `securing`: those that take a way in from a thief; `address`: the rows of one
 * address that is nobody's. All also count over the deployment. See `ActLimits`.
 */
export type ActLimit = 'account' | 'securing' | 'address';

/** What bounds the rows and mails that a route leaves, and so the disk that anybody can fill. */
export type Act =
  | { limit: ActLimit }
  /** What bounds them otherwise, for the documentation. */
  | { bound: string };

export const OWN: Act = { limit: 'account' };
export const SECURING: Act = { limit: 'securing' };
export const ANONYMOUS: Act = { limit: 'address' };
export const SIGN_IN: Act = {
  bound: 'wrong: the limits for failures; right: sessions and challenges of an account, rows of activity',
};
export const ONE_CODE: Act = { bound: 'each use spends a mailed code' };
export const ONE_FLOW: Act = { bound: 'each use spends a flow' };
export const ONE_TOKEN: Act = { bound: 'each use spends a token that nobody can guess' };
export const ONE_CHALLENGE: Act = { bound: 'each use spends a challenge' };
export const ENDS: Act = { bound: 'ends sessions, of which an account has few; it is always allowed' };
export const OWN_ROW: Act = { bound: 'changes the row of the session' };

/** Where wrong guesses count. The features count them; a route declares it, and a test compares both. */
export const BUDGETS = {
  /** See `password-budget.ts`. */
  password: {
    counter: 'account',
    about: 'the browser or address that the account knows; otherwise the identifier and the address',
  },
  /** See `code-guesses.ts`. */
  mailedCode: {
    counter: 'code',
    about: 'the asker of the code, or all others; the address; the deployment',
  },
  /** See `totp-lock.ts`. */
  app: { counter: 'address', about: 'the account, until it is unlocked; the address' },
  /** See `features/oauth/devices.ts`. */
  userCode: { counter: 'device-code', about: 'the account; the address' },
  newApp: { counter: 'set-up', about: 'the session, which holds the secret itself' },
  /** Passkeys, recovery codes and ID tokens. */
  address: { counter: 'address', about: 'the address alone: nobody can guess it' },
  none: { counter: null, about: 'nothing: a random name of 128 bits and more' },
} as const satisfies Record<string, { counter: CounterKind | null; about: string }>;

export type BudgetName = keyof typeof BUDGETS;

/** The limits that a route declares, except for routes of administrators. */
export interface Limits {
  act: Act;
  /** The budgets of the secrets that it takes; empty for one that sets a secret and compares nothing. */
  guesses: readonly BudgetName[];
}
