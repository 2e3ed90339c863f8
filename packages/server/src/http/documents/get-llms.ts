import { Type } from 'typebox';
import type { Services } from '../../features/services.ts';
import { compresses, encode, type Encoded } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint.ts';
import { mountedBelow } from '../wire/mounted.ts';

const Text = Type.String({ contentMediaType: 'text/plain' });

/** Of each instance in this process. */
const whole = new WeakMap<Services['documents'], Encoded>();

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
  async handle({ services: { documents }, request, reply }) {
    let text = whole.get(documents);
    if (text === undefined) {
      text = await encode(await documents.full());
      whole.set(documents, text);
    }
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', vary: 'Origin, Accept-Encoding' });
    return reply.send(compresses({ request, reply }) ? text.compressed : text.plain);
  },
});
