import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stripVTControlCharacters, styleText } from 'node:util';
import { examine, CHECKS } from '../../src/features/operations/diagnostics/examine.ts';
import { collectFacts } from '../../src/cli/doctor-facts.ts';
import { loadConfig } from '../../src/config/load.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import { superadminOf } from '../http/config/superadmin.ts';
import { databasesFor } from '../support/usual-size.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const SECRET = 'k7Jc0yqU2m8Zr4Wv9Lx1Tn6Hb3Ds5Fg0Pq';

/** A deployment without serious findings. */
const CAREFUL = {
  KEYWARD_ENV: 'production',
  KEYWARD_PROFILE: 'strict',
  KEYWARD_PUBLIC_URL: 'https://auth.example.org',
  KEYWARD_ALLOWED_FRONTENDS: 'https://app.example.org',
  KEYWARD_TRUSTED_PROXIES: '10.0.0.1',
  KEYWARD_JWT_SECRET: SECRET,
  KEYWARD_MASTER_KEY: '0123456789abcdef'.repeat(4).replace('0123', '9f3c'),
  KEYWARD_DUAL_TOKEN_MODE: 'on',
  KEYWARD_SMTP_URL: 'smtp://mail.example.org:587',
  KEYWARD_MAIL_FROM: 'auth@example.org',
  KEYWARD_SIGNUP_MODE: 'invite',
  KEYWARD_WORKERS: 'auto',
};

/** A provider that somebody else may run. */
const OIDC = {
  KEYWARD_IDP1_PRESET: 'oidc',
  KEYWARD_IDP1_ISSUER: 'https://login.example.org',
  KEYWARD_IDP1_CLIENT_ID: 'a',
  KEYWARD_IDP1_CLIENT_SECRET: 'b',
};

async function found(env: Record<string, string>): Promise<Map<string, string>> {
  const folder = tempFolder();
  const config = loadConfig({ env, cwd: folder.path });
  const results = examine(await collectFacts(config, folder.path));
  assert.doesNotMatch(JSON.stringify(results.map((one) => one.found)), /undefined/);
  // It changes nothing.
  assert.deepEqual(readdirSync(folder.path), []);
  folder.remove();
  return new Map(results.flatMap((one) => (one.found === null ? [] : [[one.check.id, one.found.severity]])));
}

