import { availableParallelism } from 'node:os';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/error.ts';
import { loadConfig } from '../../src/config/load.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import type { Variables } from '../../src/config/sources.ts';

const load = (env: Variables) => loadConfig({ env, cwd: '/srv', dotenv: false });

const HEX_KEY = 'ab'.repeat(32);

/** For each variable: texts and what they become, then texts that are refused. */
const CASES: readonly [string, (config: Config) => unknown, [string, unknown][], string[]][] = [
  [
    'KEYWARD_HOST',
    (config) => config.listen.host,
    [
      ['::', '::'],
      ['[::1]', '::1'],
      ['auth-1.internal', 'auth-1.internal'],
    ],
    ['localhost:80', 'http://localhost', 'a b', '999.1.1.1', 'fe80::1%eth0', '-x'],
  ],
  [
    'KEYWARD_PORT',
    (config) => config.listen.port,
    [
      ['0', 0],
      [' 65535 ', 65_535],
    ],
    ['65536', '-1', '1.5', '0x10', '1e3', '4000 4001'],
  ],
  [
    'KEYWARD_PREFIX',
    (config) => config.prefix,
    [
      ['/id', '/id'],
      ['/api/v1.2/auth_x', '/api/v1.2/auth_x'],
      ['/logic', '/logic'],
    ],
    [
      '/',
      'auth',
      '/auth/',
      '//auth',
      '/a/../b',
      '/a b',
      '/a%2f',
      '/:id',
      '/*',
      '/log',
      '/log/auth',
      '/.well-known',
    ],
  ],
  [
    'KEYWARD_PUBLIC_URL',
    (config) => config.publicUrl,
    [
      ['https://id.example.com/', 'https://id.example.com'],
      ['HTTPS://ID.example.com:443/sso/', 'https://id.example.com/sso'],
      ['http://[::1]:4000', 'http://[::1]:4000'],
    ],
    [
      'id.example.com',
      'ftp://x',
      'https://x?a=1',
      'https://x/?',
      'https://x#a',
      'https://u:p@x',
      'https:x',
      'https://a\\b',
    ],
  ],
  [
    'KEYWARD_ALLOWED_FRONTENDS',
    (config) => config.allowedFrontends,
    [
      ['https://a.test', ['https://a.test']],
      [
        'https://A.test:443/, http://localhost:5173 ,,https://a.test',
        ['https://a.test', 'http://localhost:5173'],
      ],
    ],
    [
      '*',
      'https://*.a.test',
      'https://a.test/app',
      'https://a.test?x',
      'https://u@a.test',
      'app://x',
      'null',
      ',',
      'https://a.test https://b.test',
      'https://a.test\\@b.test',
    ],
  ],
  [
    'KEYWARD_TRUSTED_PROXIES',
    (config) => config.trustedProxies,
    [['10.0.0.0/8, ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']]],
    ['loopback', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3.4:80'],
  ],
  [
    'KEYWARD_WEBHOOK_NETWORKS',
    (config) => config.webhookNetworks,
    [['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']]],
    ['private', '10.0.0.0/33', 'hooks.example.org'],
  ],
  [
    'KEYWARD_DNS_SERVER',
    (config) => config.dnsServer,
    [
      ['10.0.0.2:53', '10.0.0.2:53'],
      ['[fd00::2]:5353', '[fd00::2]:5353'],
    ],
    ['10.0.0.2', 'fd00::2:53', '[10.0.0.2]:53', 'dns.example.org:53', '10.0.0.2:0', '10.0.0.2:65536'],
  ],
  [
    'KEYWARD_WORKERS',
    (config) => config.workers,
    [
      ['1', 1],
      ['256', 256],
      ['auto', availableParallelism()],
    ],
    ['0', '-1', '1.5', 'all', 'AUTO', 'as-needed', '257'],
  ],
  [
    'KEYWARD_MAX_CONNECTIONS',
    (config) => config.maxConnections,
    [['1', 1]],
    ['0', '-1', '1.5', '1e3', '1000001'],
  ],
  ['KEYWARD_ENV', (config) => config.production, [['production', true]], ['prod', 'Production']],
  ['KEYWARD_PROFILE', (config) => config.profile, [['strict', 'strict']], ['lax']],
  [
    'KEYWARD_DATA_DIR',
    (config) => config.dataDir,
    [
      ['data', '/srv/data'],
      ['/var/lib/keyward', '/var/lib/keyward'],
    ],
    ['a\0b'],
  ],
  [
    'KEYWARD_DATABASE_URL',
    (config) => config.database,
    [
      ['sqlite:x/a.db', { kind: 'sqlite', file: '/srv/x/a.db' }],
      ['file:/var/a.db', { kind: 'sqlite', file: '/var/a.db' }],
      ['sqlite:///var/a.db', { kind: 'sqlite', file: '/var/a.db' }],
      [
        'postgres://u:p%23w@h:5432/d',
        { kind: 'postgres', url: 'postgres://u:p%23w@h:5432/d', poolSize: 10, prepare: true },
      ],
      [
        'postgresql:///d?host=/run/pg',
        { kind: 'postgres', url: 'postgresql:///d?host=/run/pg', poolSize: 10, prepare: true },
      ],
    ],
    [
      'a.db',
      'sqlite:',
      'sqlite://a.db',
      'sqlite::memory:',
      'sqlite:a?mode=ro',
      'mysql://u:p@h/d',
      'postgres://u:p#w@h/d',
      'postgres:d',
    ],
  ],
  ['KEYWARD_SETTINGS_STORE', (config) => config.settingsStore, [['memory', 'memory']], ['redis']],
  [
    'KEYWARD_MASTER_KEY',
    (config) => config.masterKey?.toString('hex'),
    [
      [HEX_KEY, HEX_KEY],
      [HEX_KEY.toUpperCase(), HEX_KEY],
      [Buffer.from(HEX_KEY, 'hex').toString('base64'), HEX_KEY],
      [Buffer.from(HEX_KEY, 'hex').toString('base64url'), HEX_KEY],
    ],
    [
      'short',
      HEX_KEY.slice(1),
      `${HEX_KEY}0`,
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
    ],
  ],
  [
    'KEYWARD_JWT_ALGORITHM',
    (config) => config.jwt.algorithm,
    [['HS512', 'HS512']],
    ['none', 'hs256', 'RS512'],
  ],
  [
    'KEYWARD_SESSION_DURATION_DAYS',
    (config) => config.startValues.jwt.session_duration_days,
    [['1', 1]],
    ['0', '3651', '1.5'],
  ],
  [
    'KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES',
    (config) => config.startValues.jwt.access_token_expire_minutes,
    [['5', 5]],
    ['0'],
  ],
  [
    'KEYWARD_REFRESH_TOKEN_EXPIRE_DAYS',
    (config) => config.startValues.jwt.refresh_token_expire_days,
    [['9', 9]],
    ['0'],
  ],
  [
    'KEYWARD_DUAL_TOKEN_MODE',
    (config) => config.startValues.jwt.dual_token_mode,
    [
      ['on', true],
      ['true', true],
      ['false', false],
    ],
    ['1', 'yes'],
  ],
  ['KEYWARD_REFRESH_ROTATION', (config) => config.refreshRotation, [['off', false]], ['0']],
  ['KEYWARD_MAGIC_LINKS', (config) => config.magicLinks, [['confirm', 'confirm']], ['on']],
  [
    'KEYWARD_MAIL_FROM',
    (config) => config.mail.from,
    [
      ['a@b.test', 'a@b.test'],
      ['Zoë & Co <a@b.test>', 'Zoë & Co <a@b.test>'],
    ],
    ['a', 'a@b.test, c@d.test', 'A <a@b.test>\r\nBcc: x@y.test', '<a@b.test'],
  ],
  [
    'KEYWARD_LIMIT_ACCOUNT',
    (config) => config.limits.account,
    [
      ['5/30s', { limit: 5, windowMs: 30_000 }],
      ['1/31d', { limit: 1, windowMs: 2_678_400_000 }],
    ],
    ['5', '0/1h', '5/0m', '5/1w', '5/1', '5/32d', '-5/1h'],
  ],
  ['KEYWARD_SESSIONS_PER_ACCOUNT', (config) => config.limits.sessionsPerAccount, [['1', 1]], ['0']],
  ['KEYWARD_IDP2_PRESET', (config) => config.providers[1].preset, [['gitlab', 'gitlab']], ['myspace']],
  [
    'KEYWARD_IDP2_NAME',
    (config) => config.providers[1].name,
    [['git-hub', 'git-hub']],
    ['a/b', 'Ä', 'A', 'x'.repeat(33)],
  ],
  [
    'KEYWARD_IDP3_ISSUER',
    (config) => config.providers[2].issuer,
    [
      ['https://id.test/realm/', 'https://id.test/realm/'],
      ['http://127.0.0.9:1/', 'http://127.0.0.9:1/'],
    ],
    ['http://id.test', 'https://id.test?x', 'id.test'],
  ],
  [
    'KEYWARD_IDP1_REDIRECT_URI',
    (config) => config.providers[0].redirectUri,
    [['https://a.test/cb', 'https://a.test/cb']],
    ['/cb', 'https://a.test/#x'],
  ],
  [
    'KEYWARD_IDP1_SCOPES',
    (config) => config.providers[0].scopes,
    [['openid, email profile', ['openid', 'email', 'profile']]],
    ['a"b', 'ä'],
  ],
];

