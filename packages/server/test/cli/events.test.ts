import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startKeyward } from '../support/keyward.ts';
import { until } from '../support/until.ts';
import { databasesFor } from '../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`events on ${kind}`, () => {
    it('lists the events that match the filters, in the form of the feed, and follows new ones', async () => {
      await using keyward = await startKeyward(kind);
      const env = settingsOf(keyward.database);
      const { id } = await keyward.signUp({ email: 'ada@example.org', name: 'Ada' });
      keyward.clock.advance(1_000);
      await keyward.signUp({ email: 'grace@example.org', name: 'Grace' });
      const list = async (...args: string[]) => {
        const { code, stdout, stderr } = await runHere(['events', 'list', ...args], { env });
        assert.deepEqual([code, stderr], [0, ''], args.join(' '));
        return stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
      };
      const typesOf = async (...args: string[]) => (await list(...args)).map(({ type }) => type);

      const all = await list();
      const rows = await keyward.database.query('select uid from events order by id');
      assert.deepEqual(
        all.map((event) => event.id),
        rows.map(({ uid }) => uid),
      );
      assert.equal(all[0].data.account.email, 'ada@example.org');
      assert.deepEqual(await list('-n', '1'), all.slice(-1));
      const ofAda = ['account.created', 'session.started'];
      assert.deepEqual(await typesOf('--account', 'ADA@example.org'), ofAda);
      assert.deepEqual(await typesOf('--actor', `account:${id}`), ofAda);
      assert.deepEqual(await typesOf('--type', 'account.*'), ['account.created', 'account.created']);
      assert.deepEqual(await typesOf('--type', 'account.created', '--type', 'session.*'), [
        ...ofAda,
        ...ofAda,
      ]);
      assert.deepEqual(await typesOf('--until', all[2].timestamp), ofAda);
      assert.deepEqual(await list('--since', all[2].timestamp), all.slice(2));
      assert.deepEqual(await list('--ip', '192.0.2.77'), []);

      let followed = '';
      // The command ends when its reader closes the output, like `head`.
      const reader = new Writable({
        write(text, _encoding, done) {
          followed += String(text);
          done(followed.includes('mary@') ? Object.assign(new Error('closed'), { code: 'EPIPE' }) : null);
        },
      });
      const following = runHere(['events', 'tail', '--follow', '-n', '1', '--type', 'account.*'], {
        env,
        stdout: Object.assign(reader, { isTTY: true }),
      });
      await until(() => followed.includes('grace@'), 'the newest event', 10_000);
      await keyward.signUp({ email: 'mary@example.org', name: 'Mary' });
      await until(() => followed.includes('mary@'), 'the next event', 10_000);
      assert.equal((await following).code, 0);
      assert.doesNotMatch(followed, /ada@|session\.started/);
      assert.match(followed, /account\.created\S*  account \d+ mary@example\.org  by account \d+ Mary/);
    });
  });
}

describe('events', () => {
  it('names the wrong option, and the missing database', async () => {
    await using keyward = await startKeyward('sqlite');
    const env = settingsOf(keyward.database);
    for (const [args, code, message] of [
      [['--type', 'account.create'], 2, /^keyward: --type: must be one of account\.created, /],
      [['--actor', 'ada'], 2, /^keyward: --actor: must be account:ID/],
      [['--ip', 'here'], 2, /^keyward: --ip: must be an IP address/],
      [['--since', 'yesterday'], 2, /^keyward: --since: must be a time such as/],
      [['--account', 'ada'], 2, /^keyward: --account: "ada" is neither/],
      [['--account', 'nobody@example.org'], 1, /^keyward: --account: no account has the email/],
      [['--limit', '0'], 2, /1 to 10000/],
    ] as const) {
      const outcome = await runHere(['events', 'list', ...args], { env });
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, message);
    }
    await using database = await createTestDatabase('sqlite');
    const { code, stderr } = await runHere(['events', 'tail'], { env: settingsOf(database) });
    assert.equal(code, 1);
    assert.match(stderr, /^keyward: there is no Keyward database yet/);
  });
});
