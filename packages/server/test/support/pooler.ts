import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The address of a pooler. */
export interface Pooler extends AsyncDisposable {
  url: string;
  /** From now on, all clients share one connection, between their transactions. */
  share(): void;
}

interface Message {
  type: string;
  bytes: Buffer;
}

/** Calls `onMessage` with each whole message of the protocol (PostgreSQL, "Message Formats"). */
function onMessages(socket: Socket, onMessage: (message: Message) => void, first?: (body: Buffer) => void) {
  let rest = Buffer.alloc(0);
  let greeted = first === undefined;
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      // The first message of a client has no type.
      const start = greeted ? 1 : 0;
      if (rest.length < start + 4) return;
      const length = start + rest.readInt32BE(start);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (greeted) onMessage({ type: String.fromCharCode(bytes[0] ?? 0), bytes });
      else first?.(bytes);
      greeted = true;
    }
  });
  socket.on('error', () => {});
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** A connection to the server, which clients use in turn. */
interface Backend {
  send(client: Socket, pieces: Buffer[]): void;
  /** Rolls back the transaction that a client has left open. */
  leave(client: Socket): void;
}

async function openBackend(target: URL, keep: (socket: Socket) => Socket): Promise<Backend> {
  const server = keep(connect(Number(target.port), target.hostname));
  const waiting: (() => void)[] = [];
  let holder: Socket | null = null;
  const ready = Promise.withResolvers<void>();
  let busy = true;
  let left = false;
  const forward = (bytes: Buffer) => {
    busy = true;
    server.write(bytes);
  };
  const rollBack = () => forward(message('Q', Buffer.from('rollback\0')));
  onMessages(server, ({ type, bytes }) => {
    holder?.write(bytes);
    if (type !== 'Z') return;
    ready.resolve();
    busy = false;
    // Idle: outside of a transaction.
    if (String.fromCharCode(bytes[5] ?? 0) === 'I') {
      holder = null;
      left = false;
      waiting.shift()?.();
    } else if (left) rollBack();
  });
  const parameters = `user\0${target.username}\0database\0${target.pathname.slice(1)}\0\0`;
  const greeting = Buffer.concat([Buffer.alloc(8), Buffer.from(parameters)]);
  greeting.writeInt32BE(greeting.length, 0);
  greeting.writeInt32BE(196_608, 4);
  server.write(greeting);
  await ready.promise;
  return {
    send(client, pieces) {
      const turn = () => {
        holder = client;
        forward(Buffer.concat(pieces));
      };
      if (holder === null || holder === client) turn();
      else waiting.push(turn);
    },
    leave(client) {
      if (holder !== client) return;
      left = true;
      if (!busy) rollBack();
    },
  };
}

/**
 * A pooler without support for prepared statements, like PgBouncer before 1.21. The server must trust its
 * clients.
 * @param mode with `transaction`, all clients share one connection to the server; with `session`, each has its
 * own
 */
export async function startPooler(serverUrl: string, mode: 'transaction' | 'session'): Promise<Pooler> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const shared = await openBackend(target, keep);
  let sharing = mode === 'transaction';

  const listening = createServer((client) => {
    keep(client);
    const own = sharing ? Promise.resolve(shared) : openBackend(target, keep);
    let batch: Buffer[] = [];
    onMessages(
      client,
      ({ type, bytes }) => {
        if (type === 'X') {
          client.end();
          return;
        }
        batch.push(bytes);
        if (type !== 'Q' && type !== 'S') return;
        const pieces = batch;
        batch = [];
        void own.then((backend) => (sharing ? shared : backend).send(client, pieces));
      },
      () => {
        const authenticated = message('R', Buffer.alloc(4));
        client.write(Buffer.concat([authenticated, message('Z', Buffer.from('I'))]));
      },
    );
    client.once('close', () => shared.leave(client));
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const url = new URL(serverUrl);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  url.port = String((listening.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    share: () => (sharing = true),
    [Symbol.asyncDispose]: async () => {
      listening.close();
      for (const socket of sockets) socket.destroy();
      await once(listening, 'close');
    },
  };
}
