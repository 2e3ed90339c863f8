import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { MAIL_QUEUE_SIZE } from '../../../src/features/mail/mailer.ts';
import { createSeal } from '../../../src/lib/seal.ts';
import { createTestDatabase, DATABASES } from '../../support/databases.ts';
import { codeIn, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { codeMail, startMailer } from './harness.ts';

/** A port on which nothing listens. */
const DEAD = { host: '127.0.0.1', port: 1 };

for (const kind of DATABASES) {
  describe(`a shutdown on ${kind}`, () => {
    it('sends what is due before it ends', async () => {
      await using server = await startMailServer();
      await using test = await startMailer({ kind, email: { host: '127.0.0.1', port: server.port } });
      for (let index = 0; index < 20; index++) test.mailer.send(codeMail(test.clock));
      await test.mailer.close(5_000);
      assert.equal(server.mails.length, 20);
      assert.deepEqual(await test.database.query('select * from outbox'), []);
      assert.throws(() => test.mailer.send(codeMail(test.clock)), { name: 'ServiceUnavailableError' });
    });

    it('keeps the rest encrypted, and the next start delivers it once', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const first = await startMailer({ database, email: DEAD });
      const { clock } = first;
      for (let index = 0; index < 250; index++) {
        first.mailer.send(codeMail(clock, { to: `person${index}@example.org` }));
      }
      first.begin();
      await until(() => first.mailer.state().retrying > 0, 'a failure');
      await first[Symbol.asyncDispose]();
      const rows = await database.query('select * from outbox');
      assert.equal(rows.length, 250);
      const stored = JSON.stringify(rows);
      for (const secret of ['482913', 'person1@', 'Lovelace']) assert.ok(!stored.includes(secret), secret);

      await using server = await startMailServer();
      const email = { host: '127.0.0.1', port: server.port };
      await using second = await startMailer({ database, clock, email });
      await using third = await startMailer({ database, clock, email });
      await Promise.all([second.mailer.start(), third.mailer.start()]);
      clock.advance(100);
      await until(
        () => second.mailer.state().sent + third.mailer.state().sent === 250,
        'all delivered',
        15_000,
      );
      assert.equal(new Set(server.mails.flatMap(({ envelope }) => envelope.to)).size, 250);
      for (const mail of server.mails) assert.equal(codeIn(mail), '482913');
      assert.deepEqual(await database.query('select * from outbox'), []);
    });

    it('does not wait longer than it may for a server that stalls, and keeps that mail too', async () => {
      await using server = await startMailServer({ smtp: { onConnect: () => {} } });
      const email = { host: '127.0.0.1', port: server.port };
      const timeouts = { connect: 60_000, silence: 60_000, mail: 60_000 };
      await using test = await startMailer({ kind, email, timeouts });
      test.mailer.send(codeMail(test.clock));
      test.begin();
      await until(() => test.mailer.state().queued === 1, 'taken');
      const closed = test.mailer.close(4_000);
      test.clock.advance(4_000);
      await closed;
      assert.equal((await test.database.query('select * from outbox')).length, 1);
    });

    it('drops mails that expire while nobody runs', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const first = await startMailer({ database, email: DEAD });
      first.mailer.send(codeMail(first.clock));
      await first[Symbol.asyncDispose]();
      first.clock.advance(600_000);
      await using second = await startMailer({ database, clock: first.clock });
      await second.mailer.start();
      assert.equal(second.mailer.state().queued, 0);
      assert.deepEqual(await database.query('select * from outbox'), []);
    });

    it('takes up no more than there is room for', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const first = await startMailer({ database, email: DEAD });
      for (let index = 0; index < 10; index++) first.mailer.send(codeMail(first.clock));
      await first[Symbol.asyncDispose]();
      await using second = await startMailer({ database, clock: first.clock, email: DEAD });
      for (let index = 0; index < MAIL_QUEUE_SIZE - 4; index++) second.mailer.send(codeMail(first.clock));
      await second.mailer.start();
      assert.equal(second.mailer.state().queued, MAIL_QUEUE_SIZE);
      assert.equal((await database.query('select * from outbox')).length, 6);
    });
  });
}

describe('a kept mail', () => {
  it('that was sealed with another key is told, and stops nothing', async () => {
    await using database = await createTestDatabase('sqlite');
    const first = await startMailer({ database, email: DEAD });
    first.mailer.send(codeMail(first.clock));
    await first[Symbol.asyncDispose]();
    const seal = createSeal(randomBytes(32));
    await using second = await startMailer({ database, clock: first.clock, seal });
    await second.mailer.start();
    assert.match(
      String(second.reported[0]),
      /1 kept mails could not be decrypted; check whether the master key was changed/,
    );
    assert.equal(second.mailer.state().queued, 0);
  });

  it('cannot be put in the place of another, nor be made to last longer', async () => {
    await using database = await createTestDatabase('sqlite');
    const first = await startMailer({ database, email: DEAD });
    first.mailer.send(codeMail(first.clock));
    await first[Symbol.asyncDispose]();
    await database.query('update outbox set expires_at = expires_at + 1');
    await using second = await startMailer({ database, clock: first.clock });
    await second.mailer.start();
    assert.equal(second.reported.length, 1);
  });
});
