import type { AccountStore } from '../../../store/tables/accounts.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Arrival } from '../../hooks/sign-in-hooks.ts';
import { anonymous } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import { type Entry, isChallenged, type SignInEvent, type SignIns } from '../complete.ts';
import type { CodeFlows, CodeUse } from './code-flows.ts';
import type { Purpose } from '../../../store/tables/codes.ts';

const REASONS = {
  'account.signed_up': 'sign-up',
  'login.succeeded': 'login',
  'account.password_reset': 'password-reset',
} as const satisfies Partial<Record<SignInEvent['name'], Arrival['reason']>>;

const METHOD = { method: 'code' } as const;

/** Completes the flows: begins a session, and writes an event for each outcome. */
export function recordCodeFlows(
  flows: CodeFlows<AccountRow>,
  deps: {
    store: Pick<AccountStore, 'find'>;
    events: Events;
    failedAttempts: FailedAttempts;
    signIns: Pick<SignIns, 'begin'>;
  },
): CodeFlows {
  const { store, events, failedAttempts, signIns } = deps;

  function refusal<T>({ client, email }: CodeUse, purpose: Purpose, work: Promise<T>): Promise<T> {
    const accountOf = async () => {
      const account = await store.find('email_key', email.key);
      return account && presentEventAccount(account);
    };
    return failedAttempts.record(
      work,
      { ...METHOD, by: anonymous(client), account: accountOf, typed: email.key },
      { client, metadata: { ...METHOD, purpose, email: email.address } },
    );
  }

  async function signIn(
    name: keyof typeof REASONS,
    use: CodeUse,
    purpose: Purpose,
    proof: Promise<AccountRow>,
  ): Promise<Entry> {
    const account = await refusal(use, purpose, proof);
    const { client, via } = use;
    const event = { name, metadata: METHOD };
    const entry = await signIns.begin(account, { client, ...METHOD, via, reason: REASONS[name], event });
    // The password has changed, even if the challenge fails.
    if (name === 'account.password_reset' && isChallenged(entry))
      events.emit(name, { client, accountId: account.id, metadata: METHOD });
    return entry;
  }

  return {
    signUp: (use, fields) => signIn('account.signed_up', use, 'signup', flows.signUp(use, fields)),
    logIn: (use, password) => signIn('login.succeeded', use, 'login', flows.logIn(use, password)),
    resetPassword: (use, password) =>
      signIn('account.password_reset', use, 'reset', flows.resetPassword(use, password)),
    async verifyEmail(use) {
      const account = await refusal(use, 'verify', flows.verifyEmail(use));
      events.emit('account.email_verified', { client: use.client, accountId: account.id, metadata: METHOD });
      return account;
    },
    reauthenticate: (account, code, from, use) =>
      refusal(
        { ...from, code, email: { address: account.email, key: account.email_key } },
        'login',
        flows.reauthenticate(account, code, from, use),
      ),
    check: (use, purpose) => refusal(use, purpose, flows.check(use, purpose)),
  };
}
