import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Part } from './part.ts';

/** Suites of `npm test`, run far longer and from another seed. */
function suite(name: string, about: string, files: readonly string[], env: Record<string, string>): Part {
  return {
    name,
    about,
    limit: 10,
    async run(tell) {
      const paths = files.map((file) => fileURLToPath(new URL(file, import.meta.url)));
      const seed = String(Date.now() % 2 ** 31);
      tell(`TEST_SEED=${seed}`);
      const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...paths], {
        env: { ...process.env, ...env, TEST_SEED: seed },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
      if (child.exitCode !== 0) throw new Error(output);
      const answers = [...output.matchAll(/(\d+) answers compared|TEST_FUZZ_RUNS=(\d+)/g)].reduce(
        (sum, [, compared, requested]) => sum + Number(compared ?? requested),
        0,
      );
      return { sent: answers, injected: '–', checked: answers, lost: 0, worstMs: null, slopeKib: null };
    },
  };
}

const FUZZ_REQUESTS = 5_000;

export const fuzz: Part = suite(
  'fuzz',
  'requests by chance to every route, held to the description of the API',
  ['../fuzz/routes.test.ts'],
  { TEST_FUZZ_RUNS: String(FUZZ_REQUESTS) },
);

export const model = suite(
  'model',
  'random sequences of acts, compared with a model of the service',
  ['../model/model.test.ts'],
  { TEST_MODEL_RUNS: '60' },
);

export const whole = suite(
  'whole',
  'the suites of which `npm test` takes a part, with all their cases',
  [
    '../features/logs/storm.test.ts',
    '../http/abuse/access.test.ts',
    '../http/abuse/limits-restart.test.ts',
    '../http/abuse/login-storm.test.ts',
    '../http/abuse/naughty-strings.test.ts',
    '../http/abuse/odd-values.test.ts',
  ],
  { TEST_FULL: '1', TEST_LOG_STORM_SECONDS: '30' },
);
