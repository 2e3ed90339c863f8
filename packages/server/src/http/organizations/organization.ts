import { type Static, Type } from 'typebox';
import { MAX_MEMBERS } from '../../config/sections/organizations.ts';
import type { ErrorKind } from '../../errors.ts';
import { KeywardError } from '../../errors.ts';
import { type Metadata, MetadataSchema, readMetadata } from '../../features/audit/serializers/account.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { MAX_SLUG, MIN_SLUG, SLUG_PATTERN } from '../../features/organizations/slugs.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Services } from '../../services/services.ts';
import { ORGANIZATION_STATES, type OrganizationRow } from '../../store/engine/schema.ts';
import { OrganizationName } from '../wire/endpoint/organization-name.ts';
import { PolicySchema, presentPolicy } from './policy.ts';
import { ExternalId, MetadataPatch } from '../wire/endpoint/schemas.ts';

/** Organizations as the API shows them, and the fields that people and administrators set. */

const ID = 'org_4Yb1Qm0cW2nS8tJx6Kd3Vg';
const MAX_NAME = 128;

export const OrganizationParams = Type.Object({ id: OrganizationName });

/** The errors of every route that names an organization. */
export const ORGANIZATION_ERRORS = [
  'RouteNotFoundError',
  'OrganizationNotFoundError',
  'OrganizationSuspendedError',
  'PermissionMissingError',
  'RoleMismatchError',
] as const satisfies readonly ErrorKind[];

/** @throws KeywardError `RouteNotFoundError` while organizations are turned off */
export function assertOrganizations({ settings }: Services): void {
  if (!settings.current.organizations.enabled)
    throw new KeywardError('RouteNotFoundError', {
      message: 'Organizations are off: a superadmin turns on `enabled` in the settings `organizations`.',
    });
}

const LOGO = 'https://acme.example.com/logo.png';

export const OrganizationSchema = Type.Object({
  id: Type.String({ examples: [ID] }),
  name: Type.String({ examples: ['Acme'] }),
  slug: Type.String({ examples: ['acme'] }),
  logo_url: nullable(Type.String({ examples: [LOGO] })),
  metadata: Type.Unsafe<Metadata>({
    ...MetadataSchema,
    description: 'Members with `org:write` may change it',
  }),
  app_metadata: Type.Unsafe<Metadata>({
    ...MetadataSchema,
    description: 'Only superadmins, keys and the host may change it',
  }),
  external_id: nullable(Type.String({ description: 'Its id in another system', examples: ['customer-7'] })),
  policy: PolicySchema,
  members_count: Type.Integer({ examples: [12] }),
  max_members: nullable(Type.Integer({ description: 'Null: as the settings say', examples: [50] })),
  status: Type.Unsafe<OrganizationRow['status']>({ type: 'string', enum: [...ORGANIZATION_STATES] }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** An organization as shown to people who are not members yet. */
export const BriefOrganizationSchema = Type.Object({
  id: Type.String({ examples: [ID] }),
  name: Type.String({ examples: ['Acme'] }),
  slug: Type.String({ examples: ['acme'] }),
  logo_url: nullable(Type.String({ examples: [null] })),
});

export function presentBrief({
  uid: id,
  name,
  slug,
  logo_url,
}: OrganizationRow): Static<typeof BriefOrganizationSchema> {
  return { id, name, slug, logo_url };
}

export function presentOrganization(row: OrganizationRow): Static<typeof OrganizationSchema> {
  const { uid: id, name, slug, logo_url, external_id, members_count, max_members, status } = row;
  return {
    id,
    name,
    slug,
    logo_url,
    metadata: readMetadata(row.metadata),
    app_metadata: readMetadata(row.app_metadata),
    external_id,
    policy: presentPolicy(row),
    members_count,
    max_members,
    status,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

export const Name = Type.String({ format: 'label', maxLength: MAX_NAME, examples: ['Acme'] });

/** The fields that can be set, all optional. */
export const FIELDS = {
  slug: Type.Optional(
    Type.String({
      pattern: SLUG_PATTERN,
      description: `${MIN_SLUG} to ${MAX_SLUG} of a-z, 0-9 and -, without a dash at the beginning or end; by default made from the name`,
      examples: ['acme'],
    }),
  ),
  logo_url: Type.Optional(nullable(Type.String({ format: 'web-url', examples: [LOGO] }))),
  metadata: Type.Optional(MetadataPatch),
  app_metadata: Type.Optional(MetadataPatch),
  external_id: Type.Optional(ExternalId),
  max_members: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MEMBERS,
        description:
          'Null: as the settings say. This and the two before are for superadmins, keys and the host',
      }),
    ),
  ),
};
