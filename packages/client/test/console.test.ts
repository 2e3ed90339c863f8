import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { until } from '../../server/test/support/until.ts';
import { type AdminClient, createAdminClient } from '../src/admin.ts';
import { dataOf, errorOf, pathOf } from './support/people.ts';

const ROOT = { email: 'root@example.org', password: PASSWORD };

/** As a browser with the page of the console: cookies, the origin, and the header that the console adds. */
function browser(url: string) {
  const jar = new Map<string, string>();
  const requests: string[] = [];
  const page: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    assert.equal(headers.get('x-keyward-console'), '1', 'each request goes through the given fetch');
    assert.equal(init.credentials, 'include');
    requests.push(`${init.method} ${pathOf(input)}`);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    headers.set('origin', url);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  /** The client that the console makes when it loads. */
  const open = (): AdminClient =>
    createAdminClient({
      url,
      prefix: '/auth',
      logPath: '/log',
      storage: 'cookies',
      storageKey: 'keyward-console',
      fetch(input, init) {
        const headers = new Headers(init?.headers);
        headers.set('X-Keyward-Console', '1');
        return page(input, { ...init, headers });
      },
    });
  return { jar, requests, open };
}

describe('the client of the console', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  let browsing: ReturnType<typeof browser>;
  let client: AdminClient;
  const controller = new AbortController();
  before(() => {
    browsing = browser(keyward.url);
    client = browsing.open();
  });
  after(() => controller.abort());

  it('learns that nobody is signed in', async () => {
    assert.equal(dataOf(await client.getSession()), null);
    errorOf(await client.admin.events.list(), 'TokenMissingError');
    assert.equal(browsing.jar.size, 0);
  });

  it('creates the first superadmin with the set-up link, and signs them in', async () => {
    const token = await keyward.app.services.setUpLink.issue();
    errorOf(await client.admin.setUp.check({ token: 'none' }), 'InvalidTokenError');
    dataOf(await client.admin.setUp.check({ token }));
    const { access_token } = dataOf(await client.admin.setUp.create({ token, name: 'Root', ...ROOT }));
    assert.equal(access_token, undefined);
    assert.equal(dataOf(await client.getSession())?.account.email, ROOT.email);
    assert.deepEqual(sessionCookies(browsing.jar), ['keyward_console', 'keyward_console_refresh']);
    errorOf(await client.admin.setUp.check({ token }), 'InvalidTokenError');
  });

  it('knows its session on a page that was just loaded, and renews it once for many calls', async () => {
    const { jar, requests, open } = browsing;
    const other = open();
    assert.equal(dataOf(await other.getSession())?.account.email, ROOT.email);
    // As a browser does with a cookie that has expired.
    jar.delete('keyward_console');
    requests.length = 0;
    for (const { error } of await Promise.all([
      other.admin.events.counts(),
      other.admin.config.findings(),
      other.admin.accounts.list(),
    ]))
      assert.ifError(error);
    assert.equal(requests.filter((one) => one === 'POST /auth/token/refresh').length, 1, requests.join());
    assert.ok(jar.has('keyward_console'));
  });

  it('follows logs and events, and continues after the access cookie has expired', async () => {
    const { signal } = controller;
    const lines = client.logs.stream('app', { signal, retryMs: 1 });
    const events = client.admin.events.follow({ type: 'account.created', signal, retryMs: 1 });
    const [line, event] = [lines.next(), events.next()];
    const { requests } = browsing;
    for (const stream of ['GET /log/app/stream', 'GET /auth/event/stream'])
      await until(() => requests.includes(stream), `${stream} to be asked`);
    const { email } = await keyward.signUp({ name: 'Ada' });
    assert.ok((await line).value?.data);
    assert.equal(dataOf((await event).value ?? assert.fail()).event.data.account.email, email);
    browsing.jar.delete('keyward_console');
    requests.length = 0;
    const again = client.admin.events.follow({ type: 'account.created', signal, retryMs: 1 });
    const next = again.next();
    const renewed = () => requests.indexOf('POST /auth/token/refresh');
    await until(
      () => renewed() >= 0 && requests.lastIndexOf('GET /auth/event/stream') > renewed(),
      'the refused stream to be asked for again',
    );
    await keyward.signUp({ name: 'Grace' });
    assert.equal(dataOf((await next).value ?? assert.fail()).event.data.account.name, 'Grace');
    await Promise.all([lines.return(), events.return(), again.return()]);
  });

  it('lists, opens and clears the caught mails', async () => {
    const { mailbox } = client.admin;
    dataOf(await client.admin.mailbox.clear());
    dataOf(await client.sendOtp({ purpose: 'signup', email: 'grace@example.org' }));
    await until(async () => dataOf(await mailbox.list()).mails.length === 1, 'the mail to be caught');
    const [mail] = dataOf(await mailbox.list()).mails;
    assert.deepEqual([mail?.to, mail?.kind], ['grace@example.org', 'code']);
    const { html, text, code } = dataOf(await mailbox.get({ id: mail?.id ?? '' }));
    assert.ok(html.includes('<') && text.includes(code ?? '-'));
    errorOf(await mailbox.get({ id: 'none' }), 'DocumentNotFoundError');
    assert.equal(dataOf(await mailbox.clear()).count, 1);
    assert.deepEqual(dataOf(await mailbox.list()).mails, []);
  });

  it('finds the mailbox where the console is mounted', async () => {
    const paths: string[] = [];
    const elsewhere = createAdminClient({
      url: keyward.url,
      prefix: '/id',
      webPath: '/staff',
      fetch: (input) => {
        paths.push(pathOf(input));
        return Promise.resolve(Response.json({ mails: [] }));
      },
    });
    dataOf(await elsewhere.admin.mailbox.list());
    dataOf(await elsewhere.logs.list());
    dataOf(await elsewhere.admin.setUp.check({ token: 'a' }));
    assert.deepEqual(paths, ['/staff/mailbox/mails', '/log', '/id/setup/check']);
  });

  it('is signed out by its own request, and when its session ends elsewhere', async () => {
    const { jar, requests, open } = browsing;
    const other = open();
    dataOf(await other.getSession());
    const sessions = dataOf(await other.sessions.list()).sessions;
    const told: (string | null)[] = [];
    const stop = other.onSessionChange((session) => told.push(session && session.account.email));
    await until(() => told.length === 1, 'the session to be told');
    for (const { id } of sessions) dataOf(await client.admin.sessions.end({ id }));
    errorOf(await other.admin.accounts.list(), 'SessionDestroyedError');
    await until(() => told.length === 2, 'the end of the session to be told');
    assert.deepEqual(told, [ROOT.email, null]);
    stop();
    jar.clear();

    const again = open();
    dataOf(await again.login({ identifier: ROOT.email, password: ROOT.password }));
    requests.length = 0;
    dataOf(await again.logout());
    assert.deepEqual([requests, sessionCookies(jar)], [['POST /auth/logout'], []]);
    assert.equal(dataOf(await again.getSession()), null);
  });
});

/** The cookies of a jar without the device cookie, which outlives sessions. */
function sessionCookies(jar: ReadonlyMap<string, unknown>): string[] {
  return [...jar.keys()].filter((name) => name !== 'keyward_device');
}
