import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createKeyward, errorCode, KeywardError } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({
  env: process.env,
  publicUrl: `http://127.0.0.1:${port}`,
  // The console, and the pages for people: /id/console, /id/signin …
  paths: { web: '/id' },
});

const app = new Hono();
app.use((c, next) =>
  keyward.owns(c.req.path)
    ? keyward.fetch(c.req.raw, { clientAddress: getConnInfo(c).remote.address })
    : next(),
);

app.get('/hello', async (c) => {
  const caller = await keyward.authenticate(c.req.raw);
  return c.text(`Hello ${caller?.account.name ?? 'stranger'}\n`);
});

app.onError((error, c) => {
  if (!(error instanceof KeywardError)) throw error;
  const { kind, message, statusCode } = error;
  const body = { success: false, error: kind, error_code: errorCode(kind), message };
  return Response.json(body, { status: statusCode, headers: c.res.headers });
});

const setUpLink = await keyward.setUpLink();
const mailboxLink = keyward.mailboxLink();
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => {
  console.log(`Listening on http://127.0.0.1:${port}`);
  if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);
  if (mailboxLink !== null) console.log(`Mails are at ${mailboxLink}`);
});
server.once('error', (error) => {
  console.error(`${error.message}. Choose another port: PORT=3001 npm start`);
  process.exitCode = 1;
  void keyward.close();
});

process.once('SIGTERM', () => {
  server.close();
  void keyward.close();
  // Browsers open connections in advance, which would delay the shutdown.
  setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 1_000).unref();
});
