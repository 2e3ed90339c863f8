import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { requestFrom } from '../support/raw-http.ts';
import { assertError, PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const SUPERADMIN = {
  KEYWARD_SUPERADMIN_EMAIL: 'root@example.org',
  KEYWARD_SUPERADMIN_PASSWORD: PASSWORD,
};

interface Summary {
  id: string;
  to: string;
  subject: string;
  kind: string;
  created_at: string;
  code: string | null;
  link: string | null;
}

async function listMails(keyward: TestKeyward): Promise<Summary[]> {
  const answer = await keyward.callRoot('GET', '/mailbox');
  assert.equal(answer.status, 200, answer.text);
  const { mails }: { mails: Summary[] } = JSON.parse(answer.text);
  return mails;
}

/** Asks for a code and waits until its mail is caught. */
async function sendCode(keyward: TestKeyward, email: string): Promise<Summary> {
  const answer = await keyward.call('POST', '/send/email/otp/signup', {
    body: { email },
    headers: { origin: keyward.url },
  });
  assert.equal(answer.status, 200, answer.text);
  for (;;) {
    const mail = (await listMails(keyward)).find(({ to }) => to === email);
    if (mail !== undefined) return mail;
  }
}

describe('the mailbox', () => {
  let keyward: TestKeyward;
  let superadmin: string;
  before(async () => {
    keyward = await startKeyward('sqlite', { settings: SUPERADMIN });
    superadmin = (await keyward.logIn('root@example.org')).token;
  });
  after(() => keyward[Symbol.asyncDispose]());

  it('lists the caught mails, newest first, with code and link', async () => {
    await sendCode(keyward, 'first@example.org');
    keyward.clock.advance(1_000);
    const mail = await sendCode(keyward, 'second@example.org');
    assert.deepEqual(
      (await listMails(keyward)).slice(0, 2).map(({ to }) => to),
      ['second@example.org', 'first@example.org'],
    );
    assert.match(mail.code ?? '', /^\d{6}$/);
    assert.ok(mail.link?.startsWith(`${keyward.url}/auth/link/signup?`), String(mail.link));
    assert.ok(mail.link?.includes(`otp=${mail.code}`));
    assert.equal(mail.kind, 'code');
    assert.match(mail.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('shows one mail whole, and the code in it works', async () => {
    const { id, code } = await sendCode(keyward, 'whole@example.org');
    const answer = await keyward.callRoot('GET', `/mailbox/${id}`);
    assert.equal(answer.status, 200, answer.text);
    const { html, text, raw } = answer.body;
    assert.match(String(html), /^<!doctype html>/);
    assert.ok(String(text).includes(String(code)));
    assert.match(String(raw), /^Subject: Your sign-up code/m);
    const body = { name: 'Ada', email: 'whole@example.org', password: PASSWORD, otp: code };
    assert.equal((await keyward.call('POST', '/signup/otp', { body })).status, 200);
  });

  it('answers 404 for a mail that is not there', async () => {
    for (const id of ['x', '20260101T000000000Z-abc', '..%2f..%2fkeyward.db', '%2e%2e']) {
      assert.equal((await keyward.callRoot('GET', `/mailbox/${id}`)).status, 404, id);
    }
    assertError(await keyward.callRoot('GET', '/mailbox/x'), 404, 'DocumentNotFoundError');
  });

  it('empties', async () => {
    await sendCode(keyward, 'gone@example.org');
    const answer = await keyward.callRoot('DELETE', '/mailbox');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body['success'], true);
    assert.ok(Number(answer.body['count']) >= 1);
    assert.deepEqual(await listMails(keyward), []);
  });

  it('is a page for a browser, whose policy allows just its own script', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const answer = await keyward.callRoot('GET', '/mailbox', { headers: { accept } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(answer.headers.get('vary'), 'accept');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = [...answer.text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text);
    assert.equal(scripts.length, 1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    assert.ok(policy.includes(`script-src 'sha256-${hash}'`), policy);
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(answer.text, /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    assert.doesNotMatch(answer.text, / on\w+=|javascript:/);
  });

  describe('is closed without a token', () => {
    const closed = async (path: string, headers: Record<string, string>, method = 'GET') => {
      const answer = await requestFrom({ port: keyward.port, method, path, headers });
      assert.equal(answer.status, 401, `${method} ${path} ${JSON.stringify(headers)}: ${answer.body}`);
    };

    for (const [what, headers] of [
      ['to a name that was made to point here', { host: 'evil.example' }],
      ['to a name that only begins like this machine', { host: 'localhost.evil.example' }],
      ['to an address of the network', { host: '192.168.1.7' }],
      ['to a page of another origin', { origin: 'https://evil.example' }],
      ['to a page on another port of this machine', { origin: 'http://localhost:3000' }],
      ['to a page without an origin of its own', { origin: 'null' }],
      ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
      ['through a proxy that names only the host', { 'x-forwarded-host': 'localhost' }],
      ['through a proxy of RFC 7239', { forwarded: 'for=203.0.113.7' }],
    ] as const) {
      it(what, async () => {
        await closed('/mailbox', headers);
        await closed('/mailbox/x', headers);
        await closed('/mailbox', headers, 'DELETE');
        await closed('/mailbox', { ...headers, accept: 'text/html' });
        await closed('/mailbox', headers, 'HEAD');
      });
    }

    it('to a host application that hands a request in', async () => {
      const answer = await keyward.app.server.inject({ path: '/mailbox', headers: { host: 'localhost' } });
      assert.equal(answer.statusCode, 401, answer.body);
    });
  });

  it('is open there to a superadmin, and to nobody else', async () => {
    const { token } = await keyward.signUp();
    const call = (authorization: string) =>
      requestFrom({
        port: keyward.port,
        path: '/mailbox',
        headers: { host: 'id.example.org', authorization: `Bearer ${authorization}` },
      });
    assert.equal((await call(superadmin)).status, 200);
    assert.equal((await call(token)).status, 403);
    assert.equal((await call('nonsense')).status, 401);
  });

  it('is open to every name and address of this machine, and to its own page', async () => {
    const { port } = keyward;
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      'LOCALHOST',
      'app.localhost',
    ]) {
      assert.equal((await requestFrom({ port, path: '/mailbox', headers: { host } })).status, 200, host);
    }
    const host = `localhost:${port}`;
    const own = { host, origin: `http://${host}` };
    assert.equal((await requestFrom({ port, path: '/mailbox', headers: own })).status, 200);
    assert.equal((await requestFrom({ port, path: '/mailbox', localAddress: '127.3.4.5' })).status, 200);
  });

  it('closes as soon as there is a mail server, and opens again when there is none', async () => {
    const { settings } = keyward.app.services;
    const catching = settings.current;
    settings.replace({ ...catching, email: { ...catching.email, host: 'mail.example.org' } });
    for (const [method, path] of [
      ['GET', '/mailbox'],
      ['DELETE', '/mailbox'],
      ['GET', '/mailbox/x'],
      ['PUT', '/mailbox'],
      ['OPTIONS', '/mailbox'],
    ] as const) {
      assertError(await keyward.callRoot(method, path), 404, 'RouteNotFoundError');
      assertError(await keyward.callRoot(method, path, { token: superadmin }), 404, 'RouteNotFoundError');
    }
    settings.replace(catching);
    assert.equal((await keyward.callRoot('GET', '/mailbox')).status, 200);
    assertError(await keyward.callRoot('PUT', '/mailbox'), 405, 'MethodNotAllowedError');
  });
});

describe(
  'the mailbox from elsewhere',
  { skip: OUTSIDE === undefined && 'this machine has no other address' },
  () => {
    it('is closed to the network, also with a Host of this machine', async () => {
      await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_HOST: '0.0.0.0' } });
      const answer = await fetch(`http://${OUTSIDE}:${keyward.port}/mailbox`);
      assert.equal(answer.status, 401);
      // From the address of the network to this machine's own: the peer is what counts.
      const forged = await requestFrom({
        port: keyward.port,
        path: '/mailbox',
        localAddress: OUTSIDE ?? '',
        headers: { host: 'localhost' },
      });
      assert.equal(forged.status, 401, forged.body);
    });
  },
);

describe('the mailbox in production', () => {
  it('does not exist', async () => {
    await using keyward = await startKeyward('sqlite', {
      settings: { ...SUPERADMIN, KEYWARD_ENV: 'production' },
    });
    assertError(await keyward.callRoot('GET', '/mailbox'), 404, 'RouteNotFoundError');
    const { token } = await keyward.logIn('root@example.org');
    assertError(await keyward.callRoot('DELETE', '/mailbox', { token }), 404, 'RouteNotFoundError');
  });
});
