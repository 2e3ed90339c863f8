import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { warnOfPoolerErrors } from '../../src/features/operations/readiness/readiness.ts';
import { PoolerError } from '../../src/store/engine/postgres-pool.ts';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { PASSWORD, startKeyward } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import { startPooler } from '../support/pooler.ts';
import { until } from '../support/until.ts';
import { clientOf } from './client.ts';
import { CHEAP_SERVICE } from './kill-rounds.ts';

const LINE =
  /KEYWARD_DATABASE_PREPARE: the pooler [^\n]+ \(prepared statement "keyward_\w+" already exists\); /;

describe('behind a pooler in transaction mode', { skip: WITHOUT_POSTGRES }, () => {
  it('the service migrates, starts and serves without prepared statements', async () => {
    await using database = await createTestDatabase('postgres');
    await using pooler = await startPooler(database.url, 'transaction');
    const settings = { KEYWARD_DATABASE_URL: pooler.url, KEYWARD_DATABASE_PREPARE: 'off' };
    // Two instances, whose statements alternate on the one connection of the pooler.
    await using one = await startKeyward('postgres', { database, settings });
    await using other = await startKeyward('postgres', { database, settings });
    const people = await Promise.all([one, other, one, other].map((keyward) => keyward.signUp()));
    await Promise.all(
      people.map(async ({ email, token }, index) => {
        const elsewhere = index % 2 === 0 ? other : one;
        assert.equal((await elsewhere.call('GET', '/me', { token })).status, 200);
        const session = await elsewhere.logIn(email);
        assert.equal((await one.call('GET', '/me', { token: session.token })).status, 200);
        assert.equal((await one.call('PATCH', '/me', { token, body: { name: 'Ada' } })).status, 200);
        assert.equal((await one.call('POST', '/logout', { token })).status, 200);
        assert.equal((await other.call('GET', '/me', { token })).status, 401);
      }),
    );
  });

  it('a start with prepared statements fails with one line', async () => {
    await using database = await createTestDatabase('postgres');
    await using pooler = await startPooler(database.url, 'transaction');
    const env = { KEYWARD_DATABASE_URL: pooler.url, KEYWARD_DATA_DIR: database.dataDir, KEYWARD_PORT: '0' };
    const { code, stdout, stderr } = await runHere(['serve'], { env });
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, LINE);
    assert.match(stderr, /^keyward: [^\n]+\n$/);
  });

  it('a service that meets such a pooler later answers 503, and says why once', async () => {
    await using direct = await createTestDatabase('postgres', 'tables');
    await using pooler = await startPooler(direct.url, 'session');
    await using keyward = await startProcess({
      script: CHEAP_SERVICE,
      args: [],
      env: { KEYWARD_DATABASE_URL: pooler.url, KEYWARD_DATA_DIR: direct.dataDir },
    });
    const send = clientOf(`${keyward.url}/auth`);
    const body = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
    const { body: signedUp } = await send('POST', '/signup/password', { body });
    const token = String(signedUp['access_token']);
    // Different statements at once, so that they use more than one connection of the service.
    const requests: [string, string, object?][] = [
      ['GET', '/me'],
      ['PATCH', '/me', { name: 'Ada' }],
      ['GET', '/me/sessions'],
      ['GET', '/me'],
    ];
    const ask = () =>
      Promise.all(
        requests.map(([method, path, change]) =>
          send(method, path, { token, ...(change && { body: change }) }),
        ),
      );
    assert.deepEqual(
      (await ask()).map(({ status }) => status),
      [200, 200, 200, 200],
    );
    pooler.share();
    await until(async () => {
      const answers = await ask();
      assert.ok(answers.every(({ status }) => status === 200 || status === 503));
      return answers.some(({ status }) => status === 503);
    }, 'the pooler mixes up statements');
    const warnings = () => keyward.stderr().match(/^keyward: warning: .*$/gm) ?? [];
    await until(() => warnings().length > 0, 'the reason is told');
    assert.equal(warnings().length, 1, keyward.stderr());
    assert.match(warnings()[0] ?? '', /^keyward: warning: KEYWARD_DATABASE_PREPARE: the pooler /);
    // Lines of the log wait in memory for a moment.
    const log = () => readFileSync(join(direct.dataDir, 'logs', 'server.log'), 'utf8');
    await until(() => log().includes('KEYWARD_DATABASE_PREPARE: the pooler '), 'the line of the log');
  });

  it('the reason is recorded once a minute', () => {
    const clock = createFakeClock();
    const lines: string[] = [];
    let happen: (error: PoolerError) => void = () => {};
    warnOfPoolerErrors({ onPoolerError: (listener) => (happen = listener) }, clock, (line) =>
      lines.push(line),
    );
    const times = (count: number) => {
      for (let i = 0; i < count; i += 1) happen(new PoolerError(new Error('no')));
    };
    times(3);
    clock.advance(59_999);
    times(3);
    assert.equal(lines.length, 1);
    clock.advance(1);
    times(3);
    assert.equal(lines.length, 2);
  });
});
