import { timingSafeEqual } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import { deriveKey } from '../../../lib/derive-key.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';

/** The key to the mailbox of every service with this master key. */
export function mailboxKeyOf(masterKey: Buffer): string {
  return deriveKey(masterKey, 'mailbox').export().toString('base64url');
}

/** The address of the mailbox's page. The key is in the fragment, which browsers never send. */
export function mailboxAddress(root: string, key: string): string {
  return `${root}/mailbox#key=${key}`;
}

/** A reader of the mailbox can sign in as anybody. So only the key opens it, never the origin of a request. */
export interface MailboxKey {
  readonly key: string;
  /**
   * A wrong key counts as a failure of the address.
   * @throws KeywardError `InvalidTokenError`, `RateLimitedError`, `ServiceUnavailableError`
   */
  check(given: string, ipAddress: string): Promise<void>;
}

export function createMailboxKey(deps: {
  masterKey: Buffer;
  limiter: FailureLimiter;
  limits: LoginLimits;
}): MailboxKey {
  const { limiter, limits } = deps;
  const key = mailboxKeyOf(deps.masterKey);

  return {
    key,
    check: (given, ipAddress) =>
      limiter.attempt(
        [addressKey(limits, ipAddress)],
        async () => {
          if (!isEqual(given, key))
            throw new KeywardError('InvalidTokenError', {
              message: 'This is not the key of the mailbox; keyward mailbox prints it.',
            });
        },
        (error) => error instanceof KeywardError,
      ),
  };
}

/** Compares in constant time. */
function isEqual(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
