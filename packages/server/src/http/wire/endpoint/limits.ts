import type { CounterKind } from '../../../features/limits/counter-key.ts';

/**
 * `account`: the acts of one account; `securing`: acts that lock a thief out; `address`: the rows of an address without
 * an account; `registration`: an application that registers or changes itself; `picture`: an upload. All also count over the
 * deployment. See `ActLimits`.
 */
export type ActLimit = 'account' | 'securing' | 'address' | 'registration' | 'picture';

/** The limit of the rows and mails that a route creates, so that no client can fill the disk. */
export type Act =
  | { limit: ActLimit }
  /** Another limit, for the documentation. */
  | { bound: string };

export const OWN: Act = { limit: 'account' };
export const SECURING: Act = { limit: 'securing' };
export const ANONYMOUS: Act = { limit: 'address' };
export const REGISTRATION: Act = { limit: 'registration' };
export const PICTURE: Act = { limit: 'picture' };
export const SIGN_IN: Act = {
  bound:
    'wrong: the limits for failures; right: sessions and challenges of an account, and 100 events a day; further ones share up to 11 a minute',
};
export const ONE_CODE: Act = { bound: 'each use spends a mailed code' };
export const ONE_FLOW: Act = { bound: 'each use spends a flow' };
export const ONE_ANSWER: Act = {
  bound:
    'wrong: the limits for failures; right: each use spends an answer that an identity provider has signed',
};
export const ONE_TOKEN: Act = { bound: 'each use spends an unguessable token' };
export const ONE_CHALLENGE: Act = { bound: 'each use spends a challenge' };
export const ENDS: Act = {
  bound:
    'ends sessions, of which an account has few; it is always allowed; 1,000 events a day, further ones share up to 11 a minute',
};
export const NO_ROW: Act = { bound: 'writes nothing' };
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
  /** See `features/connections/sign-ins.ts`. */
  answer: { counter: 'saml-answer', about: 'the request that it answers; the address' },
  newApp: { counter: 'set-up', about: 'the session, which holds the secret itself' },
  /** Passkeys, recovery codes and ID tokens. */
  address: { counter: 'address', about: 'only the address: the secret cannot be guessed' },
  none: { counter: null, about: 'nothing: a random name of 128 bits and more' },
} as const satisfies Record<string, { counter: CounterKind | null; about: string }>;

export type BudgetName = keyof typeof BUDGETS;

/** The limits that a route declares, except for routes of administrators. */
export interface Limits {
  act: Act;
  /** The budgets of the secrets that the route checks; empty for a route that only sets a secret. */
  guesses: readonly BudgetName[];
}
