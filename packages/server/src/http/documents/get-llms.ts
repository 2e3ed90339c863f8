import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { mountedBelow } from '../wire/mounted.ts';

const Text = Type.String({ contentMediaType: 'text/plain' });

export const getLlms = publicEndpoint({
  summary: 'The index of the documentation, in the form of llmstxt.org',
  response: { 200: Text },
  errors: [],
  handle({ services, request, reply }) {
    reply.type('text/plain; charset=utf-8');
    const file = `${services.publicUrl()}${mountedBelow(request, '/llms.txt')}/api/documents/file`;
    return services.documents.index((path) => `${file}?path=${encodeURIComponent(path)}`);
  },
});

export const getLlmsFull = publicEndpoint({
  summary: 'The whole documentation as one text',
  response: { 200: Text },
  errors: [],
  async handle({ services, reply }) {
    return reply.type('text/plain; charset=utf-8').send(await services.documents.full());
  },
});