describe('doctor', () => {
  it('finds nothing serious in a safe deployment', async () => {
    assert.deepEqual(await found(CAREFUL), new Map([['migrations', 'note']]));
  });

  for (const [id, severity, changes] of [
    ['mode', 'serious', { KEYWARD_ENV: 'development' }],
    ['public-url', 'serious', { KEYWARD_PUBLIC_URL: 'http://auth.example.org' }],
    ['public-url', 'serious', { KEYWARD_PUBLIC_URL: '' }],
    ['trusted-proxies', 'serious', { KEYWARD_TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }],
    ['trusted-proxies', 'warning', { KEYWARD_TRUSTED_PROXIES: '' }],
    ['frontends', 'warning', { KEYWARD_ALLOWED_FRONTENDS: '' }],
    ['provider-emails', 'note', OIDC],
    ['provider-emails', 'note', { ...OIDC, KEYWARD_IDP1_TRUSTS_EMAIL: 'on' }],
    ['provider-emails', 'note', { ...OIDC, KEYWARD_IDP1_PRESET: 'microsoft', KEYWARD_IDP1_ISSUER: '' }],
    ['frontends', 'warning', { KEYWARD_ALLOWED_FRONTENDS: 'http://app.example.org' }],
    ['profile', 'warning', { KEYWARD_PROFILE: 'documented' }],
    ['sign-ups', 'warning', { KEYWARD_SIGNUP_MODE: 'open' }],
    ['sign-ups', 'warning', { KEYWARD_SIGNUP_MODE: 'open', KEYWARD_SIGNUP_ALLOWED_DOMAINS: 'example.org' }],
    ['signing-secret', 'serious', { KEYWARD_JWT_SECRET: 'change-me-change-me-change-me-change-me' }],
    ['signing-secret', 'serious', { KEYWARD_ENV: 'development', KEYWARD_JWT_SECRET: 'short' }],
    ['master-key', 'serious', { KEYWARD_MASTER_KEY: '00'.repeat(32) }],
    ['token-life', 'warning', { KEYWARD_DUAL_TOKEN_MODE: 'off' }],
    ['token-life', 'warning', { KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '1440' }],
    ['refresh-rotation', 'warning', { KEYWARD_REFRESH_ROTATION: 'off' }],
    ['mail', 'serious', { KEYWARD_SMTP_URL: '' }],
    ['settings-store', 'warning', { KEYWARD_SETTINGS_STORE: 'memory' }],
    ['database-encryption', 'warning', { KEYWARD_DATABASE_URL: 'postgres://192.0.2.1:1/x' }],
  ] as const) {
    it(`reports ${id}: ${Object.entries(changes).join(' ')}`, async () => {
      // An address that never answers would cost a timeout.
      const env = { ...CAREFUL, ...changes };
      if (id !== 'database-encryption') {
        const results = await found(env);
        assert.equal(results.get(id), severity, [...results].join(' '));
        return;
      }
      const config = loadConfig({ env, cwd: '/' });
      const check = CHECKS.find((one) => one.id === id);
      const { settings } = await collectFacts(loadConfig({ env: CAREFUL, cwd: '/nowhere' }), '/nowhere');
      const facts = {
        config,
        settings,
        cores: 1,
        exposed: [],
        freeDisk: null,
        database: null,
        problem: null,
        pending: [],
        isNew: false,
      };
      assert.equal(check?.look(facts)?.severity, severity);
    });
  }

  it('does not report sign-ups that require a captcha, or proven mailboxes of listed domains', async () => {
    const open = { ...CAREFUL, KEYWARD_SIGNUP_MODE: 'open' };
    for (const bound of [
      { KEYWARD_SIGNUP_CAPTCHA: 'turnstile', KEYWARD_SIGNUP_CAPTCHA_SECRET: '0x4AAAAAAAB' },
      { KEYWARD_SIGNUP_ALLOWED_DOMAINS: 'example.org', KEYWARD_SIGNUP_REQUIRE_VERIFIED_EMAIL: 'on' },
    ])
      assert.equal((await found({ ...open, ...bound })).get('sign-ups'), undefined);
  });

  it('PW9: reports the risks of the settings in force, the superadmins and the files, and none that is fixed', async () => {
    await using keyward = await startKeyward('sqlite', { fullHashing: true });
    const { dataDir } = keyward.database;
    const env = {
      ...CAREFUL,
      ...settingsOf(keyward.database),
      KEYWARD_JWT_SECRET: '',
      KEYWARD_MASTER_KEY: '',
    };
    const ids = async () => {
      const { code, stdout } = await runHere(['doctor', '--json'], { env });
      const { ok, findings }: { ok: boolean; findings: { id: string; severity: string; finding: string }[] } =
        JSON.parse(stdout);
      assert.equal(code, ok ? 0 : 1);
      return new Map(findings.map(({ id, severity, finding }) => [id, `${severity}: ${finding}`]));
    };
    chmodSync(dataDir, 0o700);
    assert.match((await ids()).get('superadmins') ?? '', /^warning: there is no active superadmin/);

    const { set, post } = await superadminOf(keyward);
    await set('cookie', { cookie_mode: true, httponly: false });
    await set('logging', { redact_sensitive: false });
    await set('email', { host: '', port: 25, sender: 'auth@example.org' });
    chmodSync(join(dataDir, 'master-key'), 0o644);
    const key = { name: 'Billing', hint: '', scopes: 'accounts:read', created_at: Date.now() };
    const { apiKeys } = keyward.app.services.store;
    await apiKeys.insert({ ...key, key_hash: 'endless' });
    await apiKeys.insert({ ...key, key_hash: 'unused', created_at: 0, expires_at: Date.now() + 60_000 });
    await apiKeys.insert({ ...key, key_hash: 'over', created_at: 0, expires_at: Date.now() - 60_000 });
    const development = { name: 'Orders', redirect_uris: ['http://localhost:3000/callback'] };
    assert.equal((await post('/application', development)).status, 201);
    await set('oauth', { enabled: true, rotate_days: 0 });
    await keyward.database.query('update applications set created_at = 1');
    const day = 86_400_000;
    await keyward.callRoot('GET', '/.well-known/jwks.json');
    await keyward.database.query('update oauth_keys set created_at = $1', [Date.now() - 366 * day]);
    const open = await ids();
    assert.match(open.get('oauth-redirects') ?? '', /^warning: .*: 1$/);
    assert.match(open.get('oauth-unused') ?? '', /^note: .*: 1$/);
    assert.match(open.get('oauth-keys') ?? '', /^note: /);
    for (const table of ['applications', 'oauth_keys']) await keyward.database.query(`delete from ${table}`);
    for (const id of ['cookies', 'logs', 'mail', 'file-modes'])
      assert.match(open.get(id) ?? '', /^serious: /, id);
    assert.match(open.get('superadmins') ?? '', /^note: there is only one/);
    assert.match(open.get('api-keys') ?? '', /^warning: .*; never expire: 1; unused for 90 days: 1$/);
    await keyward.database.query('delete from api_keys');
    assert.match(open.get('superadmin-factors') ?? '', /^warning: 1 active superadmin has no second factor/);
    assert.match(open.get('file-modes') ?? '', /master-key \(644\)/);

    await set('cookie', { cookie_mode: true });
    await set('logging', { redact_sensitive: true });
    await set('email', { host: 'mail.example.org', port: 587, sender: 'auth@example.org' });
    chmodSync(join(dataDir, 'master-key'), 0o600);
    await keyward.database.query('update accounts set second_factors = 1');
    assert.deepEqual([...(await ids()).keys()], ['superadmins', 'backups']);

    await keyward.database.query('update accounts set password_hash = $1', [
      '$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    ]);
    assert.match(
      (await ids()).get('password-hashes') ?? '',
      /^warning: the duration of a login reveals that 1 account exists/,
    );

    const plain = await runHere(['doctor', '--json', '--public-url', 'http://auth.example.org'], { env });
    assert.match(plain.stdout, /"id": "cookies",\s+"severity": "serious"/);

    const folder = tempFolder();
    writeFileSync(join(folder.path, '.env'), `KEYWARD_MASTER_KEY=${'ab'.repeat(16)}${'cd'.repeat(16)}\n`);
    const { code, stdout } = await runHere(['doctor'], {
      cwd: folder.path,
      env: { ...env, KEYWARD_MASTER_KEY: '' },
    });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^SERIOUS {2}database: the database, or a setting saved in it, cannot be used\.\n +Do: KEYWARD_MASTER_KEY: /m,
    );
    assert.match(stdout, /^SERIOUS {2}file-modes: [^:]*\.env \(\d+\)\.$/m);
    const pages = [...stdout.matchAll(/^ +See ([^#\n]+)(#\S+)?\.$/gm)].map(([, page = '']) => page);
    assert.ok(pages.length > 0 && pages.every((page) => existsSync(page)), pages.join(' '));
    assert.match(stdout, /^\d+ serious, \d+ warnings?, \d+ notes?; \d+ checks found nothing\.$/m);
    folder.remove();
  });

  it('fits into 80 columns, and uses colours on a terminal that wants them', async () => {
    const folder = tempFolder();
    const cwd = folder.path;
    mkdirSync(join(cwd, 'keyward-data'), { mode: 0o700 });
    const env = { ...CAREFUL, KEYWARD_PROFILE: 'documented' };
    const { stdout } = await runHere(['doctor'], { cwd, env, terminal: true });
    const plain = await runHere(['doctor'], { cwd, env: { ...env, NO_COLOR: '1' }, terminal: true });
    assert.equal(stripVTControlCharacters(stdout), plain.stdout);
    assert.ok(stdout.includes(styleText('yellow', 'WARNING ', { validateStream: false })));
    assert.deepEqual((await runHere(['doctor'], { cwd, env })).stdout, plain.stdout);
    for (const line of plain.stdout.split('\n')) assert.ok(line.length <= 80 || line.includes(' See '), line);
    writeFileSync(
      join(cwd, 'keyward-data', 'lock.json'),
      JSON.stringify({ pid: 1, hostname: 'h', url: 'http://127.0.0.1:4000' }),
      { mode: 0o600 },
    );
    const beside = await runHere(['doctor'], { cwd, env });
    assert.equal(beside.stdout.indexOf(plain.stdout), 0);
    assert.match(
      beside.stdout,
      /the settings of this shell\.\nIts console and GET …\/config\/findings judge /,
    );
    assert.match(
      plain.stdout,
      /^WARNING {2}profile: the documented profile .*\n {9}\S[^]*\n {9}Do: set [^]*\n0 serious, 1 warning, 1 note; \d+ checks found nothing\.\n$/m,
    );
    folder.remove();
  });

  it('reports a database that cannot be reached, and ends with 1', async () => {
    const env = { ...CAREFUL, KEYWARD_DATABASE_URL: 'postgres://127.0.0.1:1/keyward' };
    const { code, stdout } = await runHere(['doctor'], { env });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^SERIOUS {2}database: .*\n +Do: KEYWARD_DATABASE_URL:[^]*cannot\s+be\s+opened\s+\([^]*ECONNREFUSED/m,
    );
  });

  it('names documents and sections that exist, and has an id for each check', () => {
    assert.equal(new Set(CHECKS.map(({ id }) => id)).size, CHECKS.length);
    for (const { docs } of CHECKS) {
      const [path = '', section] = docs.split('#');
      assert.ok(existsSync(new URL(path, DOCS)), docs);
      const headings = readFileSync(new URL(path, DOCS), 'utf8').matchAll(/^#+ (.+)$/gm);
      const slugs = [...headings].map(([, text = '']) =>
        text.toLowerCase().replaceAll('`', '').replaceAll(' ', '-'),
      );
      assert.ok(section === undefined || slugs.includes(section), `${docs}: ${slugs.join(' ')}`);
    }
  });
});

for (const kind of databasesFor(import.meta.filename)) {
  it(`doctor looks at a ${kind} database and its server, and changes nothing`, async () => {
    await using database = await createTestDatabase(kind);
    const env = { ...CAREFUL, ...settingsOf(database), KEYWARD_DATABASE_POOL_SIZE: '1000' };
    const first = await runHere(['doctor', '--json'], { env });
    assert.match(first.stdout, /"id": "migrations",\s+"severity": "note"/);
    assert.equal((await runHere(['migrate'], { env })).code, 0);
    const { stdout } = await runHere(['doctor', '--json'], { env });
    assert.doesNotMatch(stdout, /"id": "(migrations|database|clock)"/);
    assert.equal(/"id": "pool",\s+"severity": "serious"/.test(stdout), kind === 'postgres');
    const config = loadConfig({ env, cwd: database.dataDir });
    const { server } = (await collectFacts(config, database.dataDir)).database ?? {};
    if (kind === 'sqlite') {
      assert.equal(server, null);
    } else {
      assert.ok(Math.abs(server?.aheadMs ?? 1e9) < 1_000);
      const facts = await collectFacts(config, database.dataDir);
      const skewed = {
        ...facts,
        database: {
          superadmins: 1,
          superadminsWithoutFactor: 0,
          otherHashes: 0,
          webhooks: { disabled: 1, failing: 0 },
          retriedMails: 1,
          apiKeys: { endless: 0, unused: 0 },
          applications: { loopback: 0, unused: 0, keyDays: null },
          expiringCertificates: 1,
          findsParts: true,
          server: { now: 0, maxConnections: 10, aheadMs: -9_000 },
        },
      };
      for (const check of ['clock', 'webhooks', 'mail-queue', 'connection-certificates'])
        assert.equal(examine(skewed).find((one) => one.check.id === check)?.found?.severity, 'warning');
      for (const [freeDisk, severity] of [
        [100e6, 'serious'],
        [900e6, 'warning'],
        [2e9, undefined],
      ] as const)
        assert.equal(
          examine({ ...facts, freeDisk }).find((one) => one.check.id === 'disk')?.found?.severity,
          severity,
        );
    }
  });
}
