import type { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tables } from '../../store/database.ts';
import type { OrganizationRow, SessionRow } from '../../store/engine/schema.ts';
import { assertMeets, missesPolicyOfMember } from './policy.ts';

/** The refusal of a session that did not come by a connection of an organization which requires this; null: none. */
export type MissedConnection = (
  tables: Tables,
  organization: Pick<OrganizationRow, 'id'>,
  session: Pick<SessionRow, 'account_id' | 'connection_organization_id'>,
) => Promise<KeywardError | null>;

/**
 * Requires of a session what an organization asks: before it becomes active, and before a member acts there with a
 * permission. Otherwise its address alone would lead around the policy.
 * @param proveOwner for an act of an owner: the proof that replaces what a policy of another member asks
 * @throws KeywardError `OrganizationPolicyError`, `ConnectionRequiredError`, and what `proveOwner` throws
 */
export type AssertMayEnter = (
  tables: Tables,
  organization: OrganizationRow,
  session: SessionRow,
  client: Client,
  proveOwner?: () => Promise<void>,
) => Promise<void>;

export function createAssertMayEnter(deps: {
  missedConnection: MissedConnection;
  clock: Clock;
}): AssertMayEnter {
  return async (tables, organization, session, client, proveOwner) => {
    const now = deps.clock.now();
    if (proveOwner !== undefined && missesPolicyOfMember(organization, session, client, now))
      await proveOwner();
    else assertMeets(organization, session, client, now);
    const refusal = await deps.missedConnection(tables, organization, session);
    if (refusal !== null) throw refusal;
  };
}
