import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A connection to a server that a test can cut. */
export interface Proxy extends AsyncDisposable {
  port: number;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Stalls open and new connections without closing them. */
  stall(): void;
  /** Delays each piece by this number of milliseconds. */
  slow(ms: number): void;
  /** Passes new connections again, without delay. Stalled ones stay stalled. */
  restore(): Promise<void>;
}

/** Forwards connections to a port of 127.0.0.1. */
export async function startProxy(targetPort: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let lateMs = 0;
  let server: Server | null = null;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  /** Passes pieces on, with the delay. */
  function late(): Transform {
    return new Transform({
      transform: (piece, _encoding, done) => {
        if (lateMs === 0) done(null, piece);
        else setTimeout(done, lateMs, null, piece);
      },
    });
  }

  async function listen(port: number): Promise<number> {
    const listening = createServer((client) => {
      keep(client);
      if (stalled) return;
      const target = keep(connect(targetPort, '127.0.0.1'));
      client.pipe(late()).pipe(target).pipe(late()).pipe(client);
      client.once('close', () => target.destroy());
      target.once('close', () => client.destroy());
    });
    listening.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    server = listening;
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('No TCP address');
    return address.port;
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = null;
    closing?.close();
    for (const socket of sockets) socket.destroy();
    if (closing !== null) await once(closing, 'close');
  }

  const port = await listen(0);
  return {
    port,
    cut,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    slow(ms) {
      lateMs = ms;
    },
    async restore() {
      stalled = false;
      lateMs = 0;
      if (server === null) await listen(port);
    },
    [Symbol.asyncDispose]: cut,
  };
}
