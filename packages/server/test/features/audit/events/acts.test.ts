import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { EVENT_TYPES } from '../../../../src/features/audit/events/event-types.ts';
import { fileIn, runHere, settingsOf } from '../../../support/command-line.ts';
import { createBrowser } from '../../../support/browser.ts';
import {
  CLIENT as PROVIDER_CLIENT,
  startOidcProvider,
  type TestOidcProvider,
} from '../../../support/oidc-provider.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../../support/keyward.ts';
import {
  codeFor,
  type MailedKeyward,
  send,
  startMailed,
  waitForNextMail,
  wrongCode,
} from '../../../http/codes/support/mailed.ts';
import { beginLink, FRONTEND, oidcSlot, signInWith } from '../../../http/providers/harness.ts';
import { linkIn } from '../../../support/mail-server.ts';
import { codeOf, enrolTotp } from '../../../http/factors/enrol.ts';
import {
  approve,
  authorizePath,
  Browser,
  CALLBACK,
  exchange,
  pkce,
  post,
  type TestApplication,
} from '../../../http/oauth/flows.ts';
import { auditLogOf } from '../../../support/audit-log.ts';
import { toldLines } from './told.ts';
import { databasesFor } from '../../../support/usual-size.ts';

const NEW_PASSWORD = 'Different-horse-2';
const THIRD_PASSWORD = 'Third-horse-canary-3';
const WRONG_PASSWORD = 'Wrong-horse-canary-4';
const TYPED = 'typed-canary-5@example.org';
const MAIL_SECRET = 'mail-canary-6';
const SIGNING_KEY = randomBytes(48).toString('base64');

