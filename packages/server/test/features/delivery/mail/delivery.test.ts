import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn, linkIn, startMailServer } from '../../../support/mail-server.ts';
import { until } from '../../../support/until.ts';
import { codeMail, inTime, reply, startMailer } from './harness.ts';

const LOCAL = '127.0.0.1';

describe('delivering a mail', () => {
  it('sends one mail with both bodies, and headers that say what it is', async () => {
    await using server = await startMailServer();
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send(codeMail(test.clock));
    test.begin();
    const { envelope, parsed, raw } = await server.nextMail('ada@example.org');
    assert.deepEqual(envelope, { from: 'auth@id.example.org', to: ['ada@example.org'] });
    assert.deepEqual(parsed.from, { name: 'Example', address: 'auth@id.example.org' });
    assert.deepEqual(
      parsed.to?.map(({ address }) => address),
      ['ada@example.org'],
    );
    assert.equal(parsed.subject, 'Your sign-in code for Example');
    assert.match(parsed.messageId ?? '', /^<[0-9a-f]{20}@id\.example\.org>$/);
    assert.equal(Date.parse(parsed.date ?? ''), Math.floor((test.clock.now() - 100) / 1000) * 1000);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(raw, /^Content-Language: en\r$/m);
    assert.doesNotMatch(raw, /X-Mailer|nodemailer/i);
    const mail = { envelope, parsed, raw, secure: false, user: '' };
    assert.equal(codeIn(mail), '482913');
    assert.match(linkIn(mail), /^https:\/\/id\.example\.org\/auth\/link\/login\?/);
    await until(() => test.mailer.state().sent === 1, 'sent');
    assert.deepEqual(test.mailer.state(), { queued: 0, retrying: 0, sent: 1, failed: 0, lastError: null });
  });

  it('OT15: gives the server exactly one recipient, whatever the rest of the mail holds', async () => {
    await using server = await startMailServer();
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send(codeMail(test.clock, { name: 'eve@example.net, Eve <eve@example.net>' }));
    test.begin();
    const { envelope, parsed } = await server.nextMail('ada@example.org');
    assert.deepEqual(envelope.to, ['ada@example.org']);
    assert.equal(parsed.to?.length, 1);
    assert.equal(parsed.cc, undefined);
    assert.equal(server.mails.length, 1);
  });

  it('does no work in the turn in which a mail is accepted', async () => {
    await using server = await startMailServer();
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    const before = test.clock.slept.length;
    test.send(codeMail(test.clock));
    assert.equal(test.clock.slept.length, before + 1);
    assert.deepEqual(test.mailer.state(), { queued: 1, retrying: 0, sent: 0, failed: 0, lastError: null });
    test.begin();
    await server.nextMail('ada@example.org');
  });

  it('authenticates; a wrong password delivers nothing until it is put right', async () => {
    const users: string[] = [];
    await using server = await startMailServer({
      smtp: {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: ({ username = '', password }, _session, done) => {
          users.push(username);
          if (password === 'p@ss: word') done(null, { user: username });
          else done(reply(535, 'Bad credentials'));
        },
      },
    });
    await using test = await startMailer({
      email: { host: LOCAL, port: server.port, username: 'us%er', password: 'wrong' },
    });
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().retrying > 0, 'a failure');
    assert.match(test.mailer.state().lastError?.message ?? '', /535 Bad credentials/);
    test.set({ password: 'p@ss: word' });
    test.clock.advance(1_000);
    const { user } = await server.nextMail('ada@example.org');
    assert.equal(user, 'us%er');
    assert.deepEqual(users, ['us%er', 'us%er']);
  });
});

describe('a server that refuses', () => {
  it('keeps mails while the server refuses all of them for want of a user name', async () => {
    await using server = await startMailServer({
      smtp: {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: ({ username = '' }, _session, done) => done(null, { user: username }),
      },
    });
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().retrying === 1, 'a failure');
    assert.match(test.mailer.state().lastError?.message ?? '', /530/);
    test.set({ username: 'ada', password: 'secret' });
    await inTime(test.clock, () => server.mails.length === 1, 'delivered');
    assert.equal(test.mailer.state().failed, 0);
  });

  for (const phase of ['onMailFrom', 'onRcptTo', 'onData'] as const) {
    it(`drops a mail after a 5xx to ${phase}, and continues with the next`, async () => {
      let refusals = 0;
      const refuse = (_: unknown, __: unknown, done: (error: Error) => void) => {
        refusals++;
        done(reply(550, 'No such user'));
      };
      const accept = (_: unknown, __: unknown, done: () => void) => done();
      await using server = await startMailServer({
        smtp: {
          ...(phase !== 'onData' && { [phase]: refuse }),
          onData: (stream, session, done) => {
            stream.resume();
            stream.once('end', () => (phase === 'onData' ? refuse : accept)(stream, session, done));
          },
        },
      });
      await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
      test.send(codeMail(test.clock));
      test.send(codeMail(test.clock, { to: 'b@example.org' }));
      test.begin();
      await until(() => test.mailer.state().failed === 2, 'both given up');
      test.clock.advance(60_000);
      assert.equal(test.mailer.state().queued, 0);
      assert.equal(refusals, 2);
      assert.match(test.mailer.state().lastError?.message ?? '', /550 No such user/);
    });
  }

  it('retries a mail after a 4xx at growing intervals, without delaying others', async () => {
    let refusals = 0;
    await using server = await startMailServer({
      smtp: {
        onRcptTo: ({ address }, _session, done) => {
          if (address !== 'grey@example.org' || refusals === 3) return done();
          refusals++;
          return done(reply(451, 'Greylisted'));
        },
      },
    });
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send(codeMail(test.clock, { to: 'grey@example.org' }));
    test.send(codeMail(test.clock));
    test.begin();
    await server.nextMail('ada@example.org');
    // With the middle of the jitter, three quarters of 1, 2 and 4 seconds.
    for (const [index, delay] of [750, 1_500, 3_000].entries()) {
      await until(() => test.clock.slept.at(-1) === delay, `a wait of ${delay} ms`);
      assert.equal(refusals, index + 1);
      assert.equal(test.mailer.state().retrying, 1);
      test.clock.advance(delay);
    }
    await server.nextMail('grey@example.org');
  });

  for (const [when, smtp] of [
    ['the greeting', (away: () => boolean) => ({ onConnect: answering(away) })],
    ['MAIL FROM', (away: () => boolean) => ({ onMailFrom: answering(away) })],
    ['RCPT TO', (away: () => boolean) => ({ onRcptTo: answering(away) })],
  ] as const) {
    it(`RE7: waits after a 421 to ${when}, and delivers when the server accepts mails again`, async () => {
      let busy = true;
      await using server = await startMailServer({ smtp: smtp(() => busy) });
      await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
      for (const to of ['a@example.org', 'b@example.org']) test.send(codeMail(test.clock, { to }));
      test.begin();
      await until(() => test.mailer.state().retrying > 0, 'a failure');
      assert.match(test.mailer.state().lastError?.message ?? '', /421|Too busy/);
      busy = false;
      await inTime(test.clock, () => server.mails.length === 2, 'both delivered');
      await until(() => test.mailer.state().sent === 2, 'both counted');
      assert.equal(test.mailer.state().failed, 0);
    });
  }

  function answering(away: () => boolean) {
    return (...parameters: unknown[]) => {
      const done = parameters.at(-1);
      if (typeof done === 'function') done(away() ? reply(421, 'Too busy') : undefined);
    };
  }
});
