import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const DocumentMatchSchema = Type.Object({
  path: Type.String({ examples: ['cookies.md'] }),
  line: Type.Integer({ description: 'From 1' }),
  snippet: Type.String(),
});

export const getSearch = publicEndpoint({
  summary: 'Search the documentation; at most 100 lines, the most relevant first',
  query: Type.Object({
    q: Type.String({
      pattern: '\\S',
      maxLength: 200,
      description: 'One or more words, case-insensitive; a line matches if it contains all of them',
    }),
  }),
  response: {
    200: Type.Object({
      query: Type.String(),
      results: Type.Array(DocumentMatchSchema),
    }),
  },
  errors: [],
  handle: async ({ query: { q }, request }) => ({
    query: q,
    results: await request.server.documents.search(q),
  }),
});
