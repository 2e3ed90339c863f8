import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { type Acts, actUntil, signUp } from './event-acts.ts';
import { checkEvents } from './event-checks.ts';
import { type Instance, startInstance } from './event-instances.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { followEvents } from './event-reader.ts';
import { seededRandom } from './random.ts';

export interface EventLoad {
  database: TestDatabase;
  /** The address of the database for the instances: direct, or a proxy. */
  url: string;
  instances: number;
  /** The number of acknowledged acts; nearly each causes an event. */
  acts: number;
  kills: number;
  /** Run one after another, among the kills. */
  outages?: readonly (() => Promise<void>)[];
  seed: number;
  tell?: (progress: string) => void;
}

export interface EventLoadResult {
  sent: number;
  checked: number;
  /** Acknowledged acts that are missing in the feed or at a receiver. */
  lost: number;
  events: number;
  /** Kills and outages. */
  injections: number;
  /** Messages that a receiver did not accept. */
  failed: number;
  /** Milliseconds, ascending. */
  latencies: { calm: number[]; trouble: number[]; all: number[] };
  /** Milliseconds from an event to the follower of the feed, ascending, before the first kill. */
  feed: number[];
  /** The same for the first attempt to the receiver that fails at random, while another receiver stalls. */
  webhook: number[];
}

const WORKERS = 12;
/** The shares of the acts with working receivers, and with failing ones before the first kill. */
const CALM = 0.15;
const TROUBLE = 0.15;
const PASS_MS = 500;
const DRAIN_MS = 240_000;

/**
 * Acts on a service that is killed and loses its database, with failing receivers, and follows its events.
 * @throws AssertionError for a wrong event
 */
export async function loadWithEvents(options: EventLoad): Promise<EventLoadResult> {
  const { database, acts: wanted, kills, outages = [], tell = () => {} } = options;
  const random = seededRandom(options.seed);
  await using stack = new AsyncDisposableStack();
  const instances: Instance[] = [];
  for (let index = 0; index < options.instances; index += 1)
    instances.push(stack.use(await startInstance(options.url)));
  const anyInstance = (): Instance => {
    const chosen = instances[Math.floor(random() * instances.length)];
    if (chosen === undefined) throw new Error('there is no instance');
    return chosen;
  };
  const asker = () => anyInstance().asker;

  const acts: Acts = { acknowledged: [], refused: [], unknown: 0, latencies: [] };
  const superadmin = await signUp(asker(), acts);
  await database.query(`update accounts set role = 'superadmin' where id = $1`, [superadmin.id]);
  const { token } = superadmin;
  const failing = stack.use(await startEventReceiver(seededRandom(options.seed + 1)));
  const stalled = stack.use(await startEventReceiver(seededRandom(options.seed + 2)));
  await addWebhook(failing);
  await addWebhook(stalled, ['session.ended']);
  const [row] = await database.query('select count(*) as events from events');
  const from = Number(row?.['events']);
  const reader = followEvents(asker, token);

  async function addWebhook(receiver: EventReceiver, types?: readonly string[]): Promise<void> {
    const body = { url: receiver.url, ...(types !== undefined && { types }) };
    const answer = await asker().ask('POST', '/webhook/', { token, body });
    if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}`);
    receiver.secret = String(answer.body['secret']);
  }

  const people = [];
  for (let index = 0; index < WORKERS; index += 1) people.push(await signUp(asker(), acts));
  const done = () => acts.acknowledged.length;
  let ended = false;
  const isOver = () => ended || done() >= wanted;
  const work = Promise.all(
    people.map((person, index) =>
      actUntil(isOver, person, { asker, superadmin, acts, random: seededRandom(options.seed + 10 + index) }),
    ),
  ).finally(() => {
    ended = true;
  });
  // Errors are reported at the end.
  work.catch(() => {});
  const reached = async (share: number) => {
    while (done() < share * wanted && !isOver()) await delay(10);
  };

  await reached(CALM);
  const calm = acts.latencies.length;
  const beginning = failing.delays.length;
  failing.trouble = 'random';
  stalled.trouble = 'stalled';
  await reached(CALM + TROUBLE);
  const troubled = acts.latencies.length;
  const feed = reader.delays.slice().sort(ascending);
  const webhook = failing.delays.slice(beginning).sort(ascending);
  tell(`${done().toLocaleString('en')} acts before the first kill`);

  const injections = spread(
    Array.from({ length: kills }, () => () => anyInstance().kill()),
    outages,
  );
  const rest = 1 - CALM - TROUBLE;
  for (const [index, inject] of injections.entries()) {
    await reached(CALM + TROUBLE + (rest * (index + random())) / injections.length);
    await inject();
    tell(`${done().toLocaleString('en')} acts, ${index + 1} of ${injections.length} injections`);
  }
  await work;

  failing.heal();
  stalled.heal();
  await reader.finish();
  await passTime(database, tell);
  const receivers = [
    { receiver: failing, takes: () => true, from },
    { receiver: stalled, takes: (type: string) => type === 'session.ended', from },
  ];
  const found = await checkEvents(database, { acts, reader, receivers });
  return {
    ...found,
    injections: injections.length,
    sent: acts.latencies.length + acts.unknown,
    failed: failing.figures.failed + stalled.figures.failed,
    latencies: {
      calm: acts.latencies.slice(0, calm).sort(ascending),
      trouble: acts.latencies.slice(calm, troubled).sort(ascending),
      all: acts.latencies.toSorted(ascending),
    },
    feed,
    webhook,
  };
}

/**
 * Waits until every delivery is finished. Retries, which may wait for hours, become due now; so do, once, the
 * claims of killed instances, which last 30 s.
 */
async function passTime(database: TestDatabase, tell: (progress: string) => void): Promise<void> {
  const passed = 'update deliveries set due_at = 0, next_attempt_at = 0';
  await database.query(`${passed}, lease = null where state = 'pending' and lease is not null`);
  await until(
    async () => {
      await delay(PASS_MS);
      await database.query(`${passed} where state = 'pending' and lease is null`);
      const [row] = await database.query(
        `select (select count(*) from deliveries where state = 'pending') as pending,
          (select count(*) from webhooks, events where events.position > webhooks.cursor) as behind`,
      );
      const [pending, behind] = [Number(row?.['pending']), Number(row?.['behind'])];
      tell(`${pending} deliveries are left, ${behind} events are not handed out`);
      return pending + behind === 0;
    },
    'every delivery is over',
    DRAIN_MS,
  );
}

/** Distributes the second list evenly in the first. */
function spread<T>(many: readonly T[], few: readonly T[]): T[] {
  const result = [...many];
  for (const [index, one] of few.entries())
    result.splice(Math.round(((index + 0.5) * result.length) / few.length), 0, one);
  return result;
}

function ascending(a: number, b: number): number {
  return a - b;
}
