import {
  type OrganizationPermission,
  grantablePermissions,
  ORGANIZATION_PERMISSIONS,
  type OrganizationsSettings,
} from '../../config/sections/organizations.ts';
import { invalidFields } from '../../errors.ts';
import type { MembershipRow, OrganizationRoleRow } from '../../store/engine/schema.ts';

/** A set of permissions with a name. */
export interface Role {
  name: string;
  description: string;
  permissions: readonly string[];
  /** Who defines it: Keyward, the settings of the deployment, or the organization. */
  source: 'built_in' | 'deployment' | 'organization';
}

export const OWNER = 'owner';
export const ADMIN = 'admin';

/** What each permission leads to: `change` of the organization itself, or `entry` of people, providers and links. */
export const LEADS_TO: Record<OrganizationPermission, 'sight' | 'change' | 'entry'> = {
  'org:read': 'sight',
  'org:members:read': 'sight',
  'org:audit:read': 'sight',
  'org:write': 'change',
  'org:delete': 'change',
  'org:members:write': 'entry',
  'org:invitations:write': 'entry',
  'org:domains:write': 'entry',
  'org:connections:write': 'entry',
  'org:roles:write': 'entry',
  'org:owner': 'entry',
};

/** The permissions that only owners have. */
export const OWNERS_ONLY: ReadonlySet<string> = new Set(['org:delete', 'org:owner']);

/** The roles of one organization, by name. */
export type Roles = ReadonlyMap<string, Role>;

/**
 * The roles that members of an organization can have. A role that it defines replaces one that the settings later
 * define under the same name, so that members keep the permissions that they were given.
 */
export function rolesOf(
  settings: OrganizationsSettings,
  own: readonly (Pick<OrganizationRoleRow, 'name' | 'permissions'> & { description?: string })[],
): Roles {
  const known = [...ORGANIZATION_PERMISSIONS, ...settings.permissions];
  const isGrantable = grantablePermissions(settings.permissions);
  const all: Role[] = [
    ...settings.roles.map(({ name, description = '', permissions }) => ({
      name,
      description,
      permissions,
      source: 'deployment' as const,
    })),
    ...own.map(({ name, description = '', permissions }) => ({
      name,
      description,
      permissions: readNames(permissions),
      source: 'organization' as const,
    })),
  ].map((role) => ({
    ...role,
    permissions: role.permissions.filter((permission) => isGrantable.has(permission)),
  }));
  return new Map([...all, ...builtIn(known)].map((role) => [role.name, role]));
}

function builtIn(known: readonly string[]): Role[] {
  const source = 'built_in' as const;
  return [
    { name: OWNER, description: 'May do everything', permissions: known, source },
    {
      name: ADMIN,
      description: 'May do everything but delete the organization or hand it over',
      permissions: known.filter((permission) => !OWNERS_ONLY.has(permission)),
      source,
    },
    { name: 'member', description: 'Sees the organization', permissions: ['org:read'], source },
  ];
}

/** The permissions of all these roles. A role that is no longer defined gives none. */
export function permissionsOf(names: readonly string[], roles: Roles): ReadonlySet<string> {
  return new Set(names.flatMap((name) => roles.get(name)?.permissions ?? []));
}

/** The names of roles or permissions in a column. */
export function readNames(column: string): string[] {
  return JSON.parse(column);
}

/** The columns of a membership for its roles. */
export function roleColumns(names: readonly string[]): Pick<MembershipRow, 'roles' | 'is_owner'> {
  return { roles: JSON.stringify(names), is_owner: names.includes(OWNER) ? 1 : 0 };
}

/** Each role once. @throws KeywardError `ValidationError` for a role that the organization does not have */
export function assertRoles(names: readonly string[], roles: Roles): string[] {
  const unknown = names.findIndex((name) => !roles.has(name));
  if (unknown !== -1)
    throw invalidFields({
      path: `roles.${unknown}`,
      message: `must be one of ${[...roles.keys()].join(', ')}`,
    });
  return [...new Set(names)];
}
