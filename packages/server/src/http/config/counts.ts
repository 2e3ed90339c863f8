import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint.ts';

export const counts = adminEndpoint({
  summary: 'The numbers of rows in the main tables',
  response: {
    200: Type.Object({
      accounts: Type.Integer(),
      oauth: Type.Integer(),
      sessions: Type.Integer(),
      otp: Type.Integer(),
    }),
  },
  errors: [],
  handle: ({ services }) => services.store.counts(),
});
