import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVENTS } from '../../../src/features/audit/events/events.ts';
import { createBrowser } from '../../support/browser.ts';
import { linkIn } from '../../support/mail-server.ts';
import { CLIENT, startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';
import { asText } from '../expectations.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import {
  codeFor,
  mailFor,
  type MailedKeyward,
  openLink,
  startMailed,
  wrongCode,
} from '../codes/support/mailed.ts';
import { FRONTEND, oidcSlot, openCallback, walkToCallback } from '../providers/harness.ts';
import { addReader, filesOf, openStream, setLogging } from './logs.ts';

/** Secrets that must not appear in a log, with their descriptions. */
type Secrets = [what: string, secret: string][];

const SMTP_PASSWORD = 'canary-of-the-mail-server';
const JWT_SECRET = 'canary-of-the-signing-secret-0123456789';
const MASTER_KEY = 'ca4a12'.padEnd(64, '7');

/** Runs every flow with recognisable secrets. */
async function useEverything(
  keyward: MailedKeyward,
  provider: TestOidcProvider,
  secrets: Secrets,
): Promise<void> {
  const call: MailedKeyward['call'] = (...request) => keyward.call(...request);
  const token = (what: string, value: unknown) => secrets.push([`token: ${what}`, asText(value)]);
  const secret = (what: string, value: string) => {
    secrets.push([what, value]);
    return value;
  };
  let serial = secrets.length;
  const password = () => secret('password', `Canary-horse-${(serial += 1)}x`);
  const refreshTokens: string[] = [];
  async function enter(path: string, body: Record<string, unknown>): Promise<string> {
    const answer = await call('POST', path, { body, headers: { 'user-agent': 'canary' } });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    token(`access of ${path}`, answer.body['access_token']);
    token(`refresh of ${path}`, answer.body['refresh_token']);
    refreshTokens.push(asText(answer.body['refresh_token']));
    return asText(answer.body['access_token']);
  }

  // Passwords: right, wrong, weak, in the wrong field, in the path.
  const [email, first] = [`canary${serial}@example.org`, password()];
  const me = await enter('/signup/password', { name: 'Canary', email, password: first });
  await enter('/login/password', { identifier: email, password: first });
  await enter('/login', { identifier: email, password: first });
  await call('POST', '/login/password', { body: { identifier: email, password: password() } });
  await call('POST', '/login/password', { body: { identifier: password(), password: 'x' } });
  await call('POST', '/login', { body: { identifier: `nobody${serial}@example.org`, password: password() } });
  await call('POST', '/signup/password', {
    body: { name: 'X', email: 'x', password: secret('password', 'canary-weak'), more: password() },
  });
  await call('POST', `/login?password=${password()}`, {
    body: `{"identifier": "x", "password": "${password()}`,
  });
  await call('PATCH', '/me', { token: me, body: { name: 'New', current_password: password() } });

  // Codes: mailed, wrong, in links, spent.
  const fresh = `fresh${serial}@example.org`;
  const code = async (purpose: 'signup' | 'login' | 'reset' | 'verify', to: string) => {
    const mailed = secret('code', await codeFor(keyward, purpose, to));
    const wrong = secret('code', wrongCode(mailed));
    await call('POST', `/link/${purpose}`, { body: { email: to, otp: wrong } });
    return mailed;
  };
  await enter('/signup/otp', {
    name: 'Y',
    email: fresh,
    password: password(),
    otp: await code('signup', fresh),
  });
  // Each with a new account, whose next mail has the code.
  const member = async (purpose: string) => {
    const to = `${purpose}${serial}@example.org`;
    await enter('/signup/password', { name: 'Canary', email: to, password: password() });
    return to;
  };
  const [byCode, byReset] = [await member('login'), await member('reset')];
  const [byVerify, byLink] = [await member('verify'), await member('link')];
  await enter('/login/otp', { email: byCode, otp: await code('login', byCode) });
  const otp = await code('reset', byReset);
  await enter('/forgot/password', { email: byReset, otp, password: password() });
  const verifying = { email: byVerify, otp: await code('verify', byVerify), frontend_url: FRONTEND };
  await openLink(keyward, 'verify', verifying);
  const link = linkIn(await mailFor(keyward, 'login', byLink, { form: 'link', frontendUrl: FRONTEND }));
  const clicked = await fetch(link, { redirect: 'manual' });
  const query = new URL(clicked.headers.get('location') ?? '').searchParams;
  secret('code', new URL(link).searchParams.get('otp') ?? '');
  const ofLink = secret('key: of a link', new URL(link).searchParams.get('key') ?? '');
  await openLink(keyward, 'login', Object.fromEntries(new URL(link).searchParams));
  for (const one of [ofLink, secret('key: of a link', `canary-${serial}`.padEnd(22, 'k'))]) {
    await call('POST', '/link/login', { body: { email: byLink, otp: '000000', key: one } });
    await call('POST', `/link/login?key=${one}`, { body: `{"key": "${one}` });
    keyward.app.services.logs.print(`opened ${link.replace(ofLink, one)}, posted {"key":"${one}"}`);
  }
  token('of a link', query.get('access_token'));

  // Tokens: refreshed, used twice, forged, in the path and the query.
  const [refreshToken = ''] = refreshTokens;
  const refreshed = await enter('/token/refresh', { refresh_token: refreshToken });
  keyward.clock.advance(31_000);
  await call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
  await call('GET', `/me?access_token=${refreshed}`, { token: `${refreshed}x` });
  await keyward.callRoot('GET', `/auth/me/${refreshed}`);
  await call('POST', '/token/exchange', { body: { code: secret('code', `canary-exchange-${serial}`) } });
  await call('POST', '/setup', {
    body: {
      token: secret('token: set-up', `canary-set-up-${serial}`),
      name: 'Z',
      email,
      password: password(),
    },
  });

  // A provider: state and code go through our address.
  const browser = createBrowser();
  const callback = await walkToCallback(keyward, 'idp1', browser);
  secret('token: state', callback.searchParams.get('state') ?? '');
  secret('token: code of the provider', callback.searchParams.get('code') ?? '');
  token('of a provider', (await openCallback(browser, callback)).get('access_token'));
  await openCallback(createBrowser(), callback);
  const session = await enter('/login', { identifier: email, password: first });
  await call('POST', '/account/oauth/link/idp1', { token: session, body: {} });
  provider.user = { sub: 'another', email: 'another@example.net', email_verified: true, name: 'A' };
  const linking = createBrowser();
  const started = await call('POST', `/account/oauth/link/idp1?frontend_url=${FRONTEND}`, {
    token: session,
    headers: { accept: 'application/json' },
  });
  linking.takeUp(keyward.url, started);
  const end = await linking.followTo(asText(started.body['url']), FRONTEND);
  assert.equal(end.searchParams.get('linked'), 'idp1', end.href);
  await call('DELETE', '/account/oauth/idp1', { token: session, body: { current_password: first } });
  for (let count = 0; count < 11; count += 1) {
    await call('POST', '/login', { body: { identifier: byCode, password: 'x' } });
  }
  await call('POST', '/logout', { token: await enter('/login', { identifier: email, password: first }) });
  await call('PUT', '/update/password', { token: session, body: { password: password() } });
  await call('DELETE', '/me/sessions', { token: session });
  await call('POST', '/logout-all', { token: session });

  // Administration and settings, and the output of the host.
  const admin = await addReader(keyward);
  token('of the superadmin', admin.token);
  const post = (path: string, body: unknown) => call('POST', path, { token: admin.token, body });
  const by = { name: 'By', email: `by${serial}@example.org`, password: password() };
  const { body: made } = await post('/account/', by);
  const change = { account_id: made['id'], password: password(), role: 'superadmin' };
  await call('PATCH', '/account/', { token: admin.token, body: change });
  await call('DELETE', `/account/factors?account_id=${Number(made['id'])}`, { token: admin.token });
  await call('DELETE', '/account/', { token: admin.token, body: { account_id: made['id'] } });
  const { body: links } = await call('GET', '/oauth/', { token: admin.token });
  const id = Number(/"id":(\d+)/.exec(JSON.stringify(links))?.[1]);
  await call('DELETE', '/oauth/', { token: admin.token, body: { id } });
  await call('DELETE', '/session/cleanup', { token: admin.token });
  await call('DELETE', '/otp/clear', { token: admin.token });
  // Invitations, and the export and deletion of owners.
  const invited = `invited${serial}@example.org`;
  const tokenMailedTo = async (to: string, what: string) =>
    secret(what, new URL(linkIn(await keyward.mail.nextMail(to))).searchParams.get('token') ?? '');
  const set = async (section: string, body: unknown) => {
    const { status, text } = await call('PATCH', `/config/${section}`, { token: admin.token, body });
    assert.equal(status, 200, text);
  };
  await post('/invitation/', { email: invited });
  const invitation = await tokenMailedTo(invited, 'token: of an invitation');
  const chosen = password();
  await set('jwt', { claims: { metadata: 'metadata' } });
  const owner = await enter('/signup/invitation', { token: invitation, name: 'Canary', password: chosen });
  await post('/signup/invitation', { token: invitation, name: 'Canary', password: chosen });
  await call('PATCH', '/me', { token: owner, body: { metadata: { big: 'x'.repeat(2_000) } } });
  const enterAgain = () => enter('/login', { identifier: invited, password: chosen });
  await enterAgain();
  await set('jwt', { claims: {} });
  await set('signup', { confirm_email_change: true, deletion_grace_days: 1 });
  await call('PATCH', '/me', { token: owner, body: { email: `moved${serial}@example.org` } });
  const undo = await tokenMailedTo(invited, 'token: that undoes');
  assert.equal((await call('POST', '/email/undo', { body: { token: undo } })).status, 200);
  // The undo mails a code for a new password.
  await keyward.mail.nextMail(invited);
  keyward.clock.advance(61_000);
  const reset = secret('code', await codeFor(keyward, 'reset', invited));
  const again = await enter('/forgot/password', { email: invited, otp: reset, password: chosen });
  await call('GET', '/me/export', { token: again });
  await call('DELETE', '/me', { token: again });
  await call('DELETE', `/account/lock?account_id=1`, { token: admin.token });
  const back = await enterAgain();
  await set('signup', { confirm_email_change: false, deletion_grace_days: 0 });
  assert.equal((await call('DELETE', '/me', { token: back })).status, 200);
  const captcha = secret('key: of the captcha', `canary-captcha-${serial}`);
  await set('signup', { captcha: 'turnstile', captcha_secret: captcha });
  await call('POST', '/signup/password', {
    body: { name: 'X', email: `robot${serial}@example.org`, password: password() },
    headers: { 'x-captcha-token': secret('code', `canary-answer-${serial}`) },
  });
  await set('signup', { captcha: null });

  await post('/config/email', {
    host: '127.0.0.1',
    port: keyward.mail.port,
    sender: 'auth@example.com',
    username: '',
    password: secret('key: mail', `canary-mail-${serial}`),
  });
  await post('/config/idp2', {
    client_id: 'x',
    client_secret: secret('key: provider', `canary-client-${serial}`),
    redirect_uri: 'https://example.org/cb',
  });
  await post('/config/jwt', { secret_key: secret('key: weak', 'canary-short'), session_duration_days: 7 });
  const hook = await post('/webhook/', {
    url: `https://hooks.example.com/?key=${secret('key: of a receiver', `canary-receiver-${serial}`)}`,
    enabled: false,
  });
  const { body: renewed } = await post(`/webhook/${asText(hook.body['id'])}/secret`, undefined);
  for (const { secret: signing } of [hook.body, renewed]) secret('key: webhook', asText(signing));
  const { body: application } = await post('/application/', {
    name: 'Canary',
    redirect_uris: ['https://app.example.com/callback'],
  });
  const { body: another } = await post(`/application/${asText(application['client_id'])}/secrets`, undefined);
  for (const one of [application, another]) secret('key: application', asText(one['client_secret']));
  const { body: keyed } = await post('/apikey/', { name: 'Canary', scopes: ['accounts:write'] });
  const key = secret('key: API', asText(keyed['key']));
  const named = { name: 'Of a key', email: `keyed${serial}@example.org` };
  const { body: helped } = await call('POST', '/account/', { token: key, body: named });
  const helper = await addReader(keyward);
  const app = await enrolTotp(keyward, helper);
  for (const one of [...app.codes, codeOf(keyward, app.secret)]) secret('code', one);
  const { body: acting } = await call('POST', '/account/impersonate', {
    token: helper.token,
    body: { account_id: helped['id'], reason: 'Canary' },
  });
  token('of an impersonation', acting['access_token']);
  await call('GET', `/account/query?field=uid&value=${key}`, { headers: { 'user-agent': key } });
  await keyward.callRoot('GET', `/auth/account/${key}`);
  await call('DELETE', `/apikey/${Number(keyed['id'])}`, { token: admin.token });
  const { logs } = keyward.app.services;
  logs.print(`sent ${key}`);
  const [spoken, printed] = [password(), secret('code', String(400_000 + serial))];
  logs.write({
    event: 'host.event',
    message: `password: ${spoken}`,
    metadata: {
      password: spoken,
      otp: printed,
      api_key: password(),
      nested: [{ client_secret: password() }],
    },
  });
  logs.print(`Your code is ${printed}; authorization: Bearer ${refreshed}`);
  process.stdout.write(`{"password":"${spoken}","token":"${refreshed}"} ${printed}\n`);
  process.stderr.write(`secret_key=${password()} ${JWT_SECRET} ${MASTER_KEY}\n`);
}

