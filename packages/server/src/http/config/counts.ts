import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint.ts';

export const counts = signedInEndpoint({
  summary: 'How many rows the main tables hold',
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
