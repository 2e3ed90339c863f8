import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { LinkSchema, presentLink } from '../presenters/link.ts';

export const getLinks = signedInEndpoint({
  summary: 'The identity providers that the account is linked to, oldest first',
  response: { 200: Type.Array(LinkSchema) },
  errors: [],
  async handle({ services, caller }) {
    const links = await services.identityLinks.list(caller.row.account_id);
    return links.map((link) => presentLink(services, link));
  },
});
