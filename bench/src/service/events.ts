import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../../packages/server/test/support/at-exit.ts';
import type { DatabaseKind } from '../../../packages/server/test/support/databases.ts';
import { startProcess } from '../../../packages/server/test/support/process.ts';
import { until } from '../../../packages/server/test/support/until.ts';
import { followFeed } from './feed.ts';
import { type Keyward, startKeyward, startOn } from '../support/keyward.ts';
import { load, percentile, request } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';
import { loginSenders, meSenders } from '../support/senders.ts';

const ACCOUNTS = 100;
const CONNECTIONS = 32;
/** Messages of one replay. */
const MESSAGES = 2_000;
/** Events a second, while the delay of the feed is measured. */
const TRICKLE = { connections: 10, rate: 50 };
const FEED = { below: 250 };
const COST = { atLeast: 0.97 };
const DRAIN_MS = 120_000;

/** Instances that share a database share their keys. */
const SHARED = {
  KEYWARD_JWT_SECRET: 'a secret that all instances of the benchmark share',
  KEYWARD_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8',
};

/** The cost of a webhook, its messages per second, and the delay of the feed. */
export async function prepareEvents(stack: AsyncDisposableStack, kind: DatabaseKind, name: string) {
  const silent = await startKeyward(stack, kind, ACCOUNTS);
  const told = await startKeyward(stack, kind, ACCOUNTS, SHARED);
  await told.database.query(`update accounts set role = 'superadmin' where email = $1`, [
    told.accounts[0]?.email ?? '',
  ]);
  const receiver = await startReceiver(stack);
  const { id } = await ask(told, 'POST', '/webhook/', { url: receiver.url });
  const instances = [told];
  if (kind === 'postgres') {
    const folder = tempFolder();
    stack.defer(() => folder.remove());
    const other = await startOn(stack, { url: told.database.url, dataDir: folder.path }, SHARED);
    instances.push({ ...told, ...other });
  }
  /** Renames give the replays something to send. */
  for (let events = 0; events < MESSAGES;) {
    const senders = renameSenders(told);
    events += (await load({ url: told.url, senders, seconds: 1 })).latencies.length;
  }

  /** Waits until no delivery is pending. */
  async function quiet(): Promise<void> {
    const pending = `select count(*) as pending from deliveries where state = 'pending'`;
    const behind = 'select count(*) as behind from webhooks, events where events.position > webhooks.cursor';
    await until(
      async () => {
        const [deliveries] = await told.database.query(pending);
        const [events] = await told.database.query(behind);
        await sleep(100);
        return Number(deliveries?.['pending']) + Number(events?.['behind']) === 0;
      },
      'the receiver has everything',
      DRAIN_MS,
    );
  }

  /** Messages a second of a replay of the newest events. */
  async function replay(): Promise<number> {
    const [row] = await told.database.query(
      `select at from events order by at desc limit 1 offset ${MESSAGES - 1}`,
    );
    const before = await receiver.count();
    const start = performance.now();
    await ask(told, 'POST', `/webhook/${String(id)}/replay`, {
      since: new Date(Number(row?.['at'])).toISOString(),
    });
    await until(async () => (await receiver.count()) >= before + MESSAGES, 'the replay is over', DRAIN_MS);
    return ((await receiver.count()) - before) / ((performance.now() - start) / 1_000);
  }

  /** How much a webhook slows down requests of a kind. */
  async function cost(
    label: string,
    sendersOf: (keyward: Keyward) => ReturnType<typeof meSenders>,
    seconds: number,
  ) {
    const alone = await load({ url: silent.url, senders: sendersOf(silent), seconds });
    const beside = await load({ url: told.url, senders: sendersOf(told), seconds });
    await quiet();
    return [
      { label: `${label}, ${name}, one webhook`, value: beside.perSecond, unit: '/s' },
      { label: '  of none', value: beside.perSecond / alone.perSecond, unit: '', target: COST },
    ] as const;
  }

  async function feedDelay(label: string, reader: Keyward, seconds: number): Promise<Value[]> {
    const feed = await followFeed(reader);
    await load({
      url: told.url,
      senders: renameSenders(told, TRICKLE.connections),
      seconds,
      rate: TRICKLE.rate,
    });
    const delays = await feed.stop();
    await quiet();
    return [
      { label: `feed, ${name}, ${label}, p50`, value: percentile(delays, 0.5), unit: 'ms' },
      { label: '  p99', value: percentile(delays, 0.99), unit: 'ms', target: FEED },
    ];
  }

  return async (seconds: number): Promise<Value[]> => {
    await quiet();
    const values: Value[] = [
      ...(await cost('password logins', loginSenders, seconds)),
      ...(await cost('GET /me', (keyward) => meSenders(keyward, CONNECTIONS), seconds)),
      { label: `messages to one webhook, ${name}`, value: await replay(), unit: '/s' },
    ];
    await quiet();
    const labels = ['one instance', 'across two'];
    for (const [index, reader] of instances.entries())
      values.push(...(await feedDelay(labels[index] ?? '', reader, seconds)));
    return values;
  };
}

async function startReceiver(stack: AsyncDisposableStack) {
  const script = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const { url } = stack.use(await startProcess({ script, args: [] }));
  return { url: `${url}/`, count: async () => Number(await (await fetch(url)).text()) };
}

let serial = 0;

/** Each request is an event. */
function renameSenders({ accounts }: Keyward, connections = CONNECTIONS): ReturnType<typeof meSenders> {
  return accounts.slice(0, connections).map(({ token }) => ({
    next: () => {
      serial += 1;
      return request('PATCH', '/auth/me', { token, body: { name: `Name ${serial}` } });
    },
  }));
}

/** Sends a request as the superadmin. */
async function ask(
  { url, accounts: [superadmin] }: Keyward,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/auth${path}`, {
    method,
    headers: { authorization: `Bearer ${superadmin?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return { ...Object(JSON.parse(text)) };
}
