import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A connection with both ends in this process. */
export interface MemoryConnection extends Duplex {
  remoteAddress: string;
  /** Bytes that the other end has read. */
  bytesTaken: number;
}

export type Connection = Socket | MemoryConnection;

/** How fast a client must read an answer that waits for it. */
export interface ReadRate {
  bytes: number;
  /** The time in which the client must read this amount. */
  ms: number;
  /** How often the server checks. */
  checkMs: number;
}

/** 1 kB/s over a minute. */
const READ_RATE: ReadRate = { bytes: 60_000, ms: 60_000, checkMs: 5_000 };

/** The open connections of a server. */
export function openConnections(app: FastifyInstance): ReadonlySet<Connection> {
  const open = new Set<Connection>();
  app.server.on('connection', (connection: Connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  return open;
}

const streaming = new WeakSet<object>();

/** Exempts a connection that streams: a stream has its own limit for readers that fall behind. */
export function leaveToItsStream(connection: Socket): void {
  streaming.add(connection);
}

/**
 * Disconnects clients that hardly read the answers they requested. Node's own timeout does not help: it restarts with
 * every byte, so a client could hold a connection, and everything that waits on it, for days.
 */
export function cutSlowReaders(
  app: FastifyInstance,
  connections: ReadonlySet<Connection>,
  rate: ReadRate = READ_RATE,
): void {
  // Counts checks instead of time, because clients cannot read while this process is blocked.
  const patience = Math.ceil(rate.ms / rate.checkMs);
  /** The check at which data began to wait, and the amount read by then. */
  const waiting = new Map<Connection, { since: number; taken: number }>();

  function check(connection: Connection, now: number): void {
    // A connection in memory has been written to the end long before it is read.
    const waits = connection.writableLength > 0 || connection.writableFinished;
    if (!waits || streaming.has(connection)) {
      waiting.delete(connection);
      return;
    }
    const taken = bytesTaken(connection);
    const before = waiting.get(connection);
    if (before !== undefined && now - before.since < patience) return;
    if (before !== undefined && taken - before.taken < rate.bytes) connection.destroy();
    else waiting.set(connection, { since: now, taken });
  }

  let checks = 0;
  const timer = setInterval(() => {
    checks += 1;
    // A connection of a host is here only while it waits for an answer of this service.
    for (const connection of waiting.keys()) if (!connections.has(connection)) waiting.delete(connection);
    for (const connection of connections) check(connection, checks);
  }, rate.checkMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Answers are written in pieces, so this grows while a large one is read. */
function bytesTaken(connection: Connection): number {
  if (!(connection instanceof Socket)) return connection.bytesTaken;
  return connection.bytesWritten - connection.writableLength;
}
