import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { type LoginLimits, setUpKeys } from '../../limits/login-limits.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Settings } from '../../settings/settings.ts';
import type { FactorChanges } from './factor-changes.ts';
import { isEnabled } from '../../audit/serializers/factor-kinds.ts';
import { assertMailboxProven, onOwnAccount } from './own-account.ts';
import { isWrongFactor, type Proof } from '../sessions/proof.ts';
import { relyingPartyName } from '../../settings/relying-party.ts';
import type { StoredSecrets } from './stored-secrets.ts';
import type { TotpLock } from './totp-lock.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp-code.ts';

/** A secret that waits for the first code of the app. */
export interface PendingTotp {
  /** Base32 without padding. */
  secret: string;
  /** The content of the QR code. */
  uri: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Codes of authenticator apps (RFC 6238). */
export interface Totp {
  /**
   * Null for a code that is wrong or was used, and while the settings turn this factor off. A wrong code counts, see
   * {@link TotpLock}, unless only a connection says who the person is.
   * @throws KeywardError `FactorLockedError`, without checking the code
   */
  prove(accountId: number, code: string, by: { client: Client; isVouched: boolean }): Promise<Proof | null>;
  /**
   * Makes a new secret, which can be confirmed for {@link PENDING_MS}. The previous secret stays in force until the new
   * one is confirmed.
   * @throws KeywardError `FactorDisabledError`, `EmailProofRequiredError`, `SessionDestroyedError`
   */
  begin(caller: Caller): Promise<PendingTotp>;
  /**
   * Activates the waiting secret, and uses up the step of the code.
   * @returns as `FactorChanges.add`
   * @throws KeywardError `FactorDisabledError`; `ChallengeInvalidError` if none waits; `SecondFactorInvalidError`,
   * which counts as a wrong guess; `RateLimitedError`, `ServiceUnavailableError`, `SessionDestroyedError`
   */
  confirm(
    caller: Caller,
    code: string,
    by: { client: Client; signal: AbortSignal },
  ): Promise<string[] | null>;
  /** @throws KeywardError as `FactorChanges.remove` */
  remove(caller: Caller, client: Client): Promise<void>;
}

export const PENDING_MS = 10 * 60_000;

const TOTP = { type: 'totp', id: null, name: null } as const;

export function createTotp(deps: {
  store: Store;
  changes: FactorChanges;
  secrets: StoredSecrets;
  settings: Settings;
  lock: TotpLock;
  limiter: FailureLimiter;
  limits: LoginLimits;
  clock: Clock;
  report: (error: unknown) => void;
}): Totp {
  const { store, changes, secrets, settings, lock, limiter, limits, clock, report } = deps;

  const isOn = () => isEnabled('totp', settings.current.factors);
  const assertOn = () => {
    if (!isOn()) throw new KeywardError('FactorDisabledError');
  };

  function open(sealed: string, uid: string): string | null {
    const secret = secrets.openTotp(uid, sealed);
    if (secret === null)
      report(new Error(`the TOTP secret of the account ${uid} cannot be decrypted with this master key`));
    return secret;
  }

  function proofOf(accountId: number, sealed: string, step: number): Proof {
    return {
      method: 'totp',
      amr: 'otp',
      spend: (tables) => tables.totps.spend(accountId, sealed, step, clock.now()),
    };
  }

  return {
    async prove(accountId, code, { client, isVouched }) {
      if (!isOn()) return null;
      const account = await store.accounts.find('id', accountId);
      if (account === null) return null;
      // Checked under the lock, so that simultaneous codes cannot exceed the limit.
      return store.transaction(async (tables) => {
        const row = await tables.totps.lock(accountId);
        const sealed = row?.sealed_secret ?? null;
        if (row === null || sealed === null) return null;
        lock.assertOpen(row);
        const secret = open(sealed, account.uid);
        if (secret === null) return null;
        const step = stepOfCode(secret, code, clock.now());
        if (step === null && !isVouched) await lock.count(tables, row, { account, client });
        // A repeated code is not a guess.
        return step === null || step <= row.last_step ? null : proofOf(accountId, sealed, step);
      });
    },

    async begin(caller) {
      assertOn();
      const { account__uid: uid, account__email: email } = caller.row;
      const secret = newTotpSecret();
      const expiresAt = clock.now() + PENDING_MS;
      await onOwnAccount(deps, caller, ({ totps }, owner) => {
        assertMailboxProven(owner);
        return totps.begin(owner.id, secrets.sealTotp(uid, secret), expiresAt);
      });
      const uri = totpUri(secret, { issuer: relyingPartyName(settings.current), label: email });
      return { secret, uri, expiresAt };
    },

    async confirm(caller, code, { client, signal }) {
      assertOn();
      const { account_id: accountId, account__uid: uid } = caller.row;
      const row = await store.totps.find(accountId);
      const sealed = row?.sealed_pending ?? null;
      if (sealed === null || (row?.pending_until ?? 0) <= clock.now()) throw nothingPending();
      const secret = open(sealed, uid);
      if (secret === null) throw nothingPending();
      const step = await limiter.attempt(
        setUpKeys(limits, caller.row.id, client.ipAddress),
        async () => {
          const found = stepOfCode(secret, code, clock.now());
          if (found === null) throw new KeywardError('SecondFactorInvalidError');
          return found;
        },
        isWrongFactor,
        signal,
      );
      return changes.add(caller, client, {
        amr: 'otp',
        async add({ totps }) {
          if (!(await totps.confirm(accountId, sealed, step, clock.now()))) throw nothingPending();
          return TOTP;
        },
      });
    },

    remove: (caller, client) =>
      changes.remove(caller, client, async ({ totps }) =>
        (await totps.remove(caller.row.account_id)) ? TOTP : null,
      ),
  };
}

function nothingPending(): KeywardError {
  return new KeywardError('ChallengeInvalidError', {
    message: 'No authenticator app waits for confirmation; begin again with POST account/totp.',
  });
}
