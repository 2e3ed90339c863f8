import { type Static, Type } from 'typebox';
import { MAX_ROLES } from '../../config/sections/organizations.ts';
import { GRANT_PATTERN } from '../../lib/patterns.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { readNames } from '../../features/organizations/roles.ts';
import { timestamp } from '../../lib/clock.ts';
import { MEMBERSHIP_SOURCES, type MembershipRow } from '../../store/engine/schema.ts';
import type { MemberRow } from '../../store/tables/memberships.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { OrganizationParams } from './organization.ts';

/** Members as other members see them. */

export const MemberParams = Type.Object({ ...OrganizationParams.properties, account_id: Id });

export const Source = Type.Unsafe<MembershipRow['source']>({
  type: 'string',
  enum: [...MEMBERSHIP_SOURCES],
  description: 'How the account became a member',
});

export const RoleName = Type.String({ pattern: GRANT_PATTERN, examples: ['member'] });

export const MemberRoles = Type.Array(RoleName, {
  minItems: 1,
  maxItems: 2 * MAX_ROLES,
  description: 'The names of roles',
  examples: [['member']],
});

export const MemberSchema = Type.Object({
  account: Type.Object({
    id: Type.Integer(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    handle: Type.String({ examples: ['ada'] }),
    avatar_url: nullable(Type.String({ examples: [null] })),
  }),
  roles: Type.Array(Type.String({ examples: ['member'] })),
  source: Source,
  created_at: Timestamp,
  last_active_at: nullable(
    Type.String({ description: 'In the form of created_at; null: never', examples: [null] }),
  ),
});

export function presentMember(row: MemberRow): Static<typeof MemberSchema> {
  return {
    account: {
      id: row.account_id,
      name: row.account__name,
      email: row.account__email,
      handle: row.account__handle,
      avatar_url: row.account__avatar_url,
    },
    roles: readNames(row.roles),
    source: row.source,
    created_at: timestamp(row.created_at),
    last_active_at: row.last_active_at === null ? null : timestamp(row.last_active_at),
  };
}
