import type { Transaction } from '../../store/database.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { MissedConnection } from '../organizations/entrance.ts';
import type { Settings } from '../settings/settings.ts';
import { revokeKey } from './administration-acts.ts';
import { ADMINISTRATION_ACTS, administrationGains } from './administration-gains.ts';
import { organizationsOf, undoInOrganizations } from './organization-access.ts';
import { createBreaks, type Undo } from './undo.ts';

export function createUndoActs({
  settings,
  ...parts
}: {
  settings: Settings;
  missedConnection: MissedConnection;
  notices: Pick<Notices, 'trustLost'>;
}) {
  return {
    organizationsOf,
    undoActs: (tables: Transaction, undo: Pick<Undo, 'accountId' | 'since' | 'told'>): Promise<void> =>
      undoActs(tables, { ...undo, ...parts, rules: settings.current.organizations }),
  };
}

/**
 * Takes back what an account has given since a time, in the open transaction of an undo: a thief may have let people in,
 * or sent data out. The audit log tells what it was.
 *
 * Nobody has to be a thief to follow an undo link. So an undo takes away only what the account could take away by hand
 * now. Otherwise somebody who was dismissed could come back by a change of the own password.
 */
async function undoActs(tables: Transaction, undo: Undo): Promise<void> {
  // Its keys are its own, also without the role.
  const keys = (await tables.apiKeys.madeBy(undo.accountId, undo.since)).map(({ id }) => id);
  for (const key of keys) await revokeKey(key)(tables, undo);
  const account = await tables.accounts.find('id', undo.accountId);
  if (account !== null && isActiveSuperadmin(account)) await undoAdministration(tables, undo);
  await undoInOrganizations(tables, undo, keys);
}

async function undoAdministration(tables: Transaction, undo: Undo): Promise<void> {
  const acts = await tables.events.actsSince('administration', ADMINISTRATION_ACTS, undo.since);
  const pause = createBreaks();
  for (const take of await administrationGains(acts, undo)) {
    await take(tables, undo);
    await pause();
  }
}
