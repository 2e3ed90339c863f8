import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../failures/random.ts';
import { createTestDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/keyward.ts';
import { openFiles, rss } from '../support/resources.ts';
import { type Asker, askerOf } from './asked.ts';
import { startBounded } from './bounded-heap.ts';
import type { Part } from './part.ts';

const REQUESTS = 200_000;
const CLIENTS = 16;
const SAMPLE_EVERY = 4_000;
/** A warm-up before memory is measured: caches fill, and code is compiled. */
const WARM_UP = REQUESTS / 2;
/** The maximum growth over the whole run. */
const MOST_GROWTH = 32 * 2 ** 20;
const MOST_DESCRIPTORS = 20;

interface Client {
  email: string;
  name: string;
  access: string;
  refresh: string;
}

type Act = (asker: Asker, client: Client) => Promise<boolean>;

let serial = 0;

/** The requests with their frequencies. Each checks its answer. */
const MIX: readonly (readonly [number, Act])[] = [
  [
    45,
    async (asker, { access, name }) => {
      const { status, body } = await asker.ask('GET', '/me', { token: access });
      return status === 200 && Object(body['account']).name === name;
    },
  ],
  [14, refresh],
  [
    10,
    async (asker, client) => {
      serial += 1;
      client.name = `Name ${serial}`;
      const { status, body } = await asker.ask('PATCH', '/me', {
        token: client.access,
        body: { name: client.name },
      });
      return status === 200 && body['name'] === client.name;
    },
  ],
  [8, async (asker) => (await asker.ask('GET', '/config/pulse')).status === 200],
  [6, async (asker, { access }) => (await asker.ask('GET', '/me', { token: `${access}x` })).status === 401],
  [5, async (asker) => (await asker.ask('GET', '/nowhere')).status === 404],
  [5, async (asker) => (await asker.ask('POST', '/login', { body: { identifier: 7 } })).status === 422],
  [
    4,
    async (asker, { access }) => (await asker.ask('GET', '/me/sessions', { token: access })).status === 200,
  ],
  [2, async (asker, { access }) => (await asker.ask('GET', '/account/', { token: access })).status === 403],
  [
    0.5,
    async (asker, client) => {
      const ended = await asker.ask('POST', '/logout', { token: client.access });
      const dead = await asker.ask('GET', '/me', { token: client.access });
      return ended.status === 200 && dead.status === 401 && (await logIn(asker, client));
    },
  ],
  [0.3, async (asker) => signUp(asker, newClient())],
  [
    0.2,
    async (asker, { email }) => {
      const body = { identifier: email, password: 'Wrong-horse-1' };
      return (await asker.ask('POST', '/login', { body })).status === 401;
    },
  ],
];
const WEIGHTS = MIX.reduce((sum, [weight]) => sum + weight, 0);

function chosen(random: number): Act {
  let left = random * WEIGHTS;
  return MIX.find(([weight]) => (left -= weight) < 0)?.[1] ?? refresh;
}

function newClient(): Client {
  serial += 1;
  return { email: `soak${serial}@example.org`, name: `Name ${serial}`, access: '', refresh: '' };
}

async function signUp(asker: Asker, client: Client): Promise<boolean> {
  const { email, name } = client;
  const body = { email, name, password: PASSWORD };
  return took(client, await asker.ask('POST', '/signup/password', { body }));
}

async function logIn(asker: Asker, client: Client): Promise<boolean> {
  const body = { identifier: client.email, password: PASSWORD };
  return took(client, await asker.ask('POST', '/login', { body }));
}

async function refresh(asker: Asker, client: Client): Promise<boolean> {
  const body = { refresh_token: client.refresh };
  return took(client, await asker.ask('POST', '/token/refresh', { body }));
}

function took(client: Client, { status, body }: Awaited<ReturnType<Asker['ask']>>): boolean {
  client.access = String(body['access_token']);
  client.refresh = String(body['refresh_token']);
  return status === 200;
}

interface Sample {
  requests: number;
  rss: number;
  files: number;
}

/** The growth in bytes for each request, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ rss: bytes }) => bytes)];
  const over = samples.reduce((sum, one) => sum + (one.requests - x) * (one.rss - y), 0);
  const under = samples.reduce((sum, one) => sum + (one.requests - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

export const soak: Part = {
  name: 'soak',
  about: `${REQUESTS.toLocaleString('en')} mixed requests to one process: memory and descriptors stay flat`,
  limit: 15,
  async run(tell) {
    await using database = await createTestDatabase('sqlite');
    await using keyward = await startBounded(database, { KEYWARD_DUAL_TOKEN_MODE: 'on' });
    const asker = askerOf(keyward.url);
    const samples: Sample[] = [];
    let wrong = 0;
    const sample = () =>
      samples.push({
        requests: asker.figures.sent,
        rss: rss(keyward.pid) ?? Number.NaN,
        files: openFiles(keyward.pid) ?? Number.NaN,
      });

    const clients = Array.from({ length: CLIENTS }, newClient);
    for (const client of clients) if (!(await signUp(asker, client))) wrong += 1;
    await Promise.all(
      clients.map(async (client, index) => {
        const random = seededRandom(index);
        while (asker.figures.sent < REQUESTS) {
          if (!(await chosen(random())(asker, client))) wrong += 1;
          if (asker.figures.sent >= (samples.length + 1) * SAMPLE_EVERY) {
            sample();
            if (samples.length % 10 === 0) tell(`${asker.figures.sent.toLocaleString('en')} requests`);
          }
        }
      }),
    );
    // The last acknowledged value is stored.
    for (const client of clients) {
      const me = await asker.ask('GET', '/me', { token: client.access });
      if (Object(me.body['account']).name !== client.name) wrong += 1;
    }
    asker.close();
    await delay(500);
    const warm = samples.filter(({ requests }) => requests >= WARM_UP);
    const [first, last] = [warm[0], warm.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was measured');
    const slope = slopeOf(warm);
    tell(
      `resident ${Math.round(first.rss / 2 ** 20)} MiB at first, ${Math.round(last.rss / 2 ** 20)} MiB at last; descriptors ${first.files} and ${last.files}`,
    );
    if (Number.isFinite(slope) && slope * REQUESTS > MOST_GROWTH)
      throw new Error(`memory grows by ${slope} bytes a request`);
    if (last.files - first.files > MOST_DESCRIPTORS)
      throw new Error(`${last.files} descriptors, ${first.files} at first`);
    return {
      ...asker.figures,
      injected: '–',
      checked: asker.figures.sent,
      lost: wrong,
      slopeKib: Number.isFinite(slope) ? (slope * 1_000) / 1_024 : null,
    };
  },
};
