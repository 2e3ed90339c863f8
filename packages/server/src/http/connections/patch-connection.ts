import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, ReadVersion } from '../wire/endpoint/schemas.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import {
  ConnectionParams,
  ConnectionSchema,
  FIELDS,
  Name,
  OidcChanges,
  SamlChanges,
  presentConnection,
} from './connection.ts';

export const patchConnection = organizationEndpoint({
  summary: 'Change a connection, turn it on or off; another issuer needs the secret again',
  params: ConnectionParams,
  body: body({
    name: Type.Optional(Name),
    ...FIELDS,
    oidc: Type.Optional(OidcChanges),
    saml: Type.Optional(SamlChanges),
    version: Type.Optional(ReadVersion),
  }),
  response: { 200: ConnectionSchema },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError', 'VersionMismatchError', 'ProviderFailedError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: edit }) {
    const { connections } = await services.connections();
    const changed = await connections.change(asker, params.id, params.connection_id, edit);
    return presentConnection(services, changed);
  },
});
