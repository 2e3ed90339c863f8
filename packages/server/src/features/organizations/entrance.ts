import type { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tables } from '../../store/database.ts';
import type { OrganizationRow, SessionRow } from '../../store/engine/schema.ts';
import { assertMeets } from './policy.ts';

/** The refusal of a session that did not come by a connection of an organization which requires this; null: none. */
export type MissedConnection = (
  tables: Tables,
  organization: Pick<OrganizationRow, 'id'>,
  session: Pick<SessionRow, 'account_id' | 'connection_organization_id'>,
) => Promise<KeywardError | null>;

/**
 * Requires of a session what an organization asks: before it becomes active, and before a member acts there with a
 * permission. Otherwise its address alone would lead around the policy.
 * @throws KeywardError `OrganizationPolicyError`, `ConnectionRequiredError`
 */
export type AssertMayEnter = (
  tables: Tables,
  organization: OrganizationRow,
  session: SessionRow,
  client: Client,
) => Promise<void>;

export function createAssertMayEnter(deps: {
  missedConnection: MissedConnection;
  clock: Clock;
}): AssertMayEnter {
  return async (tables, organization, session, client) => {
    assertMeets(organization, session, client, deps.clock.now());
    const refusal = await deps.missedConnection(tables, organization, session);
    if (refusal !== null) throw refusal;
  };
}
