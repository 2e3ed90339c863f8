import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { countLines, countWords, nameOf } from '../../features/documents/documents.ts';
import { publicEndpoint } from '../wire/endpoint.ts';

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
  async handle({ services, query }) {
    const document = await services.documents.find(query.path);
    if (document === null) throw new KeywardError('DocumentNotFoundError');
    const { path, text } = document;
    return {
      name: nameOf(document),
      path,
      content: text,
      lines: countLines(text),
      words: countWords(text),
    };
  },
});
