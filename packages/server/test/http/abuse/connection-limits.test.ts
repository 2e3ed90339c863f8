import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { suiteKeyward } from '../expectations.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';

const MOST = 64;
const PER_ADDRESS = 16;
/** A sixteenth is reserved for addresses without a connection. */
const RESERVED = 4;

describe('connections that send nothing', { skip: process.platform !== 'linux' }, () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_MAX_CONNECTIONS: String(MOST),
      KEYWARD_MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
      KEYWARD_TRUSTED_PROXIES: '127.0.0.7',
      KEYWARD_MANAGEMENT_PORT: '0',
    },
    inOneProcess: true,
  });
  const held: Socket[] = [];
  const open = () =>
    new Promise<number>((resolve) => {
      keyward.app.server.server.getConnections((_error, count) => resolve(count));
    });

  afterEach(async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await until(async () => (await open()) === 0, 'no connection is open');
  });

  /** Opens connections, and waits until only the allowed number is open. */
  async function hold(localAddress: string, count: number, kept: number): Promise<void> {
    const before = await open();
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ port: keyward.port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      held.push(socket);
      await once(socket, 'connect');
    }
    await until(
      async () => (await open()) === before + kept,
      `${kept} of ${count} from ${localAddress} are kept`,
    );
  }
  const livez = (localAddress: string) => requestFrom({ port: keyward.port, localAddress, path: '/livez' });

  it('RL14: take no more than the share of their address, and free it again', async () => {
    await hold('127.0.0.2', PER_ADDRESS + 5, PER_ADDRESS);
    await assert.rejects(livez('127.0.0.2'), /ECONNRESET|socket hang up/);
    assert.equal((await livez('127.0.0.3')).status, 200);
    held[0]?.destroy();
    await until(async () => (await open()) < PER_ADDRESS, 'one is closed');
    assert.equal((await livez('127.0.0.2')).status, 200);
  });

  it('RL14: leave places to addresses without a connection, and block no probe of the management port', async () => {
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      await hold(address, PER_ADDRESS, PER_ADDRESS);
    await hold('127.0.0.5', PER_ADDRESS, PER_ADDRESS - RESERVED);
    assert.equal((await livez('127.0.0.6')).status, 200);
    for (let last = 10; last < 10 + RESERVED; last += 1) await hold(`127.0.0.${last}`, 1, 1);
    await assert.rejects(livez('127.0.0.6'), /ECONNRESET|socket hang up/);
    const { port = 0 } = keyward.ready.management ?? {};
    for (const path of ['/livez', '/readyz']) {
      const { status, body } = await requestFrom({ port, path });
      assert.deepEqual([status, body], [200, '{"status":"ok"}']);
    }
  });

  it('RL14: of a trusted proxy count as those of many clients', async () => {
    await hold('127.0.0.7', MOST, MOST);
  });
});
