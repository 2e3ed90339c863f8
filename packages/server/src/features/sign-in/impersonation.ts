import { KeywardError } from '../../errors.ts';
import type { Store } from '../../store/database.ts';
import { acting, superadminActor } from '../audit/actors/actor.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import type { Events } from '../audit/events/events.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { Settings } from '../settings/settings.ts';
import type { SignIn, SignIns } from './complete.ts';
import type { Impersonation } from './new-sessions.ts';

/**
 * Lets a superadmin act for the owner of an account, and notifies the owner.
 * @throws KeywardError `SecondFactorEnrolmentRequiredError` for a superadmin without a factor, `UserNotFoundError`,
 * `RoleMismatchError` for the account of a superadmin, `AccountInactiveError`, `EmailProofRequiredError`,
 * `ServiceUnavailableError`
 */
export type Impersonate = (accountId: number, how: Impersonation) => Promise<SignIn>;

export function createImpersonate(deps: {
  store: Store;
  settings: Settings;
  signIns: Pick<SignIns, 'impersonate'>;
  notices: Notices;
  events: Events;
}): Impersonate {
  const { store, settings, signIns, notices, events } = deps;

  return async (accountId, how) => {
    const { caller, client, reason } = how;
    const signIn = await acting(store, superadminActor(caller, client), async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (account === null) throw new KeywardError('UserNotFoundError');
      if (caller.row.account__second_factors === 0)
        throw new KeywardError('SecondFactorEnrolmentRequiredError');
      if (account.role === SUPERADMIN)
        throw new KeywardError('RoleMismatchError', { message: 'Nobody can act for a superadmin.' });
      if (account.status !== 'active' || account.deletion_at !== null)
        throw new KeywardError('AccountInactiveError');
      const begun = await signIns.impersonate(tables, account, how);
      if (settings.current.signup.impersonation_notice)
        await notices.impersonated(tables, account, reason, client);
      return begun;
    });
    events.emit('account.impersonated', {
      client,
      accountId: caller.row.account_id,
      sessionId: caller.row.id,
      metadata: { account_id: accountId, impersonation_session_id: signIn.session.id },
    });
    return signIn;
  };
}
