import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';

export const DocumentMatchSchema = Type.Object({
  path: Type.String({ examples: ['cookies.md'] }),
  line: Type.Integer({ description: 'From 1' }),
  snippet: Type.String(),
});

export const getSearch = publicEndpoint({
  summary: 'Search the documentation; the most relevant lines come first, at most 100',
  query: Type.Object({
    q: Type.String({
      pattern: '\\S',
      maxLength: 200,
      description: 'A word or several, in any case; a line is found that holds all of them',
    }),
  }),
  response: {
    200: Type.Object({
      query: Type.String(),
      results: Type.Array(DocumentMatchSchema),
    }),
  },
  errors: [],
  handle: async ({ services, query: { q } }) => ({ query: q, results: await services.documents.search(q) }),
});
