import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../src/config/error.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { SECTIONS, variablesOf } from '../../../src/config/sections.ts';
import { SETTINGS } from '../../../src/config/settings.ts';
import { checkStartValues } from '../../../src/features/settings/check-start-values.ts';
import { tempFolder } from '../../support/at-exit.ts';
import { suiteKeyward } from '../../http/expectations.ts';
import { superadminOf } from '../../http/config/superadmin.ts';
import { mounted } from '../../mount/mounted.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** For each section: variables, and the values that they give to fields. */
const GIVEN: Record<string, [variables: Record<string, string>, fields: Record<string, unknown>]> = {
  jwt: [
    {
      KEYWARD_SESSION_DURATION_DAYS: '30',
      KEYWARD_JWT_AUDIENCE: 'https://api.example.com, shop',
      KEYWARD_JWT_CLAIMS: '{"plan": "app_metadata.plan"}',
      KEYWARD_JWT_IDLE_MINUTES: '60',
    },
    {
      session_duration_days: 30,
      refresh_token_expire_days: 30,
      audience: ['https://api.example.com', 'shop'],
      claims: { plan: 'app_metadata.plan' },
      idle_minutes: 60,
    },
  ],
  email: [
    {
      KEYWARD_SMTP_URL: 'smtp://mail.example.org',
      KEYWARD_MAIL_FROM: 'a@example.org',
      KEYWARD_SMTP_USE_TLS: 'on',
    },
    { host: 'mail.example.org', use_tls: true },
  ],
  cookie: [
    {
      KEYWARD_COOKIE_MODE: 'on',
      KEYWARD_COOKIE_ACCESS_NAME: '__Secure-access',
      KEYWARD_COOKIE_SECURE: 'true',
      KEYWARD_COOKIE_SAMESITE: 'None',
      KEYWARD_COOKIE_DOMAIN: 'example.org',
      KEYWARD_COOKIE_MAX_AGE: '600',
    },
    {
      cookie_mode: true,
      access_cookie_name: '__Secure-access',
      secure: true,
      samesite: 'none',
      domain: 'example.org',
      max_age: 600,
    },
  ],
  logging: [
    {
      KEYWARD_LOG_LEVEL: 'debug',
      KEYWARD_LOG_CONSOLE: 'off',
      KEYWARD_LOG_MAX_LINES: '500',
      KEYWARD_LOG_TRIM_LINES: '50',
      KEYWARD_LOG_REDACT_PATTERNS: String.raw`["card-\\d{4,16}", "secret"]`,
    },
    {
      level: 'DEBUG',
      console_output: false,
      max_log_lines: 500,
      trim_log_lines: 50,
      redact_patterns: [String.raw`card-\d{4,16}`, 'secret'],
    },
  ],
  events: [{ KEYWARD_EVENTS_AUDIT_DAYS: '500' }, { audit_days: 500 }],
  factors: [
    { KEYWARD_FACTORS_STEP_UP: 'sensitive', KEYWARD_FACTORS_RP_NAME: 'Shop' },
    { step_up: 'sensitive', rp_name: 'Shop' },
  ],
  signup: [
    {
      KEYWARD_SIGNUP_MODE: 'invite',
      KEYWARD_SIGNUP_ALLOWED_DOMAINS: 'Example.COM,*.example.org',
      KEYWARD_SIGNUP_CAPTCHA: 'turnstile',
      KEYWARD_SIGNUP_CAPTCHA_SECRET: 'secret',
    },
    {
      mode: 'invite',
      allowed_domains: ['example.com', '*.example.org'],
      captcha: 'turnstile',
      captcha_secret: '***',
    },
  ],
  branding: [
    {
      KEYWARD_BRANDING_NAME: 'Example',
      KEYWARD_BRANDING_COLOUR: '#2848C7',
      KEYWARD_BRANDING_RADIUS: '12',
      KEYWARD_BRANDING_LINKS: '[{"label": "Terms", "url": "/terms"}]',
    },
    { name: 'Example', colour: '#2848c7', radius: 12, links: [{ label: 'Terms', url: '/terms' }] },
  ],
};

