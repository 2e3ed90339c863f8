import { type Static, Type } from 'typebox';
import { MAX_ROLES } from '../../config/sections/organizations.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { readMapping, readOidc, readSaml } from '../../features/connections/connection.ts';
import { MAX_CERTIFICATE, MAX_CERTIFICATES, SAML_TEXTS } from '../../features/connections/saml-limits.ts';
import { signsInOwners } from '../../features/connections/trust.ts';
import { wordOf } from '../../features/connections/word.ts';
import { KEPT } from '../../features/settings/kinds/section-kind.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Services } from '../../services/services.ts';
import { CONNECTION_KINDS, CONNECTION_STATES, type ConnectionRow } from '../../store/engine/schema.ts';
import { partialBody, Version } from '../wire/endpoint/schemas.ts';
import { RoleName } from '../organizations/member.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { recordOf } from '../../lib/record-of.ts';

/** Connections as the API shows them, and the fields that can be set. */

const ID = 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg';
const ISSUER = 'https://login.acme.example.com';

const ConnectionId = Type.String({ pattern: '^con_[A-Za-z0-9_-]{22}$', examples: [ID] });

export const ConnectionParams = Type.Object({
  ...OrganizationParams.properties,
  connection_id: ConnectionId,
});

const TestId = Type.String({ pattern: '^tst_[A-Za-z0-9_-]{22}$', examples: ['tst_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });

export const TestParams = Type.Object({ ...ConnectionParams.properties, test_id: TestId });

/** Identifies a connection in routes that do not depend on its organization. */
export const SignInParams = Type.Object({ connection_id: ConnectionId });
export const TestRunParams = Type.Object({ ...SignInParams.properties, test_id: TestId });

const Kind = Type.Unsafe<ConnectionRow['kind']>({ type: 'string', enum: [...CONNECTION_KINDS] });
const Status = Type.Unsafe<ConnectionRow['status']>({
  type: 'string',
  enum: [...CONNECTION_STATES],
  description: 'Only an `active` one signs people in',
});
const Mapping = recordOf(Type.Array(RoleName, { maxItems: 2 * MAX_ROLES }), {
  maxProperties: 500,
  description:
    'The roles for each group that the claim or attribute `groups` names; without a match, the default role',
  examples: [{ engineers: ['member'] }],
});

const Issuer = Type.String({
  maxLength: 2048,
  format: 'web-url',
  description:
    'As the provider writes it: https, and a public address unless KEYWARD_CONNECTION_NETWORKS allows its network',
  examples: [ISSUER],
});
const ClientId = Type.String({ minLength: 1, maxLength: 512, format: 'text', examples: ['keyward'] });
const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 2048,
  format: 'text',
  description: '`***` in answers. `***` keeps the current value',
  examples: [KEPT],
});
const Scopes = Type.Array(
  Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,128}$', examples: ['openid'] }),
  {
    maxItems: 20,
    description: 'Default: openid, email, profile',
  },
);

const OIDC = { issuer: Issuer, client_id: ClientId, client_secret: ClientSecret };

export const Name = Type.String({ format: 'label', maxLength: 128, examples: ['Acme Entra ID'] });

/** The fields that can be set, all optional. */
export const FIELDS = {
  status: Type.Optional(Status),
  trust_factors: Type.Optional(
    Type.Boolean({
      description: 'Whether its sign-ins count as two factors, because the provider asks for both itself',
    }),
  ),
  mapping: Type.Optional(Mapping),
  keep_roles: Type.Optional(
    Type.Boolean({
      description:
        'Whether roles follow the groups at each sign-in; otherwise, only the first sign-in sets them',
    }),
  ),
};

const METADATA_BYTES = 48 * 1_024;
const PEM = '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n';
const Certificate = Type.String({
  minLength: 1,
  maxLength: MAX_CERTIFICATE,
  description: 'PEM',
  examples: [PEM],
});

/** The fields of SAML, all optional: metadata may give those of the provider. */
export const SamlChanges = partialBody({
  metadata: Type.String({
    minLength: 1,
    maxLength: METADATA_BYTES,
    examples: ['<EntityDescriptor …>'],
    description:
      'The metadata of the provider, as XML; it gives the entity, the address and the certificates',
  }),
  metadata_url: nullable(
    Type.String({
      maxLength: 2048,
      format: 'web-url',
      description: 'Where the metadata is fetched from: when it is set, and then each day; null: never',
      examples: [`${ISSUER}/saml/metadata`],
    }),
  ),
  idp_entity_id: Type.String({ ...SAML_TEXTS.idp_entity_id, examples: [ISSUER] }),
  idp_sso_url: Type.String({
    ...SAML_TEXTS.idp_sso_url,
    description: 'Where browsers are sent, by redirect',
    examples: [`${ISSUER}/saml`],
  }),
  idp_certificates: Type.Array(Certificate, {
    minItems: 1,
    maxItems: MAX_CERTIFICATES,
    description: 'The certificates that may sign; two while the provider changes its key',
  }),
  allow_idp_initiated: Type.Boolean({
    description: 'Whether sign-ins may begin at the provider. Such a sign-in cannot be tied to a browser',
  }),
  want_encrypted: Type.Boolean({ description: 'Whether assertions must be encrypted' }),
});

