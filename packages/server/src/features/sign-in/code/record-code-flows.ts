import type { AccountStore } from '../../../store/tables/accounts.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { EventFacts, EventName, Events } from '../../audit/events/events.ts';
import type { Arrival, SignInHooks } from '../../hooks/sign-in-hooks.ts';
import { type Entry, isChallenged } from '../../identity/mfa/sign-ins.ts';
import { anonymous } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { CodeFlows, CodeUse } from './code-flows.ts';
import type { Purpose } from '../../../store/tables/codes.ts';

const REASONS = {
  'account.signed_up': 'sign-up',
  'login.succeeded': 'login',
  'account.password_reset': 'password-reset',
} as const satisfies Partial<Record<EventName, Arrival['reason']>>;

/** The same flows, with an event for each outcome and the host application's hooks. */
export function recordCodeFlows(
  flows: CodeFlows,
  deps: {
    store: Pick<AccountStore, 'find'>;
    events: Events;
    failedAttempts: FailedAttempts;
    hooks: SignInHooks;
  },
): CodeFlows {
  const { store, events, failedAttempts, hooks } = deps;

  function refusal<T>({ client, email }: CodeUse, purpose: Purpose, work: Promise<T>): Promise<T> {
    const method = 'code';
    const accountOf = async () => {
      const account = await store.find('email_key', email.key);
      return account && presentEventAccount(account);
    };
    return failedAttempts.record(
      work,
      { method, by: anonymous(client), account: accountOf, typed: email.key },
      { client, metadata: { method, purpose, email: email.address } },
    );
  }

  async function signIn(
    name: keyof typeof REASONS,
    use: CodeUse,
    purpose: Purpose,
    work: Promise<Entry>,
  ): Promise<Entry> {
    const result = await refusal(use, purpose, work);
    if (isChallenged(result)) {
      // The host is asked after the last factor; the password has changed all the same.
      if (name === 'account.password_reset') tell(name, { client: use.client, accountId: result.account.id });
      return result;
    }
    const { account, session } = result;
    const arrival: Arrival = { account, client: use.client, method: 'code', reason: REASONS[name] };
    if (name === 'account.signed_up') await hooks.signedUp(arrival);
    await hooks.admit(arrival, session);
    tell(name, { client: use.client, accountId: account.id, sessionId: session.id });
    return result;
  }

  function tell(name: EventName, facts: EventFacts): void {
    events.emit(name, { ...facts, metadata: { method: 'code' } });
  }

  return {
    signUp: (use, fields) => signIn('account.signed_up', use, 'signup', flows.signUp(use, fields)),
    logIn: (use, password) => signIn('login.succeeded', use, 'login', flows.logIn(use, password)),
    resetPassword: (use, password) =>
      signIn('account.password_reset', use, 'reset', flows.resetPassword(use, password)),
    async verifyEmail(use) {
      const account = await refusal(use, 'verify', flows.verifyEmail(use));
      tell('account.email_verified', { client: use.client, accountId: account.id });
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
