import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Tables } from '../../store/database.ts';
import type { OrganizationRow, SessionRow } from '../../store/engine/schema.ts';
import { assertMeets } from './policy.ts';

/**
 * Requires that a session came by a connection of an organization that requires this of its member.
 * @throws KeywardError `ConnectionRequiredError`
 */
export type AssertCameBy = (
  tables: Tables,
  organization: OrganizationRow,
  session: SessionRow,
) => Promise<void>;

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

export function createAssertMayEnter(deps: { assertCameBy: AssertCameBy; clock: Clock }): AssertMayEnter {
  return async (tables, organization, session, client) => {
    assertMeets(organization, session, client, deps.clock.now());
    await deps.assertCameBy(tables, organization, session);
  };
}
