import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import http2, {
  type Http2SecureServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express, { type Express } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import type { Keyward } from '../../src/index.ts';
import { makeCertificate, trust } from '../features/delivery/mail/certificates.ts';
import { over, type Send } from './mounted.ts';
import { overHttp2 } from './over-http2.ts';

/** A host application with Keyward, which answers `host` on its own paths. */
export interface Host extends AsyncDisposable {
  url: string;
  send: Send;
}

/** Starts a host on a free loopback port. */
export type StartHost = (keyward: Keyward) => Promise<Host>;

export const HOSTS: Record<string, StartHost> = {
  'node:http': (keyward) => listening(createServer(handler(keyward))),

  'Express 5': (keyward) => listening(createServer(expressApp(keyward))),

  'Express 5 after express.json()': (keyward) =>
    listening(createServer(expressApp(keyward, (app) => app.use(express.json())))),

  'Fastify 5': async (keyward) => {
    const app = Fastify({ forceCloseConnections: true });
    await app.register(keyward.fastify);
    app.get('/*', async () => 'host');
    const url = await app.listen({ port: 0 });
    return { url, send: over(url), [Symbol.asyncDispose]: () => app.close() };
  },

  'Fastify 5 over HTTP/2': async (keyward) => {
    const app = Fastify({ http2: true });
    await app.register(keyward.fastify);
    app.get('/*', async () => 'host');
    const url = await app.listen({ port: 0 });
    return spokenTo(overHttp2(url), { url, [Symbol.asyncDispose]: () => app.close() });
  },

  'node:http2 without TLS': async (keyward) => {
    const host = await listening(http2.createServer(handler(keyward)));
    return spokenTo(overHttp2(host.url), host);
  },

  'node:http2 with TLS': async (keyward) => {
    const { host, certificate } = await secure(keyward);
    return spokenTo(overHttp2(host.url, certificate.cert), host);
  },

  'node:http2 with TLS, spoken to in HTTP/1.1': async (keyward) => {
    const { host, certificate } = await secure(keyward);
    return spokenTo(Object.assign(over(host.url), trust(certificate)), host);
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
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      send: over(url),
      [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
    };
  },
};

async function secure(keyward: Keyward) {
  const certificate = await makeCertificate({ ip: '127.0.0.1' });
  const options = { ...certificate, allowHTTP1: true };
  const host = await listening(http2.createSecureServer(options, handler(keyward)));
  return { certificate, host: { ...host, url: host.url.replace('http', 'https') } };
}

function spokenTo(send: Send & Disposable, host: Omit<Host, 'send'>): Host {
  return {
    url: host.url,
    send,
    [Symbol.asyncDispose]() {
      send[Symbol.dispose]();
      return host[Symbol.asyncDispose]();
    },
  };
}

function handler(keyward: Keyward) {
  return (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) =>
    keyward.node(request, response, () => response.end('host'));
}

function expressApp(keyward: Keyward, before: (app: Express) => void = () => {}): Express {
  const app = express();
  before(app);
  app.use(keyward.node);
  app.use((_request, response) => void response.send('host'));
  return app;
}

export async function listening(server: Server | Http2Server | Http2SecureServer): Promise<Host> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    send: over(url),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      }),
  };
}
