import type { FastifyReply, FastifyRequest } from 'fastify';
import { leaveToItsStream } from './connections.ts';
import { closeConnection } from './close-connection.ts';

/** An open answer of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStream {
  /**
   * Cuts off a reader if too many bytes were waiting before; it can reconnect. The size of `bytes` does not
   * count.
   */
  write: (bytes: Buffer | string) => void;
  /** Resolves once nothing waits for the reader, or once the connection is closed. */
  drained: () => Promise<void>;
  /** From now on, only {@link write} detects slow readers. */
  live: () => void;
  /** Ends the stream after its last bytes, within a time limit. */
  end: () => void;
}

/** The maximum number of waiting bytes before a write. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** How long the last bytes of an ending stream may take to be sent. */
const LAST_BYTES_MS = 500;

export function describeEventStream(reply: FastifyReply): FastifyReply {
  return reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
}

/** Begins the answer. After this, its endpoint writes to it. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { raw } = reply;
  reply.hijack();
  closeConnection(reply);
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(header, value);
  raw.writeHead(200);
  raw.flushHeaders();
  let ended = false;
  return {
    write(bytes) {
      if (ended || raw.destroyed) return;
      // Checked before the write, because Node holds a write back until the tick ends, so a large event would make a
      // fast reader look slow.
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
      else raw.write(bytes);
    },
    drained: () =>
      new Promise((resolve) => {
        if (raw.destroyed || !raw.writableNeedDrain) return resolve();
        const done = () => {
          raw.off('drain', done).off('close', done);
          resolve();
        };
        raw.on('drain', done).on('close', done);
      }),
    live: () => leaveToItsStream(request.raw.socket),
    end() {
      ended = true;
      raw.end();
      setTimeout(() => raw.destroy(), LAST_BYTES_MS).unref();
    },
  };
}
