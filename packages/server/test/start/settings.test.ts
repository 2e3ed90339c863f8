import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { jwtVerify } from 'jose';
import { tempFolder } from '../support/at-exit.ts';
import { runHere } from '../support/command-line.ts';
import { runCommand } from '../support/command.ts';
import { startProcess } from '../support/process.ts';
import { post } from './requests.ts';

const SECRET = 'streng-geheim-und-lang-genug-fuer-HS256';

describe('settings', { concurrency: 2 }, () => {
  it('come from the command line, then the environment, then .env, then the default', async () => {
    const dotenv = 'KEYWARD_PREFIX=/dotenv\nKEYWARD_SESSION_DURATION_DAYS=2\nKEYWARD_DUAL_TOKEN_MODE=on\n';
    await using keyward = await startProcess({
      args: ['serve', '--prefix', '/flag'],
      env: { KEYWARD_PREFIX: '/env', KEYWARD_SESSION_DURATION_DAYS: '3' },
      files: { '.env': dotenv },
    });
    const status = async (prefix: string) => (await fetch(`${keyward.url}${prefix}/config/pulse`)).status;
    assert.deepEqual(
      [await status('/flag'), await status('/env'), await status('/dotenv'), await status('/auth')],
      [200, 404, 404, 404],
    );

    const person = { name: 'Ada', email: 'ada@example.org', password: 'Erstes1' };
    const issued = await post(`${keyward.url}/flag/signup/password`, person);
    const lifetime = (token: unknown) => {
      const payload = Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString();
      const claims: { iat: number; exp: number } = JSON.parse(payload);
      return claims.exp - claims.iat;
    };
    // From the environment 3 days; from .env that there are two tokens; by default 15 minutes for the first.
    assert.equal(lifetime(issued['refresh_token']), 3 * 86_400);
    assert.equal(lifetime(issued['access_token']), 15 * 60);
  });

  it('that are secret can be given as files', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder.path, 'jwt'), `${SECRET}\n`);
    writeFileSync(join(folder.path, 'password'), 'Erstes1\n');
    await using keyward = await startProcess({
      env: {
        KEYWARD_JWT_SECRET_FILE: join(folder.path, 'jwt'),
        KEYWARD_SUPERADMIN_EMAIL: 'ada@example.org',
        KEYWARD_SUPERADMIN_PASSWORD_FILE: join(folder.path, 'password'),
      },
    });
    const issued = await post(`${keyward.url}/auth/login/password`, {
      identifier: 'ada@example.org',
      password: 'Erstes1',
    });
    const { payload } = await jwtVerify(String(issued['access_token']), Buffer.from(SECRET));
    assert.equal(payload['type'], 'access');
    folder.remove();
  });

  for (const [what, env, line] of [
    [
      'an unknown name',
      { KEYWARD_PROT: '80' },
      'KEYWARD_PROT: there is no such setting; did you mean KEYWARD_PORT?',
    ],
    [
      'a malformed value',
      { KEYWARD_PORT: 'http' },
      'KEYWARD_PORT: "http" is not a port; use a whole number from 1 to 65535 (0 picks a free one).',
    ],
    [
      'a missing secret file',
      { KEYWARD_JWT_SECRET_FILE: '/none/jwt' },
      'KEYWARD_JWT_SECRET_FILE: "/none/jwt" cannot be read as text (no such file or folder); give the path of a readable file.',
    ],
    [
      'the port of the service for the metrics',
      { KEYWARD_PORT: '4999', KEYWARD_MANAGEMENT_PORT: '4999' },
      'KEYWARD_MANAGEMENT_PORT: 4999 is the port of the service; choose another one.',
    ],
    [
      'an address of another machine for the metrics',
      { KEYWARD_MANAGEMENT_PORT: '0', KEYWARD_MANAGEMENT_HOST: '192.0.2.1' },
      'KEYWARD_MANAGEMENT_HOST: "192.0.2.1" is not an address of this machine; use 127.0.0.1 or 0.0.0.0.',
    ],
    [
      'an address of another machine',
      { KEYWARD_HOST: '192.0.2.1', KEYWARD_DATA_DIR: '/tmp' },
      'KEYWARD_HOST: "192.0.2.1" is not an address of this machine; use 127.0.0.1 or 0.0.0.0.',
    ],
    [
      'a cookie domain of another site',
      { KEYWARD_PUBLIC_URL: 'https://auth.example.org', KEYWARD_COOKIE_DOMAIN: 'example.com' },
      'KEYWARD_COOKIE_DOMAIN: must be null, one of auth.example.org, or a parent domain of one: browsers refuse cookies for other domains.',
    ],
  ] as const) {
    it(`that hold ${what} stop the start with one line and 2, and nothing else happens`, async () => {
      const folder = tempFolder();
      const given = 'KEYWARD_DATA_DIR' in env ? { ...env, KEYWARD_DATA_DIR: folder.path } : env;
      const { code, stdout, stderr, left } = await runCommand(['serve'], {
        env: { KEYWARD_PORT: '0', ...given },
      });
      assert.deepEqual([code, stdout, left], [2, '', []]);
      assert.equal(stderr, `keyward: ${line}\n`);
      folder.remove();
    });
  }

  it('that hold any cookie domain are taken without a public URL, because a proxy may have any host', async () => {
    await using keyward = await startProcess({ env: { KEYWARD_COOKIE_DOMAIN: 'example.com' } });
    assert.equal((await fetch(`${keyward.url}/auth/config/pulse`)).status, 200);
  });

  it('that name a port that is taken stop the start with one line and 2', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(address !== null && typeof address === 'object' ? address.port : 0);
    const { code, stdout, stderr, left } = await runCommand(['serve'], { env: { KEYWARD_PORT: port } });
    taken.close();
    assert.deepEqual([code, stdout, left], [2, '', []]);
    assert.equal(
      stderr,
      `keyward: KEYWARD_PORT: ${port} is taken by another program, perhaps another Keyward; choose another port with --port, or 0 for a free one.\n`,
    );
  });

  for (const [what, env, code] of [
    ['a host that is not of this machine', { KEYWARD_HOST: '192.0.2.1' }, 2],
    [
      'a first superadmin who breaks a rule',
      { KEYWARD_SUPERADMIN_EMAIL: 'ada@example.org', KEYWARD_SUPERADMIN_PASSWORD: 'x' },
      2,
    ],
    ['a database that cannot be reached', { KEYWARD_DATABASE_URL: 'postgres://127.0.0.1:1/keyward' }, 1],
    ['a database in a folder that is not there', { KEYWARD_DATABASE_URL: 'sqlite:nowhere/keyward.db' }, 1],
  ] as const) {
    it(`that name ${what} leave nothing behind`, async () => {
      const outcome = await runHere(['serve'], { env: { KEYWARD_PORT: '0', ...env } });
      assert.deepEqual([outcome.code, outcome.stdout, outcome.left], [code, '', []], outcome.stderr);
      assert.match(outcome.stderr, /^keyward: KEYWARD_[^\n]+\n$/);
    });
  }

  it('that hold a damaged secret do not cause another one to be generated', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder.path, 'master-key'), 'damaged');
    const { code } = await runHere(['serve'], {
      env: { KEYWARD_PORT: '0', KEYWARD_DATA_DIR: folder.path, KEYWARD_DATABASE_URL: 'sqlite:keyward.db' },
    });
    assert.equal(code, 2);
    assert.deepEqual(readdirSync(folder.path), ['lock', 'master-key']);
    folder.remove();
  });
});

