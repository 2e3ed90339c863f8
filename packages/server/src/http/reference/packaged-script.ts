import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

/**
 * The script of the reference as its package has it, compressed. The package is there for development only: with all
 * that it depends on it is as large as the service. The build puts the script beside what it compiles.
 */
export async function packagedScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  await using app = Fastify();
  // From the plugin's own route: the package gives its script in no other way.
  await app.register(plugin, { routePrefix: '/', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
  if (statusCode !== 200) throw new Error(`the reference has no script: ${statusCode}`);
  return promisify(gzip)(rawPayload, { level: 9 });
}
