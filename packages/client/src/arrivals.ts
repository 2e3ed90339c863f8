import { type Account, ROUTES, type TokenResponse } from './api.ts';
import type { Begun } from './begun.ts';
import { KeywardError } from './errors.ts';
import type { Handover } from './redirects.ts';
import { type Session, type Sessions, sessionOf } from './sessions.ts';
import type { Transport } from './transport.ts';

/** Asks the person whether to sign in to this account, if this browser did not begin the sign-in. */
export type Confirm = (account: Account) => boolean | Promise<boolean>;

/** The parts that decide whether to accept a sign-in. */
export interface Arriving {
  transport: Transport;
  sessions: Sessions;
  begun: Begun;
  /** Checks with the service whether the session here is still valid. */
  check: () => Promise<unknown>;
}

/**
 * Takes the session that a redirect brings.
 * @throws KeywardError a refusal of the service, `UnexpectedSignInError`, `SecondFactorRequiredError`
 */
export async function arrive(
  handover: Handover,
  confirm: Confirm | undefined,
  arriving: Arriving,
): Promise<Session> {
  const { transport, begun } = arriving;
  const { access_token: token, code, code_challenge: challenge, challenge: second, methods } = handover;
  const verifier = challenge && (await begun.find(challenge));
  // A sign-in with a challenge ends in a code or in cookies.
  if (challenge && (!verifier || token)) throw unexpected(ELSEWHERE);
  if (second) {
    await begun.keep(second, verifier);
    throw new KeywardError('SecondFactorRequiredError', 'The account has a second factor.', {
      details: {
        challenge: second,
        methods: (methods ?? '').split(','),
        expires_at: Number(handover.expires_at),
      },
    });
  }
  const { data, error } = await (code
    ? transport.call<TokenResponse>(ROUTES.exchangeCode, { code, code_verifier: verifier })
    : transport.call<{ account: Account }>(ROUTES.me, undefined, {}, token));
  if (error) throw error;
  const session = sessionOf({ ...(!code && handover), token_type: token ? 'Bearer' : 'Cookie', ...data });
  return take(session, verifier, confirm, arriving);
}

/**
 * An attacker can make the address of a redirect for their own account, so that a victim works in it. So its
 * session is accepted only if this browser began the sign-in, if the account is already signed in, or if no
 * account is signed in and the person confirms.
 * @throws KeywardError `UnexpectedSignInError`; the session has then ended
 */
export async function take(
  session: Session,
  verifier: string | undefined,
  confirm: Confirm | undefined,
  { transport, sessions, begun, check }: Arriving,
): Promise<Session> {
  const { account, access_token } = session;
  const ours = (verifier || (await begun.find(account.email.toLowerCase()))) !== undefined;
  const fits = (current: Session | null) => ours || !current || current.account.id === account.id;
  // The session here may have ended long ago.
  if (!fits(await sessions.read())) await check();
  // The redirect has replaced the cookies, so it is unknown who was signed in before.
  const present = access_token ? await sessions.read() : null;
  let taken = ours || (present ? fits(present) : await confirm?.(account));
  if (taken)
    await sessions.update((current) => {
      // Another tab may have signed in while the person was asked.
      taken = fits(current);
      return taken ? session : current;
    });
  if (taken) return session;
  // A refused session must not survive, especially in cookies.
  await transport.call(ROUTES.logout, undefined, {}, access_token);
  if (!access_token) await sessions.update(() => null);
  throw unexpected(present ? `Sign out first to sign in as ${account.email}.` : ELSEWHERE);
}

const ELSEWHERE = 'This sign-in did not begin in this browser.';

function unexpected(message: string): KeywardError {
  return new KeywardError('UnexpectedSignInError', message);
}
