import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Part } from './part.ts';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
const TESTS = join(PACKAGES, 'server/test');
const RUNNER = join(PACKAGES, '../scripts/test.ts');

/** Suites of `npm test`, with far more runs and another seed. */
function suite(
  name: string,
  about: string,
  paths: readonly string[],
  env: Record<string, string>,
  limit = 10,
): Part {
  return {
    name,
    about,
    limit,
    async run(tell) {
      const seed = String(Date.now() % 2 ** 31);
      tell(`TEST_SEED=${seed}`);
      const child = spawn(process.execPath, [RUNNER, ...paths], {
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
  [join(TESTS, 'fuzz/routes.test.ts')],
  { TEST_FUZZ_RUNS: String(FUZZ_REQUESTS) },
);

export const model = suite(
  'model',
  'random sequences of acts, compared with a model of the service',
  [join(TESTS, 'model/model.test.ts')],
  { TEST_MODEL_RUNS: '60' },
);

export const invariants = suite(
  'invariants',
  'random sequences of a stranger, an owner and a thief, on two instances',
  [join(TESTS, 'model/invariants/any.test.ts')],
  { TEST_FULL: '1', TEST_INVARIANT_RUNS: '100', TEST_INVARIANT_STEPS: '40' },
  20,
);

export const whole = suite(
  'whole',
  'the suites that `npm test` leaves out or takes a part of, with all their cases',
  globSync('*/test/**/*.test.ts', { cwd: PACKAGES })
    .toSorted()
    .map((file) => join(PACKAGES, file))
    .filter(
      (path) =>
        path.endsWith('.long.test.ts') || readFileSync(path, 'utf8').includes("support/usual-size.ts'"),
    ),
  { TEST_FULL: '1' },
  60,
);
