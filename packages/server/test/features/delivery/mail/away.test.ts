import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { KeywardError } from '../../../../src/errors.ts';
import { MAIL_QUEUE_SIZE } from '../../../../src/features/delivery/mail/mailer.ts';
import { askerAt, knownAskerAt } from '../../../../src/lib/fair-queue.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { until } from '../../../support/until.ts';
import { codeMail, inTime, reply, startBroken, startMailer } from './harness.ts';

const LOCAL = '127.0.0.1';

/** A server that notes the recipients of its mails. */
const serverThatNotes = (recipients: string[], port: number) =>
  startMailServer({
    port,
    smtp: {
      onData: (stream, { envelope }, done) => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().once('end', () => done());
      },
    },
  });

describe('an unreachable mail server', () => {
  for (const [how, treat] of [
    ['never greets', () => {}],
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['talks nonsense', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'greets and then falls silent',
      (socket: Socket) => {
        socket.write('220 here\r\n');
      },
    ],
    [
      'trickles its greeting without end',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('220-x\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'trickles its answer to a mail without end',
      (socket: Socket) => {
        socket.write('220 here\r\n');
        socket.on('data', (line) => {
          if (String(line).startsWith('EHLO')) socket.write('250 here\r\n');
          else {
            const timer = setInterval(() => socket.write('250-x\r\n'), 50);
            socket.on('close', () => clearInterval(timer));
          }
        });
      },
    ],
  ] as const) {
    it(`RE7: gives up on one that ${how}, and delivers when it is back`, async () => {
      await using broken = await startBroken(treat);
      const { port } = broken;
      const timeouts = { connect: 400, silence: 400, mail: 800 };
      await using test = await startMailer({ email: { host: LOCAL, port }, timeouts });
      test.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().retrying > 0, 'a failure');
      assert.equal(test.mailer.state().retrying, 1);
      await broken[Symbol.asyncDispose]();
      await using server = await startMailServer({ port });
      await inTime(test.clock, () => server.mails.length === 1, 'delivered');
      assert.deepEqual(test.reported, []);
    });
  }

  it('RE7: a full queue tries a dead server with one mail at a time, and empties at once when it is back', async () => {
    await using broken = await startBroken((socket) => socket.destroy());
    const { port, connections } = broken;
    await using test = await startMailer({ email: { host: LOCAL, port } });
    const send = (index: number) => test.send(codeMail(test.clock, { to: `person${index}@example.org` }));
    for (let index = 0; index < MAIL_QUEUE_SIZE; index++) send(index);

    const refused = (error: unknown) =>
      error instanceof KeywardError && error.kind === 'ServiceUnavailableError' && error.retryAfter === 10;
    const asker = askerAt('192.0.2.1');
    await assert.rejects(test.mailer.assertRoom(asker), refused);

    test.begin();
    await until(() => test.clock.slept.length === 2, 'the first pause');
    const first = connections();
    assert.ok(first <= 8, `${first} attempts at the beginning`);
    for (let pauses = 0; pauses < 5; pauses++) {
      const { length } = test.clock.slept;
      test.clock.advance(15_000);
      await until(() => test.clock.slept.length > length, 'the next pause');
    }
    // Each opens a second connection, in case the first was stale, and a third one to ask without a mail.
    assert.ok(connections() - first <= 15, `${connections() - first} attempts in five rounds`);
    assert.ok(Math.max(...test.clock.slept) <= 15_000);
    assert.equal(test.mailer.state().queued, MAIL_QUEUE_SIZE);
    await broken[Symbol.asyncDispose]();

    const recipients: string[] = [];
    await using _ = await serverThatNotes(recipients, port);
    await inTime(test.clock, () => recipients.length > 0, 'the first mail');
    // From now on, the clock stands still.
    await until(() => test.mailer.state().sent >= 150, 'many more mails');
    assert.equal(new Set(recipients).size, recipients.length);
    await test.mailer.assertRoom(asker);
  });

  for (const [who, askers, other] of [
    ['nobody', (index: number) => askerAt(`192.0.2.${index % 3 === 0 ? 1 : 2}`), askerAt('192.0.2.3')],
    ['no network', (index: number) => askerAt(`2001:db8:1:${index + 1}::1`), askerAt('2001:db8:2::1')],
    ['no stranger', () => askerAt('192.0.2.1'), knownAskerAt('192.0.2.1', 7)],
  ] as const)
    it(`lets ${who} keep the mails of others away, nor hold them up, however many they ask for`, async () => {
      await using broken = await startBroken((socket) => socket.destroy());
      const { port } = broken;
      await using test = await startMailer({ email: { host: LOCAL, port } });
      for (let index = 0; index < MAIL_QUEUE_SIZE; index++)
        test.send(codeMail(test.clock, { to: `p${index}@example.org` }), askers(index));
      // The askers with the most mails are refused, and lose places to others.
      await assert.rejects(test.mailer.assertRoom(askers(MAIL_QUEUE_SIZE + 1)));
      await test.mailer.assertRoom(other);
      for (let index = 0; index < 20; index++)
        test.send(codeMail(test.clock, { to: `other${index}@example.org` }), other);
      assert.equal(test.mailer.state().queued, MAIL_QUEUE_SIZE);
      assert.equal(test.mailer.state().failed, 20);
      assert.match(test.mailer.state().lastError?.message ?? '', /is full/);
      test.begin();
      await until(() => test.mailer.state().retrying > 0, 'a failure');
      await broken[Symbol.asyncDispose]();
      const recipients: string[] = [];
      await using _ = await serverThatNotes(recipients, port);
      await inTime(test.clock, () => recipients.length >= 250, 'some mails');
      // They take turns, so 60 mails are sent for the 20. More may overtake a mail while its connection opens.
      assert.equal(recipients.slice(0, 250).filter((to) => to.startsWith('other')).length, 20);
    });

  for (const [whom, askerOf] of [
    ['strangers choose', (address: string) => askerAt(address)],
    ['known devices choose', (address: string, account: number) => knownAskerAt(address, account)],
  ] as const)
    it(`is not one that breaks off, or takes long, for recipients that ${whom}`, async () => {
      let tried = 0;
      let treat = (_done: (error?: Error) => void): void => {};
      await using server = await startMailServer({
        smtp: {
          onRcptTo({ address }, _session, done) {
            if (!address.startsWith('odd')) return done();
            tried += 1;
            return treat(done);
          },
        },
      });
      await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
      const send = (to: string, from: string, account = 0) =>
        test.send(codeMail(test.clock, { to }), askerOf(from, account));
      const held: ((error?: Error) => void)[] = [];
      treat = (done) => void held.push(done);
      for (let index = 0; index < 8; index += 1) send(`odd${index}@example.org`, '192.0.2.1', index + 1);
      test.begin();
      await until(() => tried === 2, 'those of one network');
      send('ada@example.org', '198.51.100.1');
      test.clock.advance(80);
      await server.nextMail('ada@example.org');
      treat = (done) => done(reply(421, 'Go away'));
      for (const done of held) treat(done);
      await inTime(test.clock, () => tried >= 16, 'later attempts');
      send('bob@example.org', '198.51.100.1');
      await inTime(test.clock, () => server.mailsTo('bob@example.org').length === 1, 'the first mail');
      // None of them pauses the queue, as the server answers without them.
      for (const to of ['eve@example.org', 'zoe@example.org']) {
        const before = tried;
        await inTime(test.clock, () => tried > before + 8, 'an attempt for each');
        send(to, '198.51.100.1');
        test.clock.advance(80);
        await server.nextMail(to);
      }
    });

  it('drops a mail when it expires, which makes room for others', async () => {
    await using broken = await startBroken((socket) => socket.destroy());
    await using test = await startMailer({ email: { host: LOCAL, port: broken.port } });
    for (let index = 0; index < MAIL_QUEUE_SIZE; index++) test.send(codeMail(test.clock));
    test.begin();
    await until(() => test.mailer.state().retrying > 0, 'a failure');
    test.clock.advance(600_000);
    test.send(codeMail(test.clock));
    await until(() => test.mailer.state().failed === MAIL_QUEUE_SIZE, 'all given up');
    assert.equal(test.mailer.state().queued, 1);
  });

  it('does not send an expired mail', async () => {
    await using server = await startMailServer();
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send({ ...codeMail(test.clock), expiresAt: test.clock.now() + 10 });
    test.send(codeMail(test.clock, { to: 'b@example.org' }));
    test.begin();
    await server.nextMail('b@example.org');
    assert.equal(server.mails.length, 1);
    assert.equal(test.mailer.state().failed, 1);
    assert.match(test.mailer.state().lastError?.message ?? '', /expired/);
  });

  it('a mail on which the server always hangs up does not delay the others', async () => {
    await using server = await startMailServer({
      smtp: {
        onRcptTo: ({ address }, _session, done) => {
          if (address !== 'poison@example.org') return done();
          return done(reply(421, 'Go away'));
        },
      },
    });
    await using test = await startMailer({ email: { host: LOCAL, port: server.port } });
    test.send(codeMail(test.clock, { to: 'poison@example.org' }));
    test.begin();
    await until(() => test.mailer.state().retrying === 1, 'a failure');
    for (let index = 0; index < 20; index++) test.send(codeMail(test.clock, { to: `p${index}@example.org` }));
    await inTime(test.clock, () => server.mails.length === 20, 'all the others');
    assert.equal(test.mailer.state().failed, 0);
  });
});