describe('values', () => {
  for (const [name, pick, accepted, refused] of CASES) {
    it(`${name} is parsed`, () => {
      for (const [text, value] of accepted) assert.deepEqual(pick(load({ [name]: text })), value, text);
    });
    it(`${name} refuses what does not fit, without showing a secret`, () => {
      const secret = SETTINGS.find((setting) => setting.name === name)?.secret !== undefined;
      for (const text of refused) {
        assert.throws(
          () => load({ [name]: text }),
          (error: unknown) =>
            error instanceof ConfigError &&
            error.message.startsWith(`${name}: ${secret ? 'the value' : JSON.stringify(text)} is not `) &&
            !(secret && text.length > 9 && error.message.includes(text)),
          text,
        );
      }
    });
  }

  it('KEYWARD_SMTP_URL takes mail servers only', () => {
    const from = { KEYWARD_MAIL_FROM: 'a@b.test' };
    for (const url of ['smtp://localhost:1025', 'smtps://u%40x:p@mail.test', 'smtps://mail.test:2465/']) {
      assert.equal(load({ ...from, KEYWARD_SMTP_URL: url }).mail.smtpUrl, url);
    }
    for (const url of [
      'mail.test:25',
      'http://mail.test',
      'smtp://',
      'smtp://u:geheim#1@mail.test',
      'smtp://u:50%geheim@mail.test',
      'smtp://mail.test/?pool=true',
      'smtps://mail.test:587',
    ]) {
      assert.throws(
        () => load({ ...from, KEYWARD_SMTP_URL: url }),
        /^ConfigError: KEYWARD_SMTP_URL: the value is not/,
      );
    }
  });

  it('KEYWARD_DATABASE_POOL_SIZE counts PostgreSQL connections', () => {
    const config = load({ KEYWARD_DATABASE_URL: 'postgres://h/d', KEYWARD_DATABASE_POOL_SIZE: '3' });
    assert.deepEqual(config.database, {
      kind: 'postgres',
      url: 'postgres://h/d',
      poolSize: 3,
      prepare: true,
    });
    assert.throws(() => load({ KEYWARD_DATABASE_POOL_SIZE: '0' }), ConfigError);
  });
});
