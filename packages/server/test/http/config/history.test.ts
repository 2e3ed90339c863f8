import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceEvent } from '../../../src/features/audit/events/events.ts';
import { startKeyward } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { superadminOf } from './superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const MAIL = { host: 'one.example.org', port: 25, sender: 'a@example.org', password: 'secret one' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the history of settings on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_IDP1_NAME: 'company' } });
    const inForce = () => keyward.app.services.settings.current;

    it('lists each change with who made it and what it changed, the newest first, a page at a time', async () => {
      const { get, set, id, email } = await superadminOf(keyward);
      assertAnswer(await get('/config/history'), 200, {
        total: 0,
        total_pages: 0,
        page: 1,
        limit: 10,
        history: [],
      });
      await set('email', MAIL);
      const first = keyward.clock.now();
      keyward.clock.advance(1_000);
      await set('company', { client_id: 'x', client_secret: 'y', redirect_uri: 'https://example.org/' });
      keyward.clock.advance(1_000);
      await set('email', { ...MAIL, port: 26 });
      await set('email', { ...MAIL, port: 26 });
      const who = { account_id: id, account_email: email, rolled_back_to: null };
      const history = [
        {
          section: 'email',
          version: 2,
          created_at: timestampOf(first + 2_000),
          ...who,
          changes: { port: { before: 25, after: 26 } },
        },
        {
          section: 'company',
          version: 1,
          created_at: timestampOf(first + 1_000),
          ...who,
          changes: {
            client_id: { before: '', after: 'x' },
            client_secret: { before: '', after: '***' },
            redirect_uri: { before: '', after: 'https://example.org/' },
          },
        },
        {
          section: 'email',
          version: 1,
          created_at: timestampOf(first),
          ...who,
          changes: {
            host: { before: '', after: 'one.example.org' },
            port: { before: 587, after: 25 },
            password: { before: '', after: '***' },
            sender: { before: 'keyward@localhost', after: 'a@example.org' },
          },
        },
      ];
      assert.deepEqual((await get('/config/history')).body['history'], history);
      assertAnswer(await get('/config/history?page=2&limit=2'), 200, {
        total: 3,
        total_pages: 2,
        page: 2,
        limit: 2,
        history: history.slice(2),
      });
      const ofCompany = await get('/config/history?section=company');
      assert.deepEqual(ofCompany.body['history'], history.slice(1, 2));
      assert.deepEqual((await get('/config/history?page=9')).body['history'], []);
    });

    it('422: for invalid pages and unknown sections', async () => {
      const { get } = await superadminOf(keyward);
      for (const [query, field] of [
        ['page=0', 'page'],
        ['page=1e308', 'page'],
        ['limit=101', 'limit'],
        ['limit=0', 'limit'],
        ['section=idp1', 'section'],
        ['section=__proto__', 'section'],
      ]) {
        const answer = await get(`/config/history?${query}`);
        assertRefusal(answer, 422, 'ValidationError', [String(field)]);
      }
    });

    it('a rollback brings a version back with its secrets, as a new version; 0 is what it was before the first', async () => {
      const { get, set, post } = await superadminOf(keyward);
      const before = inForce().email;
      await set('email', { ...MAIL, host: 'two.example.org', password: 'secret two' });
      assertAnswer(await post('/config/rollback?dry_run=true', { section: 'email', version: 2 }), 200, {
        success: true,
        message: 'Dry run: nothing was changed. See changes and signs_out for the effects of the change',
        dry_run: true,
        changes: {
          host: { before: 'two.example.org', after: 'one.example.org' },
          port: { before: 25, after: 26 },
          password: { before: '***', after: '***' },
        },
        signs_out: 0,
      });
      assertAnswer(await post('/config/rollback', { section: 'email', version: 2 }), 200, {
        success: true,
        message: 'Version 2 of email is in force again',
      });
      assert.deepEqual(inForce().email, before);
      const [newest] = JSON.parse((await get('/config/history?section=email&limit=1')).text).history;
      assert.deepEqual([newest.version, newest.rolled_back_to], [4, 2]);

      assert.equal((await post('/config/rollback', { section: 'email', version: 0 })).status, 200);
      assert.deepEqual([inForce().email.host, inForce().email.password], ['', '']);
      assert.equal((await post('/config/rollback', { section: 'company', version: 0 })).status, 200);
      assert.equal(inForce().providers['idp1']?.client_secret, '');
    });

    it('422: refuses a rollback to a missing version', async () => {
      const { post } = await superadminOf(keyward);
      for (const [body, field] of [
        [{ section: 'email', version: 99 }, 'version'],
        [{ section: 'cookie', version: 1 }, 'version'],
        [{ section: 'email', version: -1 }, 'version'],
        [{ section: 'email', version: 2 ** 53 }, 'version'],
        [{ section: 'idp1', version: 0 }, 'section'],
        [{ section: 'jwt.replaced', version: 1 }, 'section'],
        [{ section: 'email' }, 'version'],
      ] as const) {
        assertRefusal(await post('/config/rollback', body), 422, 'ValidationError', [field]);
      }
    });

    it('TK12: a rollback of jwt brings lifetimes back, and never a key that was replaced', async () => {
      const { set, post } = await superadminOf(keyward);
      const key = (name: string) => `${name}-kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA`;
      await set('jwt', { session_duration_days: 3, secret_key: key('first') });
      await set('jwt', { session_duration_days: 4, secret_key: key('second') });
      const { token } = await keyward.signUp();
      for (const [version, days] of [
        [1, 3],
        [0, 7],
        [2, 4],
      ]) {
        assert.equal((await post('/config/rollback', { section: 'jwt', version })).status, 200);
        const { secret_key, session_duration_days } = inForce().jwt;
        assert.deepEqual([secret_key, session_duration_days], [key('second'), days]);
        assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
      }
    });

    it('sources say where each value comes from', async () => {
      await using own = await startKeyward(kind, {
        settings: {
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          KEYWARD_IDP1_CLIENT_ID: 'a',
          KEYWARD_IDP1_CLIENT_SECRET: 'b',
        },
      });
      const { get, set, post } = await superadminOf(own);
      const fields = async (section: string): Promise<unknown> =>
        JSON.parse((await get('/config/sources')).text).sections[section];
      const jwt = {
        secret_key: 'default',
        algorithm: 'default',
        session_duration_days: 'default',
        dual_token_mode: 'environment',
        access_token_expire_minutes: 'default',
        refresh_token_expire_days: 'default',
        audience: 'default',
        claims: 'default',
        sliding: 'default',
        max_session_days: 'default',
        idle_minutes: 'default',
        rotate_days: 'default',
      };
      assert.deepEqual(await fields('jwt'), { version: 0, fields: jwt });
      assert.deepEqual(await fields('idp1'), {
        version: 0,
        fields: {
          enabled: 'default',
          client_id: 'environment',
          client_secret: 'environment',
          native_client_ids: 'default',
          trusts_email: 'default',
          redirect_uri: 'default',
        },
      });
      await set('logging', { level: 'ERROR' });
      assert.deepEqual(await fields('logging'), {
        version: 1,
        fields: {
          logging: 'default',
          logs_dir: 'default',
          level: 'saved',
          console_output: 'default',
          capture_terminal: 'default',
          redact_sensitive: 'default',
          redact_patterns: 'default',
          max_log_lines: 'default',
          trim_log_lines: 'default',
        },
      });
      await set('jwt', { session_duration_days: 7 });
      const saved = Object.keys(jwt).filter((name) => name !== 'secret_key' && name !== 'algorithm');
      assert.deepEqual(await fields('jwt'), {
        version: 1,
        fields: { ...jwt, ...Object.fromEntries(saved.map((name) => [name, 'saved'])) },
      });
      assert.equal(own.app.services.settings.current.jwt.dual_token_mode, false);
      await post('/config/rollback', { section: 'jwt', version: 0 });
      assert.deepEqual(await fields('jwt'), { version: 2, fields: jwt });
      assert.equal(own.app.services.settings.current.jwt.dual_token_mode, true);
    });

    it('each accepted and each refused change is recorded as an event, with secrets masked', async () => {
      const events: ServiceEvent[] = [];
      const { set, post, id } = await superadminOf(keyward);
      const end = keyward.app.services.events.subscribe((event) => events.push(event));
      await set('email', MAIL);
      await post('/config/email?dry_run=true', { ...MAIL, port: 1 });
      await post('/config/cookie', { samesite: 'none' });
      await set('email', MAIL);
      end();
      const told = events
        .filter(({ name }) => name.startsWith('settings.'))
        .map(({ name, accountId, client, metadata }) => ({ name, accountId, path: client?.path, metadata }));
      assert.deepEqual(told, [
        {
          name: 'settings.changed',
          accountId: id,
          path: '/auth/config/email',
          metadata: {
            section: 'email',
            before: { host: '', port: 587, password: '', sender: 'keyward@localhost' },
            after: { host: 'one.example.org', port: 25, password: '***', sender: 'a@example.org' },
          },
        },
        {
          name: 'settings.refused',
          accountId: id,
          path: '/auth/config/cookie',
          metadata: { section: 'cookie', reason: 'invalid_config' },
        },
      ]);
    });
  });
}
