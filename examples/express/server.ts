import express from 'express';
import { createKeyward } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({ env: process.env, publicUrl: `http://127.0.0.1:${port}` });

const app = express();
app.use(express.json());
app.use(keyward.node);

app.get('/hello', async (request, response) => {
  // A token that is not good is an error with a status, which Express answers.
  const caller = await keyward.authenticate(request);
  response.send(`Hello ${caller?.account.name ?? 'stranger'}\n`);
});

const server = app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
const setUpLink = await keyward.setUpLink();
if (setUpLink !== null) console.log(`Create the first superadmin at ${setUpLink}`);

process.once('SIGTERM', () => {
  server.close();
  void keyward.close();
  // Browsers open connections in advance, which would hold the end back.
  setTimeout(() => server.closeAllConnections(), 1_000).unref();
});
