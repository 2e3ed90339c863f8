import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow, ChallengeRow } from '../../../store/engine/schema.ts';
import type { Arrival } from '../../hooks/sign-in-hooks.ts';
import type { Bindings, Challenges } from '../../identity/mfa/challenges.ts';
import type { FactorAnswer, SecondFactor } from '../../identity/mfa/second-factor.ts';
import type { Identity, SignIn, SignIns } from '../complete.ts';

/** An answer to the challenge of a sign-in. */
export interface ChallengeAnswer extends FactorAnswer, Bindings {
  challenge: string;
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Links the identity of a sign-in, in the transaction that spends its last factor, under the account's lock.
 * @throws KeywardError `OAuthAlreadyLinkedError`, DuplicateError
 */
export type FinishLink = (
  tables: Transaction,
  account: AccountRow,
  identity: Identity,
  client: Client,
) => Promise<void>;

/**
 * Finishes a sign-in with its second factor: spends the challenge and the factor, and links the identity of a provider,
 * in one transaction. Then the session begins.
 * @throws KeywardError `ChallengeInvalidError`, `AccountInactiveError`, the errors of {@link SecondFactor} and of
 * `SignIns.complete`
 */
export type AnswerChallenge = (answer: ChallengeAnswer) => Promise<SignIn>;

export function createAnswerChallenge(deps: {
  store: Store;
  signIns: Pick<SignIns, 'assertMayBegin' | 'complete'>;
  challenges: Challenges;
  secondFactor: SecondFactor;
  finishLink: FinishLink;
}): AnswerChallenge {
  const { store, signIns, challenges, secondFactor, finishLink } = deps;

  return async ({ challenge: token, client, signal, browser, verifier, ...answer }) => {
    const challenge = await challenges.find(token, 'login');
    challenges.assertBound(challenge, { browser, verifier });
    const found =
      challenge.account_id === null ? null : await store.accounts.find('id', challenge.account_id);
    if (found === null) throw new KeywardError('ChallengeInvalidError');
    if (found.status !== 'active') throw new KeywardError('AccountInactiveError');
    const { method, reason } = firstFactorOf(challenge);
    const { via, word } = challenge;

    const vouchedIn =
      method === 'connection' ? ((await store.connections.brief(via ?? ''))?.organization_id ?? 0) : null;
    const { account, proof } = await secondFactor.check(
      { account: found, answer, challenge, vouchedIn, client, signal },
      (shown) =>
        store.transaction(async (tables) => {
          // The account first, as in every change of factors: otherwise two transactions could deadlock.
          const owner = await tables.accounts.lock(found.id);
          if (owner === null) throw new KeywardError('ChallengeInvalidError');
          await signIns.assertMayBegin(owner, { method, via, word }, tables).catch(startAgain);
          await challenges.spend(tables, challenge);
          if (!(await shown.spend(tables, { account: owner, client })))
            throw new KeywardError('SecondFactorInvalidError');
          const { link_provider: provider, link_subject: subject } = challenge;
          if (provider !== null && subject !== null)
            await finishLink(tables, owner, { provider, subject }, client).catch(startAgain);
          return { account: owner, proof: shown };
        }),
    );
    const last = {
      client,
      method,
      via,
      word,
      proof,
      reason,
      event: { name: 'login.succeeded', metadata: { method, second_factor: answer.method } },
    } as const;
    return signIns.complete(account, last).catch(startAgain);
  };
}

/**
 * Another account was linked to the identity in the meantime, or the word of a connection counts no more; the next
 * sign-in reports that.
 */
function startAgain(error: unknown): never {
  const isOver = error instanceof DuplicateError || (error instanceof KeywardError && ENDS.has(error.kind));
  throw isOver ? new KeywardError('ChallengeInvalidError', { cause: error }) : error;
}

const ENDS: ReadonlySet<string> = new Set([
  'OAuthAlreadyLinkedError',
  'ConnectionNotFoundError',
  'ConnectionUnapprovedError',
  'AccountElsewhereError',
  'OrganizationSuspendedError',
]);

const METHODS = ['password', 'code', 'provider', 'connection'] as const;
const REASONS = ['login', 'sign-up', 'password-reset'] as const satisfies readonly Arrival['reason'][];

function firstFactorOf({
  method,
  reason,
}: ChallengeRow): Pick<Arrival, 'reason'> & { method: (typeof METHODS)[number] } {
  const by = METHODS.find((one) => one === method);
  const why = REASONS.find((one) => one === reason);
  if (by === undefined || why === undefined)
    throw new Error('the challenge of a sign-in has no first factor');
  return { method: by, reason: why };
}
