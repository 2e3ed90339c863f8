import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { superadminOf } from './superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`PATCH /config/{section} on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_SESSION_DURATION_DAYS: '30',
        KEYWARD_SMTP_URL: 'smtp://ada:secret@mail.example.org:2525',
        KEYWARD_MAIL_FROM: 'Shop <shop@example.org>',
        KEYWARD_IDP1_CLIENT_ID: 'client',
        KEYWARD_IDP1_CLIENT_SECRET: 'client secret',
        KEYWARD_IDP1_REDIRECT_URI: 'https://shop.example.org/callback',
      },
    });
    const inForce = () => keyward.app.services.settings.current;
    const sourcesOf = async (section: string): Promise<Record<string, string>> => {
      const { get } = await superadminOf(keyward);
      return JSON.parse((await get('/config/sources')).text).sections[section].fields;
    };

    it('200: changes and saves the one field, as a version that names only it and can be rolled back', async () => {
      const { get, patch, post, shown } = await superadminOf(keyward);
      for (const [section, change, message] of [
        ['email', { sender_name: 'Market' }, 'Email service configured successfully'],
        ['jwt', { session_duration_days: 20 }, 'JWT configured successfully'],
        ['cookie', { path: '/shop' }, 'Cookie configured successfully'],
        ['logging', { max_log_lines: 5000 }, 'Logging service configured successfully'],
        ['events', { audit_days: 500 }, 'Event retention configured successfully'],
        ['factors', { step_up: 'sensitive' }, 'Factors configured successfully'],
        ['signup', { mode: 'invite' }, 'Sign-up configured successfully'],
      ] as const) {
        const [before, from] = [await shown(section), await sourcesOf(section)];
        const [field = ''] = Object.keys(change);
        assertAnswer(await patch(`/config/${section}`, change), 200, { success: true, message });
        assert.deepEqual(await shown(section), { ...before, ...change });
        assert.deepEqual(await sourcesOf(section), { ...from, [field]: 'saved' });
        const [{ changes }] = JSON.parse((await get(`/config/history?section=${section}`)).text).history;
        assert.deepEqual(Object.keys(changes), [field]);

        const nothing = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
        delete nothing['store_dir'];
        for (const body of [{}, nothing]) assert.equal((await patch(`/config/${section}`, body)).status, 200);
        assert.deepEqual(await shown(section), { ...before, ...change });

        assert.equal((await post('/config/rollback', { section, version: 0 })).status, 200);
        assert.deepEqual(await shown(section), before);
      }
    });

    it('keeps secrets that are masked, null or left out', async () => {
      const { patch } = await superadminOf(keyward);
      const before = inForce();
      for (const kept of [{}, { password: null }, { password: '***' }])
        assert.equal((await patch('/config/email', { port: 2526, ...kept })).status, 200);
      for (const kept of [{}, { client_secret: null }, { client_secret: '***' }])
        assert.equal((await patch('/config/idp1', { client_id: 'other', ...kept })).status, 200);
      for (const kept of [{}, { secret_key: null }, { secret_key: '***' }])
        assert.equal((await patch('/config/jwt', { access_token_expire_minutes: 10, ...kept })).status, 200);
      assert.deepEqual(inForce().email, { ...before.email, port: 2526 });
      assert.deepEqual(inForce().providers['idp1'], { ...before.providers['idp1'], client_id: 'other' });
      assert.deepEqual(inForce().jwt, { ...before.jwt, access_token_expire_minutes: 10 });
    });

    it('SC2: saves a mail server as a whole, and sends its password to no other host', async () => {
      const { patch } = await superadminOf(keyward);
      await patch('/config/email', { port: 2527 });
      const { sender, sender_name, ...server } = await sourcesOf('email');
      assert.deepEqual([sender, sender_name], ['environment', 'environment']);
      assert.deepEqual(new Set(Object.values(server)), new Set(['saved']));
      for (const change of [{ host: 'elsewhere.example.org' }, { username: 'grace' }]) {
        assertRefusal(await patch('/config/email', change), 422, 'ValidationError', ['password']);
      }
    });

    it('refuses what POST refuses, and changes nothing then', async () => {
      const { patch } = await superadminOf(keyward);
      const before = inForce();
      for (const [section, change, status, error, path] of [
        ['cookie', { samesite: 'none' }, 400, 'InvalidConfigError', 'secure'],
        ['cookie', { samesite: 'loose' }, 422, 'ValidationError', 'samesite'],
        ['cookie', { odd: true }, 422, 'ValidationError', 'odd'],
        ['jwt', { session_duration_days: 0 }, 422, 'ValidationError', 'session_duration_days'],
        ['jwt', { secret_key: 'short' }, 400, 'InvalidConfigError', 'secret_key'],
        ['idp1', { redirect_uri: 'https://shop.example.org/?a' }, 422, 'ValidationError', 'redirect_uri'],
        ['logging', { level: 'LOUD' }, 400, 'InvalidConfigError', 'level'],
        ['events', { audit_days: 0 }, 422, 'ValidationError', 'audit_days'],
        ['factors', { policy: 'nobody' }, 422, 'ValidationError', 'policy'],
      ] as const) {
        assertRefusal(await patch(`/config/${section}`, change), status, error, [path]);
      }
      assert.equal((await patch('/config/idp9', {})).status, 404);
      assert.equal(inForce(), before);
    });

    it('a dry run and the answer say who is signed out', async () => {
      const { patch } = await superadminOf(keyward);
      await addPerson(keyward);
      const dry = await patch('/config/jwt?dry_run=true', { dual_token_mode: false });
      assert.deepEqual(dry.body['changes'], { dual_token_mode: { before: true, after: false } });
      assert.ok(Number(dry.body['signs_out']) > 0, dry.text);
      const effects = [
        'dual_token_mode is turned off: refresh tokens are refused, so sessions end with their access tokens, within 10 minutes.',
      ];
      assert.deepEqual(dry.body['effects'], effects);
      assert.equal(inForce().jwt.dual_token_mode, true);
      const done = await patch('/config/jwt', { dual_token_mode: false });
      assert.deepEqual([done.status, done.body['effects']], [200, effects]);
      await patch('/config/jwt', { dual_token_mode: true });
    });

    it('POST names what it resets because the request left it out; PATCH resets nothing', async () => {
      const { post, patch } = await superadminOf(keyward);
      await patch('/config/jwt', { session_duration_days: 20, algorithm: 'HS512' });
      const dry = await post('/config/jwt?dry_run=true', { session_duration_days: 10 });
      const reset = {
        algorithm: { before: 'HS512', after: 'HS256' },
        dual_token_mode: { before: true, after: false },
        access_token_expire_minutes: { before: 10, after: 15 },
        refresh_token_expire_days: { before: 30, after: 10 },
      };
      assert.deepEqual(dry.body['reset'], reset);
      assert.equal(Array.isArray(dry.body['effects']) && dry.body['effects'].length, 2);
      assert.equal(
        (await patch('/config/jwt?dry_run=true', { session_duration_days: 10 })).body['reset'],
        undefined,
      );
      const done = await post('/config/jwt', { session_duration_days: 10 });
      assert.deepEqual(done.body['reset'], reset);
      // The old name of a field counts too.
      assert.equal((await post('/config/logging?dry_run=true', { enabled: false })).body['reset'], undefined);
    });

    it('reset returns single fields to the environment or the default, as a version, and nothing else', async () => {
      const { patch, get } = await superadminOf(keyward);
      await patch('/config/cookie', { path: '/shop', max_age: 60 });
      const dry = await patch('/config/cookie?dry_run=true', { reset: ['max_age'] });
      assert.deepEqual(dry.body['changes'], { max_age: { before: 60, after: null } });
      assert.equal(inForce().cookie.max_age, 60);
      assert.equal((await patch('/config/cookie', { reset: ['max_age'], secure: true })).status, 200);
      const { max_age, path, secure } = inForce().cookie;
      assert.deepEqual({ max_age, path, secure }, { max_age: null, path: '/shop', secure: true });
      const sources = await sourcesOf('cookie');
      assert.deepEqual([sources['max_age'], sources['path']], ['default', 'saved']);

      await patch('/config/jwt', { session_duration_days: 12 });
      await patch('/config/jwt', { reset: ['session_duration_days'] });
      assert.equal(inForce().jwt.session_duration_days, 30);
      // Even if the value in force stays the same, the environment applies from now on.
      await patch('/config/jwt', { session_duration_days: 12 });
      await patch('/config/jwt', { session_duration_days: 30 });
      assert.equal((await sourcesOf('jwt'))['session_duration_days'], 'saved');
      await patch('/config/jwt', { reset: ['session_duration_days'] });
      assert.equal((await sourcesOf('jwt'))['session_duration_days'], 'environment');
      const [{ changes }] = JSON.parse((await get('/config/history?section=jwt')).text).history;
      assert.deepEqual(changes, {});
    });

    it('SC2: reset returns a mail server as a whole, so that its password reaches no other host', async () => {
      const { patch } = await superadminOf(keyward);
      await patch('/config/email', {
        host: 'elsewhere.example.org',
        password: 'theirs',
        sender_name: 'Mart',
      });
      const answer = await patch('/config/email', { reset: ['port'] });
      assert.equal(answer.status, 200, answer.text);
      const { host, password, sender_name } = inForce().email;
      assert.deepEqual(
        { host, password, sender_name },
        { host: 'mail.example.org', password: 'secret', sender_name: 'Mart' },
      );
      assert.equal((await patch('/config/idp1', { reset: ['client_id'] })).status, 200);
      assert.equal(inForce().providers['idp1']?.client_secret, 'client secret');
    });

    it('422: refuses to reset an unknown field, one that is also sent, or one that must stay replaced; only PATCH resets', async () => {
      const { patch, post } = await superadminOf(keyward);
      await patch('/config/jwt', {
        secret_key: 'another-signing-secret-of-40-bytes-length',
        overlap_minutes: 60,
      });
      const before = inForce();
      for (const [section, change, path] of [
        ['cookie', { reset: ['key_generation'] }, 'reset'],
        ['jwt', { reset: ['key_generation'] }, 'reset'],
        ['jwt', { reset: ['secret_key'] }, 'reset'],
        ['email', { reset: ['port'], host: 'mail.example.org' }, 'host'],
      ] as const)
        assertRefusal(await patch(`/config/${section}`, change), 422, 'ValidationError', [path]);
      assertRefusal(await post('/config/events', { reset: ['audit_days'] }), 422, 'ValidationError', [
        'reset',
      ]);
      assert.equal(inForce(), before);
    });
  });
}
