import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Type } from 'typebox';
import { loadOnce } from '../../lib/load-once.ts';
import { compresses } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

/** A year: the address changes with the version. */
const CACHING = 'public, max-age=31536000, immutable';

/** Next to the compiled code. The sources have no such file, and use the script of its package. */
const BUILT = new URL('reference.js.gz', import.meta.url);

/** Loaded when the reference is first opened. One buffer each, shared by any number of slow readers. */
const compressed = loadOnce(load);
const plain = loadOnce(async () => promisify(gunzip)(await compressed()));

export const getReferenceScript = publicEndpoint({
  summary: 'The script of the reference page',
  response: { 200: Type.String({ contentMediaType: 'text/javascript' }) },
  errors: [],
  routine: true,
  async handle({ request, reply }) {
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': CACHING,
      vary: 'accept-encoding',
    });
    return reply.send(await (compresses({ request, reply }) ? compressed() : plain()));
  },
});

async function load(): Promise<Buffer> {
  if (existsSync(BUILT)) return readFile(BUILT);
  const { packagedScript } = await import('./packaged-script.ts');
  return packagedScript();
}
