import type { Transaction } from '../../store/database.ts';
import { isUndone, UNDONE_TYPES } from '../audit/events/undone-types.ts';
import { ADMINISTRATION_ACTS } from './administration-acts.ts';
import { ORGANIZATION_ACTS } from './organization-acts.ts';
import type { Undo, UndoActs } from './undo.ts';

const ACTS: UndoActs = { ...ADMINISTRATION_ACTS, ...ORGANIZATION_ACTS };

/**
 * Takes back what an account has done since a time, in the open transaction of an undo: a thief may have done it, to come
 * back or to receive data. The audit log tells what it was. What came of it, as an act with a new API key, is taken back
 * too.
 */
export async function undoActs(
  tables: Transaction,
  { accountId, since, told }: Pick<Undo, 'accountId' | 'since' | 'told'>,
): Promise<void> {
  // A set also visits what is added meanwhile.
  const actors = new Set([`account:${accountId}`]);
  const undo: Undo = { accountId, since, told, follow: (actor) => actors.add(actor) };
  for (const actor of actors)
    for (const { type, data } of await tables.events.actsSince({ actor }, UNDONE_TYPES, since))
      if (isUndone(type)) await ACTS[type](tables, JSON.parse(data), undo);
}
