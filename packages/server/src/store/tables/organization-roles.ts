import type { Kysely } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { OrganizationRoleRow, Schema } from '../engine/schema.ts';

export type OrganizationRoleStore = ReturnType<typeof organizationRoleStore>;

/** The roles that organizations define themselves. Read and changed under the organization's lock. */
export function organizationRoleStore(db: Kysely<Schema>) {
  return {
    of(organizationId: number): Promise<OrganizationRoleRow[]> {
      return db
        .selectFrom('organization_roles')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('name')
        .execute();
    },

    /** The roles of several organizations. */
    async ofAll(organizationIds: readonly number[]): Promise<OrganizationRoleRow[]> {
      if (organizationIds.length === 0) return [];
      return db
        .selectFrom('organization_roles')
        .selectAll()
        .where('organization_id', 'in', organizationIds)
        .orderBy('name')
        .execute();
    },

    /** @throws DuplicateError for a taken name */
    async insert(role: OrganizationRoleRow): Promise<void> {
      await orDuplicate(db.insertInto('organization_roles').values(role).execute());
    },

    async update(
      organizationId: number,
      name: string,
      changes: Partial<Pick<OrganizationRoleRow, 'description' | 'permissions' | 'updated_at'>>,
    ): Promise<void> {
      await db
        .updateTable('organization_roles')
        .set(changes)
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .execute();
    },

    async delete(organizationId: number, name: string): Promise<void> {
      await db
        .deleteFrom('organization_roles')
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .execute();
    },
  };
}
