import { createServer } from 'node:http';
import { createVerifier } from '@keyward/client/verify';
import { invoicesApi } from './api.ts';

const verifier = createVerifier({
  url: process.env['KEYWARD_URL'] ?? 'http://127.0.0.1:4000',
  credentials: { token: () => process.env['KEYWARD_KEY'] ?? '' },
});
createServer(invoicesApi(verifier)).listen(3000, '127.0.0.1');
