import { Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import { signedInEndpoint } from '../endpoint.ts';
import { Timestamp } from '../schemas.ts';

export const getLinks = signedInEndpoint({
  summary: 'The identity providers that the account is linked to, oldest first',
  response: {
    200: Type.Array(
      Type.Object({
        id: Type.Integer(),
        provider: Type.String({
          description: 'Its configured name; for one that is configured no more, its issuer',
        }),
        created_at: Timestamp,
      }),
    ),
  },
  errors: [],
  async handle({ services, caller }) {
    const links = await services.identities.list(caller.row.account_id);
    return links.map(({ id, provider, created_at }) => ({
      id,
      provider: services.providers.nameOf(provider),
      created_at: timestamp(created_at),
    }));
  },
});
