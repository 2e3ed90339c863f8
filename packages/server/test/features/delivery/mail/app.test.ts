import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../../support/databases.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { startKeyward } from '../../../support/keyward.ts';
import { codeIn, startMailServer } from '../../../support/mail-server.ts';
import { startProcess } from '../../../support/process.ts';
import { stopwatch, until } from '../../../support/until.ts';
import { inTime, startBroken } from './harness.ts';

const FROM = { KEYWARD_MAIL_FROM: 'Example <auth@id.example.org>' };

describe('the service and its mail server', () => {
  it('RE7: the send routes answer at once while the server stalls for 20 s, and the mail arrives after that', async () => {
    await using silence = await startBroken();
    const { port } = silence;
    const clock = createFakeClock(Date.now(), { holdSleeps: true });
    await using keyward = await startKeyward('sqlite', {
      clock,
      settings: { ...FROM, KEYWARD_SMTP_URL: `smtp://127.0.0.1:${port}` },
    });
    const times: number[] = [];
    for (let index = 0; index < 20; index++) {
      const took = stopwatch();
      const answer = await keyward.call('POST', '/send/email/otp/signup', {
        body: { email: `person${index}@example.org` },
      });
      times.push(took());
      assert.equal(answer.status, 200, answer.text);
      clock.advance(1_000);
    }
    assert.ok(Math.max(...times) < 1_000, `${Math.max(...times)} ms`);
    await until(() => silence.connections() > 0, 'an attempt');
    assert.ok(silence.connections() <= 8, `${silence.connections()} attempts`);
    await silence[Symbol.asyncDispose]();

    await using server = await startMailServer({ port });
    await inTime(clock, () => server.mails.length === 20, 'all mails');
    for (const mail of server.mails) assert.match(codeIn(mail), /^\d{6}$/);
  });

  it('answers 503 in production without a mail server, for every address alike', async () => {
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_ENV: 'production' } });
    const { email } = await keyward.signUp();
    for (const address of [email, 'nobody@example.org']) {
      const answer = await keyward.call('POST', '/send/email/otp/login', { body: { email: address } });
      assert.equal(answer.status, 503, answer.text);
      assert.equal(answer.body['error'], 'EmailNotConfiguredError');
    }
  });

  it('RE7: a process that is stopped while its mail server is away ends in time, and the next one delivers', async () => {
    await using silence = await startBroken();
    await using database = await createTestDatabase('sqlite');
    const settings = { ...FROM, KEYWARD_DATA_DIR: database.dataDir };
    await using first = await startProcess({
      env: { ...settings, KEYWARD_SMTP_URL: `smtp://127.0.0.1:${silence.port}` },
    });
    const answer = await fetch(`${first.url}/auth/send/email/otp/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ada@example.org"}',
    });
    assert.equal(answer.status, 200, await answer.text());
    await until(() => silence.connections() > 0, 'an attempt');
    const took = stopwatch();
    assert.deepEqual(await first.kill('SIGTERM'), { code: 0, signal: null });
    assert.ok(took() < 8_000);
    assert.equal(first.stderr(), '');
    await silence[Symbol.asyncDispose]();

    await using server = await startMailServer();
    await using second = await startProcess({ env: { ...settings, KEYWARD_SMTP_URL: server.url } });
    const mail = await server.nextMail('ada@example.org');
    const used = await fetch(`${second.url}/auth/link/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', otp: codeIn(mail) }),
    });
    assert.equal(used.status, 200, await used.text());
  });
});
