import { errorCode, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { cutText } from '../../lib/plain-json.ts';
import type { AccountRow, SessionRow } from '../../store/schema.ts';
import type { Events } from '../events/events.ts';
import type { Client } from '../../lib/client.ts';

/** Somebody who has proven who they are. */
export interface Arrival {
  account: AccountRow;
  client: Client;
  method: 'password' | 'code' | 'provider';
  /** What the proof was given for. Each of them signs in. */
  reason: 'login' | 'sign-up' | 'password-reset';
}

/** What a host application does when people arrive. */
export interface HostHooks {
  afterSignUp?: (arrival: Arrival, signal: AbortSignal) => unknown;
  /** Refuses by returning `{ refuse }` with a sentence for the person. */
  beforeLogin?: (arrival: Arrival, signal: AbortSignal) => unknown;
}

export interface SignInHooks {
  /** Tells the host of an account that its owner has just created. */
  signedUp(arrival: Arrival): Promise<void>;
  /**
   * Asks the host, after the proof and before any token is issued.
   * @param session of the arrival, where one has begun already; it ends when the host refuses
   * @throws KeywardError `LoginRefusedError`
   */
  admit(arrival: Arrival, session?: SessionRow): Promise<void>;
}

/** What a hook may take. After that the request goes on without it. */
export const HOOK_LIMIT_MS = 2_000;

/**
 * Runs the hooks of a host application. One that throws or takes too long is reported and counts as one that said
 * nothing: a mistake in it must not lock everybody out.
 */
export function createSignInHooks(deps: {
  hooks: HostHooks;
  endSession: (id: number) => Promise<void>;
  events: Events;
  clock: Clock;
  report: (error: unknown) => void;
}): SignInHooks {
  const { hooks, endSession, events, clock, report } = deps;

  /** What the hook returns; undefined when it throws or takes too long. */
  async function bounded(name: keyof HostHooks, arrival: Arrival): Promise<unknown> {
    const hook = hooks[name];
    if (hook === undefined) return undefined;
    const late = new AbortController();
    const done = new AbortController();
    try {
      return await Promise.race([
        hook(arrival, late.signal),
        clock.sleep(HOOK_LIMIT_MS, done.signal).then(() => {
          if (done.signal.aborted) return;
          throw new Error(
            `the hook ${name} took longer than ${HOOK_LIMIT_MS} ms; the request went on without it`,
          );
        }),
      ]);
    } catch (error) {
      report(error);
      return undefined;
    } finally {
      done.abort();
      late.abort();
    }
  }

  return {
    async signedUp(arrival) {
      await bounded('afterSignUp', arrival);
    },

    async admit(arrival, session) {
      const refusal = refusalOf(await bounded('beforeLogin', arrival));
      if (refusal === undefined) return;
      if (session !== undefined) await endSession(session.id);
      const { account, client, method } = arrival;
      const error = new KeywardError('LoginRefusedError', { message: refusal });
      events.emit('login.failed', {
        client,
        accountId: account.id,
        metadata: { method, reason: errorCode(error.kind) },
      });
      throw error;
    },
  };
}

function refusalOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('refuse' in answer)) return undefined;
  const { refuse } = answer;
  return typeof refuse === 'string' && refuse !== '' ? cutText(refuse) : undefined;
}
