import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow, SessionRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import {
  countsAsProof,
  isVouched,
  lastAuthenticatedAt,
  provesTo,
} from '../sessions/recent-authentication.ts';
import type { AvailableMethods } from './methods.ts';
import { assertOwner } from '../../audit/events/impersonator.ts';
import type { Recent, RecentReads, ReauthenticationMethod } from '../../audit/actors/recent.ts';

export const RECENT_MS = 10 * 60_000;

/** The error for an account whose password and email were both set without a proof. */
export function nothingProves(): KeywardError {
  return new KeywardError('ReauthenticationRequiredError', {
    message:
      'This needs a proof of who you are, but the password and the email were set without one in the last seven days: sign in in another way, or wait until these days have passed.',
    details: { methods: [] },
  });
}

/**
 * The method that reauthenticates the owner of an account without factors; null if there is none, because the
 * password and the email were set without a proof.
 */
export function methodWithoutFactors(
  account: AccountRow,
  session: SessionRow,
  now: number,
): 'password' | 'otp' | null {
  const { password_hash: hash, password_unproven_at: password, email_unproven_at: email } = account;
  if (hash !== null && countsAsProof(session, password, now)) return 'password';
  return countsAsProof(session, email, now) ? 'otp' : null;
}

export function createRecent(deps: { store: Store; available: AvailableMethods; clock: Clock }): Recent {
  const { store, available, clock } = deps;

  async function methodsOf({ row }: Caller, tables: RecentReads): Promise<ReauthenticationMethod[]> {
    const account = await tables.accounts.find('id', row.account_id);
    if (account === null) throw new KeywardError('SessionDestroyedError');
    if (account.second_factors !== 0) return available.of(account, tables);
    const method = methodWithoutFactors(account, row, clock.now());
    return method === null ? [] : [method];
  }

  function is({ row }: Caller): boolean {
    if (row.impersonator !== null || isVouched(row)) return false;
    const factorAt = row.factor_vouched === 1 ? null : row.factor_at;
    const last = row.account__second_factors === 0 ? lastAuthenticatedAt(row) : factorAt;
    return last !== null && clock.now() - last < RECENT_MS;
  }

  async function refuse(caller: Caller, within: RecentReads): Promise<never> {
    assertOwner(caller);
    const known = await methodsOf(caller, within);
    if (known.length === 0 && caller.row.account__second_factors === 0) throw nothingProves();
    throw new KeywardError('ReauthenticationRequiredError', {
      message: 'This needs a recent proof of who you are: see /account/reauthenticate.',
      details: { methods: known },
    });
  }

  return {
    async assert(caller, within = store) {
      if (!is(caller)) await refuse(caller, within);
    },
    async assertOwn(caller, within = store, organizationId = null) {
      if (!provesTo(caller.row, organizationId)) await refuse(caller, within);
    },
    is,
    methods: (caller) => methodsOf(caller, store),
  };
}
