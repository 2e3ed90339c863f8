import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ConfigError } from '../../src/config/error.ts';
import { loadConfig } from '../../src/config/load.ts';
import { redactedConfig, redactUrl } from '../../src/config/redacted.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import type { Variables } from '../../src/config/sources.ts';

const HEX_KEY = 'ab'.repeat(32);
const LONG_SECRET = 'ungeheuer-geheim-und-lang-genug!'; // 32 bytes
const POSTGRES = 'postgres://user:geheim@db:5432/keyward';

describe('secrets and warnings of the configuration', () => {
  let cwd = '';
  beforeEach(() => (cwd = mkdtempSync(join(tmpdir(), 'keyward-secrets-'))));
  afterEach(() => rmSync(cwd, { recursive: true }));

  const load = (env: Variables = {}, flags: Variables = {}) => loadConfig({ env, flags, cwd });
  const inData = (name: string) => join(cwd, 'keyward-data', name);
  const mode = (path: string) => statSync(path).mode & 0o777;

  function refuses(run: () => unknown, start: string | RegExp): void {
    assert.throws(run, (error: unknown) => {
      assert.ok(error instanceof ConfigError, String(error));
      if (typeof start === 'string') assert.equal(error.message.slice(0, start.length), start);
      else assert.match(error.message, start);
      return true;
    });
  }

  describe('_FILE', () => {
    it('gives a secret without the line end of the file', () => {
      writeFileSync(join(cwd, 'jwt'), ' secret with spaces \r\n');
      assert.equal(load({ KEYWARD_JWT_SECRET_FILE: 'jwt' }).jwt.secret, ' secret with spaces ');
      assert.equal(
        load({}, { KEYWARD_JWT_SECRET_FILE: join(cwd, 'jwt') }).jwt.secret,
        ' secret with spaces ',
      );
    });

    it('exists for every secret, and for nothing else', () => {
      const secrets = SETTINGS.filter((setting) => setting.secret !== undefined).map(({ name }) => name);
      assert.deepEqual(secrets, [
        'KEYWARD_DATABASE_URL',
        'KEYWARD_MASTER_KEY',
        'KEYWARD_SUPERADMIN_PASSWORD',
        'KEYWARD_JWT_SECRET',
        'KEYWARD_SMTP_URL',
        'KEYWARD_SIGNUP_CAPTCHA_SECRET',
        'KEYWARD_IDP1_CLIENT_SECRET',
        'KEYWARD_IDP1_PRIVATE_KEY',
        'KEYWARD_IDP2_CLIENT_SECRET',
        'KEYWARD_IDP2_PRIVATE_KEY',
        'KEYWARD_IDP3_CLIENT_SECRET',
        'KEYWARD_IDP3_PRIVATE_KEY',
      ]);
      for (const name of secrets) refuses(() => load({ [`${name}_FILE`]: 'none' }), `${name}_FILE: `);
    });

    it('is refused together with the variable itself, but obeys precedence between places', () => {
      writeFileSync(join(cwd, 'jwt'), 'from-file');
      const both = { KEYWARD_JWT_SECRET: 'geheim', KEYWARD_JWT_SECRET_FILE: 'jwt' };
      refuses(
        () => load(both),
        'KEYWARD_JWT_SECRET: given together with KEYWARD_JWT_SECRET_FILE; remove one',
      );
      const config = load({ KEYWARD_JWT_SECRET: 'geheim' }, { KEYWARD_JWT_SECRET_FILE: 'jwt' });
      assert.equal(config.jwt.secret, 'from-file');
    });

    it('refuses a missing, an empty and a binary file', () => {
      refuses(
        () => load({ KEYWARD_JWT_SECRET_FILE: 'none' }),
        /_FILE: ".*none" cannot be read as text \(no such file or folder\); give/,
      );
      writeFileSync(join(cwd, 'empty'), '\n');
      refuses(() => load({ KEYWARD_JWT_SECRET_FILE: 'empty' }), /_FILE: "empty" is empty; write/);
      writeFileSync(join(cwd, 'binary'), Buffer.alloc(32, 0xff));
      refuses(() => load({ KEYWARD_JWT_SECRET_FILE: 'binary' }), /_FILE: ".*binary" cannot be read as text/);
    });
  });

  describe('signing secret', () => {
    it('RE10: production refuses a given secret under 32 bytes; development warns', () => {
      const short = { KEYWARD_JWT_SECRET: LONG_SECRET.slice(1) };
      refuses(
        () => load({ ...short, KEYWARD_ENV: 'production' }),
        'KEYWARD_JWT_SECRET: the value is shorter than 32 bytes',
      );
      assert.match(load(short).warnings.join('\n'), /KEYWARD_JWT_SECRET is shorter than 32 bytes/);
      const enough = load({ KEYWARD_JWT_SECRET: LONG_SECRET, KEYWARD_ENV: 'production' });
      assert.equal(enough.jwt.secret, LONG_SECRET);
    });

    it('RE10: production on PostgreSQL refuses to generate what all instances must share', () => {
      const production = { KEYWARD_ENV: 'production', KEYWARD_DATABASE_URL: POSTGRES };
      const secret = { KEYWARD_JWT_SECRET: LONG_SECRET };
      const key = { KEYWARD_MASTER_KEY: HEX_KEY };
      refuses(
        () => load({ ...production, ...key }),
        'KEYWARD_JWT_SECRET: needed in production on PostgreSQL',
      );
      refuses(
        () => load({ ...production, ...secret }),
        'KEYWARD_MASTER_KEY: needed in production on PostgreSQL',
      );
      assert.equal(load({ ...production, ...secret, ...key }).database.kind, 'postgres');
      assert.equal(load({ KEYWARD_ENV: 'production' }).jwt.secret, undefined, 'generated on SQLite');
    });

    it('takes the private key that fits the algorithm, also on one line, and no other', () => {
      const keys = {
        RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
        ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
        EdDSA: generateKeyPairSync('ed25519').privateKey,
      };
      const pems = Object.entries(keys).map(
        ([name, key]) => [name, key.export({ type: 'pkcs8', format: 'pem' }).toString()] as const,
      );
      for (const [algorithm] of pems) {
        for (const [fitting, pem] of pems) {
          const env = { KEYWARD_JWT_ALGORITHM: algorithm, KEYWARD_JWT_SECRET: pem.replaceAll('\n', '\\n') };
          if (fitting === algorithm) assert.equal(load(env).jwt.secret, pem);
          else
            refuses(() => load(env), `KEYWARD_JWT_SECRET: the value is not a private key for ${algorithm}`);
        }
        refuses(
          () => load({ KEYWARD_JWT_ALGORITHM: algorithm }),
          `KEYWARD_JWT_SECRET: needed for ${algorithm}`,
        );
      }
    });

    it('refuses weak and wrong keys: short RSA, another curve, a public key, text, PEM for HS256', () => {
      const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
      const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(pkcs8).toString();
      const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
      const publicKey = generateKeyPairSync('ed25519')
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString();
      for (const [algorithm, secret] of [
        ['RS256', rsa],
        ['ES256', curve.privateKey.export(pkcs8).toString()],
        ['EdDSA', publicKey],
        ['EdDSA', LONG_SECRET],
        ['HS256', publicKey],
      ] as const) {
        const env = { KEYWARD_JWT_ALGORITHM: algorithm, KEYWARD_JWT_SECRET: secret };
        refuses(() => load(env), 'KEYWARD_JWT_SECRET: ');
      }
    });
  });

  describe('generated secrets', () => {
    it('are generated once, readable by the owner only', () => {
      const first = loadSecrets(load());
      assert.match(first.jwtSecret, /^[A-Za-z0-9_-]{64}$/);
      assert.equal(first.masterKey.length, 32);
      assert.deepEqual(readdirSync(inData('')).toSorted(), ['jwt-secret', 'master-key']);
      assert.deepEqual(
        [inData(''), inData('jwt-secret'), inData('master-key')].map(mode),
        [0o700, 0o600, 0o600],
      );
      assert.deepEqual(loadSecrets(load()), first);
    });

    it('are not generated when they are given, nor when the configuration is only read', () => {
      const config = load({ KEYWARD_JWT_SECRET: LONG_SECRET, KEYWARD_MASTER_KEY: HEX_KEY });
      assert.ok(!existsSync(inData('')));
      const secrets = loadSecrets(config);
      assert.deepEqual([secrets.jwtSecret, secrets.masterKey.toString('hex')], [LONG_SECRET, HEX_KEY]);
      assert.deepEqual(readdirSync(inData('')), []);
    });

    it('become private when others could read them', () => {
      loadSecrets(load());
      chmodSync(inData('jwt-secret'), 0o644);
      loadSecrets(load());
      assert.equal(mode(inData('jwt-secret')), 0o600);
    });

    it('that are empty or damaged stop the start', () => {
      mkdirSync(inData(''));
      for (const [name, variable] of [
        ['jwt-secret', 'KEYWARD_JWT_SECRET'],
        ['master-key', 'KEYWARD_MASTER_KEY'],
      ] as const) {
        for (const content of ['', '\n', 'short']) {
          writeFileSync(inData(name), content, { mode: 0o600 });
          refuses(
            () => loadSecrets(load()),
            new RegExp(`^${variable}: .*${name} is empty or damaged; restore it`),
          );
        }
        rmSync(inData(name));
      }
    });

    it('name the variable when the data directory is unusable', () => {
      writeFileSync(inData(''), 'a file');
      refuses(() => loadSecrets(load()), /^KEYWARD_DATA_DIR: .* cannot be created \(EEXIST\)/);
      rmSync(inData(''));
      mkdirSync(inData('jwt-secret'), { recursive: true });
      refuses(() => loadSecrets(load()), /^KEYWARD_JWT_SECRET: .* cannot be used \(it is a folder\)/);
    });

    it('are the same for processes that start at once', async () => {
      const program = `
      import { loadConfig } from '${new URL('../../src/config/load.ts', import.meta.url).href}';
      import { loadSecrets } from '${new URL('../../src/config/secrets.ts', import.meta.url).href}';
      const start = Number(process.argv[1]);
      const configs = Array.from({ length: 40 }, (_, round) =>
        loadConfig({ env: { KEYWARD_DATA_DIR: 'data-' + round }, cwd: ${JSON.stringify(cwd)} }));
      while (Date.now() < start);
      const secrets = configs.map((config) => loadSecrets(config));
      console.log(JSON.stringify(secrets.map((s) => [s.jwtSecret, s.masterKey.toString('hex')])));`;
      const start = String(Date.now() + 700);
      const run = () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, start]);
      const outputs = await Promise.all([run(), run(), run()]);
      const [first, ...others] = outputs.map(({ stdout }) => stdout);
      for (const other of others) assert.equal(other, first);
      for (const name of readdirSync(cwd)) {
        assert.deepEqual(readdirSync(join(cwd, name)).toSorted(), ['jwt-secret', 'master-key']);
        assert.equal(readFileSync(join(cwd, name, 'jwt-secret'), 'utf8').length, 65);
      }
    });
  });

  describe('redacted configuration', () => {
    it('shows every setting and its source, and no secret', () => {
      const canary = 'kanarienvogel-kanarienvogel-kanarienvogel';
      writeFileSync(join(cwd, 'idp'), canary);
      const config = load(
        {
          KEYWARD_JWT_SECRET: canary,
          KEYWARD_MASTER_KEY: HEX_KEY,
          KEYWARD_SUPERADMIN_EMAIL: 'a@b.test',
          KEYWARD_SUPERADMIN_PASSWORD: canary,
          KEYWARD_SMTP_URL: `smtps://${canary}:${canary}@mail.test:465`,
          KEYWARD_MAIL_FROM: 'a@b.test',
          KEYWARD_IDP1_CLIENT_ID: 'id',
          KEYWARD_IDP1_CLIENT_SECRET_FILE: 'idp',
          KEYWARD_IDP10_PRESET: 'x',
          KEYWARD_IDP10_CLIENT_ID: 'id',
          KEYWARD_IDP10_CLIENT_SECRET: canary,
          KEYWARD_DATABASE_URL: `postgres://u:${canary}@db:5432/keyward?password=${canary}`,
        },
        { KEYWARD_PORT: '80' },
      );
      const shown = redactedConfig(config);
      assert.deepEqual(
        shown.map(({ name }) => name),
        [
          ...SETTINGS.map(({ name }) => name),
          'KEYWARD_IDP10_PRESET',
          'KEYWARD_IDP10_CLIENT_ID',
          'KEYWARD_IDP10_CLIENT_SECRET',
        ],
      );
      assert.ok(!JSON.stringify(shown).includes('kanarien'));
      assert.ok(!JSON.stringify(shown).includes(HEX_KEY));

      const byName = new Map(shown.map(({ name, value, source }) => [name, [value, source]]));
      assert.deepEqual(byName.get('KEYWARD_PORT'), ['80', 'command line']);
      assert.deepEqual(byName.get('KEYWARD_PREFIX'), ['/auth', 'default']);
      assert.deepEqual(byName.get('KEYWARD_JWT_SECRET'), ['***', 'environment']);
      assert.deepEqual(byName.get('KEYWARD_SMTP_URL'), ['smtps://***@mail.test:465', 'environment']);
      assert.deepEqual(byName.get('KEYWARD_DATABASE_URL'), [
        'postgres://u:***@db:5432/keyward?***',
        'environment',
      ]);
      assert.deepEqual(byName.get('KEYWARD_IDP10_CLIENT_SECRET'), ['***', 'environment']);
      assert.deepEqual(byName.get('KEYWARD_PUBLIC_URL'), [undefined, 'default']);
      for (const [url, safe] of [
        ['postgres://u@db/keyward?sslmode=require', 'postgres://u@db/keyward?sslmode=require'],
        ['postgresql://u@home:a:b@c@db/keyward', 'postgresql://u:***@db/keyward'],
        ['postgres://db/keyward?user=u&PASSWORD=x&y', 'postgres://db/keyward?***'],
        ['postgres://db/keyward?p%61ssword=x', 'postgres://db/keyward?***'],
      ] as const)
        assert.equal(redactUrl(url), safe);
    });
  });

  describe('warnings', () => {
    const warnings = (env: Variables) => load(env).warnings.map((line) => line.split(' ')[0]);

    it('name what an operator may have overlooked', () => {
      assert.deepEqual(warnings({ KEYWARD_HOST: '0.0.0.0' }), ['KEYWARD_HOST']);
      assert.deepEqual(warnings({ KEYWARD_HOST: '0.0.0.0', KEYWARD_PUBLIC_URL: 'https://id.test' }), []);
      assert.deepEqual(warnings({ KEYWARD_TRUSTED_PROXIES: '0.0.0.0/0' }), ['KEYWARD_TRUSTED_PROXIES']);
      assert.deepEqual(warnings({ KEYWARD_IDP3_PRESET: 'google' }), ['KEYWARD_IDP3_PRESET']);
      const self = { KEYWARD_IDP1_PRESET: 'gitlab', KEYWARD_IDP1_ISSUER: 'https://gitlab.example.com' };
      assert.deepEqual(warnings({ ...self, KEYWARD_IDP2_PRESET: 'gitlab' }), []);
      assert.deepEqual(warnings({ KEYWARD_ENV: 'production' }), ['KEYWARD_PUBLIC_URL', 'KEYWARD_SMTP_URL']);
    });
  });
});
