import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
} from '../organizations/organization.ts';
import { ConnectionSchema, FIELDS, Name, OidcChanges, presentConnection, SamlChanges } from './connection.ts';

export const postConnection = organizationEndpoint({
  summary:
    'Connect the identity provider of an organization, by `oidc` or `saml`; a draft until its `status` is `active`. A draft may lack the values that come from the provider',
  params: OrganizationParams,
  body: body({
    name: Name,
    ...FIELDS,
    oidc: Type.Optional(OidcChanges),
    saml: Type.Optional(SamlChanges),
  }),
  response: { 201: ConnectionSchema },
  errors: [...ORGANIZATION_ERRORS, 'OrganizationLimitError', 'ProviderFailedError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: fields }) {
    const { connections } = await services.connections();
    return presentConnection(services, await connections.create(asker, params.id, fields));
  },
});
