import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '../../src/config/error.ts';
import { settingFlags } from '../../src/config/flags.ts';
import { loadConfig, withPort } from '../../src/config/load.ts';
import type { Variables } from '../../src/config/sources.ts';

describe('the configuration', () => {
  let cwd = '';
  before(() => (cwd = mkdtempSync(join(tmpdir(), 'keyward-config-'))));
  after(() => rmSync(cwd, { recursive: true }));

  const load = (env: Variables = {}, flags: Variables = {}) => loadConfig({ env, flags, cwd });

  function refuses(env: Variables, message: string | RegExp, flags: Variables = {}): void {
    assert.throws(
      () => load(env, flags),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.ok(!error.message.includes('\n'), 'one line');
        if (typeof message === 'string') assert.equal(error.message, message);
        else assert.match(error.message, message);
        return true;
      },
    );
  }

  function withDotenv(content: string | Buffer, run: () => void): void {
    const path = join(cwd, '.env');
    writeFileSync(path, content);
    try {
      run();
    } finally {
      rmSync(path);
    }
  }

  describe('defaults', () => {
    it('needs no setting at all', () => {
      assert.deepEqual(load({ PATH: '/bin', PORT: '1' }), {
        listen: { host: '127.0.0.1', port: 4000 },
        workers: 1,
        maxConnections: 4_096,
        connectionsPerAddress: 512,
        traces: false,
        prefix: '/auth',
        publicUrl: 'http://127.0.0.1:4000',
        allowedFrontends: [],
        trustedProxies: [],
        webhookNetworks: [],
        oauthNetworks: [],
        connectionNetworks: [],
        production: false,
        profile: 'documented',
        dataDir: join(cwd, 'keyward-data'),
        database: { kind: 'sqlite', file: join(cwd, 'keyward-data', 'keyward.db') },
        settingsStore: 'database',
        jwt: { algorithm: 'HS256' },
        startValues: {
          jwt: {},
          email: {},
          cookie: {},
          logging: {},
          events: {},
          factors: {},
          signup: {},
          branding: {},
          oauth: {},
          organizations: {},
        },
        refreshRotation: true,
        magicLinks: 'direct',
        mail: {},
        providers: [
          { id: 'idp1', preset: 'google', name: 'idp1' },
          { id: 'idp2', preset: 'github', name: 'idp2' },
          { id: 'idp3', preset: 'discord', name: 'idp3' },
        ],
        limits: {
          accountAddress: { limit: 10, windowMs: 900_000 },
          account: { limit: 100, windowMs: 900_000 },
          address: { limit: 1000, windowMs: 3_600_000 },
          codes: { limit: 300, windowMs: 900_000 },
          changes: { limit: 300, windowMs: 3_600_000 },
          anonymous: { limit: 2500, windowMs: 3_600_000 },
          total: { limit: 100_000, windowMs: 3_600_000 },
          mails: { limit: 1000, windowMs: 3_600_000 },
          mailbox: { limit: 20, windowMs: 3_600_000 },
          signUps: { limit: 100, windowMs: 3_600_000 },
          sessionsPerAccount: 100,
        },
        warnings: [],
        web: true,
        given: new Map(),
      });
    });

    it('is frozen in depth', () => {
      const config = load();
      for (const part of [config, config.listen, config.jwt, config.providers, config.limits.account]) {
        assert.ok(Object.isFrozen(part));
      }
    });

    it('derives the public address from the address to listen on', () => {
      for (const [host, url] of [
        ['0.0.0.0', 'http://127.0.0.1:80'],
        ['::', 'http://localhost:80'],
        ['[::1]', 'http://[::1]:80'],
        ['auth.internal', 'http://auth.internal:80'],
      ] as const) {
        assert.equal(load({ KEYWARD_HOST: host, KEYWARD_PORT: '80' }).publicUrl, url);
      }
    });

    it('puts the picked port into a derived public address, and leaves a given one', () => {
      const derived = withPort(load({ KEYWARD_PORT: '0' }), 5123);
      assert.deepEqual([derived.listen.port, derived.publicUrl], [5123, 'http://127.0.0.1:5123']);
      const given = load({ KEYWARD_PORT: '0', KEYWARD_PUBLIC_URL: 'https://id.example.com' });
      assert.equal(withPort(given, 5123).publicUrl, 'https://id.example.com');
    });
  });

  describe('precedence', () => {
    it('is command line, environment, .env, default', () => {
      const env = { KEYWARD_PORT: '2', KEYWARD_HOST: '::1' };
      withDotenv('KEYWARD_PORT=3\nKEYWARD_HOST=::\nKEYWARD_PREFIX=/id\nOTHER=1\n', () => {
        const config = load(env, { KEYWARD_PORT: '1' });
        assert.deepEqual(config.listen, { host: '::1', port: 1 });
        assert.deepEqual([config.prefix, config.profile], ['/id', 'documented']);
      });
    });

    it('treats an empty text as not given', () => {
      withDotenv('KEYWARD_PORT=3\n', () => assert.equal(load({ KEYWARD_PORT: '  ' }).listen.port, 3));
      assert.equal(load({ KEYWARD_PORT: '' }).listen.port, 4000);
    });

    it('reads .env with a byte order mark, quotes, comments and foreign line ends', () => {
      withDotenv('\uFEFFKEYWARD_PORT=1\r\nexport KEYWARD_MAIL_FROM="Id <id@x.test>" # sender\r\n', () => {
        const config = load();
        assert.deepEqual([config.listen.port, config.mail.from], [1, 'Id <id@x.test>']);
      });
    });

    it('leaves .env alone if configured', () => {
      withDotenv('KEYWARD_PORT=3\n', () => {
        assert.equal(loadConfig({ env: {}, cwd, dotenv: false }).listen.port, 4000);
      });
    });

    it('refuses a .env that cannot be read', () => {
      withDotenv(Buffer.from([0xff, 0xfe]), () =>
        refuses({}, /^\.env: .* cannot be read .*; make it a readable/),
      );
    });
  });

  describe('flags', () => {
    it('are named after the variables; secrets are accepted only as files', () => {
      const flags = new Map(settingFlags().map(({ flag, variable }) => [flag, variable]));
      assert.equal(flags.get('--port'), 'KEYWARD_PORT');
      assert.equal(flags.get('--idp2-client-id'), 'KEYWARD_IDP2_CLIENT_ID');
      assert.equal(flags.get('--database-url'), 'KEYWARD_DATABASE_URL');
      assert.equal(flags.get('--jwt-secret-file'), 'KEYWARD_JWT_SECRET_FILE');
      assert.ok(!flags.has('--jwt-secret'));
      assert.ok(!flags.has('--port-file'));
    });

    it('are all known to loadConfig', () => {
      const flags = Object.fromEntries(settingFlags().map(({ variable }) => [variable, undefined]));
      assert.deepEqual(load({}, flags), load());
      refuses({}, /^KEYWARD_PROT \(--prot\): .* KEYWARD_PORT\?$/, { KEYWARD_PROT: '1' });
    });
  });

  describe('mistakes', () => {
    it('name the place, the value and the fix', () => {
      const fix = '"abc" is not a port; use a whole number from 1 to 65535 (0 picks a free one).';
      refuses({ KEYWARD_PORT: 'abc' }, `KEYWARD_PORT: ${fix}`);
      refuses({}, `KEYWARD_PORT (--port): ${fix}`, { KEYWARD_PORT: 'abc' });
      withDotenv('KEYWARD_PORT=abc', () => refuses({}, `KEYWARD_PORT (.env): ${fix}`));
    });

    it('in names suggest the right one', () => {
      refuses({ KEYWARD_PROT: '1' }, 'KEYWARD_PROT: there is no such setting; did you mean KEYWARD_PORT?');
      refuses({ KEYWARD_DATABSE_URL_FILE: '1' }, /did you mean KEYWARD_DATABASE_URL_FILE\?$/);
      refuses({ KEYWARD_PORT_FILE: '1' }, /did you mean KEYWARD_PORT\?$/);
      const fix = 'remove it (keyward serve --help lists all).';
      refuses({ KEYWARD_FOO: '' }, `KEYWARD_FOO: there is no such setting; ${fix}`);
      withDotenv('KEYWARD_HOTS=1', () => refuses({}, /^KEYWARD_HOTS \(\.env\): .* KEYWARD_HOST\?$/));
    });

    it('keep to one line and a bounded length', () => {
      refuses({ KEYWARD_PREFIX: `a\nb${'c'.repeat(5000)}` }, /^.{1,400}$/);
    });
  });
});
