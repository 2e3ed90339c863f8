import { type Static, Type } from 'typebox';
import type { OwnMembership } from '../../features/organizations/joining.ts';
import { readNames } from '../../features/organizations/roles.ts';
import { timestamp } from '../../lib/clock.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { Source } from './member.ts';
import { OrganizationSchema, presentOrganization } from './organization.ts';

/** An organization, with the roles and permissions of its member. */

export const OwnOrganizationSchema = Type.Object({
  ...OrganizationSchema.properties,
  membership: Type.Object({
    roles: Type.Array(Type.String({ examples: ['member'] })),
    permissions: Type.Array(Type.String({ examples: ['org:read'] })),
    source: Source,
    created_at: Timestamp,
    last_active_at: nullable(
      Type.String({ description: 'In the form of created_at; null: never', examples: [null] }),
    ),
  }),
});

export function presentOwnOrganization({
  organization,
  membership,
  permissions,
}: OwnMembership): Static<typeof OwnOrganizationSchema> {
  const { roles, source, created_at, last_active_at } = membership;
  return {
    ...presentOrganization(organization),
    membership: {
      roles: readNames(roles),
      permissions: [...permissions],
      source,
      created_at: timestamp(created_at),
      last_active_at: last_active_at === null ? null : timestamp(last_active_at),
    },
  };
}