describe('production', { concurrency: 2 }, () => {
  for (const [what, env, line] of [
    [
      'a signing secret under 32 bytes',
      { KEYWARD_JWT_SECRET: SECRET.slice(0, 31) },
      /KEYWARD_JWT_SECRET: the value is shorter than 32 bytes; /,
    ],
    [
      'no signing secret on PostgreSQL',
      { KEYWARD_DATABASE_URL: 'postgres://127.0.0.1:1/keyward' },
      /KEYWARD_JWT_SECRET: needed in production on PostgreSQL, /,
    ],
    [
      'no master key on PostgreSQL',
      { KEYWARD_DATABASE_URL: 'postgres://127.0.0.1:1/keyward', KEYWARD_JWT_SECRET: SECRET },
      /KEYWARD_MASTER_KEY: needed in production on PostgreSQL, /,
    ],
  ] as const) {
    it(`RE10: refuses ${what} with one line and 2`, async () => {
      const { code, stdout, stderr, left } = await runHere(['serve'], {
        env: { KEYWARD_ENV: 'production', ...env },
      });
      assert.deepEqual([code, stdout, left], [2, '', []]);
      assert.match(stderr, line);
      assert.match(stderr, /^keyward: [^\n]+\n$/);
      assert.ok(!stderr.includes(SECRET.slice(0, 31)));
    });
  }

  it('RE10: starts with a secret of 32 bytes, and in development with a shorter one', async () => {
    for (const env of [
      { KEYWARD_ENV: 'production', KEYWARD_JWT_SECRET: SECRET.slice(0, 32) },
      { KEYWARD_JWT_SECRET: SECRET.slice(0, 31) },
    ]) {
      await using keyward = await startProcess({ env });
      assert.equal((await fetch(`${keyward.url}/auth/config/pulse`)).status, 200);
    }
  });
});
