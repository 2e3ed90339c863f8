import { KeywardError } from '../../../errors.ts';
import { parseIdentifier } from '../../../lib/identifier.ts';
import type { AccountKey, AccountStore } from '../../../store/tables/accounts.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Captcha } from '../../identity/captcha/captcha.ts';
import type { SendVerification } from '../../identity/codes/send-verification.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { PasswordBudget } from '../../limits/password-budget.ts';
import type { DuplicateGuesses } from '../../limits/duplicate-guesses.ts';
import type { Asker } from '../../identity/passwords/hash-queue.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import type { Client } from '../../../lib/client.ts';
import { anonymous } from '../../audit/events/origin.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import { isWrongGuess } from '../../limits/wrong-guess.ts';

export interface PasswordLogin {
  /** Email, handle or phone. */
  identifier: string;
  password: string;
  /** The answer of the captcha; undefined if the request has none. */
  captchaToken?: string | undefined;
  client: Client;
  /** Aborts when the client has disconnected. */
  signal?: AbortSignal;
}

export type LogIn = (login: PasswordLogin) => Promise<AccountRow>;

const COLUMNS: Record<string, AccountKey> = { email: 'email_key', handle: 'handle_key', phone: 'phone' };

/**
 * Finds the account for an identifier and a password. An unknown identifier takes as long as a known one, because a
 * hash is verified either way.
 * @throws KeywardError `InvalidCredentialsError`; `UserNotFoundError` in the documented profile only;
 * `AccountInactiveError` and `EmailProofRequiredError` only after the right password; `RateLimitedError` and `CaptchaRequiredError` before any
 * password is tried;
 * `ServiceUnavailableError`
 */
export function createLogIn(deps: {
  store: AccountStore;
  policy: SignUpPolicy;
  sendVerification: SendVerification;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  captcha: Captcha;
  retries: DuplicateGuesses;
  passwordBudget: Pick<PasswordBudget, 'ofIdentifier'>;
  profile: 'documented' | 'strict';
  failedAttempts: FailedAttempts;
}): LogIn {
  const { store, policy, sendVerification, passwords, limiter, captcha, retries } = deps;
  const { passwordBudget, profile, failedAttempts } = deps;

  async function check(account: AccountRow | null, password: string, asker: Asker): Promise<AccountRow> {
    const hash = account?.password_hash ?? null;
    const { valid, outdated } = await passwords.verify(hash, password, asker);
    if (account === null && profile === 'documented') throw new KeywardError('UserNotFoundError');
    if (!valid || account === null || hash === null) throw new KeywardError('InvalidCredentialsError');
    if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
    // Sessions check this too. Here, the refusal is also recorded, and the host application is not called needlessly.
    policy.assertProven(account);
    if (!outdated) return account;
    const rehashed = await passwords.hash(password, asker);
    if (await store.replacePasswordHash(account.id, hash, rehashed)) {
      return { ...account, password_hash: rehashed };
    }
    // Another login has rehashed the password, or somebody has changed it.
    return check(await store.find('id', account.id), password, asker);
  }

  return async ({ identifier, password, captchaToken: token, client, signal }) => {
    const parsed = parseIdentifier(identifier);
    const column = parsed === null ? undefined : COLUMNS[parsed.kind];
    const account = parsed === null || column === undefined ? null : await store.find(column, parsed.key);

    const typed = parsed?.key ?? identifier;
    const keys = await passwordBudget.ofIdentifier(account, typed, client);
    const who = keys[0]?.key ?? '';
    let isDuplicate = false;
    const guess = async () => {
      try {
        return await check(account, password, { ipAddress: client.ipAddress, signal });
      } catch (error) {
        isDuplicate =
          isWrongGuess(error) && (await retries.isDuplicate({ who, password, path: client.path }));
        if (isUnproven(error) && account !== null) await sendVerification(account, client);
        throw error;
      }
    };
    const attempt = captcha.guess(keys, { token, client, signal }, (allowed) =>
      limiter.attempt(allowed, guess, (error) => !isDuplicate && isWrongGuess(error), signal),
    );
    // Only an email: input that looks like a handle may be a password in the wrong field.
    const email = account === null && parsed?.kind === 'email' ? parsed.key : undefined;
    return failedAttempts.record(
      attempt,
      {
        method: 'password',
        by: anonymous(client),
        account: () => account && presentEventAccount(account),
        typed,
      },
      { client, accountId: account?.id, metadata: { method: 'password', email } },
    );
  };
}

function isUnproven(error: unknown): boolean {
  return error instanceof KeywardError && error.kind === 'EmailProofRequiredError';
}
