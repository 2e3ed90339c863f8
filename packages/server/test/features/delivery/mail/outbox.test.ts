import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { askerAt } from '../../../../src/lib/fair-queue.ts';
import { MAIL_QUEUE_SIZE, type MailSender } from '../../../../src/features/delivery/mail/mailer.ts';
import { createSeal } from '../../../../src/lib/seal.ts';
import { createTestDatabase } from '../../../support/databases.ts';
import { codeIn, startMailServer } from '../../../support/mail-server.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { codeMail, inTime, reply, startMailer } from './harness.ts';
import { databasesFor } from '../../../support/usual-size.ts';

/** The queue of a stopped process. */
function neverSends(): MailSender['queue'] {
  return {
    add: () => true,
    hasRoom: () => true,
    state: () => ({ queued: 0, retrying: 0, sent: 0, failed: 0 }),
    close: async () => [],
  };
}

/** A port on which nothing listens. */
const DEAD = { host: '127.0.0.1', port: 1 };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`a shutdown on ${kind}`, () => {
    it('sends what is due before it ends', async () => {
      await using server = await startMailServer();
      await using test = await startMailer({ kind, email: { host: '127.0.0.1', port: server.port } });
      for (let index = 0; index < 20; index++) test.send(codeMail(test.clock));
      await test.mailer.close(5_000);
      assert.equal(server.mails.length, 20);
      assert.deepEqual(await test.database.query('select * from mail_queue'), []);
      await assert.rejects(test.mailer.assertRoom(askerAt('192.0.2.1')), { name: 'ServiceUnavailableError' });
    });

    it('keeps the rest encrypted, and the next start delivers it once', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const first = await startMailer({ database, email: DEAD });
      const { clock } = first;
      // On a busy machine, minutes of this clock pass while they are sent.
      const expiresAt = clock.now() + 86_400_000;
      for (let index = 0; index < 250; index++)
        first.send(codeMail(clock, { to: `person${index}@example.org`, expiresAt }));
      first.begin();
      await until(() => first.mailer.state().retrying > 0, 'a failure');
      await first[Symbol.asyncDispose]();
      const rows = await database.query('select * from mail_queue');
      assert.equal(rows.length, 250);
      const stored = JSON.stringify(rows);
      for (const secret of ['482913', 'person1@', 'Lovelace']) assert.ok(!stored.includes(secret), secret);

      await using server = await startMailServer();
      const email = { host: '127.0.0.1', port: server.port };
      await using second = await startMailer({ database, clock, email });
      await using third = await startMailer({ database, clock, email });
      await Promise.all([second.mailer.start(), third.mailer.start()]);
      await inTime(
        clock,
        () => second.mailer.state().sent + third.mailer.state().sent === 250,
        'all delivered',
      );
      await Promise.all([second.mailer.start(), third.mailer.start()]);
      assert.equal(new Set(server.mails.flatMap(({ envelope }) => envelope.to)).size, 250);
      for (const mail of server.mails) assert.equal(codeIn(mail), '482913');
      assert.deepEqual(await database.query('select * from mail_queue'), []);
    });

    it('P13-6: tries a mail again that the server has refused for now', async () => {
      let refusals = 2;
      await using server = await startMailServer({
        smtp: {
          onRcptTo: (_address, _session, done) => done(refusals-- > 0 ? reply(450, 'Greylisted') : undefined),
        },
      });
      const email = { host: '127.0.0.1', port: server.port };
      await using test = await startMailer({ kind, email, random: () => 0.123_456 });
      const mail = { ...codeMail(test.clock), expiresAt: test.clock.now() + 86_400_000 };
      await test.store.transaction((tables) => test.mailer.keep(tables, mail));
      for (let tries = 0; server.mails.length === 0 && tries < 10; tries += 1) {
        await test.mailer.start();
        await inTime(test.clock, () => test.mailer.state().queued === 0, 'an attempt');
        test.clock.advance(60_000);
      }
      await inTime(test.clock, () => server.mails.length === 1, 'the mail');
      assert.deepEqual(test.reported, []);
    });

    it('P13-3, O14-8: asks the limits of notices once for each mail, whatever restarts there are', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      let asked = 0;
      const admit = async () => (asked += 1) === 1;
      const first = await startMailer({ database, email: DEAD, admit });
      await first.store.transaction((tables) => first.mailer.keep(tables, codeMail(first.clock), 'notice'));
      await inTime(first.clock, () => first.mailer.state().retrying > 0, 'a failure');
      await first[Symbol.asyncDispose]();
      await using server = await startMailServer();
      const email = { host: '127.0.0.1', port: server.port };
      await using second = await startMailer({ database, clock: first.clock, email, admit });
      await second.mailer.start();
      await inTime(first.clock, () => server.mails.length === 1, 'the notice');
      assert.equal(asked, 1);
    });

    it('does not wait longer than it may for a server that stalls, and keeps that mail too', async () => {
      await using server = await startMailServer({ smtp: { onConnect: () => {} } });
      const email = { host: '127.0.0.1', port: server.port };
      const timeouts = { connect: 60_000, silence: 60_000, mail: 60_000 };
      await using test = await startMailer({ kind, email, timeouts });
      test.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().queued === 1, 'taken');
      const closed = test.mailer.close(4_000);
      test.clock.advance(4_000);
      await closed;
      assert.equal((await test.database.query('select * from mail_queue')).length, 1);
    });

    it('drops mails that expire while no process runs', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const first = await startMailer({ database, email: DEAD });
      first.send(codeMail(first.clock));
      await first[Symbol.asyncDispose]();
      first.clock.advance(600_000);
      await using second = await startMailer({ database, clock: first.clock });
      await second.mailer.start();
      assert.equal(second.mailer.state().queued, 0);
      const isEmpty = async () => (await database.query('select * from mail_queue')).length === 0;
      await until(isEmpty, 'the mail to be dropped');
    });

    it('sends mails that an earlier release kept', async () => {
      await using server = await startMailServer();
      await using test = await startMailer({ kind, email: { host: '127.0.0.1', port: server.port } });
      test.send(codeMail(test.clock));
      test.set(DEAD);
      await test.mailer.close(0);
      await test.database.query('insert into outbox select id, sealed_mail, expires_at from mail_queue');
      await test.database.query('delete from mail_queue');
      await using next = await startMailer({
        database: test.database,
        clock: test.clock,
        email: { host: '127.0.0.1', port: server.port },
      });
      await next.mailer.start();
      await inTime(test.clock, () => server.mails.length === 1, 'the mail');
      assert.deepEqual(await test.database.query('select * from outbox'), []);
    });
  });

  describe(`a mail that is stored with its act, on ${kind}`, () => {
    it('is sent once, after the commit, by any instance, even if the one that stored it is killed', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using server = await startMailServer();
      const clock = createFakeClock(Date.now(), { holdSleeps: true });
      // This one never looks for mails, like a process that is killed right after its commit.
      await using first = await startMailer({
        database,
        clock,
        sender: { queue: neverSends(), wake: () => {} },
      });
      const keep = (to: string, fails: boolean) =>
        first.store.transaction(async (tables) => {
          await first.mailer.keep(tables, codeMail(clock, { to }));
          if (fails) throw new Error('rolled back');
        });
      for (let index = 0; index < 30; index += 1) await keep(`p${index}@example.org`, false);
      await assert.rejects(keep('nobody@example.org', true), /rolled back/);
      const email = { host: '127.0.0.1', port: server.port };
      await using second = await startMailer({ database, clock, email });
      await using third = await startMailer({ database, clock, email });
      await Promise.all([second.mailer.start(), third.mailer.start()]);
      await inTime(clock, () => server.mails.length >= 30, 'all delivered');
      await until(async () => (await database.query('select * from mail_queue')).length === 0, 'all removed');
      assert.equal(new Set(server.mails.flatMap(({ envelope }) => envelope.to)).size, 30);
      assert.equal(server.mails.length, 30);
    });

    it('is sent by another instance when the holder of its claim is killed', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using server = await startMailServer();
      const clock = createFakeClock(Date.now(), { holdSleeps: true });
      await using gone = await startMailer({
        database,
        clock,
        sender: { queue: neverSends(), wake: () => {} },
      });
      const mail = { ...codeMail(clock), expiresAt: clock.now() + 86_400_000 };
      await gone.store.transaction((tables) => gone.mailer.keep(tables, mail));
      const claim = {
        isBulk: false,
        most: 10,
        without: [],
        lease: 'gone',
        now: clock.now(),
        until: clock.now() + 180_000,
        limit: 10,
      };
      assert.equal((await gone.store.mailQueue.claim(claim)).length, 1);
      await using other = await startMailer({
        database,
        clock,
        email: { host: '127.0.0.1', port: server.port },
      });
      await other.mailer.start();
      assert.equal(other.mailer.state().queued, 0);
      clock.advance(200_000);
      await other.mailer.start();
      await inTime(clock, () => server.mails.length === 1, 'the mail');
    });

    for (const [what, refuse] of [
      ['never accepts', (done) => done(reply(451, 'Greylisted'))],
      ['breaks off for', (done) => done(reply(421, 'Go away'))],
      ['answers slowly', (done) => void setTimeout(() => done(reply(450, 'Try later')), 250)],
      ['never answers', () => {}],
    ] as const satisfies readonly (readonly [string, (done: (error: Error) => void) => void])[])
      it(`passes a full queue, and is not delayed by mails that a server ${what}`, async () => {
        await using server = await startMailServer({
          smtp: {
            onRcptTo({ address }, _session, done) {
              if (address.startsWith('odd')) refuse(done);
              // The server does not answer the mails of the full queue, because refused mails would be retried.
              else if (!address.startsWith('stalled')) done();
            },
          },
        });
        const timeouts = { connect: 2_000, silence: 300, mail: 2_000 };
        await using test = await startMailer({
          kind,
          email: { host: '127.0.0.1', port: server.port },
          timeouts,
        });
        const { clock } = test;
        const expiresAt = clock.now() + 86_400_000;
        const to = (address: string) => ({ ...codeMail(clock, { to: address }), expiresAt });
        await test.store.transaction(async (tables) => {
          for (let index = 0; index < 220; index += 1)
            await test.mailer.keep(tables, to(`odd${index}@mx${index}.odd.co.uk`));
        });
        for (let index = 0; index < MAIL_QUEUE_SIZE; index += 1) test.send(to(`stalled${index}@example.org`));
        await test.store.transaction((tables) => test.mailer.keep(tables, to('owner@example.co.uk')));
        await inTime(clock, () => server.mails.length === 1, 'the notice');
        assert.deepEqual(server.mails[0]?.envelope.to, ['owner@example.co.uk']);
      });

    it('does not wait for one domain that stalls, by notices and invitations together', async () => {
      await using server = await startMailServer({
        smtp: {
          onRcptTo({ address }, _session, done) {
            if (address.startsWith('owner')) done();
          },
        },
      });
      const timeouts = { connect: 60_000, silence: 60_000, mail: 60_000 };
      const email = { host: '127.0.0.1', port: server.port };
      await using test = await startMailer({ kind, email, timeouts });
      const { clock, mailer, store } = test;
      const expiresAt = clock.now() + 86_400_000;
      const keep = (address: string, is?: 'bulk') =>
        store.transaction((tables) =>
          mailer.keep(tables, { ...codeMail(clock, { to: address }), expiresAt }, is),
        );
      for (const is of ['bulk', undefined] as const)
        for (let index = 0; index < 3; index += 1) await keep(`odd${index}@odd.example`, is);
      await inTime(clock, () => mailer.state().queued === 6, 'the claims');
      await keep('owner@example.org');
      await inTime(clock, () => server.mails.length === 1, 'the notice');
    });

    it('P13-2: does not wait behind invitations that stall, at another host of its domain', async () => {
      await using server = await startMailServer({
        smtp: {
          onRcptTo({ address }, _session, done) {
            if (address.startsWith('owner')) done();
          },
        },
      });
      const timeouts = { connect: 2_000, silence: 300, mail: 2_000 };
      const email = { host: '127.0.0.1', port: server.port };
      await using test = await startMailer({ kind, email, timeouts });
      const { clock, mailer, store } = test;
      const expiresAt = clock.now() + 86_400_000;
      const to = (address: string) => ({ ...codeMail(clock, { to: address }), expiresAt });
      await store.transaction(async (tables) => {
        for (let index = 0; index < 250; index += 1)
          await mailer.keep(tables, to(`odd${index}@www.example.org`), 'bulk');
      });
      await store.transaction((tables) => mailer.keep(tables, to('owner@example.org'), 'bulk'));
      await inTime(clock, () => server.mails.length === 1, 'the invitation');
    });

    it('is sent before invitations and notices to unproven mailboxes, of which somebody causes hundreds', async () => {
      await using server = await startMailServer({
        smtp: { onRcptTo: (_address, _session, done) => void setTimeout(done, 20) },
      });
      await using test = await startMailer({ kind, email: { host: '127.0.0.1', port: server.port } });
      const { clock, mailer, store } = test;
      const expiresAt = clock.now() + 86_400_000;
      const to = (address: string) => ({ ...codeMail(clock, { to: address }), expiresAt });
      await store.transaction(async (tables) => {
        for (let index = 0; index < 300; index += 1)
          await mailer.keep(tables, to(`invited${index}@example.org`), index % 2 ? 'bulk' : 'unproven');
      });
      await inTime(clock, () => server.mails.length > 0, 'the first invitation');
      await store.transaction((tables) => mailer.keep(tables, to('owner@example.org'), 'notice'));
      const before = server.mails.length;
      const sent = () => server.mails.findIndex(({ envelope }) => envelope.to.includes('owner@example.org'));
      await inTime(clock, () => sent() !== -1, 'the notice');
      assert.ok(sent() - before < 20, `${sent() - before} invitations were sent before`);
    });
  });
}

describe('a kept mail', () => {
  it('that was sealed with another key is reported, and stops nothing', async () => {
    await using database = await createTestDatabase('sqlite');
    const first = await startMailer({ database, email: DEAD });
    first.send(codeMail(first.clock));
    await first[Symbol.asyncDispose]();
    const seal = createSeal(createSecretKey(randomBytes(32)));
    await using second = await startMailer({ database, clock: first.clock, seal });
    await second.mailer.start();
    assert.match(
      String(second.reported[0]),
      /1 mails of the outbox could not be decrypted; check whether the master key was changed/,
    );
    assert.equal(second.mailer.state().queued, 0);
  });

  it('cannot replace another, nor have its lifetime extended', async () => {
    await using database = await createTestDatabase('sqlite');
    const first = await startMailer({ database, email: DEAD });
    first.send(codeMail(first.clock));
    await first[Symbol.asyncDispose]();
    await database.query('update mail_queue set expires_at = expires_at + 1');
    await using second = await startMailer({ database, clock: first.clock });
    await second.mailer.start();
    assert.equal(second.reported.length, 1);
  });
});
