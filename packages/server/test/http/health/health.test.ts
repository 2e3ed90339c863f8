import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createTestDatabase, WITHOUT_POSTGRES } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /livez and /readyz on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { inOneProcess: true });

    for (const path of ['/livez', '/readyz']) {
      it(`200: ${path} answers anybody at the root`, async () => {
        assertAnswer(await keyward.callRoot('GET', path), 200, { status: 'ok' });
        assertAnswer(await keyward.callRoot('GET', path, { token: 'x' }), 200, { status: 'ok' });
      });

      it(`404: ${path} is not under the prefix`, async () => {
        assertRefusal(await keyward.call('GET', path), 404, 'RouteNotFoundError');
      });
    }

    it('RE5: /readyz reports a database that cannot be written, and writes only now and then', async () => {
      const ready = () => keyward.callRoot('GET', '/readyz');
      keyward.clock.advance(5_000);
      assertAnswer(await ready(), 200, { status: 'ok' });
      // The check writes one row, and no more.
      await keyward.database.query('alter table outbox rename to elsewhere');
      assertAnswer(await ready(), 200, { status: 'ok' });
      keyward.clock.advance(5_000);
      const refused = await ready();
      assertRefusal(refused, 503, 'ServiceUnavailableError');
      assert.match(String(refused.body['message']), /cannot be written/);
      await keyward.database.query('alter table elsewhere rename to outbox');
      keyward.clock.advance(1_000);
      assertAnswer(await ready(), 200, { status: 'ok' });
      assert.deepEqual(await keyward.database.query('select * from outbox'), []);
    });
  });
}

/** A proxy in front of a server: closed, it breaks its connections and refuses new ones. */
async function openDoor(targetPort: number) {
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    const inside = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, inside],
      [inside, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  const open = async (port: number) => {
    door.listen(port, '127.0.0.1');
    await once(door, 'listening');
  };
  await open(0);
  const address = door.address();
  assert.ok(address !== null && typeof address === 'object');
  const { port } = address;
  const shut = async () => {
    door.close();
    for (const socket of sockets) socket.destroy();
    await once(door, 'close');
  };
  return { port, open: () => open(port), shut };
}

describe('while PostgreSQL is unreachable', { skip: WITHOUT_POSTGRES }, () => {
  it('503: /readyz says so and recovers by itself; /livez and the pulse continue; a good token is no proof', async () => {
    await using database = await createTestDatabase('postgres', 'tables');
    const url = new URL(database.url);
    const door = await openDoor(Number(url.port));
    url.port = String(door.port);
    {
      await using keyward = await startKeyward('postgres', { database: { ...database, url: url.href } });
      const { token } = await addPerson(keyward);
      await door.shut();
      assertRefusal(await keyward.callRoot('GET', '/readyz'), 503, 'ServiceUnavailableError');
      assertRefusal(await keyward.call('GET', '/me', { token }), 503, 'ServiceUnavailableError');
      assert.equal((await keyward.callRoot('GET', '/livez')).status, 200);
      assert.equal((await keyward.call('GET', '/config/pulse')).status, 200);
      await door.open();
      assertAnswer(await keyward.callRoot('GET', '/readyz'), 200, { status: 'ok' });
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    }
    await door.shut();
  });
});