describe('SC3: secrets appear in no log', () => {
  for (const redact of [true, false]) {
    it(`SC3, SC4, OA14: files, snapshots, streams and console, redact_sensitive ${String(redact)}`, async () => {
      await using provider = await startOidcProvider();
      await using keyward = await startMailed('sqlite', {
        settings: {
          KEYWARD_JWT_SECRET: JWT_SECRET,
          KEYWARD_MASTER_KEY: MASTER_KEY,
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          // Nothing listens on that port.
          KEYWARD_SIGNUP_CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/',
          KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
          ...oidcSlot('IDP1', provider.issuer),
        },
      });
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      provider.user = { sub: 'canary', email: 'canary@example.net', email_verified: true, name: 'C' };
      const secrets: Secrets = [
        ['key: mail', SMTP_PASSWORD],
        ['key: signing', JWT_SECRET],
        ['key: master', MASTER_KEY],
        ['key: provider', CLIENT.secret],
      ];

      let printed = '';
      const write = process.stdout.write.bind(process.stdout);
      process.stdout.write = (chunk: string | Uint8Array) => {
        const text = String(chunk);
        if (text.startsWith('{"timestamp":')) printed += text;
        else if (!text.startsWith('{"password"')) return write(chunk);
        return true;
      };
      const writeError = process.stderr.write.bind(process.stderr);
      process.stderr.write = () => true;
      const reader = await addReader(keyward);
      let streamed = '';
      try {
        setLogging(keyward, {
          level: 'DEBUG',
          redact_sensitive: redact,
          console_output: true,
          capture_terminal: true,
        });
        const follow = async (log: string) => {
          const stream = await openStream(keyward, `/log/${log}/stream`, reader.token);
          for (;;) {
            const { data } = await stream.next();
            streamed += data;
          }
        };
        const followed = Promise.allSettled([follow('app'), follow('server')]);
        await useEverything(keyward, provider, secrets);
        for (const source of ['app', 'server']) {
          assert.equal((await reader.ask('POST', '/log', { name: 'canary', source })).status, 201);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
        keyward.app.services.logs.endStreams();
        await followed;
      } finally {
        setLogging(keyward, { console_output: false, capture_terminal: false });
        await reader.ask('GET', '/log/server');
        process.stdout.write = write;
        process.stderr.write = writeError;
      }

      const places: Record<string, string> = { ...filesOf(keyward), console: printed, streams: streamed };
      assert.deepEqual(Object.keys(places), [
        'app.log',
        'server.log',
        'store/app-canary.log',
        'store/server-canary.log',
        'console',
        'streams',
      ]);
      const happened = new Set(places['app.log']?.match(/(?<="event":")[^"]+/g));
      const missing = Object.keys(EVENTS).filter((name) => !happened.has(name));
      assert.deepEqual(missing, [
        'service.stopping',
        'code.restricted',
        'token.organization_left_out',
        'mail.failed',
        'webhook.disabled',
        'log.lines_lost',
      ]);
      const wanted = ['nobody', 'login.failed', 'code.failed', 'settings.changed', 'provider.signed_in'];
      for (const word of [...wanted, 'session.refresh_reused', 'login.succeeded']) {
        assert.ok(places['app.log']?.includes(word), `${word} happened`);
        assert.ok(printed.includes(word) && streamed.includes(word), word);
      }
      for (const word of ['stdout', 'stderr', 'Your code is'])
        assert.ok(places['server.log']?.includes(word), word);
      assert.ok(secrets.length > 50, String(secrets.length));
      const found = Object.entries(places).flatMap(([place, text]) =>
        secrets
          .filter(([what, secret]) => (redact || !what.startsWith('token:')) && containsSecret(text, secret))
          .map(([what, secret]) => `${what} in ${place}: ${secret}`),
      );
      assert.deepEqual([...new Set(found)], []);
    });
  }
});

/** Six digits may be a part of something else. */
function containsSecret(text: string, secret: string): boolean {
  assert.notEqual(secret, '');
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text) : text.includes(secret);
}
