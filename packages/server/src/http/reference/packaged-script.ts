import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

/**
 * The script of the reference from its package, compressed. The package is a development dependency: with all its own
 * dependencies it is as large as the service. The build puts the script next to the compiled code.
 */
export async function packagedScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  await using app = Fastify();
  // Through the plugin's own route, because the package exposes its script in no other way.
  await app.register(plugin, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
  if (statusCode !== 200) throw new Error(`the reference has no script: ${statusCode}`);
  return promisify(gzip)(rawPayload, { level: 9 });
}
