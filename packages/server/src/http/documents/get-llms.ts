import { Type } from 'typebox';
import type { Documents } from '../../features/operations/documents/documents.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import { encode, sendEncoded } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { mountedBelow } from '../wire/mounted.ts';

const Text = Type.String({ contentMediaType: 'text/plain' });
const TYPE = 'text/plain; charset=utf-8';

const indexOf = loadOncePer(async (documents: Documents, files: string) =>
  encode(await documents.index((path) => `${files}?path=${encodeURIComponent(path)}`)),
);
const wholeOf = loadOncePer(async (documents: Documents) => encode(await documents.full()));

export const getLlms = publicEndpoint({
  summary: 'The index of the documentation, in the form of llmstxt.org',
  response: { 200: Text },
  errors: [],
  async handle({ services, request, reply }) {
    const files = `${services.publicUrl()}${mountedBelow(request, '/llms.txt')}/api/documents/file`;
    return sendEncoded({ request, reply: reply.type(TYPE) }, await indexOf(request.server.documents, files));
  },
});

export const getLlmsFull = publicEndpoint({
  summary: 'The whole documentation as one text',
  response: { 200: Text },
  errors: [],
  handle: async ({ request, reply }) =>
    sendEncoded({ request, reply: reply.type(TYPE) }, await wholeOf(request.server.documents)),
});