export const OidcChanges = partialBody({ ...OIDC, scopes: Scopes });

export const ConnectionSchema = Type.Object({
  id: ConnectionId,
  kind: Kind,
  name: Type.String({ examples: ['Acme Entra ID'] }),
  status: Status,
  trust_factors: Type.Boolean(),
  mapping: Mapping,
  keep_roles: Type.Boolean(),
  signs_in_owners: Type.Boolean({
    description:
      'Whether owners of the organization can sign in with it: not after somebody else has changed it, until an owner or a superadmin saves it',
  }),
  still_required: Type.Boolean({
    description:
      'Whether members still need it although an undo has turned it off: until somebody saves its `status`',
  }),
  oidc: Type.Optional(
    Type.Object({
      issuer: Type.String({ examples: [ISSUER] }),
      client_id: Type.String({ examples: ['keyward'] }),
      client_secret: Type.String({ description: 'Always `***`', examples: [KEPT] }),
      scopes: Type.Array(Type.String({ examples: ['openid'] })),
      redirect_uri: Type.String({
        description: 'Enter it at the provider',
        examples: [`https://auth.example.com/auth/connection/${ID}/callback`],
      }),
    }),
  ),
  saml: Type.Optional(
    Type.Object({
      idp_entity_id: Type.String({ examples: [ISSUER] }),
      idp_sso_url: Type.String({ examples: [`${ISSUER}/saml`] }),
      idp_certificates: Type.Array(
        Type.Object({ certificate: Type.String({ examples: [PEM] }), expires_at: Timestamp }),
      ),
      sp_entity_id: Type.String({
        description: 'Enter it at the provider; it is also the address of the metadata of this service',
        examples: [`https://auth.example.com/auth/saml/${ID}/metadata`],
      }),
      sp_acs_url: Type.String({
        description: 'Enter it at the provider',
        examples: [`https://auth.example.com/auth/saml/${ID}/acs`],
      }),
      metadata_url: nullable(Type.String({ examples: [null] })),
      allow_idp_initiated: Type.Boolean(),
      want_encrypted: Type.Boolean(),
    }),
  ),
  login_url: Type.String({
    description: 'The address to send a browser to; takes `frontend_url`',
    examples: [`https://auth.example.com/auth/connection/${ID}/login`],
  }),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export function presentConnection(services: Services, row: ConnectionRow): Static<typeof ConnectionSchema> {
  const { uid: id, kind, name, status, created_at, updated_at } = row;
  const mapping = Object.entries(readMapping(row)).map(([group, roles]): [string, string[]] => [
    group,
    [...roles],
  ]);
  const address = `${services.apiUrl()}/connection/${id}`;
  return {
    id,
    kind,
    name,
    status,
    trust_factors: row.trust_factors === 1,
    mapping: Object.fromEntries(mapping),
    keep_roles: row.keep_roles === 1,
    signs_in_owners: signsInOwners(row),
    still_required: row.still_required === 1,
    ...(kind === 'oidc'
      ? { oidc: presentOidc(row, `${address}/callback`) }
      : { saml: presentSaml(row, `${services.apiUrl()}/saml/${id}`) }),
    login_url: `${address}/login`,
    version: wordOf(row),
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  };
}

function presentOidc(row: ConnectionRow, redirectUri: string) {
  const { issuer, client_id, scopes } = readOidc(row);
  return { issuer, client_id, client_secret: KEPT, scopes: [...scopes], redirect_uri: redirectUri };
}

function presentSaml(row: ConnectionRow, address: string) {
  const { idp_entity_id, idp_sso_url, idp_certificates, ...rest } = readSaml(row);
  const { metadata_url, allow_idp_initiated, want_encrypted } = rest;
  return {
    idp_entity_id,
    idp_sso_url,
    idp_certificates: idp_certificates.map(({ certificate, endsAt }) => ({
      certificate,
      expires_at: timestamp(endsAt),
    })),
    sp_entity_id: `${address}/metadata`,
    sp_acs_url: `${address}/acs`,
    metadata_url,
    allow_idp_initiated,
    want_encrypted,
  };
}
