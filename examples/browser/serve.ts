import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';

/** The folder with the built client. */
const client = resolve(process.argv[2] ?? 'packages/client/dist');
const port = Number(process.env['PORT'] ?? 3000);
const service = process.env['SERVICE'] ?? 'http://127.0.0.1:4000';

async function answer(path: string, response: ServerResponse): Promise<void> {
  const [, script] = /^\/client\/([a-z]+\.js)$/.exec(path) ?? [];
  if (script !== undefined) {
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.end(await readFile(resolve(client, script)));
  } else if (path === '/') {
    const page = await readFile(new URL('index.html', import.meta.url), 'utf8');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page.replace('http://127.0.0.1:4000', service));
  } else response.writeHead(404).end();
}

const server = createServer((request, response) => {
  answer(request.url ?? '/', response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});

server.once('error', (error) => {
  console.error(`${error.message}. Choose another port: PORT=3001 npm run example`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${port}; it signs people in at ${service}`);
});
