import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '../../../src/config/sections.ts';
import type { Fields } from '../../../src/config/sections/field.ts';
import { anyProvider } from '../../../src/features/settings/sections/provider.ts';
import { SCOPES } from '../../../src/features/audit/actors/scopes.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { addKey } from './api-keys.ts';
import { databasesFor } from '../../support/usual-size.ts';

const TIMES = ['created_at', 'updated_at', 'last_used_at'];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`AK9: an API key on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('AK9: neither creates nor changes a superadmin, nor ends credentials of the account', async () => {
      const { key } = await addKey(keyward, SCOPES);
      const root = await addSuperadmin(keyward);
      const person = await addPerson(keyward);
      const { store } = keyward.app.services;
      const now = keyward.clock.now();
      const rows: Record<string, [link: number, code: number]> = {};
      for (const { id, email } of [root, person]) {
        await store.providerLinks.insert({ account_id: id, provider: 'p', subject: email, created_at: now });
        const code = { email, email_key: email, purpose: 'login', code_hash: '', asker_hash: '' };
        await store.codes.replace({ ...code, created_at: now, expires_at: now + 60_000 });
        const [link] = await store.providerLinks.ofAccount(id);
        const [{ id: codeId = 0 } = {}] = await keyward.database.query(
          'select id from codes where email_key = $1',
          [email],
        );
        rows[id] = [link?.id ?? 0, Number(codeId)];
      }
      const sessionOf = async (id: number) => (await store.sessions.liveOfAccount(id, now))[0]?.id;

      const acts: [method: string, path: (id: number) => string, body?: (id: number) => object][] = [
        ['DELETE', () => '/otp', (id) => ({ id: rows[id]?.[1] })],
        ['DELETE', () => '/oauth', (id) => ({ id: rows[id]?.[0] })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, name: 'Grace' })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, password: 'Another-horse-1' })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, email: `new${id}@example.org` })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, status: 'suspended' })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, status: 'active' })],
        ['PATCH', () => '/account', (id) => ({ account_id: id, role: 'user' })],
        ['DELETE', (id) => `/account/factors?account_id=${id}`],
        ['DELETE', (id) => `/account/${id}/sessions`],
        ['DELETE', (id) => `/account/lock?account_id=${id}`],
        ['DELETE', () => '/session/all', (id) => ({ account_id: id })],
        ['DELETE', () => '/account', (id) => ({ account_id: id })],
      ];
      const before = await accountRow(keyward, root.id);
      const session = await sessionOf(root.id);
      const end = (id: unknown) => keyward.call('DELETE', `/session/${String(id)}`, { token: key });
      assertRefusal(await end(session), 403, 'ScopeMissingError');
      assert.equal((await end(await sessionOf(person.id))).status, 200);
      for (const [method, path, body] of acts) {
        const act = (id: number) => keyward.call(method, path(id), { token: key, body: body?.(id) });
        const refused = await act(root.id);
        const name = `${method} ${path(root.id)} ${JSON.stringify(body?.(root.id))}`;
        assert.deepEqual([refused.status, refused.body['error']], [403, 'ScopeMissingError'], name);
        assert.equal(Object(refused.body.details).scope, null);
        const done = await act(person.id);
        assert.equal(done.status, 200, `${name} ${done.text}`);
      }
      const disconnect = (id: number) =>
        keyward.call('DELETE', `/account/${id}/application/app_unknown`, { token: key });
      assertRefusal(await disconnect(root.id), 403, 'ScopeMissingError');
      assertRefusal(await disconnect((await addPerson(keyward)).id), 404, 'ApplicationNotFoundError');
      assert.deepEqual(await accountRow(keyward, root.id), before);
      assert.equal(await sessionOf(root.id), session);
      assert.equal((await store.providerLinks.ofAccount(root.id)).length, 1);

      const another = await addPerson(keyward);
      const promotion = { account_id: another.id, role: 'superadmin' };
      const made = { name: 'Eve', email: 'eve@example.org', role: 'superadmin' };
      for (const [method, body] of [
        ['PATCH', promotion],
        ['POST', made],
      ] as const)
        assertRefusal(await keyward.call(method, '/account', { token: key, body }), 403, 'ScopeMissingError');
      assert.equal((await accountRow(keyward, another.id))['role'], 'user');
      assert.equal(await store.accounts.find('email_key', made.email), null);
    });

    it('AK9: neither removes nor replaces an invitation to become a superadmin', async () => {
      const { key } = await addKey(keyward, ['invitations:write']);
      const { store, clock } = keyward.app.services;
      const now = clock.now();
      const email = 'grace@example.org';
      const planted = { email, email_key: email, name: null, role: 'superadmin', metadata: null };
      await store.invitations.insert({
        ...planted,
        frontend: null,
        token_hash: 'planted',
        created_by: null,
        created_at: now,
        expires_at: now + 60_000,
      });
      const invited = await keyward.call('POST', '/invitation', { token: key, body: { email } });
      assertRefusal(invited, 403, 'ScopeMissingError');
      assert.equal((await store.invitations.find('token_hash', 'planted'))?.role, 'superadmin');
    });

    it('AK10: changes only settings that are open to keys, none that decides about sign-ins, sessions or logs', async () => {
      const { key: token } = await addKey(keyward, ['settings:read', 'settings:write']);
      const ask = (method: string, section: string, body: object, query = '') =>
        keyward.call(method, `/config/${section}${query}`, { token, body });
      const before = await keyward.call('GET', '/config/load', { token });
      const changes: Record<string, object[]> = {
        jwt: [
          { secret_key: 'another-secret-of-more-than-32-bytes' },
          { secret_key: keyward.app.services.settings.current.jwt.secret_key },
          { algorithm: 'HS512' },
          { create_key: true },
          { session_duration_days: 3 },
          { dual_token_mode: true },
          { idle_minutes: 5 },
          { claims: { plan: 'app_metadata.plan' } },
          { audience: ['mine'] },
        ],
        email: [{ host: 'mail.example.org' }],
        cookie: [{ domain: 'example.org' }, { httponly: false }, { max_age: 60 }],
        logging: [{ logging: false }, { max_log_lines: 10 }, { level: 'CRITICAL' }],
        events: [{ audit_days: 1 }, { activity_rows: 10 }],
        factors: [{ totp: false }],
        signup: [{ mode: 'invite' }, { require_verified_email: true }, { captcha_secret: 'secret' }],
        branding: [{ logo_url: '/other.svg' }, { links: [{ label: 'Help', url: '/help' }] }],
        oauth: [{ enabled: true }, { registration: 'open' }, { mcp: true }],
        organizations: [{ enabled: true }, { creation: 'anyone' }, { permissions: ['invoices:write'] }],
        idp1: [{ client_id: 'mine' }],
      };
      for (const section of [...Object.keys(SECTIONS), 'idp1'])
        for (const body of changes[section] ?? assert.fail(`no change of ${section}`))
          for (const query of ['', '?dry_run=true']) {
            const refused = await ask('PATCH', section, body, query);
            assertRefusal(refused, 403, 'ScopeMissingError');
            assert.equal(Object(refused.body.details).scope, null);
          }
      for (const [section, body] of [
        ['jwt', { session_duration_days: 3 }],
        ['logging', { max_log_lines: 10 }],
        ['rollback', { section: 'branding', version: 0 }],
      ] as const)
        assertRefusal(await ask('POST', section, body), 403, 'ScopeMissingError');
      assert.deepEqual((await keyward.call('GET', '/config/load', { token })).body, before.body);

      const open = { name: 'Shop', colour: '#2848c7', radius: 4, font: 'system' };
      assert.equal((await ask('PATCH', 'branding', open)).status, 200);
      const declared = Object.entries<{ fields: Fields }>({ ...SECTIONS, provider: anyProvider }).flatMap(
        ([section, { fields }]) =>
          Object.keys(fields)
            .filter((name) => fields[name]?.keys === 'open')
            .map((name) => `${section}.${name}`),
      );
      assert.deepEqual(
        declared,
        Object.keys(open).map((name) => `branding.${name}`),
      );
    });

    it('AK11: makes no application first party, gives none machine_scopes, and changes no such application', async () => {
      const { key: token } = await addKey(keyward, ['applications:read', 'applications:write']);
      const { token: root } = await addSuperadmin(keyward);
      const make = async (by: string, fields: object) => {
        const body = { name: 'Orders', redirect_uris: ['https://app.example.org/callback'], ...fields };
        const made = await keyward.call('POST', '/application', { token: by, body });
        assert.equal(made.status, 201, made.text);
        return `/application/${asText(made.body['client_id'])}`;
      };
      const assertClosed = (answer: Awaited<ReturnType<typeof keyward.call>>, word: string) => {
        assertRefusal(answer, 403, 'ScopeMissingError');
        assert.equal(Object(answer.body.details).scope, null);
        assert.match(asText(answer.body['message']), new RegExp(`${word}.*; sign in instead`));
      };
      const change = (path: string, body: object) => keyward.call('PATCH', path, { token, body });
      const given: Record<string, unknown> = { first_party: true, machine_scopes: ['jobs:run'] };
      const others: Record<string, unknown> = {
        redirect_uris: ['https://evil.example.org/'],
        post_logout_redirect_uris: ['https://evil.example.org/'],
        backchannel_logout_uri: 'https://evil.example.org/',
        token_endpoint_auth_method: 'client_secret_post',
        jwks: { keys: [] },
        jwks_uri: 'https://evil.example.org/',
        scopes: ['openid'],
        resources: ['https://evil.example.org/'],
        signing_algorithm: 'ES256',
        require_pkce: false,
        dpop_bound: true,
        enabled: false,
        access_minutes: 60,
        refresh_days: 60,
        refresh_max_days: 365,
      };
      const people = {
        name: 'Shop',
        logo_url: 'https://app.example.org/logo.png',
        homepage_url: 'https://app.example.org/',
        policy_url: 'https://app.example.org/policy',
        terms_url: 'https://app.example.org/terms',
        contacts: ['team@example.org'],
      };
      const own = await make(token, { first_party: false, machine_scopes: [] });
      const theirs = [
        await make(root, { first_party: true }),
        await make(root, { machine_scopes: ['jobs:run'] }),
      ];
      const shown = async (path: string) => (await keyward.call('GET', path, { token })).body;

      for (const [name, value] of Object.entries(given)) {
        const body = { name: 'Mine', type: 'machine', [name]: value };
        assertClosed(await keyward.call('POST', '/application', { token, body }), name);
        assertClosed(await change(own, { [name]: value }), name);
      }
      assert.equal((await shown(own))['first_party'], false);
      for (const [name, value] of Object.entries(others)) {
        if (name === 'jwks') continue;
        const done = await change(own, { [name]: value });
        assert.equal(done.status, 200, `${name} ${done.text}`);
      }

      for (const path of theirs) {
        const before = await shown(path);
        const { secrets } = before;
        const [secret] = [secrets].flat();
        const rest = { ...others, first_party: !before['first_party'], machine_scopes: ['jobs:all'] };
        for (const [name, value] of Object.entries(rest))
          assertClosed(await change(path, { [name]: value }), name);
        for (const [method, suffix] of [
          ['DELETE', ''],
          ['POST', '/secrets'],
          ['DELETE', `/secrets/${String(Object(secret).id)}`],
        ] as const)
          assertClosed(
            await keyward.call(method, `${path}${suffix}`, { token }),
            'first_party or has machine_scopes',
          );
        assert.deepEqual(await shown(path), before);
        const same = { first_party: before['first_party'], redirect_uris: before['redirect_uris'] };
        const named = await change(path, { ...people, ...same });
        assert.equal(named.status, 200, named.text);
        const fields = [...Object.keys(rest), ...Object.keys(people)];
        const kept = ['client_id', 'type', 'source', 'version', 'secrets', 'expires_at', ...TIMES];
        const known = new Set([...fields, ...kept]);
        assert.deepEqual(
          Object.keys(before).filter((name) => !known.has(name)),
          [],
        );
      }
      assert.equal((await keyward.call('POST', `${own}/secrets`, { token })).status, 201);
      assert.equal((await keyward.call('DELETE', own, { token })).status, 200);
    });
  });
}
