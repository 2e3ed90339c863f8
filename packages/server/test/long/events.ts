import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxy } from '../failures/proxy.ts';
import { loadWithEvents, type EventLoadResult } from '../failures/event-load.ts';
import { createTestDatabase, sqliteIn, WITHOUT_POSTGRES } from '../support/databases.ts';
import { fill, smallDisk } from './disk.ts';
import { type Findings, type Part, Skipped } from './part.ts';

const POSTGRES = { instances: 2, acts: 50_000, kills: 12 };
const SQLITE = { instances: 1, acts: 48_000, kills: 12 };
const FULL_DISK = { instances: 1, acts: 2_000, kills: 1 };
const OUTAGES = 4;
const OUTAGE_MS = 3_000;

type Run = (seed: number, tell: (progress: string) => void) => Promise<EventLoadResult>;

/** Two instances, whose connections to the database are cut again and again. */
const onPostgres: Run = async (seed, tell) => {
  await using database = await createTestDatabase('postgres');
  const url = new URL(database.url);
  await using proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const cut = async () => {
    await proxy.cut();
    await delay(OUTAGE_MS);
    await proxy.restore();
  };
  return await loadWithEvents({
    ...POSTGRES,
    database,
    url: url.href,
    seed,
    tell,
    outages: Array(OUTAGES).fill(cut),
  });
};

const onSqlite: Run = async (seed, tell) => {
  await using database = await createTestDatabase('sqlite');
  return await loadWithEvents({ ...SQLITE, database, url: database.url, seed, tell });
};

/** A disk that is full again and again. */
const onFullDisk: Run = async (seed, tell) => {
  using small = smallDisk();
  const database = sqliteIn(small.path);
  const filler = join(small.path, 'filler');
  const full = async () => {
    fill(filler);
    await delay(OUTAGE_MS);
    rmSync(filler);
  };
  return await loadWithEvents({
    ...FULL_DISK,
    database,
    url: database.url,
    seed,
    tell,
    outages: [full, full],
  });
};

const RUNS: readonly (readonly [name: string, run: Run, needs: string | false])[] = [
  ['PostgreSQL', onPostgres, WITHOUT_POSTGRES],
  ['SQLite', onSqlite, false],
  ['full disk', onFullDisk, false],
];

export const events: Part = {
  name: 'events',
  about:
    '100,000 acts with kills and outages: each is told to the feed once, and to bad receivers at least once',
  limit: 20,
  async run(tell): Promise<Findings> {
    const seed = Date.now() % 2 ** 31;
    tell(`seed ${seed}`);
    const found: EventLoadResult[] = [];
    for (const [name, run, missing] of RUNS) {
      if (missing !== false) {
        tell(`${name}: ${missing}`);
        continue;
      }
      try {
        const told = await run(seed, (progress) => tell(`${name}: ${progress}`));
        found.push(told);
        tell(`${name}: ${summary(told)}`);
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        tell(`${name}: ${error.message}`);
      }
    }
    const sum = (of: (told: EventLoadResult) => number) => found.reduce((total, told) => total + of(told), 0);
    return {
      sent: sum(({ sent }) => sent),
      injected: `${sum(({ injections }) => injections)} kills and outages, ${sum(({ failed }) => failed).toLocaleString('en')} messages failed`,
      checked: sum(({ checked }) => checked),
      lost: sum(({ lost }) => lost),
      worstMs: Math.max(...found.map(({ latencies }) => latencies.all.at(-1) ?? 0)),
      slopeKib: null,
    };
  },
};

function summary({ events: stored, latencies, feed, webhook }: EventLoadResult): string {
  return [
    `${stored.toLocaleString('en')} events`,
    `requests with good receivers ${shown(latencies.calm)}, with bad ones ${shown(latencies.trouble)}`,
    `feed ${shown(feed)}`,
    `webhook beside a stalled one ${shown(webhook)}`,
  ].join('; ');
}

/** The median and the 99th percentile. */
function shown(ascending: readonly number[]): string {
  const at = (share: number) => Math.round(ascending[Math.floor(ascending.length * share)] ?? Number.NaN);
  return `${at(0.5)} and ${at(0.99)} ms`;
}
