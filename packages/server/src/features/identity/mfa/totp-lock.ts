import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountRow, TotpRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import { isAtDailyCap } from '../../audit/events/daily-cap.ts';
import { SECOND_FACTORS } from '../../audit/serializers/factor-kinds.ts';

/**
 * Wrong codes of an authenticator app lock it. An attacker who can try a code has already passed the first factor, and
 * three of a million codes are right at any time, so a limit that ends by itself would only slow the guesses down.
 * Sign-ins and reauthentications share one count in the database, so that another address, another instance or a
 * restart gives no more guesses.
 */
export interface TotpLock {
  /** @throws KeywardError `FactorLockedError` */
  assertOpen(row: TotpRow): void;
  /** Counts a wrong code, and mails the owner when needed, in an open transaction that holds the lock of the row. */
  count(tables: Transaction, row: TotpRow, by: { account: AccountRow; client: Client }): Promise<void>;
}

/** Wrong codes in a day that lock the codes of apps of an account. */
export const TOTP_GUESSES = 10;
const DAY_MS = 86_400_000;
/** The owner gets a mail at this number of wrong codes, because people sometimes mistype twice. */
const TELL_AT = 3;

const TOTP = { type: 'totp', id: null, name: null } as const;

export function createTotpLock({
  notices,
  clock,
}: {
  notices: Pick<Notices, 'appCodesGuessed'>;
  clock: Clock;
}): TotpLock {
  return {
    assertOpen({ wrong_codes: wrong }) {
      if (wrong >= TOTP_GUESSES) throw new KeywardError('FactorLockedError');
    },

    async count(tables, { account_id, wrong_codes, wrong_since }, { account, client }) {
      const now = clock.now();
      const isOver = wrong_since === null || wrong_since + DAY_MS <= now;
      const wrong = isOver ? 1 : wrong_codes + 1;
      await tables.totps.setWrong(account_id, {
        wrong_codes: wrong,
        wrong_since: isOver ? now : wrong_since,
      });
      if (wrong === TOTP_GUESSES && !(await isAtDailyCap(tables.events, account_id, 'factor.locked', now))) {
        const data = { account: presentEventAccount(account), factor: TOTP };
        await tables.events.add([newEvent('factor.locked', data, { by: byOwner(account, client), at: now })]);
      }
      if (wrong === TELL_AT) await notices.appCodesGuessed(tables, account, client);
    },
  };
}

/** Unlocks the app of an account, in an open transaction, after its owner has authenticated without it. */
export async function unlockTotp(
  { totps }: Pick<Transaction, 'totps'>,
  { id, second_factors: bits }: Pick<AccountRow, 'id' | 'second_factors'>,
): Promise<void> {
  if ((bits & SECOND_FACTORS.totp) !== 0) await totps.forgive(id);
}

/** The accounts, by id, whose app is locked. */
export async function lockedApps(
  { totps }: Pick<Transaction, 'totps'>,
  accounts: readonly Pick<AccountRow, 'id' | 'second_factors'>[],
): Promise<ReadonlySet<number>> {
  const withApp = accounts.filter(({ second_factors: bits }) => (bits & SECOND_FACTORS.totp) !== 0);
  return new Set(
    await totps.withWrong(
      withApp.map(({ id }) => id),
      TOTP_GUESSES,
    ),
  );
}
