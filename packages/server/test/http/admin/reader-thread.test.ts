import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { WITHOUT_SQLITE } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { watchReaders } from '../../support/reader-threads.ts';
import { seedAccounts } from '../../support/seed.ts';
import { until } from '../../support/until.ts';
import { assertRefusal } from '../expectations.ts';
import { addSuperadmin } from './admin.ts';

const SEARCH = '/account/?field=phone&value=nobody';

describe('lists that wait for a slow disk', { skip: WITHOUT_SQLITE }, () => {
  it('keep nobody else waiting, and survive the loss of the thread', async () => {
    using readers = watchReaders();
    await using keyward = await startKeyward('sqlite', { inOneProcess: true });
    const { token } = await addSuperadmin(keyward);
    const list = () => keyward.call('GET', '/account/', { token });
    assert.equal((await list()).status, 200);

    const slow = readers.block();
    let isAnswered = false;
    const listed = list().then((answer) => {
      isAnswered = true;
      return answer;
    });
    await until(() => slow.held.length > 0, 'the list waits');
    assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    assert.equal((await keyward.callRoot('GET', '/livez')).status, 200);
    await keyward.signUp();
    assert.equal(isAnswered, false);
    slow.release();
    assert.equal((await listed).body['total'], 2);

    const { held } = readers.block();
    const lost = list();
    await until(() => held.length > 0, 'another list waits');
    await readers.threads.at(-1)?.terminate();
    assertRefusal(await lost, 503, 'ServiceUnavailableError');
    assert.equal((await list()).body['total'], 2);
  });

  it('read in the main thread where Node.js allows no other', async () => {
    using readers = watchReaders();
    Object.defineProperty(process, 'permission', {
      value: { has: (scope: string) => scope !== 'worker' },
      configurable: true,
    });
    await using keyward = await startKeyward('sqlite', { inOneProcess: true }).finally(() =>
      Reflect.deleteProperty(process, 'permission'),
    );
    const { token } = await addSuperadmin(keyward);
    for (const path of ['/account/', SEARCH, '/event/counts'])
      assert.equal((await keyward.call('GET', path, { token })).status, 200);
    assert.deepEqual(readers.threads, []);
  });

  it('end when their client leaves', async () => {
    using readers = watchReaders();
    await using keyward = await startKeyward('sqlite', { inOneProcess: true });
    await seedAccounts(keyward.database, 6_000);
    const { token } = await addSuperadmin(keyward);
    let answers = 0;
    const search = () => keyward.call('GET', SEARCH, { token });
    await search();
    readers.threads.at(-1)?.on('message', () => (answers += 1));
    await search();
    const all = answers;

    answers = 0;
    const slow = readers.block();
    const { server } = keyward.app.server;
    const connections = () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      });
    const before = await connections();
    const socket = connect({ port: keyward.port, host: '127.0.0.1' });
    socket.write(`GET /auth${SEARCH} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
    await until(() => slow.held.length > 0, 'the search waits');
    socket.destroy();
    await until(async () => (await connections()) <= before, 'the service has seen it');
    slow.release();
    // Queued behind it in the thread.
    await keyward.call('GET', '/account/', { token });
    await until(() => answers > 0, 'the thread has answered');
    assert.ok(answers < all, `${answers} of ${all} statements`);
  });
});
