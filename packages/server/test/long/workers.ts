import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxy } from '../failures/proxy.ts';
import { seededRandom } from '../failures/random.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import { tempFolder } from '../support/at-exit.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { type KeywardProcess, startProcess } from '../support/process.ts';
import { freePort } from '../support/servers.ts';
import { type Part, Skipped } from './part.ts';
import { assertWhole, startLoad } from './through-outage.ts';

const INSTANCES = 2;
const LOAD_MS = 60_000;
/** Between two kills: a killed instance is back by then. */
const PAUSE_MS = { least: 2_000, most: 5_000 };
/** The part of the kills that take a whole instance. */
const WHOLE = 0.25;
const AWAY_MS = 3_000;
/** How long requests that began while the database was away may still be answered with 503. */
const BACK_MS = 5_000;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

export const workers: Part = {
  name: 'workers',
  about:
    'Two instances of several processes, killed at random, and their PostgreSQL away once: nothing is lost',
  limit: 4,
  async run(tell) {
    if (WITHOUT_POSTGRES) throw new Skipped(WITHOUT_POSTGRES);
    if (!existsSync(`/proc/${process.pid}/task/${process.pid}/children`))
      throw new Skipped('this system does not tell the children of a process');
    const seed = Date.now() % 2 ** 31;
    tell(`seed ${seed}`);
    const random = seededRandom(seed);
    await using direct = await createTestDatabase('postgres');
    const url = new URL(direct.url);
    await using proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);

    const places = await Promise.all(
      Array.from({ length: INSTANCES }, async () => ({ folder: tempFolder(), port: await freePort() })),
    );
    const start = async (index: number): Promise<KeywardProcess> =>
      startProcess({
        args: ['serve', '--workers', '2'],
        timeoutMs: 60_000,
        env: {
          ...WITHOUT_LIMITS,
          KEYWARD_PORT: String(places[index]?.port),
          KEYWARD_DATA_DIR: places[index]?.folder.path ?? '',
          KEYWARD_DATABASE_URL: url.href,
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
          KEYWARD_JWT_SECRET: 'a-secret-for-all-instances-of-this-run',
          KEYWARD_MASTER_KEY: '5a'.repeat(32),
        },
      });
    const instances = [await start(0), await start(1)];
    try {
      const load = startLoad(
        instances.map((instance) => instance.url),
        seed,
        { mayBreak: true },
      );
      const end = performance.now() + LOAD_MS;
      const outageAt = performance.now() + LOAD_MS / 2;
      let outage: { from: number; to: number } | null = null;
      const kills = { workers: 0, instances: 0 };
      while (performance.now() < end) {
        await delay(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
        if (outage === null && performance.now() > outageAt) {
          const from = performance.now();
          await proxy.cut();
          await delay(AWAY_MS);
          await proxy.restore();
          outage = { from, to: performance.now() };
          tell(`the database was away for ${AWAY_MS} ms`);
          continue;
        }
        const index = Math.floor(random() * INSTANCES);
        const instance = instances[index];
        if (instance === undefined) continue;
        if (random() < WHOLE) {
          await instance.kill('SIGKILL');
          instances[index] = await start(index);
          kills.instances += 1;
        } else {
          const found = childrenOf(instance.pid);
          const victim = found[Math.floor(random() * found.length)];
          if (victim === undefined) continue;
          process.kill(victim, 'SIGKILL');
          kills.workers += 1;
        }
      }
      const checked =
        (await load.finish()) + (await assertWhole((text) => direct.query(text), load.people()));
      const { sent, writes, worstMs, refused, away, broken } = load.figures;
      tell(
        `${writes} writes; ${kills.workers} workers and ${kills.instances} instances killed; ` +
          `${broken} requests broke, ${refused} were answered with 503`,
      );
      if (away !== null && (outage === null || away.from < outage.from || away.to > outage.to + BACK_MS))
        throw new Error(
          `503 was answered from ${Math.round(away.from - (outage?.from ?? 0))} ms to ${Math.round(away.to - (outage?.to ?? 0))} ms after the database was away and back`,
        );
      return {
        sent,
        injected: `${kills.workers + kills.instances} kills, 1 outage`,
        checked,
        lost: 0,
        worstMs,
        slopeKib: null,
      };
    } finally {
      for (const instance of instances) await instance.kill('SIGTERM');
      for (const { folder } of places) folder.remove();
    }
  },
};
