import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { Document } from '../../features/operations/documents/document.ts';
import { countLines, countWords, nameOf } from '../../features/operations/documents/documents.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import { encode, JSON_TYPE, sendEncoded } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

const bodyOf = loadOncePer((document: Document) => {
  const { path, text } = document;
  const name = nameOf(document);
  return encode(
    JSON.stringify({ name, path, content: text, lines: countLines(text), words: countWords(text) }),
  );
});

export const getFile = publicEndpoint({
  summary: 'One file of the documentation',
  query: Type.Object({
    path: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'A path from the tree',
      examples: ['cookies.md'],
    }),
  }),
  response: {
    200: Type.Object({
      name: Type.String({ examples: ['cookies.md'] }),
      path: Type.String({ examples: ['cookies.md'] }),
      content: Type.String({ description: 'Markdown' }),
      lines: Type.Integer(),
      words: Type.Integer(),
    }),
  },
  errors: ['DocumentNotFoundError'],
  async handle({ query, request, reply }) {
    const document = await request.server.documents.find(query.path);
    if (document === null) throw new KeywardError('DocumentNotFoundError');
    return sendEncoded({ request, reply: reply.type(JSON_TYPE) }, await bodyOf(document));
  },
});
