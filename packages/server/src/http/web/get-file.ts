import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { compresses } from '../wire/encoded.ts';
import { type Endpoint, publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { builtWeb, type Part } from './built-web.ts';

/** A year: a file's name changes with its content. */
const CACHING = 'public, max-age=31536000, immutable';

/** Made once: code is compiled for each schema. */
const FileParams = Type.Object({ file: Type.String({ examples: ['console-8GiWeWup.js'] }) });
const FileContent = Type.String({ contentMediaType: 'application/octet-stream' });

/** A file that the pages of a part load. */
export function getFile(part: Part): Endpoint {
  return publicEndpoint({
    summary: `A script, style or font of the ${part === 'console' ? 'console' : 'pages for end users'}`,
    tag: 'Operation',
    params: FileParams,
    response: { 200: FileContent },
    errors: ['RouteNotFoundError'],
    routine: true,
    async handle({ request, reply, params }) {
      const file = (await builtWeb())?.files.get(`${part}/${params.file}`);
      if (file === undefined) throw new KeywardError('RouteNotFoundError');
      const { type, compressed, plain } = file;
      reply.headers({
        'content-type': type,
        'cache-control': CACHING,
        ...(compressed !== null && { vary: 'accept-encoding' }),
      });
      return reply.send(compressed !== null && compresses({ request, reply }) ? compressed : await plain());
    },
  });
}
