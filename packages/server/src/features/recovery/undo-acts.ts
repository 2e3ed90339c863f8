import type { Transaction } from '../../store/database.ts';
import { GIVES_ROLE, undoAdministration } from './administration-acts.ts';
import { undoInOrganizations } from './organization-acts.ts';
import type { Undo } from './undo.ts';

/**
 * Takes back what an account has given since a time, in the open transaction of an undo: a thief may have let people in,
 * or sent data out. The audit log tells what it was. What these people gave to others is taken back too.
 *
 * Nobody has to be a thief to follow an undo link. So an undo gives nobody anything in an organization, and takes away
 * only what the account could take away by hand now. Otherwise somebody who was dismissed could come back by a change of
 * the own password.
 */
export async function undoActs(tables: Transaction, undo: Undo): Promise<void> {
  await undoInOrganizations(tables, undo, await undoAdministration(tables, undo));
}

/** Whether an undo can take the role of a superadmin from somebody. */
export async function undoesRoles(
  { events }: Transaction,
  { accountId, since }: Pick<Undo, 'accountId' | 'since'>,
): Promise<boolean> {
  return (await events.actsSince({ actors: [`account:${accountId}`] }, GIVES_ROLE, since)).length > 0;
}
