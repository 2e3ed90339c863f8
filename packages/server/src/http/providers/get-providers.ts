import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const ProviderChoice = Type.Object({
  slot: Type.String({ description: 'As in the paths of the API', examples: ['idp1'] }),
  name: Type.String({ description: 'Its kind: the name of its preset', examples: ['google'] }),
  label: Type.String({ description: 'Its name for people', examples: ['Google'] }),
});

export const getProviders = publicEndpoint({
  summary: 'The identity providers that people can sign in with, in the order of their slots',
  response: {
    200: Type.Object({
      providers: Type.Array(ProviderChoice),
    }),
  },
  errors: [],
  handle: ({ services }) => ({ providers: services.providers.choices() }),
});
