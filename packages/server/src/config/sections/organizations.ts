import { Type } from 'typebox';
import { GRANT_PATTERN } from '../../lib/patterns.ts';
import { field, type ValuesOf } from './field.ts';

/** The permissions that Keyward itself checks. Applications declare others, which Keyward only stores. */
export const ORGANIZATION_PERMISSIONS = [
  'org:read',
  'org:write',
  'org:delete',
  'org:members:read',
  'org:members:write',
  'org:invitations:write',
  'org:domains:write',
  'org:connections:write',
  'org:roles:write',
  'org:audit:read',
  'org:owner',
] as const;
export type OrganizationPermission = (typeof ORGANIZATION_PERMISSIONS)[number];

/** The permissions of roles that the settings or an organization define: only the role `owner` has `org:owner`. */
export function grantablePermissions(declared: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>([...ORGANIZATION_PERMISSIONS, ...declared]);
  all.delete('org:owner');
  return all;
}

export const MAX_PERMISSIONS = 200;
/** The limit for the deployment, and for each organization. */
export const MAX_ROLES = 50;
/** The highest `max_members` of one organization. */
export const MAX_MEMBERS = 10_000_000;
export const MAX_ROLE_DESCRIPTION = 200;

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

const Grant = Type.String({ pattern: GRANT_PATTERN, examples: ['invoices:write'] });

export const organizationsFields = {
  enabled: field(
    Type.Boolean({
      description: 'Whether there are organizations; while it is off, their routes answer 404',
    }),
    false,
    {
      keys: 'closed',
    },
  ),
  creation: field(
    oneOf(
      ['superadmins', 'anyone'],
      'Who may create organizations: superadmins, keys and the host, or also any account',
    ),
    'superadmins',
    { keys: 'closed' },
  ),
  max_per_account: field(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'The maximum number of organizations that an account can belong to',
    }),
    10,
    { keys: 'closed' },
  ),
  max_members: field(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MEMBERS,
      description:
        'The maximum number of members of an organization; superadmins can set another maximum for one organization',
    }),
    1_000,
    { keys: 'closed' },
  ),
  roles: field(
    Type.Array(
      Type.Object(
        {
          name: Grant,
          description: Type.Optional(Type.String({ maxLength: MAX_ROLE_DESCRIPTION, examples: ['Pays'] })),
          permissions: Type.Array(Grant, { maxItems: MAX_PERMISSIONS }),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: MAX_ROLES,
        description: 'Roles of every organization, in addition to `owner`, `admin` and `member`',
        examples: [[{ name: 'billing', description: 'Pays', permissions: ['org:read', 'invoices:write'] }]],
      },
    ),
    [],
    { keys: 'closed' },
  ),
  permissions: field(
    Type.Array(Grant, {
      maxItems: MAX_PERMISSIONS,
      description: 'Permissions of your application, which roles can have',
      examples: [['invoices:write']],
    }),
    [],
    { keys: 'closed' },
  ),
  own_roles: field(
    Type.Boolean({ description: 'Whether organizations can define roles of their own' }),
    false,
    { keys: 'closed' },
  ),
  creator_role: field(
    Type.String({
      pattern: GRANT_PATTERN,
      description: 'The role that a creator gets, always with `owner`',
      examples: ['owner'],
    }),
    'owner',
    { keys: 'closed' },
  ),
  default_role: field(
    Type.String({
      pattern: GRANT_PATTERN,
      description: 'The role of new members if nobody names one',
      examples: ['member'],
    }),
    'member',
    { keys: 'closed' },
  ),
  claims: field(
    Type.Array(oneOf(['roles', 'permissions'], 'What a token says about the member'), {
      uniqueItems: true,
      maxItems: 2,
      description:
        'The facts about the active organization that tokens contain, in addition to its `id`, `slug` and version: `roles`, `permissions`',
    }),
    ['roles', 'permissions'],
    { keys: 'closed' },
  ),
  break_glass: field(
    Type.Boolean({
      description:
        'Whether owners may sign in another way where a domain requires the connection of the organization, in case its provider is unavailable',
    }),
    true,
    { keys: 'closed' },
  ),
  invitation_days: field(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description: 'Days for which an invitation to join an organization can be accepted',
    }),
    7,
    { keys: 'closed' },
  ),
  deletion_days: field(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        'Days for which a deleted organization can be restored; 0: it is removed at the next sweep',
    }),
    30,
    { keys: 'closed' },
  ),
};

/** Organizations, and what their members may do. */
export type OrganizationsSettings = ValuesOf<typeof organizationsFields>;
