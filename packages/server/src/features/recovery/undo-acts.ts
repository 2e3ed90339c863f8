import type { Transaction } from '../../store/database.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import type { MissedConnection } from '../organizations/entrance.ts';
import type { Settings } from '../settings/settings.ts';
import { administrationGains, ALL, OWN } from './administration-gains.ts';
import { undoInOrganizations } from './organization-acts.ts';
import { createBreaks, type Undo } from './undo.ts';

/** Takes back what an account did, in the open transaction of an undo. */
export function createUndoActs({
  settings,
  missedConnection,
}: {
  settings: Settings;
  missedConnection: MissedConnection;
}) {
  return (tables: Transaction, undo: Omit<Undo, 'rules' | 'missedConnection'>): Promise<void> =>
    undoActs(tables, { ...undo, rules: settings.current.organizations, missedConnection });
}

/**
 * Takes back what an account has given since a time, in the open transaction of an undo: a thief may have let people in,
 * or sent data out. The audit log tells what it was. What these people gave to others is taken back too.
 *
 * Nobody has to be a thief to follow an undo link. So an undo gives nobody anything in an organization, and takes away
 * only what the account could take away by hand now. Otherwise somebody who was dismissed could come back by a change of
 * the own password.
 */
async function undoActs(tables: Transaction, undo: Undo): Promise<void> {
  const account = await tables.accounts.find('id', undo.accountId);
  const types = account !== null && isActiveSuperadmin(account) ? ALL : OWN;
  const acts = await tables.events.actsSince('administration', types, undo.since);
  const { followed, takes } = await administrationGains(acts, undo);
  const pause = createBreaks();
  for (const take of takes) {
    await take(tables, undo);
    await pause();
  }
  await undoInOrganizations(tables, undo, followed);
}
