import { grantablePermissions, MAX_ROLES } from '../../config/sections/organizations.ts';
import { GRANT_PATTERN } from '../../lib/patterns.ts';
import { invalidFields, KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { EventData, EventType } from '../audit/events/event-types.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import type { Settings } from '../settings/settings.ts';
import { type Access, type Asker, assertHolds, type Opened } from './access.ts';
import type { Proofs } from './proofs.ts';
import { type Role } from './roles.ts';

export interface RoleEdit {
  description?: string;
  permissions?: readonly string[];
}

/**
 * The roles of one organization, and those that it defines itself.
 * @throws KeywardError the errors of {@link Access}; from every change `OwnRolesOffError`, and from those of an existing
 * role `RoleNotFoundError`
 */
export interface OwnRoles {
  list(asker: Asker, name: string): Promise<Role[]>;
  /** Those that the asker may give. */
  givable(asker: Asker, name: string): Promise<Role[]>;
  /**
   * @throws KeywardError `RoleTakenError`, `OrganizationLimitError`, `ValidationError`,
   * `ReauthenticationRequiredError`
   */
  create(
    asker: Asker,
    name: string,
    role: { name: string; description: string; permissions: readonly string[] },
  ): Promise<Role>;
  /** @throws KeywardError `ValidationError`, `ReauthenticationRequiredError` */
  change(asker: Asker, name: string, role: string, edit: RoleEdit): Promise<Role>;
  /** @throws KeywardError `RoleInUseError` */
  delete(asker: Asker, name: string, role: string): Promise<void>;
}

export function createOwnRoles(deps: {
  settings: Settings;
  access: Access;
  proofs: Proofs;
  clock: Clock;
}): OwnRoles {
  const { settings, access, proofs, clock } = deps;

  const grantable = () => grantablePermissions(settings.current.organizations.permissions);

  /** Runs a change of the organization's own roles. */
  const changing = <T>(
    asker: Asker,
    name: string,
    work: (tables: Transaction, opened: Opened) => Promise<T>,
  ): Promise<T> =>
    access.act(asker, name, (tables, opened) => {
      if (!settings.current.organizations.own_roles) throw new KeywardError('OwnRolesOffError');
      return work(tables, opened);
    });

  /** The version shows that earlier tokens of the members are outdated. */
  async function tell(
    tables: Transaction,
    type: Extract<EventType, `role.${string}`>,
    asker: Asker,
    { row }: Opened,
    { name, description, permissions }: Role,
    change: Partial<Pick<EventData<'role.updated'>, 'changed' | 'previous'>> = {},
  ): Promise<void> {
    const version = row.version + 1;
    const after = await tables.organizations.update(row.id, { version, roles_version: version });
    const data = {
      organization: presentEventOrganization(after),
      role: { name, description, permissions: [...permissions] },
      ...change,
    };
    await tables.events.add([newEvent(type, data, { by: asker.by, at: clock.now() })]);
  }

  /** Whether a member, an open invitation or the mapping of a connection names a role. */
  async function isNamed(tables: Transaction, organizationId: number, role: string): Promise<boolean> {
    return (
      (await tables.memberships.usesRole(organizationId, role)) ||
      (await tables.organizationInvitations.usesRole(organizationId, role, clock.now())) ||
      (await tables.connections.mapsTo(organizationId, role))
    );
  }

  return {
    list: async (asker, name) => [...(await access.read(asker, name)).roles.values()],

    async givable(asker, name) {
      const { roles, holds } = await access.read(asker, name);
      return [...roles.values()].filter(({ permissions }) => permissions.every(holds));
    },

    create: (asker, name, given) =>
      changing(asker, name, async (tables, opened) => {
        const { row, roles } = opened;
        if (!new RegExp(GRANT_PATTERN).test(given.name))
          throw invalidFields({ path: 'name', message: 'must be lower-case letters, digits and _ : . -' });
        if (roles.has(given.name)) throw new KeywardError('RoleTakenError');
        // Members who still have a role that the settings once defined would get these permissions.
        if (await isNamed(tables, row.id, given.name))
          throw new KeywardError('RoleTakenError', {
            message: 'Members, invitations or connections still name a role like this; choose another name.',
          });
        if ([...roles.values()].filter(isOwn).length >= MAX_ROLES)
          throw new KeywardError('OrganizationLimitError', {
            message: `The organization has ${MAX_ROLES} roles of its own, its limit.`,
            details: { limit: MAX_ROLES },
          });
        const role: Role = {
          ...given,
          permissions: assertGrantable(given.permissions, opened, grantable()),
          source: 'organization',
        };
        // Members may still have a role of this name that was removed.
        await proofs.assertMayGive(asker, tables, role.permissions);
        const now = clock.now();
        await tables.organizationRoles.insert({
          organization_id: row.id,
          name: role.name,
          description: role.description,
          permissions: JSON.stringify(role.permissions),
          created_at: now,
          updated_at: now,
        });
        await tell(tables, 'role.created', asker, opened, role);
        return role;
      }),

    change: (asker, name, roleName, { description, permissions }) =>
      changing(asker, name, async (tables, opened) => {
        const before = ownRole(opened, roleName);
        assertHolds(opened, before.permissions);
        const role: Role = {
          ...before,
          ...(description !== undefined && { description }),
          ...(permissions !== undefined && {
            permissions: assertGrantable(permissions, opened, grantable()),
          }),
        };
        await proofs.assertMayGive(asker, tables, role.permissions, new Set(before.permissions));
        await tables.organizationRoles.update(opened.row.id, roleName, {
          description: role.description,
          permissions: JSON.stringify(role.permissions),
          updated_at: clock.now(),
        });
        await tell(tables, 'role.updated', asker, opened, role, {
          changed: { permissions: [...role.permissions] },
          previous: { permissions: [...before.permissions] },
        });
        return role;
      }),

    delete: (asker, name, roleName) =>
      changing(asker, name, async (tables, opened) => {
        const role = ownRole(opened, roleName);
        assertHolds(opened, role.permissions);
        if (await isNamed(tables, opened.row.id, roleName)) throw new KeywardError('RoleInUseError');
        await tables.organizationRoles.delete(opened.row.id, roleName);
        await tell(tables, 'role.deleted', asker, opened, role);
      }),
  };
}

const isOwn = ({ source }: Role) => source === 'organization';

/** @throws KeywardError `RoleNotFoundError` */
function ownRole({ roles }: Opened, name: string): Role {
  const role = roles.get(name);
  if (role === undefined || !isOwn(role))
    throw new KeywardError('RoleNotFoundError', {
      ...(role !== undefined && {
        message: 'This role belongs to the deployment and cannot be changed here.',
      }),
    });
  return role;
}

/**
 * The permissions of a role, each once.
 * @param grantable see {@link grantablePermissions}
 * @throws KeywardError `ValidationError`, `PermissionMissingError`
 */
function assertGrantable(
  permissions: readonly string[],
  opened: Opened,
  grantable: ReadonlySet<string>,
): string[] {
  const unknown = permissions.findIndex((permission) => !grantable.has(permission));
  if (unknown !== -1)
    throw invalidFields({
      path: `permissions.${unknown}`,
      message: 'must be a permission of this service other than org:owner',
    });
  assertHolds(opened, permissions);
  return [...new Set(permissions)];
}
