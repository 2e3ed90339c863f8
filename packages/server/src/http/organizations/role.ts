import { type Static, Type } from 'typebox';
import { MAX_PERMISSIONS, MAX_ROLE_DESCRIPTION } from '../../config/sections/organizations.ts';
import { GRANT_PATTERN } from '../../lib/patterns.ts';
import type { Role } from '../../features/organizations/roles.ts';
import { RoleName } from './member.ts';
import { OrganizationParams } from './organization.ts';

/** Roles as the API shows them. */

const SOURCES = ['built_in', 'deployment', 'organization'] as const;

export const RoleParams = Type.Object({ ...OrganizationParams.properties, name: RoleName });
export const Permissions = Type.Array(Type.String({ pattern: GRANT_PATTERN }), {
  maxItems: MAX_PERMISSIONS,
  examples: [['org:read', 'invoices:write']],
});
export const Description = Type.String({
  format: 'text',
  maxLength: MAX_ROLE_DESCRIPTION,
  examples: ['Pays'],
});

export const RoleSchema = Type.Object({
  name: Type.String({ examples: ['billing'] }),
  description: Type.String({ examples: ['Pays'] }),
  permissions: Type.Array(Type.String({ examples: ['invoices:write'] })),
  source: Type.Unsafe<Role['source']>({
    type: 'string',
    enum: [...SOURCES],
    description: 'Who defines it: Keyward, the settings, or the organization',
  }),
});

export function presentRole({ name, description, permissions, source }: Role): Static<typeof RoleSchema> {
  return { name, description, permissions: [...permissions], source };
}
