import { type Static, Type } from 'typebox';
import { connectionOf } from '../../store/tables/connection-links.ts';
import type { Services } from '../../services/services.ts';
import type { ProviderLinkRow } from '../../store/engine/schema.ts';
import { LinkSchema, presentLink } from '../presenters/link.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';

const OwnLinkSchema = Type.Object({
  ...LinkSchema.properties,
  name: Type.Optional(
    Type.String({
      description: 'The connection of an organization, and the organization, if `provider` is a connection',
      examples: ['Keycloak (Acme)'],
    }),
  ),
});

export const getLinks = signedInEndpoint({
  summary: 'The identity providers that the account is linked to, oldest first',
  response: { 200: Type.Array(OwnLinkSchema) },
  errors: [],
  async handle({ services, caller }) {
    const links = await services.identityLinks.list(caller.row.account_id);
    return Promise.all(links.map((link) => presentOwnLink(services, link)));
  },
});

async function presentOwnLink(
  services: Services,
  link: ProviderLinkRow,
): Promise<Static<typeof OwnLinkSchema>> {
  const { connections, organizations } = services.store;
  const presented = presentLink(services, link);
  const uid = connectionOf(link.provider);
  const row = uid === null ? null : await connections.find(uid);
  const organization = row === null ? null : await organizations.find(row.organization_id);
  if (row === null || organization === null) return presented;
  // Many connections have the name of their product only, or that of their organization.
  const { name } = row;
  return { ...presented, name: name === organization.name ? name : `${name} (${organization.name})` };
}