for (const kind of databasesFor(import.meta.filename)) {
  describe(`events of acts, on ${kind}`, () => {
    let keyward: MailedKeyward;
    let provider: TestOidcProvider;
    let refuse: string | undefined;
    /** Secrets that no event may contain. */
    const secrets = new Set<string>([
      PASSWORD,
      NEW_PASSWORD,
      THIRD_PASSWORD,
      WRONG_PASSWORD,
      TYPED,
      MAIL_SECRET,
      SIGNING_KEY,
      PROVIDER_CLIENT.secret,
    ]);
    const people = new Map<string, SignedUp>();
    let seen = 0;

    before(async () => {
      provider = await startOidcProvider();
      keyward = await startMailed(kind, {
        settings: {
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          KEYWARD_SESSIONS_PER_ACCOUNT: '4',
          KEYWARD_LIMIT_ACCOUNT_ADDRESS: '5/15m',
          KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
          ...oidcSlot('IDP1', provider.issuer),
        },
        parts: { hooks: { beforeLogin: () => (refuse === undefined ? undefined : { refuse }) } },
      });
      provider.register([`${keyward.url}/auth/idp1/callback`]);
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    });

    /** Runs an act and checks which events it has added to the audit log. */
    async function tells(act: () => Promise<unknown>, ...expected: string[]): Promise<void> {
      await act();
      const lines = await toldLines(keyward.database);
      const added = lines.slice(seen);
      seen = lines.length;
      assert.deepEqual(added, expected);
    }

    const person = (name: string): SignedUp => people.get(name) ?? assert.fail(`${name} has not signed in`);

    /** Remembers the signed-in account and its tokens. */
    function enter(name: string, { status, body, text }: Answer): void {
      assert.ok(status === 200 || status === 201, text);
      const { id, email, handle } = Object(body['account']);
      const [token, refreshToken] = [String(body['access_token']), String(body['refresh_token'])];
      for (const one of [token, refreshToken]) secrets.add(one);
      people.set(name, { id, email, handle, token, refreshToken });
    }

    async function ok(method: string, path: string, name: string | null, body?: unknown): Promise<Answer> {
      const root = path.startsWith('/log/') || path === '/log';
      const answer = await keyward[root ? 'callRoot' : 'call'](method, path, {
        ...(body !== undefined && { body }),
        ...(name !== null && { token: person(name).token }),
      });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer;
    }

    async function refused(method: string, path: string, name: string | null, body: unknown): Promise<void> {
      const answer = await keyward.call(method, path, {
        body,
        ...(name !== null && { token: person(name).token }),
      });
      assert.ok(answer.status >= 400, `${method} ${path}: ${answer.text}`);
      refusals.push(answer.text);
    }
    const refusals: string[] = [];

    const signUp = async (name: string, email = `${name}@example.org`) =>
      enter(
        name,
        await ok('POST', '/signup/password', null, { name, handle: name, email, password: PASSWORD }),
      );
    const logIn = async (name: string, password = PASSWORD, identifier = name) =>
      enter(name, await ok('POST', '/login', null, { identifier, password }));
    const code = async (purpose: 'signup' | 'login' | 'reset' | 'verify', email: string) => {
      waitForNextMail(keyward);
      const made = await codeFor(keyward, purpose, email);
      secrets.add(made);
      return made;
    };
    const keywardCommand = async (args: string[], input = '') => {
      const { code: exit, stderr } = await runHere(args, { env: settingsOf(keyward.database), input });
      assert.equal(exit, 0, stderr);
    };

    it('sign-ups, logins and their ends', async () => {
      const { database } = keyward;
      await tells(
        () => signUp('ada'),
        'account.created ada by ada: method password',
        'session.started ada by ada: method password',
      );
      await tells(() =>
        refused('POST', '/signup/password', null, {
          name: 'ada',
          email: 'ada@example.org',
          password: PASSWORD,
        }),
      );
      await tells(() => logIn('ada'), 'session.started ada by ada: method password');
      await tells(async () => {
        await ok('GET', '/me', 'ada');
        const { refreshToken } = person('ada');
        enter('ada', await ok('POST', '/token/refresh', null, { refresh_token: refreshToken }));
        keyward.clock.advance(31_000);
        people.set('thief', { ...person('ada'), refreshToken });
      });
      await tells(
        () => refused('POST', '/token/refresh', null, { refresh_token: person('thief').refreshToken }),
        'session.refresh_reused ada by anybody',
        'session.ended ada by anybody: reason refresh_reused',
      );
      await tells(
        async () => {
          await logIn('ada');
          await ok('POST', '/logout', 'ada');
          await refused('POST', '/logout', 'ada', {});
        },
        'session.started ada by ada: method password',
        'session.ended ada by ada: reason logout',
      );
      await tells(
        async () => {
          await logIn('ada');
          const [first] = await database.query('select min(id) as id from sessions');
          await ok('DELETE', `/me/sessions/${String(first?.['id'])}`, 'ada');
          await refused('DELETE', `/me/sessions/${String(first?.['id'])}`, 'ada', {});
        },
        'session.started ada by ada: method password',
        'session.ended ada by ada: reason revoked',
      );
      await tells(
        async () => {
          await logIn('ada');
          await logIn('ada');
          await ok('DELETE', '/me/sessions', 'ada');
          await ok('DELETE', '/me/sessions', 'ada');
        },
        'session.started ada by ada: method password',
        'session.started ada by ada: method password',
        'session.ended ada by ada: reason revoked',
        'session.ended ada by ada: reason revoked',
      );
      await tells(
        async () => {
          for (let round = 0; round < 4; round += 1) await logIn('ada');
        },
        ...Array.from({ length: 4 }, () => 'session.started ada by ada: method password'),
        'session.ended ada by ada: reason limit',
      );
      await tells(async () => {
        // The removal of expired sessions is not an event.
        await database.query('update sessions set expires_at = 0 where id < (select max(id) from sessions)');
        await ok('POST', '/logout-all', 'ada');
      }, 'session.ended ada by ada: reason logout_all');
    });

    it('refused sign-ins, once a minute for each account or identifier', async () => {
      const fail = (identifier: string) =>
        refused('POST', '/login', null, { identifier, password: WRONG_PASSWORD });
      await tells(
        async () => {
          for (let round = 0; round < 3; round += 1) await fail('ada');
          // Another identifier of the same account.
          await fail('ada@example.org');
          for (let round = 0; round < 2; round += 1) await fail(TYPED);
          await fail('handle-canary');
        },
        'login.failed ada by anybody: method password, reason invalid_credentials, count 1',
        ...Array.from(
          { length: 2 },
          () => 'login.failed nobody by anybody: method password, reason user_not_found, count 1',
        ),
      );
      await keyward.app.services.writeFailures();
      const counts = await keyward.database.query(
        `select count from events where type = 'login.failed' order by id`,
      );
      assert.deepEqual(
        counts.map(({ count }) => count),
        [4, 2, 1],
      );
      await tells(async () => {
        await fail('ada');
        await fail('ada');
        await fail('ada');
      }, 'login.locked_out ada by anybody: method password, count 1');
      await tells(async () => {
        keyward.clock.advance(60_000);
        await fail('ada');
      }, 'login.locked_out ada by anybody: method password, count 1');
      keyward.clock.advance(15 * 60_000);
      await tells(async () => {
        refuse = 'Not today.';
        await refused('POST', '/login', null, { identifier: 'ada', password: PASSWORD });
        refuse = undefined;
      }, 'login.failed ada by ada: method password, reason login_refused, count 1');
    });

    it('codes, and what proves a mailbox', async () => {
      await logIn('ada');
      seen += 1;
      await tells(
        async () => {
          const wanted = await code('login', 'ada@example.org');
          await refused('POST', '/login/otp', null, { email: 'ada@example.org', otp: wrongCode(wanted) });
          enter('ada', await ok('POST', '/link/login', 'ada', { email: 'ada@example.org', otp: wanted }));
        },
        'code.sent ada by anybody: purpose login, email ada@example.org',
        'login.failed ada by anybody: method code, reason otp_invalid, count 1',
        'account.email_verified ada by ada: email_verified false → true',
        'session.started ada by ada: method code, via link',
      );
      await tells(async () => {
        // Decoys, a notice, and a code that is mailed to nobody.
        for (const purpose of ['login', 'reset', 'verify']) await send(keyward, purpose, TYPED);
        await send(keyward, 'signup', 'ada@example.org');
        await keyward.database.query(`update accounts set status = 'suspended' where handle = 'ada'`);
        waitForNextMail(keyward);
        await send(keyward, 'login', 'ada@example.org');
        await keyward.database.query(`update accounts set status = 'active' where handle = 'ada'`);
      });
      await tells(
        async () => {
          const otp = await code('signup', 'grace@example.org');
          const fields = {
            name: 'grace',
            handle: 'grace',
            email: 'grace@example.org',
            password: PASSWORD,
            otp,
          };
          await refused('POST', '/signup/otp', null, { ...fields, otp: wrongCode(otp) });
          enter('grace', await ok('POST', '/signup/otp', null, fields));
        },
        'code.sent nobody by anybody: purpose signup, email grace@example.org',
        'login.failed nobody by anybody: method code, reason otp_invalid, count 1',
        'account.created grace by grace: method code',
        'session.started grace by grace: method code',
      );
      await tells(
        async () => {
          const otp = await code('reset', 'grace@example.org');
          enter(
            'grace',
            await ok('POST', '/forgot/password', null, {
              email: 'grace@example.org',
              otp,
              password: NEW_PASSWORD,
            }),
          );
        },
        'code.sent grace by anybody: purpose reset, email grace@example.org',
        'session.ended grace by grace: reason password_reset',
        'account.password_changed grace by grace: reason reset',
        'session.started grace by grace: method code',
      );
    });

    it('changes by the owner', async () => {
      await tells(
        () => ok('PATCH', '/me', 'ada', { name: 'Ada L.', phone: '+491701234567' }),
        'account.updated ada by ada: name "ada" → "Ada L.", phone null → "+491701234567"',
      );
      await tells(() => ok('PATCH', '/me', 'ada', { name: 'Ada L.' }));
      await tells(() => refused('PATCH', '/me', 'ada', { handle: 'grace' }));
      await tells(
        () => ok('PATCH', '/me', 'ada', { email: 'ada@example.com' }),
        'account.email_changed ada by ada: email "ada@example.org" → "ada@example.com"',
      );
      await tells(
        async () => {
          const otp = await code('verify', 'ada@example.com');
          await ok('POST', '/link/verify', 'ada', { email: 'ada@example.com', otp });
        },
        'code.sent ada by anybody: purpose verify, email ada@example.com',
        'account.email_verified ada by ada: email_verified false → true',
      );
      await tells(
        async () => {
          const { token } = person('ada');
          await logIn('ada');
          people.set('ada', { ...person('ada'), token });
          const body = { password: THIRD_PASSWORD };
          await refused('PUT', '/update/password', 'ada', { ...body, current_password: WRONG_PASSWORD });
          await ok('PUT', '/update/password', 'ada', { ...body, current_password: PASSWORD });
        },
        'session.started ada by ada: method password',
        'login.failed ada by ada: method current_password, reason invalid_credentials, count 1',
        ...Array.from({ length: 2 }, () => 'session.ended ada by ada: reason password_changed'),
        'account.password_changed ada by ada: reason changed',
      );
    });

    it('providers', async () => {
      provider.user = { sub: 'p1', email: 'hopper@example.org', email_verified: true, name: 'hopper' };
      const signIn = async (name: string) => {
        const query = await signInWith(keyward, 'idp1');
        const token = query.get('access_token') ?? assert.fail(query.toString());
        secrets.add(token);
        const me = await keyward.call('GET', '/me', { token });
        const { id, email, handle } = Object(me.body['account']);
        people.set(name, { id, email, handle, token, refreshToken: '' });
      };
      await tells(
        () => signIn('hopper'),
        'account.created hopper by hopper: method provider',
        `provider.linked hopper by hopper: link ${provider.issuer}`,
        'session.started hopper by hopper: method provider, via idp1',
      );
      await tells(() => signIn('hopper'), 'session.started hopper by hopper: method provider, via idp1');
      await tells(() => refused('DELETE', '/account/oauth/idp1', 'hopper', {}));
      await tells(async () => {
        provider.user = null;
        await signInWith(keyward, 'idp1');
      }, 'login.failed nobody by anybody: method provider, reason oauth_denied, count 1');
      provider.user = { sub: 'p1', email: 'hopper@example.org', email_verified: true };
      await tells(async () => {
        refuse = 'Not today.';
        await signInWith(keyward, 'idp1');
        refuse = undefined;
      }, 'login.failed hopper by hopper: method provider, reason login_refused, count 1');
      // A squatter opened the account first, and loses access at the first proof.
      provider.user = { sub: 'p2', email: 'eve@example.org', email_verified: true };
      await signUp('eve');
      seen += 2;
      await tells(
        () => signIn('eve'),
        'session.ended eve by eve: reason revoked',
        'account.email_verified eve by eve: email_verified false → true',
        'account.password_changed eve by eve: reason dropped',
        `provider.linked eve by eve: link ${provider.issuer}`,
        'session.started eve by eve: method provider, via idp1',
      );
      provider.user = { sub: 'p3', email: 'elsewhere@example.org', email_verified: true };
      await tells(
        async () => {
          const browser = createBrowser();
          await browser.followTo(await beginLink(keyward, 'idp1', person('ada').token, browser), FRONTEND);
          await ok('DELETE', '/account/oauth/idp1', 'ada');
        },
        `provider.linked ada by ada: link ${provider.issuer}`,
        `provider.unlinked ada by ada: link ${provider.issuer}`,
      );
    });

    it('second factors', async () => {
      await signUp('lovelace');
      seen += 2;
      let secret = '';
      let codes: string[] = [];
      await tells(
        async () => {
          ({ secret, codes } = await enrolTotp(keyward, person('lovelace')));
          for (const one of [secret, ...codes]) secrets.add(one);
        },
        'factor.added lovelace by lovelace: factor totp',
        'factor.added lovelace by lovelace: factor recovery_codes',
      );
      const challenge = async () => {
        const answer = await keyward.call('POST', '/login', {
          body: { identifier: 'lovelace', password: PASSWORD },
        });
        return Object(answer.body.details).challenge;
      };
      // A first factor alone is neither a sign-in nor a failure.
      await tells(async () => void (await challenge()));
      await tells(
        async () =>
          refused('POST', '/login/challenge', null, {
            challenge: await challenge(),
            method: 'totp',
            code: codeOf(keyward, secret, 5),
          }),
        'login.failed lovelace by lovelace: method totp, reason second_factor_invalid, count 1',
      );
      keyward.clock.advance(60_000);
      await tells(
        async () => {
          await keyward.database.query('update totps set wrong_codes = 9');
          await refused('POST', '/login/challenge', null, {
            challenge: await challenge(),
            method: 'totp',
            code: codeOf(keyward, secret, 5),
          });
        },
        'factor.locked lovelace by lovelace: factor totp',
        'login.failed lovelace by lovelace: method totp, reason second_factor_invalid, count 1',
      );
      await tells(
        async () =>
          enter(
            'lovelace',
            await ok('POST', '/login/challenge', null, {
              challenge: await challenge(),
              method: 'recovery_code',
              code: codes[0],
            }),
          ),
        'recovery_code.used lovelace by lovelace: left 9',
        'session.started lovelace by lovelace: method password',
      );
      await tells(
        () => ok('POST', '/account/recovery-codes', 'lovelace'),
        'factor.added lovelace by lovelace: factor recovery_codes',
      );
      // The code of the next step, because this one is used.
      const next = codeOf(keyward, secret, 1);
      await tells(async () => {
        await ok('POST', '/account/reauthenticate', 'lovelace', { code: next });
        await ok('DELETE', '/account/totp', 'lovelace');
      }, 'factor.removed lovelace by lovelace: factor totp');
      ({ secret, codes } = await enrolTotp(keyward, person('lovelace')));
      for (const one of [secret, ...codes]) secrets.add(one);
      seen += 2;
    });

    it('commands', async () => {
      const create = [
        'superadmin',
        'create',
        '--email',
        'root@example.org',
        '--name',
        'root',
        '--password-stdin',
      ];
      await tells(
        () => keywardCommand(create, PASSWORD),
        'account.created root by operator: method operator',
      );
      await logIn('root', PASSWORD, 'root@example.org');
      seen += 1;
      await tells(
        () =>
          keywardCommand(
            ['superadmin', 'reset', '--email', 'root@example.org', '--password-stdin'],
            NEW_PASSWORD,
          ),
        'session.ended root by operator: reason password_reset',
        'account.password_changed root by operator: reason assigned',
        'superadmin.reset root by operator',
      );
      const lines = [
        { email: 'new@example.org', name: 'new' },
        { email: 'grace@example.org', name: 'Grace H.', status: 'suspended' },
      ];
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      const file = fileIn(keyward.database.dataDir, 'people.jsonl', text);
      const imported = ['users', 'import', file, '--on-conflict', 'update'];
      await tells(
        () => keywardCommand(imported),
        'session.ended grace by operator: reason suspended',
        'account.updated grace by operator: name "grace" → "Grace H."',
        'account.status_changed grace by operator: status "active" → "suspended"',
        'accounts.imported nobody by operator: source keyward, created 1, updated 1',
      );
      await tells(() => keywardCommand([...imported, '--dry-run']));
      await tells(
        () => keywardCommand(['users', 'export', '--with-password-hashes']),
        'accounts.exported nobody by operator: count 7',
      );
      await logIn('root', NEW_PASSWORD, 'root@example.org');
      seen += 1;
    });

    it('acts of superadmins on accounts', async () => {
      const { id: lovelace } = person('lovelace');
      await tells(
        () => ok('DELETE', `/account/factors?account_id=${lovelace}`, 'root'),
        ...Array.from({ length: 2 }, () => 'session.ended lovelace by root: reason factors_reset'),
        'factor.reset lovelace by root',
      );
      await tells(async () => {
        const fields = { name: 'lin', handle: 'lin', email: 'lin@example.org', password: PASSWORD };
        const { body } = await ok('POST', '/account', 'root', fields);
        const { id, email, handle } = Object(body['account']);
        people.set('lin', { id, email, handle, token: '', refreshToken: '' });
      }, 'account.created lin by root: method superadmin');
      const change = (fields: object) =>
        ok('PATCH', '/account', 'root', { account_id: person('lin').id, ...fields });
      await tells(() => logIn('lin'), 'session.started lin by lin: method password');
      await tells(
        () => change({ status: 'suspended', name: 'Lin' }),
        'session.ended lin by root: reason suspended',
        'account.updated lin by root: name "lin" → "Lin"',
        'account.status_changed lin by root: status "active" → "suspended"',
      );
      await tells(
        () => change({ status: 'active' }),
        'account.status_changed lin by root: status "suspended" → "active"',
      );
      await tells(
        () => change({ email_verified: true }),
        'account.email_verified lin by root: email_verified false → true',
        'account.password_changed lin by root: reason dropped',
      );
      await change({ password: PASSWORD });
      seen += 1;
      await tells(
        () => change({ email_verified: false }),
        'account.updated lin by root: email_verified true → false',
      );
      await logIn('lin');
      seen += 1;
      await tells(
        () => change({ role: 'superadmin' }),
        'session.ended lin by root: reason revoked',
        'account.role_changed lin by root: role "user" → "superadmin"',
        'account.password_changed lin by root: reason dropped',
      );
      await tells(
        () => change({ role: 'user', password: NEW_PASSWORD, email: 'lin@example.com' }),
        'account.email_changed lin by root: email "lin@example.org" → "lin@example.com"',
        'account.role_changed lin by root: role "superadmin" → "user"',
        'account.password_changed lin by root: reason assigned',
      );
      await tells(() =>
        refused('PATCH', '/account', 'root', { account_id: person('root').id, role: 'user', name: 'x' }),
      );
      await tells(() => refused('DELETE', '/account', 'root', { account_id: person('root').id }));
      await tells(() => refused('PATCH', '/account', 'ada', { account_id: person('lin').id, name: 'x' }));
      await tells(
        async () => {
          await logIn('lin', NEW_PASSWORD);
          const { body } = await ok('GET', `/account/${person('lin').id}`, 'root');
          const [session] = [body['sessions']].flat();
          await ok('DELETE', `/session/${String(Object(session).id)}`, 'root');
          await logIn('lin', NEW_PASSWORD);
          await ok('DELETE', `/account/${person('lin').id}/sessions`, 'root');
          await logIn('lin', NEW_PASSWORD);
          await ok('DELETE', '/account', 'root', { account_id: person('lin').id });
        },
        ...['revoked', 'revoked', 'deleted'].flatMap((reason) => [
          'session.started lin by lin: method password',
          `session.ended lin by root: reason ${reason}`,
        ]),
        'account.deleted lin by root',
      );
      await tells(async () => {
        const [link] = await keyward.database.query('select id from provider_links where account_id = $1', [
          person('eve').id,
        ]);
        await ok('DELETE', '/oauth', 'root', { id: link?.['id'] });
      }, `provider.unlinked eve by root: link ${provider.issuer}`);
      await tells(
        async () => {
          const [row] = await keyward.database.query('select id from codes limit 1');
          await ok('DELETE', '/otp', 'root', { id: row?.['id'] });
          await ok('DELETE', '/otp/cleanup', 'root');
          await ok('DELETE', '/otp/clear', 'root');
        },
        'codes.removed nobody by root: which one, count 1',
        'codes.removed nobody by root: which expired, count 0',
        'codes.removed nobody by root: which all, count 5',
      );
    });

    it('settings and logs', async () => {
      await tells(
        () => ok('POST', '/config/cookie', 'root', { cookie_mode: false, access_cookie_name: 'door' }),
        'settings.changed cookie by root: access_cookie_name "access_token" → "door"',
      );
      const cookie = { cookie_mode: false, access_cookie_name: 'door' };
      await tells(() => ok('POST', '/config/cookie', 'root', cookie));
      await tells(() => ok('POST', '/config/cookie?dry_run=true', 'root', { cookie_mode: true }));
      await tells(() => refused('POST', '/config/cookie', 'root', { path: 'no' }));
      await tells(
        () => ok('POST', '/config/rollback', 'root', { section: 'cookie', version: 0 }),
        'settings.changed cookie by root: access_cookie_name "door" → "access_token"',
      );
      await tells(
        () =>
          ok('POST', '/config/idp1', 'root', {
            client_id: 'keyward',
            client_secret: MAIL_SECRET,
            redirect_uri: `${keyward.url}/auth/idp1/callback`,
          }),
        `settings.changed idp1 by root: client_secret "***" → "***", trusts_email true → false, redirect_uri "" → "${keyward.url}/auth/idp1/callback"`,
      );
      await tells(
        () =>
          ok('POST', '/config/jwt', 'root', {
            dual_token_mode: true,
            session_duration_days: 7,
            secret_key: SIGNING_KEY,
          }),
        'settings.changed jwt by root: secret_key "***" → "***"',
        'sessions.ended_by_superadmin nobody by root: reason signing_key_replaced',
      );
      await logIn('root', NEW_PASSWORD, 'root@example.org');
      seen += 1;
      await tells(
        () =>
          ok('POST', '/config/jwt', 'root', {
            dual_token_mode: true,
            session_duration_days: 7,
            secret_key: `${SIGNING_KEY}+`,
            overlap_minutes: 5,
          }),
        'settings.changed jwt by root: secret_key "***" → "***"',
      );
      await tells(
        async () => {
          await ok('POST', '/log', 'root', { name: 'kept', source: 'app' });
          const again = await keyward.callRoot('POST', '/log', {
            token: person('root').token,
            body: { name: 'kept', source: 'app' },
          });
          assert.equal(again.status, 409);
          await ok('POST', '/log/app/reset', 'root');
          await ok('DELETE', '/log/app-kept', 'root');
          const gone = await keyward.callRoot('DELETE', '/log/app-kept', { token: person('root').token });
          assert.equal(gone.status, 404);
        },
        'log.changed app-kept by root: action snapshot',
        'log.changed app by root: action reset',
        'log.changed app-kept by root: action delete',
      );
      await tells(async () => {
        await ok('DELETE', '/session/cleanup', 'root');
        await ok('DELETE', '/session/clear', 'root');
      }, 'sessions.ended_by_superadmin nobody by root: reason cleared');
    });

    it('keys and invitations', async () => {
      await logIn('root', NEW_PASSWORD, 'root@example.org');
      seen += 1;
      await tells(
        async () => {
          const { body } = await ok('POST', '/apikey', 'root', {
            name: 'Billing',
            scopes: ['accounts:read'],
          });
          secrets.add(String(body['key']));
          await ok('DELETE', `/apikey/${String(body['id'])}`, 'root');
        },
        'key.created Billing by root',
        'key.revoked Billing by root',
      );
      const invite = async (email: string) => {
        const { body } = await ok('POST', '/invitation', 'root', { email, name: 'noether' });
        const link = new URL(linkIn(await keyward.mail.nextMail(email)));
        const token = link.searchParams.get('token') ?? assert.fail('a link without a token');
        secrets.add(token);
        return { id: String(body['id']), token };
      };
      await tells(
        async () => {
          const { id, token } = await invite('unwanted@example.org');
          await ok('DELETE', `/invitation/${id}`, 'root');
          await refused('POST', '/signup/invitation', null, { token, password: PASSWORD });
        },
        'invitation.created unwanted@example.org by root',
        'invitation.revoked unwanted@example.org by root',
      );
      await tells(
        async () => {
          const { token } = await invite('noether@example.org');
          const body = { token, handle: 'noether', password: PASSWORD };
          enter('noether', await ok('POST', '/signup/invitation', null, body));
        },
        'invitation.created noether@example.org by root',
        'account.created noether by noether: method invitation',
        'invitation.accepted noether by noether',
        'session.started noether by noether: method code',
      );
    });

    it('organizations, their members and roles', async () => {
      let path = '';
      await tells(
        () => ok('PATCH', '/config/organizations', 'root', { enabled: true, own_roles: true }),
        'settings.changed organizations by root: enabled false → true, own_roles false → true',
      );
      await tells(
        async () => {
          const owner = person('noether').id;
          path = `/organization/${String((await ok('POST', '/organization', 'root', { name: 'Acme', owner })).body['id'])}`;
          await ok('PATCH', path, 'root', { name: 'Acme Ltd' });
          await ok('POST', `${path}/suspend`, 'root');
          await ok('POST', `${path}/activate`, 'root');
        },
        'organization.created Acme by root',
        'member.added noether by root: source creator, organization Acme',
        'organization.updated Acme Ltd by root: name "Acme" → "Acme Ltd"',
        'organization.suspended Acme Ltd by root',
        'organization.activated Acme Ltd by root',
      );
      await tells(
        async () => {
          const { id } = person('ada');
          await ok('POST', `${path}/role`, 'root', { name: 'readers', permissions: ['org:read'] });
          await ok('PATCH', `${path}/role/readers`, 'root', { permissions: ['org:members:read'] });
          await ok('DELETE', `${path}/role/readers`, 'root');
          await ok('POST', `${path}/invitation`, 'root', { emails: ['hopper@example.org'] });
          const open = await ok('GET', `${path}/invitation`, 'root');
          const [{ id: invited } = { id: '' }]: { id: string }[] = JSON.parse(
            JSON.stringify(open.body['invitations']),
          );
          await ok('DELETE', `${path}/invitation/${invited}`, 'root');
          await ok('POST', `${path}/member`, 'root', { account_id: id });
          await ok('PATCH', `${path}/member/${id}`, 'root', { roles: ['admin'] });
          await ok('DELETE', `${path}/member/${id}`, 'root');
          await ok('POST', `${path}/domain`, 'root', { domain: 'acme.example' });
          await ok('POST', `${path}/domain/acme.example/verify`, 'root', { vouch: true });
          await ok('PATCH', `${path}/domain/acme.example`, 'root', { joining: 'join' });
          await ok('DELETE', `${path}/domain/acme.example`, 'root');
          const oidc = {
            issuer: 'https://idp.example',
            client_id: 'keyward',
            client_secret: 'canary-connection',
          };
          const made = await ok('POST', `${path}/connection`, 'root', { name: 'Entra', oidc });
          const connection = `${path}/connection/${String(made.body['id'])}`;
          await ok('PATCH', connection, 'root', { oidc: { client_secret: 'canary-another' } });
          const token = await ok('POST', `${connection}/scim_token`, 'root');
          secrets.add(String(token.body['token']));
          await ok('DELETE', `${connection}/scim_token/${String(token.body['id'])}`, 'root');
          await ok('DELETE', connection, 'root');
          const portal = await ok('POST', `${path}/portal`, 'root', { sections: ['domains'] });
          secrets.add(new URL(String(portal.body['url'])).hash.slice(1));
          await ok('DELETE', `${path}/portal/${String(portal.body['id'])}`, 'root');
          await ok('DELETE', path, 'root');
          await ok('POST', `${path}/restore`, 'root');
        },
        'role.created Acme Ltd by root: role readers',
        'role.updated Acme Ltd by root: role readers, permissions ["org:read"] → ["org:members:read"]',
        'role.deleted Acme Ltd by root: role readers',
        'organization.invitation_created hopper@example.org by root',
        'organization.invitation_revoked hopper@example.org by root',
        'member.added ada by root: source superadmin, organization Acme Ltd',
        'member.updated ada by root: organization Acme Ltd, roles ["member"] → ["admin"]',
        'member.removed ada by root: reason removed, organization Acme Ltd',
        'organization.updated Acme Ltd by root: domain undefined → {"domain":"acme.example","status":"pending","joining":"none"}',
        'organization.domain_verified Acme Ltd by root',
        'organization.updated Acme Ltd by root: domain {"domain":"acme.example","status":"verified","joining":"none"} → {"domain":"acme.example","status":"verified","joining":"join"}',
        'organization.domain_lost Acme Ltd by root',
        'connection.created Acme Ltd by root',
        'connection.updated Acme Ltd by root: client_secret "***" → "***"',
        'connection.token_created Acme Ltd by root',
        'connection.token_revoked Acme Ltd by root',
        'connection.deleted Acme Ltd by root',
        'portal.created Acme Ltd by root',
        'portal.ended Acme Ltd by root',
        'organization.deleted Acme Ltd by root',
        'organization.restored Acme Ltd by root',
      );
    });

    it('applications and their grants', async () => {
      let shop: TestApplication = { id: '', secret: '' };
      const path = () => `/application/${shop.id}`;
      await tells(
        async () => {
          const { body } = await ok('POST', '/application', 'root', {
            name: 'Orders',
            redirect_uris: [CALLBACK],
          });
          shop = { id: String(body['client_id']), secret: String(body['client_secret']) };
          secrets.add(shop.secret);
          await ok('PATCH', path(), 'root', { name: 'Shop' });
          const { body: second } = await ok('POST', `${path()}/secrets`, 'root');
          secrets.add(String(second['client_secret']));
          await ok('DELETE', `${path()}/secrets/${String(second['id'])}`, 'root');
        },
        'application.created Orders by root',
        'settings.changed oauth by service: enabled false → true',
        'application.updated Shop by root: name "Orders" → "Shop"',
        'application.secret_added Shop by root',
        'application.secret_removed Shop by root',
      );
      await logIn('noether');
      seen += 1;
      const { token } = person('noether');
      const begin = async (): Promise<() => Promise<Answer>> => {
        const { verifier, challenge } = pkce();
        const more = { code_challenge: challenge, code_challenge_method: 'S256' };
        const back = await approve(new Browser(keyward), authorizePath(shop, more), token);
        const given = back.searchParams.get('code') ?? '';
        secrets.add(given);
        return () => exchange(keyward, shop, given, verifier);
      };
      const refresh = (refreshToken: string) =>
        post(keyward, 'token', shop, { grant_type: 'refresh_token', refresh_token: refreshToken });
      await tells(
        async () => {
          const use = await begin();
          for (const status of [200, 400]) assert.equal((await use()).status, status);
        },
        'grant.created noether by anybody: application Shop',
        'grant.code_reused noether by anybody: application Shop',
        'grant.revoked noether by anybody: reason code_reused, application Shop',
      );
      await tells(
        async () => {
          const first = String((await (await begin())()).body['refresh_token']);
          const next = await refresh(first);
          assert.equal(next.status, 200);
          for (const one of [first, String(next.body['refresh_token'])]) secrets.add(one);
          keyward.clock.advance(30_001);
          assert.equal((await refresh(first)).status, 400);
        },
        'grant.created noether by anybody: application Shop',
        'grant.refresh_reused noether by anybody: application Shop',
        'grant.revoked noether by anybody: reason refresh_reused, application Shop',
      );
      await tells(
        async () => {
          await (
            await begin()
          )();
          await ok('DELETE', `/account/application/${shop.id}`, 'noether');
          await ok('POST', '/config/oauth/keys', 'root');
          await ok('DELETE', path(), 'root');
        },
        'grant.created noether by anybody: application Shop',
        'grant.revoked noether by noether: reason owner, application Shop',
        'oauth.key_rotated nobody by root',
        'application.deleted Shop by root',
      );
    });
    it('exports and deletions by owners, and the end of a lock', async () => {
      await logIn('root', NEW_PASSWORD, 'root@example.org');
      await ok('PATCH', '/config/signup', 'root', { deletion_grace_days: 1 });
      const { id, email, token } = await keyward.signUp();
      for (const [method, path] of [
        ['GET', '/me/export'],
        ['DELETE', '/me'],
      ] as const)
        assert.equal((await keyward.call(method, path, { token })).status, 200);
      await ok('DELETE', `/account/lock?account_id=${id}`, 'root');
      await keyward.logIn(email);
      const rows = (await auditLogOf(keyward.database)).slice(-8).map(({ type }) => type);
      assert.deepEqual(
        rows.filter((type) => type !== 'settings.changed' && !type.startsWith('session.')),
        [
          'account.created',
          'account.exported',
          'account.deletion_requested',
          'account.unlocked',
          'account.deletion_cancelled',
        ],
      );
    });

    it('guesses of codes across all accounts', async () => {
      await keyward.database.query(
        "insert into failures (key, count, running, window_ends_at) values ('wrong-codes', 300, 0, $1) on conflict (key) do update set count = 300, window_ends_at = excluded.window_ends_at",
        [keyward.clock.now() + 60_000],
      );
      await keyward.app.services.restoreFailures();
      const last = (await toldLines(keyward.database)).length;
      const body = { email: 'nobody@example.org', otp: '123456' };
      for (let guess = 0; guess < 2; guess += 1) await refused('POST', '/link/verify', null, body);
      assert.deepEqual(
        (await toldLines(keyward.database)).slice(last).filter((line) => line.startsWith('codes.')),
        ['codes.restricted nobody by service'],
      );
    });

    it('no event holds a secret, and every type occurs', async () => {
      const { database } = keyward;
      for (const { password_hash: hash } of await database.query('select password_hash from accounts'))
        if (typeof hash === 'string') secrets.add(hash);
      const rows = await database.query('select * from events');
      const text = JSON.stringify(rows);
      for (const secret of secrets) assert.ok(!text.includes(secret), `an event holds ${secret}`);
      // A random id may begin as a token does.
      assert.doesNotMatch(text, /canary|argon2|eyJ[\w-]+\./);

      const told = new Set((await auditLogOf(database)).map(({ type }) => type));
      // These are told in tests of their own: with a superadmin who has a factor, and with providers that answer.
      const elsewhere =
        /^(?:webhook\.|impersonation\.|connection\.(?:certificate_expiring|trust_lost|break_glass_used)$)/;
      const expected = Object.keys(EVENT_TYPES).filter((type) => !elsewhere.test(type));
      assert.deepEqual(
        expected.filter((type) => !told.has(type)),
        [],
      );
    });
  });
}
