import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { suiteKeyward } from '../../../server/test/http/expectations.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { compile } from '../support/build.ts';
import { recipeOf, type Tokens, tokensFor, walkThroughApi } from '../support/api-recipes.ts';

type RouteHandler = (request: Request, context: object) => Promise<Response>;

interface Recipe {
  app?: unknown;
  GET?: RouteHandler;
  metadata?: RouteHandler;
}

type Send = (path: string, init?: RequestInit) => Promise<Response>;

async function overHttp(listener: RequestListener): Promise<Send> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => closeServer(server));
  return (path, init) => fetch(`http://127.0.0.1:${portOf(server)}${path}`, init);
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- each recipe exports what its framework makes */
const SENDERS: Record<string, (recipe: Recipe, api: string) => Promise<Send>> = {
  Express: ({ app }) => overHttp(app as RequestListener),
  Hono: ({ app }, api) =>
    Promise.resolve((path, init) =>
      (app as { fetch: (request: Request) => Promise<Response> }).fetch(new Request(api + path, init)),
    ),
  async Fastify({ app }) {
    const server = app as { ready: () => Promise<unknown>; routing: RequestListener };
    await server.ready();
    return overHttp((request, response) => server.routing(request, response));
  },
  'Next.js': ({ GET, metadata }, api) =>
    Promise.resolve((path, init) => {
      const route = path === '/orders' ? GET : metadata;
      if (!route) throw new Error('no route');
      return route(new Request(api + path, init), { params: Promise.resolve({}) });
    }),
};
/* oxlint-enable typescript/no-unsafe-type-assertion */

/** What Next.js checks of the exports of a route. */
const ROUTES_OF_NEXT = `
import { GET, metadata } from './orders.ts';
type Context = { params: Promise<Record<string, string | string[] | undefined>> };
type Handler = (request: Request, context: Context) => Promise<Response | void> | Response | void;
export const routes: Handler[] = [GET, metadata];
`;

describe('an API is protected as the documentation says', () => {
  const keyward = suiteKeyward('sqlite');
  const api = 'https://api.example.net';
  // Below node_modules, so that the recipes find the packages.
  const folder = fileURLToPath(
    new URL(`../../../../node_modules/.cache/api-recipes-${process.pid}/`, import.meta.url),
  );
  let tokens: Tokens;
  before(async () => {
    await import('../support/resolve-client.ts');
    mkdirSync(folder, { recursive: true });
    tokens = await tokensFor(keyward, { api });
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, sender] of Object.entries(SENDERS))
    it(`in ${name}`, async () => {
      const about = { issuer: keyward.url, api };
      const file = join(folder, `${name.toLowerCase()}.mjs`);
      // Node.js strips no types from what is below node_modules.
      writeFileSync(file, stripTypeScriptTypes(recipeOf(name, about)));
      const recipe: Recipe = await import(pathToFileURL(file).href);
      await walkThroughApi(await sender(recipe, api), about, tokens);
    });

  it('in Next.js, by the types of its routes', async () => {
    writeFileSync(join(folder, 'orders.ts'), recipeOf('Next.js', { issuer: keyward.url, api }));
    writeFileSync(join(folder, 'routes.ts'), ROUTES_OF_NEXT);
    const options = { extends: '../../../tsconfig.json', files: ['routes.ts'], include: [] };
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ ...options, compilerOptions: { incremental: false } }));
    await compile('--project', project);
  });
});
