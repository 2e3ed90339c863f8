import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { versionOf } from '../../features/oauth/application-fields.ts';
import type { ShownApplication } from '../../features/oauth/applications.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ApplicationSecretRow } from '../../store/engine/schema.ts';
import { Version } from '../wire/endpoint/schemas.ts';
import { ApplicationFields, ClientId, oneOf, TypeOfApplication } from './fields.ts';

const SOURCES = ['created', 'registered', 'metadata_document'] as const;

const Time = (meaning: string) =>
  nullable(
    Type.String({
      description: `${meaning}, in the form of created_at; null: never`,
      examples: ['2026-01-31T12:00:00.000'],
    }),
  );

export const SecretSchema = Type.Object({
  id: Type.Integer(),
  hint: Type.String({ description: 'The beginning of the secret', examples: ['kw_app_00P7TM'] }),
  created_at: Timestamp,
  expires_at: Time('When it expires'),
  last_used_at: Time('Its last use, to the hour'),
});

export const ApplicationSchema = Type.Object({
  client_id: ClientId,
  type: TypeOfApplication,
  source: oneOf(SOURCES, 'How it was added'),
  ...ApplicationFields,
  secrets: Type.Array(SecretSchema),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
  last_used_at: Time('The last time that it got a token, to the hour'),
  expires_at: Time('When it ends by itself'),
});

export const ClientSecret = Type.String({
  description: 'Keep it now: it is not shown again',
  examples: ['kw_app_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3gK1pv'],
});

export const NewApplicationSchema = Type.Object({
  ...ApplicationSchema.properties,
  client_secret: Type.Optional(ClientSecret),
});

const time = (at: number | null) => (at === null ? null : timestamp(at));

export function presentSecret(row: ApplicationSecretRow): Static<typeof SecretSchema> {
  const { id, hint } = row;
  return {
    id,
    hint,
    created_at: timestamp(row.created_at),
    expires_at: time(row.expires_at),
    last_used_at: time(row.last_used_at),
  };
}

export function presentApplication({
  application,
  secrets,
}: ShownApplication): Static<typeof ApplicationSchema> {
  const { client_id, name, type, source, details } = application;
  return {
    client_id,
    name,
    type,
    source,
    ...details,
    token_endpoint_auth_method: application.auth_method,
    first_party: application.first_party === 1,
    require_pkce: application.require_pkce === 1,
    dpop_bound: application.dpop_bound === 1,
    enabled: application.enabled === 1,
    secrets: secrets.map(presentSecret),
    version: versionOf(application),
    created_at: timestamp(application.created_at),
    updated_at: timestamp(application.updated_at),
    last_used_at: time(application.last_used_at),
    expires_at: time(application.expires_at),
  };
}
