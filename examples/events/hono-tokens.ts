import { Hono } from 'hono';
import { createVerifier, type TokenClaims } from '@keyward/client/verify';

export const verifier = createVerifier({
  url: process.env['AUTH_URL'] ?? 'http://127.0.0.1:4000',
  credentials: { token: () => process.env['AUTH_KEY'] ?? '' },
});

export const app = new Hono<{ Variables: { claims: TokenClaims } }>();

app.use(async (c, next) => {
  const { data: claims, error } = await verifier.verify(c.req.header('authorization'));
  if (error) return Response.json({ error: error.kind, message: error.message }, { status: error.status });
  c.set('claims', claims);
  return next();
});

app.get('/orders', (c) => c.json({ of: c.get('claims').aid }));
