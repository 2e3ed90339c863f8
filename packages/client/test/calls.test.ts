import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MailedKeyward, startMailed } from '../../server/test/http/codes/support/mailed.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { codeIn } from '../../server/test/support/mail-server.ts';
import { createClient, type KeywardClient } from '../src/index.ts';
import { countingClient, dataOf, errorOf, signedIn } from './support/people.ts';

/** Every group of routes, against the real service. */
describe('calls', () => {
  let keyward: MailedKeyward;
  let admin: KeywardClient;
  before(async () => {
    keyward = await startMailed('sqlite', {
      settings: {
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_IDP1_PRESET: 'github',
        KEYWARD_IDP1_CLIENT_ID: 'id',
        KEYWARD_IDP1_CLIENT_SECRET: 'secret',
      },
    });
    ({ client: admin } = await signedIn(keyward, { email: 'admin@example.org', role: 'superadmin' }));
  });
  after(() => keyward[Symbol.asyncDispose]());
  const newClient = () => countingClient(keyward.url).client;
  const mailedCode = async (email: string) => codeIn(await keyward.mail.nextMail(email));

  it('send the answer of a captcha in its header', async () => {
    const sent: (string | null)[] = [];
    const client = createClient({
      url: 'http://localhost',
      fetch: async (_, init) => {
        sent.push(new Headers(init?.headers).get('x-captcha-token'));
        return Response.json({});
      },
    });
    const login = { identifier: 'ada', password: PASSWORD };
    await client.login(login);
    await client.login(login, { captchaToken: 'right' });
    assert.deepEqual(sent, [null, 'right']);
  });

  it('sign up and in with passwords', async () => {
    const client = newClient();
    const person = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
    const { account } = dataOf(await client.signupWithPassword(person));
    assert.equal(account.email, person.email);
    dataOf(
      await client.signup({ ...person, email: 'ada2@example.org', handle: 'ada.two', phone: '+43 1 234567' }),
    );
    const login = { identifier: person.email, password: PASSWORD };
    assert.equal(dataOf(await client.login(login)).token_type, 'Bearer');
    assert.equal(dataOf(await client.loginWithPassword(login)).account.id, account.id);
    assert.equal(dataOf(await client.getSession())?.account.name, 'Ada');
  });

  it('codes and links: sign up, sign in, verify, reset', async () => {
    const client = newClient();
    const email = 'grace@example.org';
    const sent = dataOf(await client.sendOtp({ purpose: 'signup', email }));
    assert.ok(sent.expires_at * 1000 > keyward.clock.now());
    const signUp = { name: 'Grace', email, password: PASSWORD, otp: await mailedCode(email) };
    assert.ok(dataOf(await client.signupWithOtp(signUp)).account.email_verified);

    dataOf(await client.sendLink({ purpose: 'login', email, frontend_url: 'http://localhost:5173' }));
    const link = dataOf(await client.confirmLink({ purpose: 'login', email, otp: await mailedCode(email) }));
    assert.ok('account' in link && link.account.email === email);
    dataOf(await client.sendOtp({ purpose: 'verify', email }));
    const verified = dataOf(
      await client.confirmLink({ purpose: 'verify', email, otp: await mailedCode(email) }),
    );
    assert.ok('message' in verified && verified.message === 'Email verified successfully');

    keyward.clock.advance(60_000);
    dataOf(await client.sendOtp({ purpose: 'login', email }));
    dataOf(await client.loginWithOtp({ email, otp: await mailedCode(email) }));
    dataOf(await client.sendOtp({ purpose: 'reset', email }));
    dataOf(await client.resetPassword({ email, otp: await mailedCode(email), password: 'Another-horse-2' }));
    dataOf(await client.login({ identifier: email, password: 'Another-horse-2' }));
  });

  it('a code sent with the own session proves the mailbox and drops nothing', async () => {
    const client = newClient();
    const email = 'edith@example.org';
    const { account } = dataOf(await client.signupWithPassword({ name: 'Edith', email, password: PASSWORD }));
    const { providerLinks } = keyward.app.services.store;
    const link = { account_id: account.id, provider: 'https://own', subject: email, created_at: 0 };
    await providerLinks.insert(link);
    dataOf(await client.sendOtp({ purpose: 'verify', email }));
    dataOf(await client.confirmLink({ purpose: 'verify', email, otp: await mailedCode(email) }));
    assert.equal((await providerLinks.ofAccount(account.id)).length, 1);
    assert.ok(dataOf(await client.me()).account.email_verified);
  });

  it('the profile and the own sessions', async () => {
    const { client } = await signedIn(keyward);
    const { account, session, payload } = dataOf(await client.me());
    assert.equal(payload.sid, session.id);
    const changed = dataOf(await client.updateMe({ name: 'Hopper', phone: null }));
    assert.equal(changed.name, 'Hopper');
    assert.equal(dataOf(await client.getSession())?.account.name, 'Hopper');
    const other = newClient();
    dataOf(await other.login({ identifier: account.email, password: PASSWORD }));
    const { sessions } = dataOf(await client.sessions.list());
    assert.deepEqual(
      sessions.map(({ current }) => current),
      [false, true, false],
    );
    dataOf(await client.sessions.end({ id: sessions[0]?.id ?? 0 }));
    errorOf(await other.me(), 'SessionDestroyedError');
    dataOf(await client.updatePassword({ password: 'Another-horse-2' }));
    dataOf(await client.logoutAll());
    assert.equal(dataOf(await client.getSession()), null);
  });

  it('providers', async () => {
    const { client } = await signedIn(keyward);
    assert.deepEqual(dataOf(await client.providers.links()), []);
    const { url } = dataOf(
      await client.providers.link({ provider: 'idp1', frontend_url: 'http://localhost:5173' }),
    );
    assert.match(url, /^https:\/\/github\.com\/login\//);
    errorOf(await client.providers.unlink({ provider: 'idp1' }), 'OAuthLinkNotFoundError');
    const frontend_url = 'http://localhost:5173';
    const loginUrl = dataOf(await client.providers.loginUrl({ provider: 'idp2', frontend_url }));
    const begin = `${keyward.url}/auth/idp2/login?frontend_url=http%3A%2F%2Flocalhost%3A5173&code_challenge=`;
    assert.ok(loginUrl.startsWith(begin), loginUrl);
    assert.match(loginUrl.slice(begin.length), /^[\w-]{43}$/);
    const answer = await fetch(loginUrl, { redirect: 'manual' });
    assert.equal(answer.status, 400, 'the route is there, and the provider has no credentials');
  });

  it('accept an address that ends in the default prefix, unless a prefix is given', async () => {
    for (const end of ['/', '/auth', '/auth/']) {
      const { client, requests } = countingClient(keyward.url + end);
      assert.equal(dataOf(await client.config.pulse()).status, 'healthy');
      errorOf(await client.logs.list(), 'TokenMissingError');
      assert.deepEqual(requests, ['GET /auth/config/pulse', 'GET /log']);
    }
    const { client } = countingClient(`${keyward.url}/auth`, { prefix: '/auth' });
    errorOf(await client.config.pulse(), 'RouteNotFoundError');
  });

  it('settings', async () => {
    assert.equal(dataOf(await newClient().config.pulse()).status, 'healthy');
    const settings = dataOf(await admin.config.load());
    assert.equal(settings.jwt.dual_token_mode, true);
    assert.equal(settings['idp1']?.client_id, 'id');
    assert.ok(dataOf(await admin.config.counts()).accounts > 0);
    const changed = dataOf(await admin.config.setLogging({ level: 'DEBUG', redact_patterns: ['a+'] }));
    assert.equal(changed.message, 'Logging service configured successfully');
    // One field in the query, the rest in the body.
    const tried = dataOf(await admin.config.setCookie({ path: '/x', dry_run: true }));
    assert.ok(tried.changes && 'path' in tried.changes, JSON.stringify(tried));
    assert.equal(dataOf(await admin.config.load()).cookie.path, '/');
    const provider = {
      provider: 'idp2',
      client_id: 'x',
      client_secret: 'y',
      redirect_uri: 'http://localhost/cb',
    };
    dataOf(await admin.config.setProvider(provider));
    // Only defaults.
    dataOf(await admin.config.setCookie({}));
    assert.ok(dataOf(await admin.config.history({ limit: 2, section: 'logging' })).history.length > 0);
    assert.ok('jwt' in dataOf(await admin.config.sources()).sections);
  });

  it('accounts, sessions and codes of everybody', async () => {
    const { accounts, sessions, otps } = admin.admin;
    const made = dataOf(await accounts.create({ name: 'Made', email: 'made@example.org', role: 'user' }));
    assert.equal(dataOf(await accounts.find({ field: 'email', value: 'made@example.org' })).id, made.id);
    assert.equal(dataOf(await accounts.update({ account_id: made.id, name: 'Changed' })).name, 'Changed');
    assert.equal(
      dataOf(await accounts.list({ page: 1, limit: 1, sort: '-created_at' })).accounts[0]?.id,
      made.id,
    );
    assert.deepEqual(dataOf(await accounts.get({ id: made.id })).sessions, []);
    dataOf(await accounts.endSessions({ id: made.id }));
    dataOf(await accounts.delete({ account_id: made.id }));
    errorOf(await accounts.get({ id: made.id }), 'UserNotFoundError');
    const [newest] = dataOf(await sessions.list({ limit: 1 })).sessions;
    assert.ok(newest && newest.id > 0);
    assert.equal(dataOf(await sessions.cleanup()).success, true);
    dataOf(await newClient().sendOtp({ purpose: 'signup', email: 'somebody@example.org' }));
    assert.equal(dataOf(await otps.list({ identifier: 'somebody@example.org' })).otps[0]?.purpose, 'signup');
    dataOf(await otps.cleanup());
    assert.ok(dataOf(await otps.clear()).count > 0);
  });

  it('logs', async () => {
    const { logs } = admin;
    const { snapshot } = dataOf(await logs.createSnapshot({ name: 'before', source: 'app' }));
    assert.equal(snapshot.name, 'app-before');
    const { records, format } = dataOf(await logs.read({ name: 'app', limit: 5, order: 'desc' }));
    assert.equal(format, 'jsonl');
    assert.ok(typeof records[0] === 'object' && records[0].event.length > 0);
    assert.equal(typeof dataOf(await logs.read({ name: 'server' })).records, 'object');
    assert.equal(dataOf(await logs.list()).snapshots.length, 1);
    dataOf(await logs.reset({ name: 'app' }));
    assert.equal(dataOf(await logs.deleteSnapshot({ name: 'app-before' })), null);
  });

  it('documentation', async () => {
    const { docs } = newClient();
    assert.match(dataOf(await docs.index()), /^# /);
    assert.ok(dataOf(await docs.full()).length > 1_000);
    assert.ok(dataOf(await docs.tree()).stats.files > 0);
    const [match] = dataOf(await docs.search({ q: 'session' })).results;
    assert.ok(match && match.line > 0);
    assert.equal(dataOf(await docs.file({ path: match.path })).path, match.path);
    errorOf(await docs.file({ path: 'none.md' }), 'DocumentNotFoundError');
  });

  it('the public keys', async () => {
    assert.deepEqual(dataOf(await newClient().keys()).keys, []);
  });

  it('go to addresses of their own, and send cookies only where they are needed', async () => {
    const seen: string[] = [];
    const { client } = countingClient('https://example.org/', {
      prefix: '/api/auth',
      logPath: '/api/log',
      fetch: async (input, { credentials = '' } = {}) => {
        seen.push(`${input instanceof Request ? input.url : input.toString()} ${credentials}`.trim());
        return Response.json({});
      },
    });
    await client.me();
    await client.logs.read({ name: 'app' });
    await client.logs.list();
    // @ts-expect-error -- from a program without strict types
    await client.admin.accounts.list({ page: 2, q: undefined });
    // The provider's callback needs the cookie that is set here.
    await client.providers.link({ provider: 'idp1', frontend_url: 'https://app.example.org' });
    assert.deepEqual(seen, [
      'https://example.org/api/auth/me',
      'https://example.org/api/log/app',
      'https://example.org/api/log',
      'https://example.org/api/auth/account?page=2',
      'https://example.org/api/auth/account/oauth/link/idp1 include',
    ]);
  });
});
