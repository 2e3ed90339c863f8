import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express, { type Express } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import type { Keyward } from '../../src/index.ts';

/** A host application with Keyward in it, which answers `host` for what is its own. */
export interface Host extends AsyncDisposable {
  url: string;
}

/** Starts a host on a free loopback port. */
export type StartHost = (keyward: Keyward) => Promise<Host>;

export const HOSTS: Record<string, StartHost> = {
  'node:http': (keyward) =>
    listening(
      createServer((request, response) => keyward.node(request, response, () => response.end('host'))),
    ),

  'Express 5': (keyward) => listening(createServer(expressApp(keyward))),

  'Express 5 after express.json()': (keyward) =>
    listening(createServer(expressApp(keyward, (app) => app.use(express.json())))),

  'Fastify 5': async (keyward) => {
    const app = Fastify({ forceCloseConnections: true });
    await app.register(keyward.fastify);
    app.get('/*', async () => 'host');
    return { url: await app.listen({ port: 0 }), [Symbol.asyncDispose]: () => app.close() };
  },

  Hono: async (keyward) => {
    const app = new Hono<{ Bindings: { incoming: { socket: { remoteAddress?: string } } } }>();
    app.use(async (c, next) => {
      if (!keyward.owns(c.req.path)) return next();
      return keyward.fetch(c.req.raw, { clientAddress: c.env.incoming.socket.remoteAddress });
    });
    app.get('/*', (c) => c.text('host'));
    const { promise, resolve } = Promise.withResolvers<AddressInfo>();
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, resolve);
    const { port } = await promise;
    return {
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
    };
  },
};

function expressApp(keyward: Keyward, before: (app: Express) => void = () => {}): Express {
  const app = express();
  before(app);
  app.use(keyward.node);
  app.use((_request, response) => void response.send('host'));
  return app;
}

export async function listening(server: Server): Promise<Host> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeIdleConnections();
      }),
  };
}
