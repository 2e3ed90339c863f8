import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { preferredLanguage } from '../../lib/accept-language.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import type { Document } from '../../features/operations/documents/document.ts';
import { OPERATOR_LANGUAGES } from '../../lib/languages.ts';
import { type Endpoint, type PublicContext, publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { encode, sendEncoded } from '../wire/encoded.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { pathOutside } from '../web/compose-boot.ts';
import { pagePolicy } from '../web/policy.ts';
import { createComposer } from './compose.ts';
import { pictures, PICTURES } from './pictures.ts';

/** The path that the routes are mounted below; empty at the root. */
export interface DocsPagePaths {
  documentationPath: string;
  webPath: string;
}

const Page = Type.String({
  description: 'A document without `.md`, or a folder; with `.md`, the answer is its Markdown',
  examples: ['providers'],
});
const Part = Type.String({ description: 'A document in the folder, without `.md`', examples: ['google'] });
/** An hour, because a changed picture keeps its address. */
const PICTURE_CACHING = 'public, max-age=3600';
const MARKDOWN = 'text/markdown; charset=utf-8';
const markdownOf = loadOncePer(({ text }: Document) => encode(text));
/** Made once, because code is compiled for each schema. */
const PageParams = Type.Object({ page: Page });
const PartParams = Type.Object({ page: Page, part: Part });

/** The endpoints of the overview, of a page, and of a page below another. */
export function docsPages(paths: DocsPagePaths): {
  overview: Endpoint;
  page: Endpoint;
  part: Endpoint;
} {
  const composer = createComposer();

  async function answer(
    { services, request, reply, client }: PublicContext,
    ...names: string[]
  ): Promise<unknown> {
    const path = names.join('/');
    if (path.endsWith('.md')) {
      const document = await request.server.documents.find(path);
      if (document === null) throw new KeywardError('DocumentNotFoundError');
      return sendEncoded({ request, reply: reply.type(MARKDOWN) }, await markdownOf(document));
    }
    const below = pathOutside(services);
    const asked = {
      documents: request.server.documents,
      addresses: { documentation: below + paths.documentationPath, web: below + paths.webPath },
      language: preferredLanguage(client.languages, OPERATOR_LANGUAGES),
    };
    const found = await composer.page(asked, names);
    reply.header('vary', 'Origin, Accept, Accept-Encoding, Accept-Language');
    if (found === null && request.headers.accept?.includes('text/html') !== true)
      throw new KeywardError('DocumentNotFoundError');
    reply.headers(pageHeaders(pagePolicy()));
    if (found === null) reply.code(404);
    return sendEncoded({ request, reply }, found ?? (await composer.missing(asked)));
  }

  return {
    overview: publicEndpoint({
      summary: 'HTML page with the overview of the documentation',
      response: { 200: HtmlPage },
      errors: [],
      handle: (context) => answer(context),
    }),
    page: publicEndpoint({
      summary: 'HTML page of a document',
      params: PageParams,
      response: { 200: HtmlPage },
      errors: ['DocumentNotFoundError'],
      handle: (context) => answer(context, context.params.page),
    }),
    part: publicEndpoint({
      summary: 'HTML page of a document in a folder; below `images`, a picture',
      params: PartParams,
      response: { 200: HtmlPage },
      errors: ['DocumentNotFoundError'],
      async handle(context) {
        const { page, part } = context.params;
        const picture = page === PICTURES ? (await pictures()).get(part) : undefined;
        if (picture === undefined) return answer(context, page, part);
        context.reply.headers({ 'content-type': 'image/webp', 'cache-control': PICTURE_CACHING });
        return context.reply.send(picture);
      },
    }),
  };
}
