import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { SessionRow } from '../../store/engine/schema.ts';
import type { ActiveMembership } from '../../store/tables/active-membership.ts';
import { readMetadata } from '../audit/serializers/account.ts';
import type { ActiveOrganizations } from '../identity/sessions/active-organization.ts';
import { methodsOf } from '../identity/sessions/recent-authentication.ts';
import type { Settings } from '../settings/settings.ts';
import type { AssertMayEnter, MissedConnection } from './entrance.ts';
import { assertMeets, metUntil, missedFields } from './policy.ts';
import { heldInSession, rolesInSession } from './reach.ts';
import { readNames, rolesOf } from './roles.ts';

/** @param settingsVersion how often the settings of organizations have changed */
export function createActiveOrganizations(deps: {
  store: Store;
  settings: Settings;
  settingsVersion: () => number;
  assertMayEnter: AssertMayEnter;
  missedConnection: MissedConnection;
  clock: Clock;
}): ActiveOrganizations {
  const { store, settings, settingsVersion, assertMayEnter, missedConnection, clock } = deps;

  /** The refusal of a session that must have come by a connection. Asks no more unless the organization requires one. */
  const missed = ({ organization }: ActiveMembership, session: SessionRow) =>
    organization.requires_connection ? missedConnection(store, organization, session) : null;

  return {
    async find(session) {
      if (session.membership_id === null) return null;
      const found = await store.memberships.findActive(session.membership_id);
      if (found === null) return null;
      const { membership, organization, ownRoles } = found;
      // The request often comes from an application or an API, whose address is not the person's.
      const now = clock.now();
      if (missedFields(organization, session, null, now).length > 0) return null;
      if ((await missed(found, session)) !== null) return null;
      const { organizations: rules } = settings.current;
      const { uid: id, slug, name, metadata, roles_version: changed } = organization;
      const names = readNames(membership.roles);
      const known = rolesOf(rules, ownRoles);
      const where = { organizationId: organization.id, roles: known, rules };
      const held = await heldInSession(store, session, names, where);
      const roles = rolesInSession(session, names, held, where);
      const permissions = [...held];
      // Each of them only grows: versions of memberships are taken from the organization's.
      const v = Math.max(membership.version, changed) + settingsVersion();
      const until = metUntil(organization, session, now);
      // What it believes beside what everybody does.
      const own = methodsOf(session, organization.id).filter(
        (one) => !methodsOf(session, null).includes(one),
      );
      const claim = {
        id,
        slug,
        ...(own.length > 0 && { amr: own }),
        ...(rules.claims.includes('roles') && { roles }),
        ...(rules.claims.includes('permissions') && { permissions }),
        v,
        ...(until !== null && { exp: Math.floor(until / 1000) }),
      };
      return { id, slug, name, metadata: readMetadata(metadata), roles, permissions, claim };
    },

    async assertMayStay(session, client) {
      if (session.membership_id === null) return;
      const found = await store.memberships.findActive(session.membership_id);
      if (found === null) return;
      assertMeets(found.organization, session, client, clock.now());
      const refusal = await missed(found, session);
      if (refusal !== null) throw refusal;
    },

    async enter(session, name, client) {
      const now = clock.now();
      const id = await store.organizations.idOf(name, now);
      const row = id === null ? null : await store.organizations.find(id);
      const membership = row === null ? null : await store.memberships.find(row.id, session.account_id);
      if (row === null || membership === null || row.status === 'deleted')
        throw new KeywardError('OrganizationNotFoundError');
      if (row.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
      await assertMayEnter(store, row, session, client);
      await store.memberships.noteActive(membership.id, now);
      return membership.id;
    },
  };
}
