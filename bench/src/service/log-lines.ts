import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createEvents } from '../../../packages/server/src/features/audit/events/events.ts';
import { createLogs } from '../../../packages/server/src/features/operations/logs/logs.ts';
import { createSettings } from '../../../packages/server/src/features/settings/settings.ts';
import { loadConfig } from '../../../packages/server/src/config/load.ts';
import { loadSecrets } from '../../../packages/server/src/config/secrets.ts';
import { createSections } from '../../../packages/server/src/features/settings/sections.ts';
import { systemClock } from '../../../packages/server/src/lib/clock.ts';
import { tempFolder } from '../../../packages/server/test/support/at-exit.ts';

/*
 * A separate process: writes request records to a log with redaction, to one without, and to a bare stream of Node.js,
 * each for some time. Prints the lines per second of each.
 */

const seconds = Number(process.argv[2] ?? '1');
/** Lines written before other work gets its turn, as under load. */
const AT_ONCE = 100;

const facts = {
  requestId: '0b0f2c1e-9f0e-4c57-8f0a-3d9f1f0c5a11',
  routine: false,
  method: 'GET',
  path: '/auth/me',
  pathIsOurs: true,
  statusCode: 200,
  clientIp: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  durationMs: 0.42,
  accountId: 7,
  sessionId: 12,
};

async function perSecond(write: () => void, settle: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let lines = 0;
  while (performance.now() - began < seconds * 1000) {
    for (let count = 0; count < AT_ONCE; count += 1) write();
    lines += AT_ONCE;
    await new Promise((resolve) => setImmediate(resolve));
    // The queue is bounded; beyond the bound, lines would be dropped instead of written.
    if (lines % 20_000 === 0) await settle();
  }
  await settle();
  return (lines * 1000) / (performance.now() - began);
}

async function logLines(redact_sensitive: boolean): Promise<{ perSecond: number; line: string }> {
  const folder = tempFolder();
  const config = loadConfig({ env: { KEYWARD_DATA_DIR: folder.path }, cwd: folder.path, dotenv: false });
  const { initial } = createSections({ config, secrets: loadSecrets(config), slots: [] });
  const settings = createSettings({
    ...initial,
    logging: { ...initial.logging, redact_sensitive, max_log_lines: 100_000_000 },
  });
  const report = (error: unknown) => {
    throw error;
  };
  const logs = createLogs({
    settings,
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
  await logs.start();
  const first = { offset: 0, limit: 1, order: 'asc', filter: {} } as const;
  const rate = await perSecond(
    () => logs.request(facts),
    () => logs.page('app', first),
  );
  const { lines } = await logs.page('app', first);
  await logs.close();
  folder.remove();
  return { perSecond: rate, line: lines[0] ?? '' };
}

async function bareLines(line: string): Promise<number> {
  const folder = tempFolder();
  const stream = createWriteStream(join(folder.path, 'bare.log'), { flags: 'a' });
  let waits = false;
  const rate = await perSecond(
    () => {
      waits = !stream.write(`${line}\n`);
    },
    async () => waits && stream.writableNeedDrain && once(stream, 'drain'),
  );
  stream.end();
  await once(stream, 'close');
  folder.remove();
  return rate;
}

const redacted = await logLines(true);
const plain = await logLines(false);
const bare = await bareLines(redacted.line);
process.stdout.write(JSON.stringify({ redacted: redacted.perSecond, plain: plain.perSecond, bare }));
