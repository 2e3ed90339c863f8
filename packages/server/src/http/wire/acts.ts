import type { Route } from './endpoint/endpoint.ts';

type Place = Pick<Route, 'method' | 'path' | 'access'>;

/** What bounds the rows and mails that a route leaves. */
export type Act =
  /**
   * `account`: the acts of one account; `address`: the rows of one address that is nobody's. Both also count over the
   * deployment. See `ActLimits`.
   */
  | { limit: 'account' | 'address' }
  /** What bounds them otherwise. */
  | { bound: string };

const OWN: Act = { limit: 'account' };
const ANONYMOUS: Act = { limit: 'address' };
const SIGN_IN: Act = {
  bound: 'wrong: the limits for failures; right: sessions and challenges of an account, rows of activity',
};
const ONE_CODE: Act = { bound: 'each use spends a mailed code' };
const ONE_FLOW: Act = { bound: 'each use spends a flow' };
const ONE_TOKEN: Act = { bound: 'each use spends a token that nobody can guess' };
const ENDS: Act = { bound: 'ends sessions, of which an account has few; nobody is kept from it' };
const OWN_ROW: Act = { bound: 'changes the row of the session' };

/**
 * Every route for others than those who administer that writes or mails, by method and path below its prefix. A route
 * that writes, but has no row, does not start.
 */
export const ACTS: Readonly<Record<string, Act>> = {
  'PATCH /me': OWN,
  'PUT /update/password': OWN,
  'POST /account/oauth/link/:provider': OWN,
  'DELETE /account/oauth/:provider': OWN,
  'POST /account/passkeys': OWN,
  'POST /account/passkeys/options': OWN,
  'PATCH /account/passkeys/:id': OWN,
  'DELETE /account/passkeys/:id': OWN,
  'POST /account/totp': OWN,
  'POST /account/totp/confirm': OWN,
  'DELETE /account/totp': OWN,
  'POST /account/recovery-codes': OWN,
  'POST /token/code': OWN,
  'DELETE /me': OWN,
  'GET /me/export': { bound: '10 an hour for an account' },
  'POST /account/reauthenticate': OWN_ROW,
  'POST /account/reauthenticate/options': { bound: 'replaces the challenge of the session' },
  'DELETE /me/sessions': ENDS,
  'DELETE /me/sessions/:id': ENDS,
  'POST /logout': ENDS,
  'POST /logout-all': ENDS,

  'POST /send/email/otp/:purpose': ANONYMOUS,
  'POST /send/email/link/:purpose': ANONYMOUS,
  'POST /signup': ANONYMOUS,
  'POST /signup/password': ANONYMOUS,
  'POST /signup/otp': ANONYMOUS,
  'POST /signup/invitation': ONE_TOKEN,
  'POST /login/passkey/options': ANONYMOUS,
  'POST /login/id-token': ANONYMOUS,
  'GET /:provider/login': ANONYMOUS,
  'GET /:provider/callback': ONE_FLOW,
  'POST /:provider/callback': ONE_FLOW,
  'POST /login': SIGN_IN,
  'POST /login/password': SIGN_IN,
  'POST /login/otp': ONE_CODE,
  'GET /link/:purpose': ONE_CODE,
  'POST /link/:purpose': ONE_CODE,
  'POST /forgot/password': ONE_CODE,
  'POST /login/passkey': { bound: 'each use spends a challenge' },
  'POST /login/challenge': { bound: 'each use spends a challenge' },
  'POST /login/challenge/passkey': { bound: 'changes the row of the challenge' },
  'POST /token/exchange': { bound: 'each use spends a one-time code' },
  'POST /token/refresh': OWN_ROW,
  'POST /email/undo': ONE_TOKEN,
  'POST /setup': ONE_TOKEN,
  'POST /setup/check': { bound: 'writes nothing' },
};

const EVERYBODY: ReadonlySet<Route['access']> = new Set(['public', 'bearer']);

/**
 * The row of a route; null for a route that only reads, and for those who administer, who are trusted.
 * @throws Error for a route that writes and has no row
 */
export function actOf({ method, path, access }: Place): Act | null {
  if (!EVERYBODY.has(access)) return null;
  const name = `${method} ${path}`;
  const act = ACTS[name];
  if (act === undefined && method !== 'GET') throw new Error(`${name}: add what bounds its writes to ACTS`);
  return act ?? null;
}

/** The kind of limit that is asked before the route runs; null for none. */
export function limitOf(route: Place): 'account' | 'address' | null {
  const act = actOf(route);
  return act !== null && 'limit' in act ? act.limit : null;
}
