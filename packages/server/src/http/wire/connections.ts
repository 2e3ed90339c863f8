import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A connection of which both ends are in this process. */
export interface MemoryConnection extends Duplex {
  remoteAddress: string;
  /** Bytes that its other end has taken. */
  bytesTaken: number;
}

export type Connection = Socket | MemoryConnection;

/** What a client must take of an answer that waits for it. */
export interface ReadingPace {
  bytes: number;
  /** Within which time. */
  ms: number;
  /** How often it is looked. */
  checkMs: number;
}

/** 1 kB a second over a minute. */
const PACE: ReadingPace = { bytes: 60_000, ms: 60_000, checkMs: 5_000 };

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

/** Leaves a connection to its stream, which has a rule of its own for readers that fall behind. */
export function leaveToItsStream(connection: Socket): void {
  streaming.add(connection);
}

/**
 * Cuts clients off that hardly read the answers that they asked for. Node's own timeout is no help: it begins anew with
 * every byte, so that a client could hold a connection, and what waits on it, for days.
 */
export function cutSlowReaders(
  app: FastifyInstance,
  connections: ReadonlySet<Connection>,
  pace: ReadingPace = PACE,
): void {
  /** Since when something has been waiting, and what had been taken by then. */
  const waiting = new WeakMap<Connection, { since: number; taken: number }>();

  function check(connection: Connection, now: number): void {
    // One in memory has been written to the end long before it is read.
    const waits = connection.writableLength > 0 || connection.writableFinished;
    if (!waits || streaming.has(connection)) {
      waiting.delete(connection);
      return;
    }
    const taken = bytesTaken(connection);
    const before = waiting.get(connection);
    if (before !== undefined && now - before.since < pace.ms) return;
    if (before !== undefined && taken - before.taken < pace.bytes) connection.destroy();
    else waiting.set(connection, { since: now, taken });
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) check(connection, now);
  }, pace.checkMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function bytesTaken(connection: Connection): number {
  if (!(connection instanceof Socket)) return connection.bytesTaken;
  // Of a write that is under way only the handle knows how much is left. Node's own timeout asks it too.
  const handle: unknown = Reflect.get(connection, '_handle');
  return numberOf(handle, 'bytesWritten') - numberOf(handle, 'writeQueueSize');
}

function numberOf(handle: unknown, name: string): number {
  const value: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : 0;
  return typeof value === 'number' ? value : 0;
}
