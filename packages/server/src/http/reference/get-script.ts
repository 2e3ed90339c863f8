import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { publicEndpoint } from '../endpoint.ts';

/** A year: the address changes with the version. */
const CACHING = 'public, max-age=31536000, immutable';

/** Compressed. Four megabytes that nobody loads who does not open the reference. */
let script: Promise<Buffer> | undefined;

export const getReferenceScript = publicEndpoint({
  summary: 'The script of the reference page',
  response: { 200: Type.String({ contentMediaType: 'text/javascript' }) },
  errors: [],
  async handle({ request, reply }) {
    script ??= load().catch((error: unknown) => {
      script = undefined;
      throw error;
    });
    const compressed = await script;
    const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': CACHING,
      vary: 'accept-encoding',
      ...(zipped && { 'content-encoding': 'gzip' }),
    });
    return reply.send(zipped ? compressed : await promisify(gunzip)(compressed));
  },
});

/** From the plugin's own route, because the package gives its script in no other way. */
async function load(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  await using app = Fastify();
  await app.register(plugin, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
  if (statusCode !== 200) throw new Error(`the reference has no script: ${statusCode}`);
  return promisify(gzip)(rawPayload);
}
