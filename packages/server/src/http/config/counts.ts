import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

export const counts = adminEndpoint({
  summary: 'The numbers of accounts, provider links, live sessions and unused codes, as in their lists',
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
