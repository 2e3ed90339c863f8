import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { superadminOf } from './superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

/** Sends every section back unchanged, and asserts that the service changes, saves and ends nothing. */
async function assertPostsBack(keyward: TestKeyward): Promise<void> {
  const { get, id } = await superadminOf(keyward);
  const { token } = await newSession(keyward, id);
  const before = await get('/config/load');
  const { total } = (await get('/config/history')).body;
  for (const [section, body] of Object.entries(before.body)) {
    const post = (query: string) => keyward.call('POST', `/config/${section}${query}`, { token, body });
    const dry = await post('?dry_run=true');
    assert.deepEqual([dry.status, dry.body['changes'], dry.body['signs_out']], [200, {}, 0], dry.text);
    assert.equal((await post('')).status, 200, section);
  }
  assert.deepEqual((await get('/config/load')).body, before.body);
  assert.equal((await get('/config/history')).body['total'], total);
  assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
}

const CANARY = 'canary-7c0b1f29d4';

for (const kind of ANY_DATABASE) {
  describe(`GET /config/load on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_IDP2_NAME: 'company', KEYWARD_SESSION_DURATION_DAYS: '5' },
    });

    it('200: the defaults and the environment, with the providers under their names', async () => {
      const { get } = await superadminOf(keyward);
      const nothing = {
        enabled: true,
        client_id: '',
        client_secret: '',
        native_client_ids: [],
        trusts_email: false,
        redirect_uri: '',
      };
      const logs_dir = join(keyward.database.dataDir, 'logs');
      const expected = {
        email: {
          host: '',
          port: 587,
          username: '',
          password: '',
          sender: 'keyward@localhost',
          sender_name: 'Keyward',
          use_tls: true,
        },
        idp1: nothing,
        company: nothing,
        idp3: nothing,
        jwt: {
          secret_key: '***',
          algorithm: 'HS256',
          session_duration_days: 5,
          dual_token_mode: false,
          access_token_expire_minutes: 15,
          refresh_token_expire_days: 5,
          audience: [],
          claims: {},
          sliding: false,
          max_session_days: 90,
          idle_minutes: null,
          rotate_days: 90,
        },
        cookie: {
          cookie_mode: false,
          access_cookie_name: 'access_token',
          refresh_cookie_name: 'refresh_token',
          path: '/',
          domain: null,
          secure: false,
          httponly: true,
          samesite: 'lax',
          max_age: null,
        },
        logging: {
          logging: true,
          logs_dir,
          level: 'INFO',
          console_output: false,
          capture_terminal: false,
          redact_sensitive: true,
          redact_patterns: [],
          max_log_lines: 10_000,
          trim_log_lines: 1_000,
          store_dir: join(logs_dir, 'store'),
        },
        events: { audit_days: 400, activity_days: 30, activity_rows: 1_000_000 },
        factors: {
          policy: 'optional',
          totp: true,
          passkeys: true,
          rp_id: null,
          rp_name: null,
          step_up: 'factors',
        },
        signup: {
          mode: 'open',
          allowed_domains: [],
          blocked_domains: [],
          require_verified_email: false,
          send_verification: false,
          confirm_email_change: false,
          captcha: null,
          captcha_site_key: '',
          captcha_secret: '',
          captcha_fail_open: false,
          deletion_grace_days: 0,
          impersonation_notice: true,
        },
        branding: { name: '', logo_url: '', colour: '', radius: 8, font: 'geist', links: [] },
        organizations: {
          enabled: false,
          creation: 'superadmins',
          max_per_account: 10,
          max_members: 1_000,
          roles: [],
          permissions: [],
          own_roles: false,
          creator_role: 'owner',
          default_role: 'member',
          claims: ['roles', 'permissions'],
          invitation_days: 7,
          deletion_days: 30,
          break_glass: true,
        },
        oauth: {
          enabled: false,
          default_resource: null,
          scopes: {},
          resources: {},
          registration: 'off',
          metadata_documents: { enabled: false, allowed_hosts: [], blocked_hosts: [] },
          consent_days: null,
          consent_url: null,
          signing_algorithm: 'RS256',
          rotate_days: 90,
          mcp: false,
        },
      };
      for (const path of ['/config/load/', '/config/load']) {
        const answer = await get(path);
        assert.equal(answer.status, 200);
        assert.deepEqual(answer.body, expected);
      }
    });

    it('can be posted back unchanged', async () => {
      await assertPostsBack(keyward);
      const { set, shown, post } = await superadminOf(keyward);
      await set('cookie', { cookie_mode: true, secure: true, samesite: 'none', max_age: 3600 });
      await set('logging', { logs_dir: 'elsewhere', redact_patterns: ['sk_[a-z]+'], enabled: true });
      await set('jwt', { session_duration_days: 3, dual_token_mode: true });
      await assertPostsBack(keyward);

      const { store_dir } = await shown('logging');
      assertRefusal(await post('/config/logging', { store_dir: '/tmp' }), 422, 'ValidationError', [
        'store_dir',
      ]);
      assert.equal((await post('/config/logging', { store_dir, logs_dir: 'logs' })).status, 200);
      await set('cookie', {});
    });

    it('401 and 403: for superadmins only', async () => {
      const { token } = await addPerson(keyward);
      assertRefusal(await keyward.call('GET', '/config/load/'), 401, 'TokenMissingError');
      assertRefusal(await keyward.call('GET', '/config/load/', { token }), 403, 'RoleMismatchError');
    });

    it('SC1: no secret is ever shown, from the environment or saved', async () => {
      await using own = await startKeyward(kind, {
        settings: {
          KEYWARD_SMTP_URL: `smtp://u:${CANARY}-smtp@127.0.0.1:2525`,
          KEYWARD_MAIL_FROM: 'a@example.org',
          KEYWARD_JWT_SECRET: `${CANARY}-jwt-0123456789-abcdef`,
          KEYWARD_IDP1_CLIENT_ID: 'one',
          KEYWARD_IDP1_CLIENT_SECRET: `${CANARY}-idp1`,
          KEYWARD_IDP2_CLIENT_ID: 'two',
          KEYWARD_IDP2_CLIENT_SECRET: `${CANARY}-idp2`,
        },
      });
      const { get, set, post } = await superadminOf(own);
      const redirect_uri = 'https://example.org/callback';
      await set('idp3', { client_id: 'three', client_secret: `${CANARY}-idp3`, redirect_uri });
      await set('email', { host: 'h', port: 25, sender: 'a@example.org', password: `${CANARY}-new` });
      await set('jwt', { session_duration_days: 7, secret_key: `${CANARY}-new-0123456789-abcdef` });
      const dry = await post('/config/idp1?dry_run=true', {
        client_id: 'x',
        client_secret: `${CANARY}-dry`,
        redirect_uri,
      });
      const answers = [
        await get('/config/load/'),
        await get('/config/sources'),
        await get('/config/history'),
        dry,
      ];
      for (const answer of answers) {
        assert.equal(answer.status, 200, answer.text);
        assert.ok(!answer.text.includes(CANARY), answer.text);
      }
      assert.equal(answers[0]?.text.match(/"\*\*\*"/g)?.length, 5);
      const rows = JSON.stringify(await own.database.query('select * from settings'));
      assert.ok(!rows.includes(CANARY), 'nor does it stand in the database as it is');
      await assertPostsBack(own);
    });
  });
}
