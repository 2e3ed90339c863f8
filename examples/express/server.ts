import express, { type NextFunction, type Request, type Response } from 'express';
import { createKeyward, errorCode, KeywardError } from 'keyward';

const port = Number(process.env['PORT'] ?? 3000);
const keyward = await createKeyward({
  env: process.env,
  publicUrl: `http://127.0.0.1:${port}`,
  // The console, and the pages for people: /id/console, /id/signin …
  paths: { web: '/id' },
});

const app = express();
app.use(express.json());
app.use(keyward.node);

app.get('/hello', async (request, response) => {
  // An invalid token is an error, which the handler below answers.
  const caller = await keyward.authenticate(request);
  response.send(`Hello ${caller?.account.name ?? 'stranger'}\n`);
});

// `keyward.api` checks no permissions, so the application does.
async function staffOnly(request: Request, response: Response, next: NextFunction): Promise<void> {
  const caller = await keyward.authenticate(request);
  if (caller !== null && ['staff', 'superadmin'].includes(caller.account.role)) return next();
  response.status(caller === null ? 401 : 403).json({ message: 'This is for staff.' });
}

app.get('/staff/accounts', staffOnly, async (request, response) => {
  const { q } = request.query;
  response.json(await keyward.api.accounts.list({ q: typeof q === 'string' ? q : '', limit: 20 }));
});

app.post('/staff/accounts/:id/suspend', staffOnly, async (request, response) => {
  const { id, role } = await keyward.api.accounts.query({ field: 'id', value: String(request.params['id']) });
  // Otherwise staff could lock out the superadmins.
  if (role !== 'user') return void response.status(403).json({ message: 'Staff suspend users only.' });
  response.json(await keyward.api.accounts.update({ account_id: id, status: 'suspended' }));
});

// Keyward answers its own errors; these are of the application's routes. Without it, Express shows a page.
app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (!(error instanceof KeywardError)) return next(error);
  const { kind, message, statusCode } = error;
  response.status(statusCode).json({ success: false, error: kind, error_code: errorCode(kind), message });
});

const setUpLink = await keyward.setUpLink();
const mailboxLink = keyward.mailboxLink();
const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) {
    console.error(`${error.message}. Choose another port: PORT=3001 npm start`);
    process.exitCode = 1;
    void keyward.close();
    return;
  }
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
