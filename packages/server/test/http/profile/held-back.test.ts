import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { until } from '../../support/until.ts';

/** Sends the head of a request and a first byte of its body now, and the rest when told. */
async function heldBack(keyward: TestKeyward, token: string, body: string) {
  const socket = connect(keyward.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `PATCH /auth/me HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 1)}`,
  );
  await delay(100);
  return async () => {
    socket.write(body.slice(1));
    await ended;
    return answer;
  };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`a request whose body arrives late, on ${kind}`, () => {
    it('writes nothing when its session ends before the body comes', async () => {
      await using keyward = await startKeyward(kind);
      const { token, email } = await keyward.signUp();
      const finish = await heldBack(keyward, token, '{"email":"thief@example.org"}');
      assert.equal((await keyward.call('POST', '/logout-all', { token })).status, 200);
      assert.match(await finish(), /^HTTP\/1\.1 401 .*SessionDestroyedError/s);
      const rows = await keyward.database.query('select email from accounts');
      assert.deepEqual(rows, [{ email }]);
    });

    it('never transfers the proof of one email to another', async () => {
      await using keyward = await startKeyward(kind);
      const { token, id } = await keyward.signUp({ email: 'victim@example.org' });
      const finish = await heldBack(keyward, token, '{"email":"victim@example.org"}');
      await keyward.call('PATCH', '/me', { token, body: { email: 'own@example.org' } });
      await keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
      await finish();
      const rows = await keyward.database.query('select email, email_verified from accounts');
      assert.deepEqual(rows, [{ email: 'victim@example.org', email_verified: 0 }]);
    });

    it('sends an address at most five notices of a kind an hour, however often the email changes', async () => {
      await using keyward = await startKeyward(kind);
      const { token } = await keyward.signUp({ email: 'first@example.org' });
      for (let turn = 0; turn < 8; turn += 1) {
        for (const email of ['second@example.org', 'first@example.org']) {
          assert.equal((await keyward.call('PATCH', '/me', { token, body: { email } })).status, 200);
        }
      }
      await delay(300);
      const mails = (await keyward.app.services.mailer.captured?.list()) ?? [];
      assert.equal(mails.filter(({ to }) => to === 'first@example.org').length, 5);
    });

    it('P13-5: sends an unproven address at most five mails about asked changes of the email', async () => {
      await using keyward = await startKeyward(kind);
      const { token } = await keyward.signUp({ email: 'victim@example.org' });
      for (let turn = 0; turn < 8; turn += 1) {
        const body = { email: `other${turn}@example.org`, confirm_email_change: true };
        const asked = await keyward.call('PATCH', '/me', { token, body });
        assert.equal(asked.status, 200, asked.text);
      }
      const { mailer } = keyward.app.services;
      const sent = async () =>
        ((await mailer.captured?.list()) ?? []).filter(({ to }) => to === 'victim@example.org');
      await until(async () => (await sent()).length >= 5 && mailer.state().queued === 0, 'the mails');
      assert.equal((await sent()).length, 5);
    });
  });
}
