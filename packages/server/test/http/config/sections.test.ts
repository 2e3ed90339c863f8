import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { loadConfig } from '../../../src/config/load.ts';
import { createSections } from '../../../src/features/settings/sections.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { superadminOf } from './superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

interface Described {
  name: string;
  version: number;
  fields: ({ name: string } & Record<string, unknown>)[];
  together: string[];
  environment: string[];
  provider: { slot: string; preset: string; label: string; redirect_uri: string } | null;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /config/sections on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_SMTP_URL: 'smtp://ada%40x:secret@mail.example.org:2525',
        KEYWARD_MAIL_FROM: 'Shop <shop@example.org>',
        KEYWARD_IDP2_NAME: 'hub',
        KEYWARD_COOKIE_MAX_AGE: '60',
        KEYWARD_JWT_AUDIENCE: 'a, b',
      },
    });
    const described = async (): Promise<Described[]> =>
      JSON.parse((await (await superadminOf(keyward)).get('/config/sections')).text).sections;
    const section = async (name: string) => (await described()).find((one) => one.name === name);
    const field = async (of: string, name: string) =>
      (await section(of))?.fields.find((one) => one.name === name);

    it('200: each section as /load/ and /sources have it', async () => {
      const { get } = await superadminOf(keyward);
      const load = JSON.parse((await get('/config/load/')).text);
      const { sections } = JSON.parse((await get('/config/sources')).text);
      delete load.logging.store_dir;
      const all = await described();
      const pick = (name: string) =>
        Object.fromEntries(
          all.map((one) => [one.name, Object.fromEntries(one.fields.map((row) => [row.name, row[name]]))]),
        );
      assert.deepEqual(pick('value'), load);
      assert.deepEqual(
        pick('source'),
        Object.fromEntries(
          Object.entries<{ fields: object }>(sections).map(([name, { fields }]) => [name, fields]),
        ),
      );
    });

    it('shows rules, variables and first values of fields', async () => {
      const { patch } = await superadminOf(keyward);
      await patch('/config/cookie', { max_age: 90, samesite: 'strict' });
      assert.deepEqual(await field('cookie', 'max_age'), {
        name: 'max_age',
        type: 'integer',
        items: null,
        nullable: true,
        choices: null,
        minimum: 1,
        maximum: 34_560_000,
        max_length: null,
        max_items: null,
        description:
          'Lifetime in seconds; null: as long as the token in the cookie, which is also the maximum',
        required: false,
        secret: false,
        value: 90,
        source: 'saved',
        first_value: 60,
        first_source: 'environment',
        variable: 'KEYWARD_COOKIE_MAX_AGE',
      });
      const samesite = await field('cookie', 'samesite');
      assert.deepEqual(
        ['choices', 'value', 'first_value', 'first_source'].map((fact) => samesite?.[fact]),
        [['lax', 'strict', 'none'], 'strict', 'lax', 'default'],
      );
      const captcha = await field('signup', 'captcha');
      assert.deepEqual(
        ['type', 'nullable', 'choices'].map((fact) => captcha?.[fact]),
        ['string', true, ['turnstile', 'hcaptcha', 'recaptcha']],
      );
      const password = await field('email', 'password');
      assert.deepEqual(
        [password?.['value'], password?.['first_value'], password?.['variable'], password?.['secret']],
        ['***', '***', 'KEYWARD_SMTP_URL', true],
      );
      assert.equal((await field('jwt', 'audience'))?.['max_items'], 20);
    });

    it('a provider has its slot, its preset and its redirect address; a name is in no slot', async () => {
      assert.deepEqual((await section('hub'))?.provider, {
        slot: 'idp2',
        preset: 'github',
        label: 'GitHub',
        redirect_uri: `${keyward.app.services.apiUrl()}/hub/callback`,
        added: false,
      });
      assert.equal((await section('cookie'))?.provider, null);
    });

    it('the lines for an environment give the same values, with placeholders for secrets', async () => {
      const { patch } = await superadminOf(keyward);
      await patch('/config/jwt', { claims: { plan: "app_metadata.it's" }, session_duration_days: 9 });
      await patch('/config/logging', { redact_patterns: ['a "b" #c', 'd,e'] });
      await patch('/config/hub', {
        client_id: 'it is me',
        client_secret: 'secret',
        redirect_uri: 'https://example.org/hub/callback',
      });
      const sections = await described();
      const lines = sections.flatMap(({ environment }) => environment).join('\n');
      assert.ok(!/[=:]secret\b/.test(lines), lines);
      assert.match(lines, /^KEYWARD_SMTP_URL=smtp:\/\/ada%40x:PASSWORD@mail\.example\.org:2525$/m);
      assert.match(lines, /^KEYWARD_IDP2_CLIENT_SECRET='<client_secret>'$/m);
      const env = {
        ...parseEnv(lines),
        KEYWARD_JWT_SECRET: 'x'.repeat(32),
        KEYWARD_DATA_DIR: keyward.dataDir,
      };
      const config = loadConfig({ env, cwd: keyward.dataDir, dotenv: false });
      const { initial } = createSections({
        config,
        secrets: { jwtSecret: 'x'.repeat(32), masterKey: Buffer.alloc(32) },
        slots: config.providers,
      });
      const { current } = keyward.app.services.settings;
      assert.deepEqual(
        {
          ...initial,
          email: { ...initial.email, password: 'secret' },
          jwt: { ...initial.jwt, secret_key: current.jwt.secret_key },
          providers: {
            ...initial.providers,
            idp2: { ...initial.providers['idp2'], client_secret: 'secret' },
          },
        },
        current,
      );
    });
  });

  describe(`POST /config/logging/test on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: returns what a log would keep of a line, with the settings in force and with others', async () => {
      const { post, shown } = await superadminOf(keyward);
      const before = await shown('logging');
      const kept = async (body: object) => (await post('/config/logging/test', body)).body['line'];
      const line = 'password=Analytical-1 token=abcdefgh order 4711';
      assert.equal(await kept({ line }), 'password=[redacted] token=[redacted] order 4711');
      assert.equal(
        await kept({ line, redact_sensitive: false, redact_patterns: ['order \\d+'] }),
        'password=[redacted] token=abcdefgh [redacted]',
      );
      assert.equal(
        await kept({ line: '{"api_key": "x", "plan": "pro"}' }),
        '{"api_key":"[redacted]","plan":"pro"}',
      );
      assert.deepEqual(await shown('logging'), before);
    });

    it('400: a pattern that is invalid in RE2', async () => {
      const { post } = await superadminOf(keyward);
      assertRefusal(
        await post('/config/logging/test', { line: 'x', redact_patterns: ['(?=x)'] }),
        400,
        'InvalidConfigError',
        ['redact_patterns.0'],
      );
    });
  });
}
