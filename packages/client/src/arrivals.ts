import { type Account, ROUTES, type TokenResponse } from './api.ts';
import type { Begun } from './begun.ts';
import { KeywardError } from './errors.ts';
import type { Handover } from './redirects.ts';
import { type Session, type Sessions, sessionOf } from './sessions.ts';
import type { Transport } from './transport.ts';

/** Asks the person whether to sign in to this account, if this browser did not begin the sign-in. */
export type Confirm = (account: Account) => boolean | Promise<boolean>;

/**
 * Takes the session that a redirect brings. Anybody can make such an address, for an account of their own, in the hope
 * that somebody else works in it. So the session is taken only if this browser began the sign-in, or the account is
 * signed in already; or if nobody is, and the person confirms.
 * @param check asks the service whether the session here still lives
 * @throws KeywardError a refusal of the service, `UnexpectedSignInError`
 */
export async function arrive(
  handover: Handover,
  confirm: Confirm | undefined,
  transport: Transport,
  sessions: Sessions,
  begun: Begun,
  check: () => Promise<unknown>,
): Promise<Session> {
  const { access_token: token, code, code_challenge: challenge } = handover;
  let verifier = challenge && (await begun.find(challenge));
  // A sign-in with a challenge ends in a code or in cookies.
  if (challenge && (!verifier || token)) throw unexpected(ELSEWHERE);
  const { data, error } = await (code
    ? transport.call<TokenResponse>(ROUTES.exchangeCode, { code, code_verifier: verifier })
    : transport.call<{ account: Account }>(ROUTES.me, undefined, {}, token));
  if (error) throw error;
  const session = sessionOf({ ...(!code && handover), token_type: token ? 'Bearer' : 'Cookie', ...data });
  const { account, access_token } = session;

  verifier ??= await begun.find(account.email.toLowerCase());
  const ours = verifier !== undefined;
  const fits = (current: Session | null) => ours || !current || current.account.id === account.id;
  // The present session may have ended long ago.
  if (!fits(await sessions.read())) await check();
  // The redirect has replaced the cookies, and nobody knows whose they were.
  const present = access_token ? await sessions.read() : null;
  let taken = ours || (present ? fits(present) : await confirm?.(account));
  if (taken)
    await sessions.update((current) => {
      // Another tab may have signed in while the person was asked.
      taken = fits(current);
      return taken ? session : current;
    });
  if (taken) return session;
  // A refused session must not survive, least of all in cookies.
  await transport.call(ROUTES.logout, undefined, {}, access_token);
  if (!access_token) await sessions.update(() => null);
  throw unexpected(present ? `Sign out first to sign in as ${account.email}.` : ELSEWHERE);
}

const ELSEWHERE = 'This sign-in did not begin in this browser.';

function unexpected(message: string): KeywardError {
  return new KeywardError('UnexpectedSignInError', message);
}
