import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { askerAt, createFairQueue } from '../../lib/fair-queue.ts';
import { limitSmallPieces } from './small-pieces.ts';

/** The maximum number of requests that may wait on one connection; a client that sends more is cut off. */
const MOST_WAITING = 32;
/** The number of simultaneous requests of an HTTP/2 connection, whose answers may leave in any order. */
const STREAMS_AT_ONCE = 100;
/** How many requests begin in one turn of the event loop, and how long they may take together, in milliseconds. */
const MOST_IN_A_TURN = 8;
const LONGEST_TURN_MS = 2;
/** How many turns in a row may accept connections before more requests begin. */
const MOST_TURNS_TO_ACCEPT = 32;

interface Turn {
  /** The address of the client, as a fair queue uses it. */
  asker: string;
  start: () => void;
}

/** The requests of one connection that have no complete answer yet. */
interface Line {
  asker: string;
  inFlight: number;
  waiting: (() => void)[];
}

/** Begins a request when it is its turn. */
export type InTurn = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  begin: () => void,
) => void;

/**
 * Works on one request of a connection at a time: the next one begins when the client has received the previous answer,
 * and while one waits, the connection is not read. One packet can contain thousands of requests of 30 bytes. A client
 * that reads no answers could otherwise make the server compute all of them and keep them in memory. RFC 9112 §9.3.2
 * allows a server to do that, and to close the connection after any answer.
 *
 * In each turn of the event loop a few requests begin, and addresses take turns, so that one address with many
 * connections delays nobody else. Node accepts one new connection in each turn, and what a request does later, such as
 * to read its body, makes a turn long. So connections that wait are accepted before more requests begin: otherwise,
 * those of one client that connects and closes would keep all others out.
 * @param server accepts the connections; without one, a host application does
 */
export function createTurns(server?: Server): InTurn {
  const lines = new WeakMap<object, Line>();
  /** The requests that can begin as soon as it is their turn. */
  const ready = createFairQueue<Turn>(({ asker }) => asker);

  /** The requests that have begun in this turn without waiting for another. */
  let begun = 0;
  /** Whether this turn has accepted a connection, and how many in a row did. */
  let accepted = false;
  let accepting = 0;
  server?.on('connection', () => (accepted = true));

  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(turn);
    isScheduled = true;
  }

  function turn(): void {
    isScheduled = false;
    begun = 0;
    accepting = accepted ? accepting + 1 : 0;
    accepted = false;
    if (accepting % MOST_TURNS_TO_ACCEPT === 0) beginSome();
    if (ready.size > 0) schedule();
  }

  function beginSome(): void {
    const end = performance.now() + LONGEST_TURN_MS;
    for (let some = 0; some < MOST_IN_A_TURN && performance.now() < end; some += 1) ready.next()?.start();
  }

  /**
   * Starts in a later turn: otherwise, requests that are answered at once would run one after another before anything
   * else is read.
   */
  function callUp(request: Turn): void {
    ready.add(request);
    schedule();
  }

  /** Starts at once while few requests come. */
  function startSoon(request: Turn): void {
    if (ready.size > 0 || begun >= MOST_IN_A_TURN) return callUp(request);
    begun += 1;
    schedule();
    request.start();
  }

  function lineOf(connection: Connection): Line {
    const known = lines.get(connection);
    if (known !== undefined) return known;
    const { remoteAddress = '' } = 'socket' in connection ? connection.socket : connection;
    const line: Line = { asker: askerAt(remoteAddress), inFlight: 0, waiting: [] };
    lines.set(connection, line);
    connection.once('close', () => (line.waiting = []));
    // Node resumes the connection by itself after each request.
    connection.on('resume', () => {
      if (line.waiting.length > 0) pause(connection);
    });
    return line;
  }

  return (request, response, begin) => {
    const connection = connectionOf(request);
    // The rest of a packet, after the request for which the connection was closed.
    if (connection.destroyed) return;
    const line = lineOf(connection);
    if (mayHaveBody(request)) limitSmallPieces(request, response, () => connection.destroy());
    const start = () => {
      if (connection.destroyed) return;
      // A stream that its client has reset will not close again.
      if ('stream' in request && request.stream.closed) return leave();
      response.once('close', leave);
      begin();
    };
    const leave = () => {
      const next = line.waiting.shift();
      if (next === undefined) {
        line.inFlight -= 1;
        return;
      }
      if (line.waiting.length === 0 && 'resume' in connection) connection.resume();
      callUp({ asker: line.asker, start: next });
    };
    if (line.inFlight < (request.httpVersionMajor === 1 ? 1 : STREAMS_AT_ONCE)) {
      line.inFlight += 1;
      startSoon({ asker: line.asker, start });
    } else if (line.waiting.length < MOST_WAITING) {
      line.waiting.push(start);
      pause(connection);
    } else connection.destroy();
  };
}

/** Queues the requests of a server before any other handler sees them, because handlers take time too. */
export function limitPipelining(server: Server): void {
  const inTurn = createTurns(server);
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    inTurn(request, response, () => {
      for (const handle of handlers) Reflect.apply(handle, server, [request, response]);
    });
  });
}

/** The connection of a client. */
type Connection = Socket | Http2Session;

function connectionOf(request: IncomingMessage | Http2ServerRequest): Connection {
  return ('stream' in request ? request.stream.session : undefined) ?? request.socket;
}

function mayHaveBody(request: IncomingMessage | Http2ServerRequest): boolean {
  if ('stream' in request) return !request.stream.endAfterHeaders;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || length !== '0';
}

/** An HTTP/2 session has no such socket; its streams have separate windows. */
function pause(connection: Connection): void {
  if ('pause' in connection) connection.pause();
}
