import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

export const getSources = adminEndpoint({
  summary: 'The source of each setting in force',
  response: {
    200: Type.Object({
      sections: Type.Record(
        Type.String(),
        Type.Object({
          version: Type.Integer({ description: 'Of the saved section; 0: nothing is saved' }),
          fields: Type.Record(Type.String(), Type.String({ description: 'default, environment or saved' })),
        }),
        { examples: [{ cookie: { version: 1, fields: { cookie_mode: 'saved', path: 'default' } } }] },
      ),
    }),
  },
  errors: [],
  handle: ({ services: { runtimeSettings } }) => ({ sections: runtimeSettings.sources() }),
});
