import express from 'express';
import { createVerifier } from '@keyward/client/verify';

export const verifier = createVerifier({
  url: process.env['AUTH_URL'] ?? 'http://127.0.0.1:4000',
  credentials: { token: () => process.env['AUTH_KEY'] ?? '' },
});

export const app = express();

app.get('/orders', async (request, response) => {
  const { data: claims, error } = await verifier.verify(request.headers.authorization);
  if (error) return response.status(error.status).json({ error: error.kind, message: error.message });
  return response.json({ of: claims.aid });
});

app.get('/healthz', (_request, response) => {
  const { current, checkedAt, ended } = verifier.state();
  response.status(current ? 200 : 503).json({ current, checkedAt, ended });
});
