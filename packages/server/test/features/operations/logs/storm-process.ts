import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../../src/config/load.ts';
import { loadSecrets } from '../../../../src/config/secrets.ts';
import { createEvents } from '../../../../src/features/audit/events/events.ts';
import { createLogs } from '../../../../src/features/operations/logs/logs.ts';
import { createSections } from '../../../../src/features/settings/sections.ts';
import { createSettings } from '../../../../src/features/settings/settings.ts';
import { BY_SERVICE } from '../../../../src/features/audit/events/origin.ts';
import { systemClock } from '../../../../src/lib/clock.ts';
import { CLIENT } from '../../../http/people.ts';

/*
 * A separate process, which is killed. It writes numbered records as fast as it can, while the log is trimmed,
 * emptied, copied and read. It fails if the records that it reads are incomplete or out of order.
 */

const [folder = '', first = '0'] = process.argv.slice(2);
const RETENTION = { max_log_lines: 2_000, trim_log_lines: 300 };
/** Copies that are kept. */
const COPIES = 5;

const config = loadConfig({ env: { KEYWARD_DATA_DIR: folder }, cwd: folder, dotenv: false });
const { initial } = createSections({ config, secrets: loadSecrets(config), slots: [] });
const report = (error: unknown): never => {
  throw error;
};
const logs = createLogs({
  settings: createSettings({ ...initial, logging: { ...initial.logging, ...RETENTION } }),
  events: createEvents(() => systemClock.now(), report),
  store: {
    sessions: { ofSuperadmins: async () => new Set() },
    apiKeys: { live: async () => new Set() },
    transaction: (work) => work({ events: { add: async () => {} } }),
  },
  tokens: { verify: () => Promise.reject(new Error('there are no streams')) },
  clock: systemClock,
  report,
  secrets: [],
});
const by = {
  kind: 'host',
  by: BY_SERVICE,
  client: CLIENT,
  caller: null,
  key: null,
  delegation: null,
} as const;

async function write(): Promise<never> {
  for (let number = Number(first); ; number += 1) {
    logs.write({
      event: 'storm',
      message: `number ${number}`,
      metadata: { number, padding: 'x'.repeat(number % 200) },
    });
    if (number % 20 === 0) await setImmediate();
  }
}

async function copy(): Promise<never> {
  for (let count = 0; ; count += 1) {
    await logs.snapshot('app', `${first}-${count}`, by);
    if (count >= COPIES) await logs.deleteSnapshot(`app-${first}-${count - COPIES}`, by);
    await sleep(20);
  }
}

async function reset(): Promise<never> {
  for (;;) {
    await sleep(170);
    await logs.reset('app', by);
  }
}

async function read(name: () => Promise<string>): Promise<never> {
  for (;;) {
    const filter = Math.random() < 0.5 ? {} : { events: ['storm'] };
    const offset = Math.floor(Math.random() * 1_000);
    const page = await logs
      .page(await name(), { offset, limit: 500, order: 'asc', filter })
      .catch(ignoreMissing);
    let last = -1;
    for (const line of page?.lines ?? []) {
      const { metadata }: { metadata?: { number?: number } } = JSON.parse(line);
      const number = metadata?.number ?? last + 1;
      if (number <= last) throw new Error(`${number} comes after ${last}`);
      if (metadata?.number !== undefined) last = number;
    }
    await setImmediate();
  }
}

/** The copy was deleted meanwhile. */
function ignoreMissing(error: unknown): null {
  if (error instanceof Error && error.name === 'LogNotFoundError') return null;
  throw error;
}

await logs.start();
process.stdout.write('ready\n');
await Promise.all([
  write(),
  copy(),
  reset(),
  read(async () => 'app'),
  read(async () => {
    const { snapshots } = await logs.list();
    return snapshots[Math.floor(Math.random() * snapshots.length)]?.name ?? 'app';
  }),
]);
