import Fastify from 'fastify';
import { createKeyward } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({ env: process.env, publicUrl: `http://127.0.0.1:${port}` });

const app = Fastify();
await app.register(keyward.fastify);

app.get('/hello', async (request) => {
  // A token that is not good is an error with a status, which Fastify answers.
  const caller = await keyward.authenticate(request);
  return `Hello ${caller?.account.name ?? 'stranger'}\n`;
});

await app.listen({ port, host: '127.0.0.1' });
console.log(`Listening on http://127.0.0.1:${port}`);
const setUpLink = await keyward.setUpLink();
if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);

process.once('SIGTERM', () => {
  void app.close();
  // Browsers open connections in advance, which would hold the end back.
  setTimeout(() => app.server.closeAllConnections(), 1_000).unref();
});
