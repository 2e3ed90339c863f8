import { type Kysely, sql, type SqlBool } from 'kysely';
import { batched } from '../engine/batched-lookups.ts';
import { idList, isAmong } from '../engine/dialect.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { MembershipRow, OrganizationRoleRow, OrganizationRow, Schema } from '../engine/schema.ts';

/** A membership with the data about its organization that tokens contain. */
export interface ActiveMembership {
  membership: Pick<MembershipRow, 'id' | 'roles' | 'version'>;
  organization: Pick<
    OrganizationRow,
    'id' | 'uid' | 'slug' | 'name' | 'metadata' | 'roles_version' | 'policy'
  > & {
    /** Whether one of its domains requires a connection. */
    requires_connection: SqlBool;
  };
  /** The roles of the member that the organization defines itself. */
  ownRoles: Pick<OrganizationRoleRow, 'name' | 'permissions'>[];
}

/** Memberships as sessions use them. */
export function activeMemberships(db: Kysely<Schema>) {
  const ofActive = prepared(db, (value: Values<{ ids: string }>) =>
    db
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .leftJoin('organization_roles', (join) =>
        join
          .onRef('organization_roles.organization_id', '=', 'organizations.id')
          // Finds a few too many, because `_` matches any character.
          .on(sql<SqlBool>`memberships.roles like '%"' || organization_roles.name || '"%'`),
      )
      .select([
        'memberships.id',
        'memberships.roles',
        'memberships.version',
        'organizations.id as organization_id',
        'organizations.uid',
        'organizations.slug',
        'organizations.name',
        'organizations.metadata',
        'organizations.roles_version',
        'organizations.policy',
        'organization_roles.name as role',
        'organization_roles.permissions',
      ])
      .select((is) => [
        is
          .exists((query) =>
            query
              .selectFrom('organization_domains')
              .select('organization_domains.id')
              .whereRef('organization_domains.organization_id', '=', 'organizations.id')
              .where('organization_domains.status', '=', sql.lit('verified'))
              .where('organization_domains.joining', '=', sql.lit('require')),
          )
          .as('requires_connection'),
      ])
      .where(isAmong(db, 'memberships.id', value('ids')))
      .where('organizations.status', '=', 'active'),
  );
  const oneOfMany = batched(async (ids: readonly number[]) => {
    const { rows } = await ofActive({ ids: idList(db, ids) });
    const found = new Map<number, ActiveMembership>();
    for (const { id, roles, version, organization_id, role, permissions, ...organization } of rows) {
      const one = found.get(id) ?? {
        membership: { id, roles, version },
        organization: { id: organization_id, ...organization },
        ownRoles: [],
      };
      if (role !== null && permissions !== null) one.ownRoles.push({ name: role, permissions });
      found.set(id, one);
    }
    return found;
  });

  return {
    /** A membership of an active organization, looked up together with others; null if it has ended. */
    async findActive(id: number): Promise<ActiveMembership | null> {
      return (await oneOfMany(id)) ?? null;
    },

    /** Records that a member has made the organization active. */
    async noteActive(id: number, now: number): Promise<void> {
      await db.updateTable('memberships').set({ last_active_at: now }).where('id', '=', id).execute();
    },
  };
}
