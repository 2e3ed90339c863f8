import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Store } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { ChallengeRow } from '../../../store/engine/schema.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Arrival, SignInHooks } from '../../hooks/sign-in-hooks.ts';
import type { Sessions, SignIn } from '../sessions/sessions.ts';
import type { Bindings, Challenges } from './challenges.ts';
import type { FactorAnswer, SecondFactor } from './second-factor.ts';
import type { FinishLink } from './sign-ins.ts';

/** An answer to the challenge of a sign-in. */
export interface ChallengeAnswer extends FactorAnswer, Bindings {
  challenge: string;
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Finishes a sign-in with its second factor: spends the challenge and the factor, links the identity of a provider,
 * and begins the session, in one transaction. Asks the host once.
 * @throws KeywardError `ChallengeInvalidError`, `AccountInactiveError`, `LoginRefusedError`, and the errors of {@link
 * SecondFactor}
 */
export type AnswerChallenge = (answer: ChallengeAnswer) => Promise<SignIn>;

export function createAnswerChallenge(deps: {
  store: Store;
  sessions: Sessions;
  challenges: Challenges;
  secondFactor: SecondFactor;
  finishLink: FinishLink;
  signInHooks: SignInHooks;
  events: Events;
}): AnswerChallenge {
  const { store, sessions, challenges, secondFactor, finishLink, signInHooks, events } = deps;

  return async ({ challenge: token, client, signal, browser, verifier, ...answer }) => {
    const challenge = await challenges.find(token, 'login');
    challenges.assertBound(challenge, { browser, verifier });
    const found =
      challenge.account_id === null ? null : await store.accounts.find('id', challenge.account_id);
    if (found === null) throw new KeywardError('ChallengeInvalidError');
    if (found.status !== 'active') throw new KeywardError('AccountInactiveError');
    const { method, reason } = firstFactorOf(challenge);

    const signIn = await secondFactor.check(
      { account: found, answer, challenge, client, signal },
      async (proof) => {
        const begun = await store.transaction(async (tables) => {
          // The account first, as in every change of factors: otherwise two transactions could deadlock.
          const account = await tables.accounts.lock(found.id);
          if (account === null) throw new KeywardError('ChallengeInvalidError');
          await challenges.spend(tables, challenge);
          if (!(await proof.spend(tables, { account, client })))
            throw new KeywardError('SecondFactorInvalidError');
          const { link_provider: provider, link_subject: subject } = challenge;
          const tellLink =
            provider === null || subject === null
              ? null
              : await finishLink(tables, account, { provider, subject }, client).catch(startAgain);
          return {
            account,
            tellLink,
            session: await sessions.create(account, {
              client,
              method,
              via: challenge.via,
              proof,
              within: tables,
            }),
          };
        });
        await proof.tell?.({ account: begun.account, client });
        return begun;
      },
    );
    const { account, session, tellLink } = signIn;
    await tellLink?.();
    await signInHooks.admit({ account, client, method, reason }, session);
    events.emit('login.succeeded', {
      client,
      accountId: account.id,
      sessionId: session.id,
      metadata: { method, second_factor: answer.method },
    });
    return { account, session };
  };
}

/** Somebody else has linked the identity meanwhile; the next sign-in says so. */
function startAgain(error: unknown): never {
  const taken =
    error instanceof DuplicateError ||
    (error instanceof KeywardError && error.kind === 'OAuthAlreadyLinkedError');
  throw taken ? new KeywardError('ChallengeInvalidError', { cause: error }) : error;
}

const METHODS = ['password', 'code', 'provider'] as const;
const REASONS = ['login', 'sign-up', 'password-reset'] as const satisfies readonly Arrival['reason'][];

function firstFactorOf({
  method,
  reason,
}: ChallengeRow): Pick<Arrival, 'reason'> & { method: (typeof METHODS)[number] } {
  const by = METHODS.find((one) => one === method);
  const why = REASONS.find((one) => one === reason);
  if (by === undefined || why === undefined)
    throw new Error('a challenge of a sign-in without its first factor');
  return { method: by, reason: why };
}