/** Texts that stop the start, with the reported line. */
const REFUSED: [variables: Record<string, string>, message: RegExp | string][] = [
  [{ KEYWARD_BRANDING_COLOUR: 'blue' }, /^KEYWARD_BRANDING_COLOUR: "blue" .* a colour as #rrggbb/],
  [
    { KEYWARD_BRANDING_LINKS: '[{"label": "Terms"}]' },
    /^KEYWARD_BRANDING_LINKS: .* a JSON array of at most 6/,
  ],
  [{ KEYWARD_COOKIE_MODE: 'yes' }, 'KEYWARD_COOKIE_MODE: "yes" is not a switch; use on or off.'],
  [{ KEYWARD_COOKIE_MAX_AGE: '0' }, /^KEYWARD_COOKIE_MAX_AGE: .* a whole number from 1 to 34560000\.$/],
  [{ KEYWARD_COOKIE_PATH: 'auth' }, /^KEYWARD_COOKIE_PATH: "auth" .* begins with a slash, .*\.$/],
  [{ KEYWARD_COOKIE_ACCESS_NAME: 'a b' }, /^KEYWARD_COOKIE_ACCESS_NAME: "a b" /],
  [
    { KEYWARD_COOKIE_SAMESITE: 'none' },
    'KEYWARD_COOKIE_SECURE: must be true with samesite "none", because browsers refuse such cookies without it.',
  ],
  [{ KEYWARD_LOG_LEVEL: 'LOUD' }, /^KEYWARD_LOG_LEVEL: "LOUD" is not a known value; use one of DEBUG, INFO/],
  [{ KEYWARD_LOG_MAX_LINES: '9' }, /^KEYWARD_LOG_MAX_LINES: /],
  [{ KEYWARD_LOG_DIR: '../elsewhere' }, /^KEYWARD_LOG_DIR: must be in the data directory/],
  [{ KEYWARD_LOG_REDACT_PATTERNS: 'ok,(' }, /^KEYWARD_LOG_REDACT_PATTERNS: is not a regular expression/],
  [{ KEYWARD_JWT_CLAIMS: '["a"]' }, /^KEYWARD_JWT_CLAIMS: .* is not a table; use a JSON object/],
  [
    { KEYWARD_JWT_CLAIMS: '{"iss": "email"}' },
    /^KEYWARD_JWT_CLAIMS: must be printable ASCII .* not a claim that has a defined meaning/,
  ],
  [{ KEYWARD_JWT_CLAIMS: '{"__proto__": "role"}' }, /^KEYWARD_JWT_CLAIMS: must be printable ASCII/],
  [
    { KEYWARD_JWT_CLAIMS: '{"plan": "metadata.plan"}' },
    /^KEYWARD_JWT_CLAIMS: must not come from metadata\.plan, .*; use app_metadata/,
  ],
  [
    { KEYWARD_JWT_CLAIMS: '{"roles": "metadata.roles"}' },
    /^KEYWARD_JWT_CLAIMS: must not come from metadata\.roles, .*; use app_metadata/,
  ],
  [
    { KEYWARD_COOKIE_REFRESH_NAME: 'keyward_console_refresh' },
    /^KEYWARD_COOKIE_REFRESH_NAME: must not begin/,
  ],
  [{ KEYWARD_JWT_CLAIMS: '{"a": 1}' }, /^KEYWARD_JWT_CLAIMS: /],
  [{ KEYWARD_JWT_AUDIENCE: '[1]' }, /^KEYWARD_JWT_AUDIENCE: "\[1\]" is not a list; use /],
  [
    { KEYWARD_SIGNUP_ALLOWED_DOMAINS: 'a.org,@' },
    /^KEYWARD_SIGNUP_ALLOWED_DOMAINS: must be a domain such as/,
  ],
  [{ KEYWARD_SIGNUP_CAPTCHA: 'turnstile' }, /^KEYWARD_SIGNUP_CAPTCHA_SECRET: is needed for turnstile/],
  [{ KEYWARD_FACTORS_RP_ID: 'example.com' }, /^KEYWARD_FACTORS_RP_ID: must be one of localhost/],
  [
    { KEYWARD_FACTORS_POLICY: 'everyone', KEYWARD_FACTORS_TOTP: 'off', KEYWARD_FACTORS_PASSKEYS: 'off' },
    /^KEYWARD_FACTORS_POLICY: must be "optional"/,
  ],
];

describe('the first values of the settings', () => {
  it('have a variable for every field that people see', () => {
    const known = new Set(SETTINGS.map(({ name }) => name));
    for (const [section, { fields }] of Object.entries(SECTIONS))
      for (const name of Object.keys(fields)) {
        const variables = variablesOf(section, name);
        const internal = ['key_created_at', 'key_generation', 'previous_key', 'older_keys'].includes(name);
        assert.equal(variables.length === 0, internal, `${section}.${name}`);
        for (const variable of variables) assert.ok(known.has(variable), variable);
      }
  });

  it('stop the start when they break a rule, with one line that names the setting and the fix', async () => {
    const folder = tempFolder();
    for (const [env, expected] of REFUSED) {
      const check = async () => {
        const dataDir = { KEYWARD_DATA_DIR: join(folder.path, 'absent') };
        await checkStartValues(loadConfig({ env: { ...dataDir, ...env }, cwd: folder.path, dotenv: false }));
      };
      await assert.rejects(check, (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        if (typeof expected === 'string') assert.equal(error.message, expected);
        else assert.match(error.message, expected);
        assert.match(error.message, /^[^\n]+\.$/);
        return true;
      });
    }
    folder.remove();
  });

  for (const kind of databasesFor(import.meta.filename)) {
    describe(`on ${kind}`, () => {
      const variables = Object.assign({}, ...Object.values(GIVEN).map(([given]) => given));
      const keyward = suiteKeyward(kind, { settings: variables });

      it('come from the start in every section, which says so, until one is saved', async () => {
        const { get, patch, post, shown } = await superadminOf(keyward);
        const { sections } = JSON.parse((await get('/config/sources')).text);
        for (const [section, [given, fields]] of Object.entries(GIVEN)) {
          const values = await shown(section);
          for (const [name, value] of Object.entries(fields)) {
            assert.deepEqual(values[name], value, `${section}.${name}`);
            const isGiven = variablesOf(section, name).some((variable) => variable in given);
            assert.equal(sections[section].fields[name], isGiven ? 'environment' : 'default', name);
          }
        }
        assert.equal(sections.cookie.fields.path, 'default');
        assert.equal((await patch('/config/cookie', { max_age: 60 })).status, 200);
        assert.equal((await shown('cookie'))['max_age'], 60);
        assert.equal((await shown('cookie'))['domain'], 'example.org');
        await post('/config/rollback', { section: 'cookie', version: 0 });
        assert.equal((await shown('cookie'))['max_age'], 600);
      });
    });
  }

  it('are options of createKeyward too, under JavaScript names', async () => {
    await using service = await mounted({
      cookie: { cookieMode: true, domain: null },
      logging: { level: 'ERROR', redactPatterns: ['a{1,3}'] },
      signup: { mode: 'closed', allowedDomains: [] },
      branding: { name: 'Example', links: [{ label: 'Help', url: 'mailto:help@example.org' }] },
      tokens: { idleMinutes: 60, claims: { plan: 'app_metadata.plan' } },
    });
    const answer = await service.keyward.fetch(
      new Request('http://127.0.0.1:4000/auth/signup/password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'Erstes1' }),
      }),
    );
    assert.equal(answer.status, 403);
    await assert.rejects(
      mounted({ cookie: { samesite: 'none' } }),
      /^ConfigError: cookie\.secure: must be true/,
    );
    await assert.rejects(
      mounted({ events: { auditDays: 0 } }),
      /^ConfigError: events\.auditDays: "0" is not/,
    );
  });
});
