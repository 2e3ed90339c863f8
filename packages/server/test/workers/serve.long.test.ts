import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { before, after, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { PASSWORD } from '../support/keyward.ts';
import { type KeywardProcess, startProcess } from '../support/process.ts';
import { requestFrom } from '../support/raw-http.ts';
import { until } from '../support/until.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

const SUPERADMIN = { email: 'ada@example.org', password: PASSWORD };

/** The processes that a process has started; only Linux tells. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const tellsChildren = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Connections that are used in turn, so many that each process has some. */
const CONNECTIONS = 8;

/** Agents, each with one connection. */
function startClient({ url }: KeywardProcess) {
  const port = Number(new URL(url).port);
  const newAgents = () =>
    Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let agents = newAgents();
  let requests = 0;
  const nextAgent = () => {
    const agent = agents[(requests += 1) % CONNECTIONS];
    assert.ok(agent);
    return agent;
  };
  const close = () => agents.forEach((agent) => agent.destroy());
  return {
    close,
    reconnect() {
      close();
      agents = newAgents();
    },
    async call(method: string, path: string, { body, token }: { body?: object; token?: string } = {}) {
      const sent = body && JSON.stringify(body);
      const answer = await requestFrom({
        port,
        method,
        path: `/auth${path}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(sent !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(sent)),
          }),
        },
        body: sent,
        agent: nextAgent(),
      });
      const parsed: Record<string, unknown> = answer.body === '' ? {} : JSON.parse(answer.body);
      return { status: answer.status, body: parsed };
    },
  };
}

for (const kind of ANY_DATABASE) {
  describe(`keyward serve --workers 2 on ${kind}`, () => {
    let database: TestDatabase;
    let service: KeywardProcess;
    let client: ReturnType<typeof startClient>;
    let token: string;

    before(async () => {
      database = await createTestDatabase(kind, 'tables');
      service = await startProcess({
        args: ['serve', '--workers', '2'],
        timeoutMs: 60_000,
        env: {
          KEYWARD_DATABASE_URL: database.url,
          KEYWARD_DATA_DIR: database.dataDir,
          KEYWARD_SUPERADMIN_EMAIL: SUPERADMIN.email,
          KEYWARD_SUPERADMIN_PASSWORD: SUPERADMIN.password,
          KEYWARD_SETTINGS_STORE: 'memory',
          KEYWARD_LIMIT_ACCOUNT_ADDRESS: '5/15m',
        },
      });
      // Workers that begin later have the settings of the start.
      writeFileSync(join(service.folder, '.env'), 'KEYWARD_PREFIX=/elsewhere\n');
      client = startClient(service);
      const { body } = await client.call('POST', '/login/password', {
        body: { identifier: SUPERADMIN.email, password: PASSWORD },
      });
      token = String(body['access_token']);
    });
    after(async () => {
      client.close();
      await service.kill('SIGKILL');
      await database.drop();
    });

    const wrong = (identifier: string) =>
      client.call('POST', '/login/password', { body: { identifier, password: 'Wrong-guess-1' } });

    it('says how many processes answer', () => {
      assert.match(service.stdout(), /Workers +2 on/);
    });

    it('grants no more guesses than one process, one after another and all at once', async () => {
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess += 1) statuses.push((await wrong('one@example.org')).status);
      assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429, 429]);
      const atOnce = await Promise.all(Array.from({ length: 20 }, () => wrong('many@example.org')));
      assert.equal(atOnce.filter(({ status }) => status === 404).length, 5);
    });

    it('changes settings that only memory keeps in all processes before it answers', async () => {
      for (let minutes = 11; minutes < 21; minutes += 1) {
        const changed = await client.call('PATCH', '/config/jwt', {
          token,
          body: { access_token_expire_minutes: minutes },
        });
        assert.equal(changed.status, 200, JSON.stringify(changed.body));
        for (let look = 0; look < CONNECTIONS; look += 1) {
          const { body } = await client.call('GET', '/config/load', { token });
          assert.match(JSON.stringify(body), new RegExp(`"access_token_expire_minutes":${minutes}\\b`));
        }
      }
    });

    it('replaces a worker that is killed within 3 s, and forgives no guess', async (context) => {
      if (!tellsChildren) return context.skip('this system does not tell the children of a process');
      for (let guess = 0; guess < 3; guess += 1) await wrong('killed@example.org');
      const workers = childrenOf(service.pid);
      assert.equal(workers.length, 2);
      const [victim = 0] = workers;
      process.kill(victim, 'SIGKILL');
      client.reconnect();
      await until(() => {
        const now = childrenOf(service.pid);
        return now.length === 2 && !now.includes(victim);
      }, 'another worker');
      const statuses: number[] = [];
      for (let guess = 0; guess < 3; guess += 1) statuses.push((await wrong('killed@example.org')).status);
      assert.deepEqual(statuses, [404, 404, 429]);
      assert.match(service.stderr(), new RegExp(`worker ${victim} ended \\(SIGKILL\\)`));
    });

    it('replaces a worker that hangs within 15 s, and disconnects its clients', async (context) => {
      if (!tellsChildren) return context.skip('this system does not tell the children of a process');
      const [victim = 0] = childrenOf(service.pid);
      process.kill(victim, 'SIGSTOP');
      client.reconnect();
      // Some of them are connected to the one that hangs: each gets an answer, or the end of its connection.
      await Promise.allSettled(
        Array.from({ length: CONNECTIONS }, () => client.call('GET', '/config/pulse')),
      );
      await until(() => !childrenOf(service.pid).includes(victim), 'the end of the worker', 15_000);
      await until(() => childrenOf(service.pid).length === 2, 'another worker');
      client.reconnect();
      assert.equal((await client.call('GET', '/config/pulse')).status, 200);
      assert.match(service.stderr(), new RegExp(`worker ${victim} does not answer any more`));
    });

    it('drains and ends all processes at SIGTERM', async (context) => {
      if (!tellsChildren) return context.skip('this system does not tell the children of a process');
      const workers = childrenOf(service.pid);
      assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
      assert.deepEqual(workers.filter(isAlive), []);
    });
  });
}

describe('keyward serve --workers 2 without its supervisor', () => {
  it('ends within a minute when the supervisor hangs, so that nobody waits for it', async (context) => {
    if (!tellsChildren) return context.skip('this system does not tell the children of a process');
    await using service = await startProcess({ args: ['serve', '--workers', '2'], timeoutMs: 60_000 });
    const workers = childrenOf(service.pid);
    assert.equal(workers.length, 2);
    process.kill(service.pid, 'SIGSTOP');
    await until(() => !workers.some(isAlive), 'the end of the workers', 60_000);
    assert.equal((await service.exited).signal, 'SIGKILL');
    assert.match(service.stderr(), /the supervisor no longer answers; the service stops/);
  });

  it('ends within 5 s', async (context) => {
    if (!tellsChildren) return context.skip('this system does not tell the children of a process');
    await using service = await startProcess({ args: ['serve', '--workers', '2'], timeoutMs: 60_000 });
    const workers = childrenOf(service.pid);
    process.kill(service.pid, 'SIGKILL');
    await until(() => !workers.some(isAlive), 'the end of the workers', 5_000);
  });
});
