import type { Client } from '../../../lib/client.ts';
import { parseEmail } from '../../../lib/email.ts';
import type { Store } from '../../../store/database.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { insertAccount } from './insert-account.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { SendVerification } from '../codes/send-verification.ts';
import type { Limit } from '../../limits/counter-key.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits, signUpKey } from '../../limits/login-limits.ts';
import type { Asker } from '../passwords/hash-queue.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { invalidEmail, isTaken } from './identity.ts';
import type { AccountDraft, NewAccountFields, SignUps } from './sign-up.ts';

/** The sender of a sign-up. */
export type Stranger = Asker & { ipAddress: string };

/** Sign-ups by strangers. The number of accounts that one address may open is limited. */
export interface OpenSignUps {
  /**
   * Runs work that may reveal a taken identifier, and so who has an account. An error that reveals one counts as a
   * failure of the address, like a wrong password.
   * @throws KeywardError `RateLimitedError`, `ServiceUnavailableError`, and errors of `work`
   */
  guess<T>(by: Stranger, work: () => Promise<T>): Promise<T>;
  /** `draft` of {@link SignUps}, as a {@link guess}. */
  draft(fields: NewAccountFields, by: Stranger): Promise<AccountDraft>;
  /**
   * Runs work that opens an account. Counts towards the limit of the address, unless no account was opened.
   * @param opened whether an account was opened; default: always
   * @throws KeywardError as {@link guess}
   */
  counted<T>(by: Stranger, open: () => Promise<T>, opened?: (outcome: T) => boolean): Promise<T>;
  /** `signUp` of {@link SignUps} under the {@link SignUpPolicy}, {@link counted}. The mailbox is not proven. */
  signUp(fields: NewAccountFields, client: Client, signal: AbortSignal): Promise<AccountRow>;
}

export function createOpenSignUps(deps: {
  store: Pick<Store, 'transaction'>;
  policy: SignUpPolicy;
  sendVerification: SendVerification;
  signUps: SignUps;
  limiter: FailureLimiter;
  limits: LoginLimits & { signUps: Limit };
}): OpenSignUps {
  const { store, policy, sendVerification, signUps, limiter, limits } = deps;

  const guess: OpenSignUps['guess'] = ({ ipAddress, signal }, work) =>
    limiter.attempt([addressKey(limits, ipAddress)], work, isTaken, signal);

  const draft: OpenSignUps['draft'] = (fields, by) => guess(by, () => signUps.draft(fields));

  const counted: OpenSignUps['counted'] = ({ ipAddress, signal }, open, opened = () => true) =>
    limiter.countSuccess([signUpKey(limits, ipAddress)], open, opened, signal);

  return {
    guess,
    draft,
    counted,
    async signUp(fields, client, signal) {
      const email = parseEmail(fields.email) ?? invalidEmail();
      policy.assertMayOpen({ email, proof: 'none', invited: false });
      const by = { ipAddress: client.ipAddress, signal };
      const account = await counted(by, async () =>
        signUps.create(await draft(fields, by), fields.password, by, (row) =>
          store.transaction((tables) =>
            insertAccount(tables, row, { method: 'password', by: (created) => byOwner(created, client) }),
          ),
        ),
      );
      await sendVerification(account, client);
      return account;
    },
  };
}
