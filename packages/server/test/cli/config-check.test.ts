import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runHere } from '../support/command-line.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { tempFolder } from '../support/at-exit.ts';

const SECRET = 'streng-geheim-und-lang-genug-fuer-HS256';

describe('config check', { concurrency: 2 }, () => {
  it('prints every setting with its source and its value, and writes nothing', async () => {
    const { code, stdout, stderr, left } = await runHere(['config', 'check']);
    assert.deepEqual([code, stderr, left], [0, '', []]);
    const rows = stdout.split('\n\n')[0]?.split('\n').slice(1) ?? [];
    assert.deepEqual(
      rows.map((row) => row.split(/ +/, 2)),
      SETTINGS.map(({ name }) => [name, 'default']),
    );
    assert.match(stdout, /^KEYWARD_PORT +default +4000$/m);
    assert.match(stdout, /^KEYWARD_JWT_SECRET +default +\(generated once, kept in the data directory\)$/m);
    assert.match(stdout, /\n\nThe configuration is valid\.\n$/);
  });

  it('tells the sources apart, masks secrets and ends with the warnings', async () => {
    const { code, stdout, left } = await runHere(['config', 'check', '--host', '0.0.0.0'], {
      env: {
        KEYWARD_PREFIX: '/api/auth',
        KEYWARD_DATABASE_URL: `postgres://keyward:${SECRET}@db:5432/keyward`,
        KEYWARD_JWT_SECRET: SECRET,
      },
      files: {
        '.env': `KEYWARD_PORT=8080\nKEYWARD_PREFIX=/hidden\nKEYWARD_MAIL_FROM="Ada <ada@example.org>"\n`,
      },
    });
    assert.deepEqual([code, left], [0, []]);
    const values = new Map(
      stdout.split('\n').map((line) => [line.split(' ')[0], line.replace(/^\S+ +/, '')]),
    );
    assert.equal(values.get('KEYWARD_JWT_IDLE_MINUTES'), 'default       (never)');
    assert.equal(values.get('KEYWARD_HOST'), 'command line  0.0.0.0');
    assert.equal(values.get('KEYWARD_PREFIX'), 'environment   /api/auth');
    assert.equal(values.get('KEYWARD_PORT'), '.env          8080');
    assert.equal(values.get('KEYWARD_MAIL_FROM'), '.env          "Ada <ada@example.org>"');
    assert.equal(values.get('KEYWARD_JWT_SECRET'), 'environment   ***');
    assert.equal(values.get('KEYWARD_DATABASE_URL'), 'environment   postgres://keyward:***@db:5432/keyward');
    assert.ok(!stdout.includes(SECRET));
    assert.match(
      stdout,
      /^Warning: KEYWARD_HOST listens beyond this machine .*\nThe configuration is valid\.\n$/m,
    );
  });

  it('ends with one line and exit code 2 for settings that would stop the start', async () => {
    const folder = tempFolder();
    const damaged = join(folder.path, 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'jwt-secret'), 'torn');
    writeFileSync(join(folder.path, 'file'), '');
    for (const [env, line] of [
      [{ KEYWARD_PORT: '70000' }, /^keyward: KEYWARD_PORT: "70000" is not a port; /],
      [{ KEYWARD_DATA_DIR: damaged }, /^keyward: KEYWARD_JWT_SECRET: \S+ is empty or damaged; /],
      [
        { KEYWARD_DATA_DIR: join(folder.path, 'file', 'data') },
        /^keyward: KEYWARD_DATA_DIR: \S+ cannot be written to \(it is not a folder\)/,
      ],
      [
        { KEYWARD_SUPERADMIN_EMAIL: 'ada@example.org', KEYWARD_SUPERADMIN_PASSWORD: 'geheim' },
        /^keyward: KEYWARD_SUPERADMIN_PASSWORD: The password is too weak: add an uppercase letter; add a digit\./,
      ],
      [
        { KEYWARD_SUPERADMIN_EMAIL: 'ada@localhost', KEYWARD_SUPERADMIN_PASSWORD: 'Geheim1' },
        /^keyward: KEYWARD_SUPERADMIN_EMAIL: "ada@localhost" must be one plain email address/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['config', 'check'], { env });
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, line);
      assert.match(stderr, /^[^\n]+\n$/);
    }
    assert.deepEqual(readdirSync(damaged), ['jwt-secret']);
    folder.remove();
  });
});
