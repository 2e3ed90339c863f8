import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';

/** The folder with the built client. */
const client = resolve(process.argv[2] ?? 'packages/client/dist');
const port = Number(process.env['PORT'] ?? 3000);
const service = process.env['SERVICE'] ?? 'http://127.0.0.1:4000';

/** The page itself, and where mails and identity providers send the browser. */
const PAGES = new Set(['/', '/oauth/callback']);

async function answer(path: string, response: ServerResponse): Promise<void> {
  const [, script] = /^\/client\/([a-z-]+\.js)$/.exec(path) ?? [];
  const [, own] = /^\/((?:page|proof|security)\.js)$/.exec(path) ?? [];
  if (script !== undefined || own !== undefined) {
    const file = script === undefined ? new URL(String(own), import.meta.url) : resolve(client, script);
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.end((await readFile(file, 'utf8')).replace('http://127.0.0.1:4000', service));
  } else if (PAGES.has(path)) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(await readFile(new URL('index.html', import.meta.url)));
  } else response.writeHead(404).end();
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  answer(pathname, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});

server.once('error', (error) => {
  console.error(`${error.message}. Choose another port: PORT=3001 npm run example`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => {
  // Browsers have no passkeys for IP addresses.
  console.log(`Open http://localhost:${port}; it signs people in at ${service}`);
});
