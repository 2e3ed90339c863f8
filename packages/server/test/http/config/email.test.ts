import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startBroken } from '../../features/delivery/mail/harness.ts';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { superadminOf } from './superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const MAIL = {
  host: 'mail.example.org',
  port: 587,
  username: 'user',
  password: 'a secret of the mail server',
  sender: 'auth@example.org',
  sender_name: 'Example',
  use_tls: true,
};
const SHOWN = { ...MAIL, password: '***' };

for (const kind of ANY_DATABASE) {
  describe(`POST /config/email on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const inForce = () => keyward.app.services.settings.current.email;

    it('200: all fields apply at once', async () => {
      const { post, shown } = await superadminOf(keyward);
      assertAnswer(await post('/config/email', MAIL), 200, {
        success: true,
        message: 'Email service configured successfully',
      });
      assert.deepEqual(inForce(), MAIL);
      assert.deepEqual(await shown('email'), SHOWN);
    });

    it('SC2: what is shown can be posted back, and keeps the password', async () => {
      const { post } = await superadminOf(keyward);
      const { password: _, ...without } = MAIL;
      for (const body of [SHOWN, without, { ...SHOWN, port: 465, sender_name: 'Other' }]) {
        assert.equal((await post('/config/email', body)).status, 200);
        assert.equal(inForce().password, MAIL.password);
      }
      await post('/config/email', MAIL);
    });

    it('SC2: a kept password is sent to no other server and no other user: the server of a thief sees no AUTH', async () => {
      const { post, set } = await superadminOf(keyward);
      const heard: string[] = [];
      await using thief = await startBroken((socket) => {
        socket.write('220 thief ESMTP\r\n');
        socket.on('data', (data) => {
          heard.push(data.toString());
          socket.write(
            data.toString().startsWith('EHLO') ? '250-thief\r\n250 AUTH PLAIN LOGIN\r\n' : '250 ok\r\n',
          );
        });
      });
      const { password: _, ...without } = MAIL;
      const there = { ...without, host: '127.0.0.1', port: thief.port, use_tls: false };
      for (const body of [there, { ...there, password: '***' }, { ...SHOWN, username: 'other' }]) {
        assertRefusal(await post('/config/email', body), 422, 'ValidationError', ['password']);
        assertRefusal(
          await post('/config/email/test', { to: 'a@example.org', settings: body }),
          422,
          'ValidationError',
          ['password'],
        );
      }
      assert.deepEqual(inForce(), MAIL);
      assert.deepEqual(heard, []);
      // With a new password, the change is allowed.
      await set('email', { ...there, password: 'another' });
      assert.equal(inForce().password, 'another');
      await set('email', { ...there, username: '', password: '' });
      await set('email', MAIL);
    });

    it('200: missing fields take their defaults', async () => {
      const { post } = await superadminOf(keyward);
      const body = { host: 'mail.example.org', port: 25, sender: 'b@example.org', password: '' };
      assert.equal((await post('/config/email', body)).status, 200);
      assert.deepEqual(inForce(), { ...body, username: '', sender_name: 'Keyward', use_tls: true });
      const nulls = { ...body, username: null, sender_name: null, use_tls: null };
      assert.equal((await post('/config/email', nulls)).status, 200);
      assert.deepEqual(inForce(), { ...body, username: '', sender_name: 'Keyward', use_tls: true });
      await post('/config/email', MAIL);
    });

    it('422: names each field that does not fit, and changes nothing', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      for (const [fields, path] of [
        [{ host: undefined }, 'host'],
        [{ host: 'two words' }, 'host'],
        [{ host: 'a\r\nb' }, 'host'],
        [{ host: null }, 'host'],
        [{ port: undefined }, 'port'],
        [{ port: 0 }, 'port'],
        [{ port: 65_536 }, 'port'],
        [{ port: 1e308 }, 'port'],
        [{ port: '25' }, 'port'],
        [{ sender: undefined }, 'sender'],
        [{ sender: 'nobody' }, 'sender'],
        [{ sender: 'a@example.org\r\nBcc: b@example.org' }, 'sender'],
        [{ sender_name: 'a\nb' }, 'sender_name'],
        [{ password: 7 }, 'password'],
        [{ use_tls: 'yes' }, 'use_tls'],
        [{ bogus: 1 }, 'bogus'],
      ] as const) {
        const answer = await post('/config/email', { ...MAIL, ...fields });
        assertRefusal(answer, 422, 'ValidationError', [path]);
      }
      assert.equal(inForce(), before);
    });

    it('a dry run reports the changes, and changes nothing', async () => {
      const { post, get } = await superadminOf(keyward);
      const before = inForce();
      const { total } = (await get('/config/history')).body;
      const body = { ...MAIL, port: 2525, password: 'another' };
      assertAnswer(await post('/config/email?dry_run=true', body), 200, {
        success: true,
        message: 'Dry run: nothing was changed. See changes and signs_out for the effects of the change',
        dry_run: true,
        changes: { port: { before: 587, after: 2525 }, password: { before: '***', after: '***' } },
        signs_out: 0,
      });
      // A right guess of the password looks like a wrong one.
      for (const password of [MAIL.password, 'guess']) {
        const guess = await post('/config/email?dry_run=true', { ...MAIL, password });
        assert.deepEqual(guess.body['changes'], { password: { before: '***', after: '***' } });
      }
      assertRefusal(
        await post('/config/email?dry_run=true', { ...SHOWN, host: 'x' }),
        422,
        'ValidationError',
      );
      assertRefusal(await post('/config/email?dry_run=maybe', MAIL), 422, 'ValidationError', ['dry_run']);
      assert.equal(inForce(), before);
      assert.equal((await get('/config/history')).body['total'], total);
    });
  });

  describe(`POST /config/email/test on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const settings = { host: '127.0.0.1', port: 1, sender: 'auth@example.org', password: '', use_tls: false };

    it('200: sends with the settings in the body, which are not saved, and with those in force', async () => {
      const { post, set } = await superadminOf(keyward);
      await using server = await startMailServer();
      const body = { ...settings, port: server.port };
      const before = keyward.app.services.settings.current;
      const answer = await post('/config/email/test', { to: 'ada@example.org', settings: body });
      assertAnswer(answer, 200, { success: true, message: 'Test mail sent to ada@example.org' });
      const mail = await server.nextMail('ada@example.org');
      assert.equal(mail.parsed.subject, 'Test mail from Keyward');
      assert.equal(keyward.app.services.settings.current, before);

      await set('email', body);
      assert.equal((await post('/config/email/test', { to: 'bob@example.org' })).status, 200);
      await server.nextMail('bob@example.org');
      await post('/config/rollback', { section: 'email', version: 0 });
    });

    it('400: says what failed, and where to fix it', async () => {
      const { post } = await superadminOf(keyward);
      await using guarded = await startMailServer({
        smtp: {
          disabledCommands: ['STARTTLS'],
          authOptional: false,
          allowInsecureAuth: true,
          onAuth: (_auth, _session, done) => done(new Error('no')),
        },
      });
      await using choosy = await startMailServer({
        smtp: {
          disabledCommands: ['STARTTLS', 'AUTH'],
          onRcptTo: (_address, _session, done) => done(new Error('not here')),
        },
      });
      const { port } = guarded;
      for (const [fields, path] of [
        [{}, 'host'],
        [{ port, use_tls: true }, 'use_tls'],
        [{ port, username: 'u', password: 'wrong' }, 'password'],
        [{ port: choosy.port }, 'sender'],
      ] as const) {
        const body = { to: 'ada@example.org', settings: { ...settings, ...fields } };
        const answer = await post('/config/email/test', body);
        assertRefusal(answer, 400, 'InvalidConfigError', [path]);
        assert.match(
          String(answer.body['message']),
          new RegExp(`^${path}: .+ The test mail was not sent: correct`),
        );
        assert.ok(!answer.text.includes('wrong'));
      }
    });

    it('400: quotes nothing from a server that is not a mail server', async () => {
      const { post } = await superadminOf(keyward);
      await using inner = await startBroken((socket) => void socket.end('-ERR inner secret\r\n'));
      const body = { to: 'ada@example.org', settings: { ...settings, port: inner.port } };
      const answer = await post('/config/email/test', body);
      assertRefusal(answer, 400, 'InvalidConfigError');
      assert.match(answer.text, /is not a mail server/);
      assert.doesNotMatch(answer.text, /inner secret/);
    });

    it('200: without a mail server the mail is caught; in production 503', async () => {
      const { post } = await superadminOf(keyward);
      const answer = await post('/config/email/test', { to: 'ada@example.org' });
      assert.match(String(answer.body['message']), /in the mailbox/);
      assert.equal((await keyward.app.services.mailer.captured?.list())?.[0]?.to, 'ada@example.org');

      await using production = await startKeyward(kind, {
        settings: {
          KEYWARD_ENV: 'production',
          KEYWARD_JWT_SECRET: 'kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA',
          KEYWARD_MASTER_KEY: 'ab'.repeat(32),
        },
      });
      const { post: postThere } = await superadminOf(production);
      const refused = await postThere('/config/email/test', { to: 'ada@example.org' });
      assert.deepEqual([refused.status, refused.body['error']], [503, 'EmailNotConfiguredError']);
    });

    it('422: needs a recipient, and valid settings', async () => {
      const { post } = await superadminOf(keyward);
      assertRefusal(await post('/config/email/test', {}), 422, 'ValidationError', ['to']);
      assertRefusal(
        await post('/config/email/test', { to: 'a@example.org', settings: { host: 'x' } }),
        422,
        'ValidationError',
        ['settings.port', 'settings.sender'],
      );
    });
  });
}
