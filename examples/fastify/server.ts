import Fastify from 'fastify';
import { createKeyward, errorCode, KeywardError } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({
  env: process.env,
  publicUrl: `http://127.0.0.1:${port}`,
  // The console, and the pages for people: /id/console, /id/signin …
  paths: { web: '/id' },
});

const app = Fastify();
await app.register(keyward.fastify);

// Keyward answers its own errors; these are of the application's routes.
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof KeywardError)) throw error;
  const { kind, message, statusCode } = error;
  return reply.code(statusCode).send({ success: false, error: kind, error_code: errorCode(kind), message });
});

app.get('/hello', async (request) => {
  // An invalid token is an error, which the handler above answers.
  const caller = await keyward.authenticate(request);
  return `Hello ${caller?.account.name ?? 'stranger'}\n`;
});

const setUpLink = await keyward.setUpLink();
const mailboxLink = keyward.mailboxLink();
app.listen({ port, host: '127.0.0.1' }, (error) => {
  if (error) {
    console.error(`${error.message}. Choose another port: PORT=3001 npm start`);
    process.exitCode = 1;
    void app.close();
    return;
  }
  console.log(`Listening on http://127.0.0.1:${port}`);
  if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);
  if (mailboxLink !== null) console.log(`Mails are at ${mailboxLink}`);
});

process.once('SIGTERM', () => {
  void app.close();
  // Browsers open connections in advance, which would delay the shutdown.
  setTimeout(() => app.server.closeAllConnections(), 1_000).unref();
});
