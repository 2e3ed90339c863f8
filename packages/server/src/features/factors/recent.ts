import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { Caller } from '../sessions/sessions.ts';
import type { AvailableMethods } from './methods.ts';
import type { FactorMethod } from './kinds.ts';

/** What reauthenticates: a factor, or without factors the password, or without a password a mailed code. */
export type ReauthenticationMethod = FactorMethod | 'password' | 'otp';

/** Whether the owner of a session was there a moment ago. */
export interface Recent {
  /**
   * Requires that the session began, or that its owner reauthenticated, within ten minutes; where the account has
   * factors, with one of them.
   * @param within the open transaction: on PostgreSQL a look past it would wait for a second connection
   * @throws KeywardError `ReauthenticationRequiredError`, whose details name the methods
   */
  assert(caller: Caller, within?: Reads): Promise<void>;
  /** What can reauthenticate the owner of a session now. */
  methods(caller: Caller): Promise<ReauthenticationMethod[]>;
}

type Reads = Pick<Tables, 'accounts' | 'recoveryCodes' | 'totps'>;

export const RECENT_MS = 10 * 60_000;

export function createRecent(deps: { store: Store; available: AvailableMethods; clock: Clock }): Recent {
  const { store, available, clock } = deps;

  async function methodsOf({ row }: Caller, tables: Reads): Promise<ReauthenticationMethod[]> {
    const account = await tables.accounts.find('id', row.account_id);
    if (account === null) throw new KeywardError('SessionDestroyedError');
    if (account.second_factors !== 0) return available.of(account, tables);
    return [account.password_hash === null ? 'otp' : 'password'];
  }

  return {
    async assert(caller, within = store) {
      const { created_at, reauthenticated_at, factor_at, account__second_factors: bits } = caller.row;
      const last = bits === 0 ? Math.max(created_at, reauthenticated_at ?? 0) : factor_at;
      if (last !== null && clock.now() - last < RECENT_MS) return;
      throw new KeywardError('ReauthenticationRequiredError', {
        message: 'This needs a recent proof of who you are: see /account/reauthenticate.',
        details: { methods: await methodsOf(caller, within) },
      });
    },
    methods: (caller) => methodsOf(caller, store),
  };
}
