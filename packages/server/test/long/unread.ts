import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../support/databases.ts';
import { type PublicRequest, publicRequests } from '../support/public-requests.ts';
import { requestFrom } from '../support/raw-http.ts';
import { cpuMs, rss, sampleRss } from '../support/resources.ts';
import { startBounded } from './bounded-heap.ts';
import type { Part } from './part.ts';

const CONNECTIONS = 3;
/** One request in progress, and the most that may wait behind it. */
const HELD = 33;
/** The number of requests after which a client is cut off. */
const TOO_MANY = 1_000;
/** Many connections of one address, each with as many requests as one read brings. */
const CROWD = { connections: 400, requests: 1_500 };
const WORST_MS = 1_500;
const MOST_BYTES = 96 * 2 ** 20;
/** Half a megabyte for each connection: one read, the requests of its first piece, and buffers. */
const MOST_BYTES_OF_CROWD = CROWD.connections * 2 ** 19;
/** The maximum work for a probe; more is work for other requests. */
const QUIET_MS = 50;
const QUIET_PROBES = 10;

interface Figures {
  route: string;
  /** The CPU time of the service while a probe waited, because the machine may be busy otherwise. */
  worstMs: number;
  /** By how much resident memory grew, in bytes. */
  grown: number;
}

/** Sends requests in one packet on each connection, and reads nothing. */
function ask(port: number, { text }: PublicRequest, count: number, connections = CONNECTIONS): Socket[] {
  const packet = Array.from({ length: count }, (_, index) => text(index)).join('');
  return Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => {}).write(packet);
    return socket;
  });
}

function workOf(pid: number): number {
  const work = cpuMs(pid);
  if (work === null) throw new Error('the service has ended');
  return work;
}

/** The longest wait of the probes until the service is idle. */
async function worstProbe(port: number, pid: number): Promise<number> {
  let worst = 0;
  for (let quiet = 0; quiet < QUIET_PROBES;) {
    const before = workOf(pid);
    const start = performance.now();
    // A timeout means ten seconds of work, or a busy machine.
    await requestFrom({ port, path: '/livez' }).catch(() => {});
    worst = Math.max(worst, Math.min(performance.now() - start, workOf(pid) - before));
    await delay(10);
    quiet = workOf(pid) - before < QUIET_MS ? quiet + 1 : 0;
  }
  return worst;
}

/** @param crowd whether many connections send at once, instead of few */
async function measure(request: PublicRequest, crowd = false): Promise<Figures> {
  await using database = await createTestDatabase('sqlite');
  await using keyward = await startBounded(database, { NODE_OPTIONS: '--max-old-space-size=256' });
  const port = Number(new URL(keyward.url).port);
  await worstProbe(port, keyward.pid);
  const before = rss(keyward.pid) ?? 0;
  const peak = sampleRss(keyward.pid, 20);
  const rounds = crowd
    ? [CROWD]
    : [HELD, TOO_MANY].map((requests) => ({ requests, connections: CONNECTIONS }));
  let worstMs = 0;
  const sockets: Socket[] = [];
  for (const { requests, connections } of rounds) {
    sockets.push(...ask(port, request, requests, connections));
    worstMs = Math.max(worstMs, await worstProbe(port, keyward.pid));
  }
  for (const socket of sockets) socket.destroy();
  const route = crowd ? `${request.route} on ${CROWD.connections} connections` : request.route;
  return { route, worstMs, grown: (peak() ?? 0) - before };
}

/** `TEST_ROUTES` is a regular expression for the routes of a run; without it, a run takes all. */
const CHOSEN = new RegExp(process.env['TEST_ROUTES'] ?? '');

const shown = ({ route, worstMs, grown }: Figures) =>
  `${route}: ${Math.round(worstMs)} ms, ${Math.round(grown / 2 ** 20)} MiB`;

export const unread: Part = {
  name: 'unread',
  about: `RL21: every public route in a new process of 256 MiB, ${HELD} and ${TOO_MANY} requests at once on ${CONNECTIONS} connections that read nothing`,
  limit: 40,
  async run(tell) {
    const requests = (await publicRequests('/auth')).filter(({ route }) => CHOSEN.test(route));
    const all: Figures[] = [];
    for (const [index, request] of requests.entries()) {
      for (const crowd of index === 0 ? [true, false] : [false]) {
        const figures = await measure(request, crowd).catch((cause: unknown) => {
          throw new Error(request.route, { cause });
        });
        all.push(figures);
        tell(shown(figures));
      }
    }
    const slowest = all.toSorted((a, b) => b.worstMs - a.worstMs);
    const largest = all.toSorted((a, b) => b.grown - a.grown);
    tell(`slowest\n${slowest.slice(0, 5).map(shown).join('\n')}`);
    tell(`largest\n${largest.slice(0, 5).map(shown).join('\n')}`);
    const bad = all.filter(
      ({ worstMs, grown }, index) =>
        worstMs > WORST_MS || grown > (index === 0 ? MOST_BYTES_OF_CROWD : MOST_BYTES),
    );
    for (const figures of bad) tell(`too much: ${shown(figures)}`);
    return {
      sent: all.length * CONNECTIONS * (HELD + TOO_MANY),
      injected: `${all.length} routes`,
      checked: all.length,
      lost: bad.length,
      worstMs: slowest[0]?.worstMs ?? null,
      slopeKib: null,
    };
  },
};
