import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atExit, tempFolder } from '../../../support/at-exit.ts';
import { usually } from '../../../support/usual-size.ts';

/** The shortest duration; a minute with `TEST_LOG_STORM_SECONDS=60`. */
const SECONDS = Number(process.env['TEST_LOG_STORM_SECONDS'] ?? usually(1, 30));
const SCRIPT = fileURLToPath(new URL('storm-process.ts', import.meta.url));
/** A busy machine takes longer to write them. */
const ENOUGH_RECORDS = 1_000;
/** The number range of one life of the process; it writes fewer records. */
const STRIDE = 10_000_000;

interface Life {
  /** Kills it. @throws Error when it had ended by itself */
  kill(): Promise<void>;
}

async function live(folder: string, first: number): Promise<Life> {
  const child = spawn(process.execPath, [SCRIPT, folder, String(first)]);
  const forget = atExit(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
      forget();
      assert.equal(child.signalCode, 'SIGKILL', errors);
    },
  };
}

/**
 * Asserts that lines are whole records, in order, and that no record of one life is missing between its first and its
 * last.
 */
function assertInOrder(text: string, name: string): number {
  let last = -1;
  let records = 0;
  for (const line of text.split('\n').slice(0, -1)) {
    const { event, metadata }: { event: string; metadata?: { number: number } } = JSON.parse(line);
    if (event !== 'storm' || metadata === undefined) continue;
    const { number } = metadata;
    records += 1;
    const follows = last === -1 || number === last + 1 || (number > last && number % STRIDE === 0);
    assert.ok(follows, `${name}: ${number} comes after ${last}`);
    last = number;
  }
  return records;
}

describe('RE3: log files under concurrent use', () => {
  it(`RE3: survive writing, trimming, emptying, copying and reading through kill after kill, for ${SECONDS} s`, async () => {
    const { path } = tempFolder();
    const folder = join(path, 'logs');
    const end = performance.now() + SECONDS * 1000;
    let lives = 0;
    let records = 0;
    let copies = 0;
    while (performance.now() < end || lives < 2 || copies < 3 || records < ENOUGH_RECORDS) {
      const life = await live(path, lives * STRIDE);
      lives += 1;
      await sleep(150 + Math.random() * 450);
      await life.kill();
      records += assertInOrder(readFileSync(join(folder, 'app.log'), 'utf8'), 'app.log');
      for (const file of readdirSync(join(folder, 'store'))) {
        if (!file.endsWith('.log')) continue;
        const text = readFileSync(join(folder, 'store', file), 'utf8');
        assert.ok(text === '' || text.endsWith('\n'), `${file} is torn`);
        records += assertInOrder(text, file);
        copies += 1;
      }
    }
    const last = await live(path, lives * STRIDE);
    const text = readFileSync(join(folder, 'app.log'), 'utf8');
    assert.ok(text === '' || assertInOrder(text.slice(0, text.lastIndexOf('\n') + 1), 'app.log') >= 0);
    const left = readdirSync(join(folder, 'store')).filter((name) => name.startsWith('.'));
    assert.ok(
      left.every((name) => name.includes(`-${lives * STRIDE}-`)),
      `half done: ${left.join(' ')}`,
    );
    await last.kill();
  });
});
