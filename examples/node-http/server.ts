import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createKeyward, errorCode, KeywardError } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({
  env: process.env,
  publicUrl: `http://127.0.0.1:${port}`,
  // The console, and the pages for people: /id/console, /id/signin …
  paths: { web: '/id' },
});

async function hello(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const caller = await keyward.authenticate(request);
    response.end(`Hello ${caller?.account.name ?? 'stranger'}\n`);
  } catch (error) {
    if (!(error instanceof KeywardError)) return void response.writeHead(500).end();
    const { kind, message, statusCode } = error;
    response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ success: false, error: kind, error_code: errorCode(kind), message }));
  }
}

const server = createServer((request, response) =>
  keyward.node(request, response, () => void hello(request, response)),
);

server.once('error', (error) => {
  console.error(`${error.message}. Choose another port: PORT=3001 npm start`);
  process.exitCode = 1;
  void keyward.close();
});
const setUpLink = await keyward.setUpLink();
const mailboxLink = keyward.mailboxLink();
server.listen(port, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${port}`);
  if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);
  if (mailboxLink !== null) console.log(`Mails are at ${mailboxLink}`);
});

process.once('SIGTERM', () => {
  server.close();
  void keyward.close();
  // Browsers open connections in advance, which would delay the shutdown.
  setTimeout(() => server.closeAllConnections(), 1_000).unref();
});
