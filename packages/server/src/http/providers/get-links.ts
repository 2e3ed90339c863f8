import { Type } from 'typebox';
import { connectionOf } from '../../store/tables/connection-links.ts';
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
    const uids = links.map(({ provider }) => connectionOf(provider)).filter((uid) => uid !== null);
    const names = await services.store.connections.namesOf(uids);
    return links.map((link) => {
      const presented = presentLink(services, link);
      const named = names.get(connectionOf(link.provider) ?? '');
      if (named === undefined) return presented;
      // Many connections have the name of their product only, or that of their organization.
      const { name, organization } = named;
      return { ...presented, name: name === organization ? name : `${name} (${organization})` };
    });
  },
});
