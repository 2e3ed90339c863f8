import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow, TotpRow } from '../../../store/engine/schema.ts';
import { tellAccount } from '../../audit/serializers/account.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { trailEvent } from '../../audit/events/event.ts';
import { SECOND_FACTORS } from '../../audit/serializers/factor-kinds.ts';

/**
 * Wrong codes of an app lock it. Whoever can try one has the first factor already, and three of a million codes are
 * right at any time, so a limit that ends by itself would only slow the guesses down. It is the same count at sign-ins
 * and at reauthentications, and in the database: nobody gets more guesses from another address, instance or restart.
 */
export interface TotpLock {
  /** @throws KeywardError `FactorLockedError` */
  assertOpen(row: TotpRow): void;
  /**
   * Counts a wrong code, in an open transaction that holds the lock of the row.
   * @returns tells the owner, after the commit, if it is time
   */
  count(
    tables: Tables,
    row: TotpRow,
    by: { account: AccountRow; client: Client },
  ): Promise<() => Promise<void>>;
}

/** Wrong codes in a day that lock the codes of apps of an account. */
export const TOTP_GUESSES = 10;
const DAY_MS = 86_400_000;
/** People mistype twice. */
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
      if (wrong === TOTP_GUESSES) {
        const data = { account: tellAccount(account), factor: TOTP };
        await tables.events.add([
          trailEvent('factor.locked', data, { by: byOwner(account, client), at: now }),
        ]);
      }
      return async () => {
        if (wrong === TELL_AT) await notices.appCodesGuessed(account, client);
      };
    },
  };
}

/** Lets the app of an account be tried again, in an open transaction: its owner has proven who they are without it. */
export async function unlockTotp(
  { totps }: Pick<Tables, 'totps'>,
  { id, second_factors: bits }: Pick<AccountRow, 'id' | 'second_factors'>,
): Promise<void> {
  if ((bits & SECOND_FACTORS.totp) !== 0) await totps.forgive(id);
}

/** The accounts, by id, whose app is locked. */
export async function lockedApps(
  { totps }: Pick<Tables, 'totps'>,
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
