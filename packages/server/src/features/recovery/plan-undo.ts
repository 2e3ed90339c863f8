import type { Transaction } from '../../store/database.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { PlanUndo } from '../identity/email-changes/undo-change.ts';
import type { MissedConnection } from '../organizations/entrance.ts';
import type { Settings } from '../settings/settings.ts';
import { revokeKey } from './administration-acts.ts';
import {
  ADMINISTRATION_ACTS,
  administrationGains,
  type AdministrationGains,
} from './administration-gains.ts';
import { organizationsOf, undoInOrganizations } from './organization-access.ts';
import { createBreaks, type Makers, type Undo } from './undo.ts';

/**
 * Takes back what an account has given since a time: a thief may have let people in, or sent data out. The audit log tells
 * what it was.
 *
 * Nobody has to be a thief to follow an undo link. So an undo takes away only what the account could take away by hand
 * now. Otherwise somebody who was dismissed could come back by a change of the own password.
 */
export function createPlanUndo({
  settings,
  ...parts
}: {
  settings: Settings;
  missedConnection: MissedConnection;
  notices: Pick<Notices, 'trustLost'>;
}): PlanUndo {
  return async (tables, { accountId, since }) => {
    // Its keys are its own, also without the role.
    const keys = (await tables.apiKeys.madeBy(accountId, since)).map(({ id }) => id);
    const given = await givenAsSuperadmin(tables, { accountId, since });
    const makers: Makers = {
      accounts: new Map([...given.accounts, [accountId, { from: since, to: Infinity }]]),
      keys: new Map([...given.keys, ...keys.map((id) => [id, { from: since, to: Infinity }] as const)]),
    };
    await lockAccounts(tables, [...given.accounts.keys()], accountId);
    const organizations = await organizationsOf(tables, accountId, makers);
    return {
      organizations,
      async carryOut(told) {
        const undo: Undo = { accountId, told, rules: settings.current.organizations, ...parts };
        for (const key of keys) await revokeKey(key)(tables, undo);
        const pause = createBreaks();
        for (const take of given.takes) {
          await take(tables, undo);
          await pause();
        }
        await undoInOrganizations(tables, undo, { makers, organizations });
      },
    };
  };
}

/**
 * Locks the accounts that the takes change, and their codes. An account that joins an organization locks it later, so an
 * undo that had locked the organization first could wait for it forever.
 */
async function lockAccounts(tables: Transaction, ids: readonly number[], except: number): Promise<void> {
  const rows = await tables.accounts.ofIds(ids.filter((id) => id !== except));
  for (const { id, email_key: email } of rows.toSorted((a, b) => a.id - b.id)) {
    await tables.codes.lock(email, 'reset');
    await tables.accounts.lock(id);
  }
}

async function givenAsSuperadmin(
  tables: Transaction,
  by: { accountId: number; since: number },
): Promise<AdministrationGains> {
  const account = await tables.accounts.find('id', by.accountId);
  // The undo cancels a deletion.
  const isSuperadmin = account !== null && isActiveSuperadmin({ ...account, deletion_at: null });
  const acts = isSuperadmin
    ? await tables.events.actsSince('administration', ADMINISTRATION_ACTS, by.since)
    : [];
  return administrationGains(acts, by);
}
