import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

export const counts = adminEndpoint({
  summary: 'How many accounts, provider links, live sessions and unused codes there are, as in their lists',
  response: {
    200: Type.Object({
      accounts: Type.Integer(),
      oauth: Type.Integer(),
      sessions: Type.Integer(),
      otp: Type.Integer(),
    }),
  },
  errors: [],
  handle: ({ services }) => services.store.counts(services.clock.now()),
});
