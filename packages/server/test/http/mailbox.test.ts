import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { banner } from '../../src/start/banner.ts';
import { loadConfig } from '../../src/config/load.ts';
import { mailboxAddress } from '../../src/features/delivery/mail/mailbox-key.ts';
import { requestFrom } from '../support/raw-http.ts';
import { assertError, PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';

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

const withKey = ({ app }: TestKeyward) => ({ headers: { 'x-mailbox-key': app.services.mailboxKey.key } });

async function listMails(keyward: TestKeyward): Promise<Summary[]> {
  const answer = await keyward.callRoot('GET', '/mailbox/mails', withKey(keyward));
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
    const answer = await keyward.callRoot('GET', `/mailbox/mails/${id}`, withKey(keyward));
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
      assert.equal((await keyward.callRoot('GET', `/mailbox/mails/${id}`, withKey(keyward))).status, 404, id);
    }
    assertError(
      await keyward.callRoot('GET', '/mailbox/mails/x', withKey(keyward)),
      404,
      'DocumentNotFoundError',
    );
  });

  it('can be emptied', async () => {
    await sendCode(keyward, 'gone@example.org');
    const answer = await keyward.callRoot('DELETE', '/mailbox/mails', withKey(keyward));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body['success'], true);
    assert.ok(Number(answer.body['count']) >= 1);
    assert.deepEqual(await listMails(keyward), []);
  });

  it('SC6: admits nobody because of where a request seems to come from', async () => {
    await sendCode(keyward, 'private@example.org');
    const host = `localhost:${keyward.port}`;
    for (const headers of [
      // Like a shell on this machine, like its own page, and like nginx with a remote client.
      { host },
      { host, origin: `http://${host}` },
      { host: 'keyward_upstream', connection: 'close' },
      { 'x-mailbox-key': '' },
      { 'x-mailbox-key': 'A'.repeat(43) },
      { 'x-mailbox-key': `${keyward.app.services.mailboxKey.key}A` },
    ])
      for (const [method, path] of [
        ['GET', '/mailbox/mails'],
        ['HEAD', '/mailbox/mails'],
        ['DELETE', '/mailbox/mails'],
        ['GET', '/mailbox/mails/x'],
      ] as const) {
        const answer = await requestFrom({ port: keyward.port, method, path, headers });
        assert.equal(answer.status, 401, `${method} ${path} ${JSON.stringify(headers)}: ${answer.body}`);
      }
    const page = await keyward.callRoot('GET', '/mailbox');
    assert.doesNotMatch(page.text, /private@example/);
    assert.ok(!page.text.includes(keyward.app.services.mailboxKey.key));
    assert.equal((await listMails(keyward))[0]?.to, 'private@example.org');
  });

  it('SC6: counts wrong keys', async () => {
    await using other = await startKeyward('sqlite', { settings: { KEYWARD_LIMIT_ADDRESS: '3/1h' } });
    const call = (key: string) =>
      other.callRoot('GET', '/mailbox/mails', { headers: { 'x-mailbox-key': key } });
    for (let guess = 0; guess < 3; guess += 1)
      assertError(await call(`guess ${guess}`), 401, 'InvalidTokenError');
    assertError(await call(other.app.services.mailboxKey.key), 429, 'RateLimitedError');
    other.clock.advance(3_600_000);
    assert.equal((await call(other.app.services.mailboxKey.key)).status, 200);
  });

  it('SC6: has the key in the fragment of the printed address, for every start on one data directory', async () => {
    const address = (one: TestKeyward) => mailboxAddress(one.url, one.app.services.mailboxKey.key);
    await using again = await startKeyward('sqlite', { database: keyward.database });
    assert.match(address(keyward), /\/mailbox#key=[\w-]{43}$/);
    assert.equal(new URL(address(keyward)).hash, new URL(address(again)).hash);
    const config = loadConfig({ env: {}, cwd: keyward.database.dataDir, dotenv: false });
    const printed = await banner({ ...config, publicUrl: keyward.url }, keyward.app.services);
    assert.ok(printed.includes(`Mailbox    ${address(keyward)}\n`), printed);
    await using elsewhere = await startKeyward('sqlite');
    assert.notEqual(new URL(address(keyward)).hash, new URL(address(elsewhere)).hash);
  });

  it('is open to a superadmin, and to nobody else', async () => {
    const { token } = await keyward.signUp();
    const call = (bearer: string) => keyward.callRoot('GET', '/mailbox/mails', { token: bearer });
    assert.equal((await call(superadmin)).status, 200);
    assert.equal((await call(token)).status, 403);
    assert.equal((await call('nonsense')).status, 401);
  });

  it('closes as soon as there is a mail server, and opens again when there is none', async () => {
    const { settings } = keyward.app.services;
    const catching = settings.current;
    settings.replace({ ...catching, email: { ...catching.email, host: 'mail.example.org' } });
    for (const [method, path] of [
      ['GET', '/mailbox'],
      ['GET', '/mailbox/mails'],
      ['DELETE', '/mailbox/mails'],
      ['GET', '/mailbox/mails/x'],
      ['PUT', '/mailbox'],
      ['OPTIONS', '/mailbox'],
    ] as const) {
      assertError(await keyward.callRoot(method, path, withKey(keyward)), 404, 'RouteNotFoundError');
      assertError(await keyward.callRoot(method, path, { token: superadmin }), 404, 'RouteNotFoundError');
    }
    settings.replace(catching);
    assert.equal((await keyward.callRoot('GET', '/mailbox')).status, 200);
    assertError(await keyward.callRoot('PUT', '/mailbox'), 405, 'MethodNotAllowedError');
  });
});

describe('the mailbox in production', () => {
  it('does not exist', async () => {
    await using keyward = await startKeyward('sqlite', {
      settings: { ...SUPERADMIN, KEYWARD_ENV: 'production' },
    });
    assertError(await keyward.callRoot('GET', '/mailbox'), 404, 'RouteNotFoundError');
    const { token } = await keyward.logIn('root@example.org');
    assertError(await keyward.callRoot('DELETE', '/mailbox/mails', { token }), 404, 'RouteNotFoundError');
  });
});
