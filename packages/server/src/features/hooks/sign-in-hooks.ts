import { errorCode, KeywardError } from '../../errors.ts';
import { cutText } from '../../lib/plain-json.ts';
import type { AccountRow, MembershipRow } from '../../store/engine/schema.ts';
import type { Events } from '../audit/events/events.ts';
import type { Client } from '../../lib/client.ts';
import { type AccountBody, presentEventAccount } from '../audit/serializers/account.ts';
import { byOwner } from '../audit/events/origin.ts';
import type { Bounded } from './bounded.ts';
import type { SignInMethod } from '../audit/events/event-types.ts';
import type { FailedAttempts } from '../audit/log/failed-attempts.ts';

/** A person who has authenticated. */
export interface Arrival {
  account: AccountRow;
  client: Client;
  method: SignInMethod;
  /** The purpose of the proof. Each of them signs the person in. */
  reason: 'login' | 'sign-up' | 'password-reset';
}

/** The host application's callbacks for sign-ups and sign-ins. */
export interface HostHooks {
  afterSignUp?: (arrival: Arrival, signal: AbortSignal) => unknown;
  /** Refuses by returning `{ refuse }` with a sentence for the person. */
  beforeLogin?: (arrival: Arrival, signal: AbortSignal) => unknown;
  /** Returns further claims for an access token: an object, or nothing. */
  claims?: (account: AccountBody, signal: AbortSignal) => unknown;
  /** Refuses by returning `{ refuse }` with a sentence for the person; gives other roles with `{ roles }`. */
  memberJoining?: (facts: JoiningFacts, signal: AbortSignal) => unknown;
}

/** An account that is about to join an organization in any way. */
export interface JoiningFacts {
  /** The ids are null for an account that an invitation opens at this moment. */
  account: {
    id: number | null;
    uid: string | null;
    name: string;
    email: string;
    email_verified: boolean;
  };
  /** `slug` is null for a new organization whose slug is made from its name. */
  organization: { id: string; name: string; slug: string | null; external_id: string | null };
  /** The roles that it gets unless the host gives others. */
  roles: readonly string[];
  source: MembershipRow['source'];
}

export interface SignInHooks {
  /** Tells the host about an account that its owner has just created. */
  signedUp(arrival: Arrival): Promise<void>;
  /**
   * Asks the host, after the last factor and before the session begins.
   * @throws KeywardError `LoginRefusedError`
   */
  admit(arrival: Arrival): Promise<void>;
}

/** Runs the hooks of a host application around sign-ins. */
export function createSignInHooks(deps: {
  hooks: HostHooks;
  events: Events;
  failedAttempts: Pick<FailedAttempts, 'recordFailure'>;
  bounded: Bounded;
}): SignInHooks {
  const { hooks, events, failedAttempts, bounded } = deps;

  const ask = async (name: 'afterSignUp' | 'beforeLogin', arrival: Arrival): Promise<unknown> => {
    const hook = hooks[name];
    return hook === undefined ? undefined : bounded(name, (signal) => hook(arrival, signal));
  };

  return {
    async signedUp(arrival) {
      await ask('afterSignUp', arrival);
    },

    async admit(arrival) {
      const refusal = refusalOf(await ask('beforeLogin', arrival));
      if (refusal === undefined) return;
      const { account, client, method } = arrival;
      const error = new KeywardError('LoginRefusedError', { message: refusal });
      events.emit('login.failed', {
        client,
        accountId: account.id,
        metadata: { method, reason: errorCode(error.kind) },
      });
      await failedAttempts.recordFailure(error.kind, {
        method,
        by: byOwner(account, client),
        account: () => presentEventAccount(account),
        typed: '',
      });
      throw error;
    },
  };
}

/** The sentence of a host that refuses; undefined if it does not. */
export function refusalOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('refuse' in answer)) return undefined;
  const { refuse } = answer;
  return typeof refuse === 'string' && refuse !== '' ? cutText(refuse) : undefined;
}
