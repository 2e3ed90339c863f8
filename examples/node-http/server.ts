import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createKeyward, KeywardError } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({ env: process.env, publicUrl: `http://127.0.0.1:${port}` });

async function hello(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const caller = await keyward.authenticate(request);
    response.end(`Hello ${caller?.account.name ?? 'stranger'}\n`);
  } catch (error) {
    response.writeHead(error instanceof KeywardError ? error.statusCode : 500).end();
  }
}

const server = createServer((request, response) =>
  keyward.node(request, response, () => void hello(request, response)),
);

server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
const setUpLink = await keyward.setUpLink();
if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);

process.once('SIGTERM', () => {
  server.close();
  void keyward.close();
  // Browsers open connections in advance, which would hold the end back.
  setTimeout(() => server.closeAllConnections(), 1_000).unref();
});
