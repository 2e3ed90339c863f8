import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openStream, type OpenStream } from '../http/logs/logs.ts';
import { asObject } from '../http/expectations.ts';
import { PASSWORD } from '../support/keyward.ts';
import { tempFolder } from '../support/at-exit.ts';
import { type KeywardProcess, startProcess } from '../support/process.ts';
import { requestFrom } from '../support/raw-http.ts';
import { stopwatch, until } from '../support/until.ts';

const SUPERADMIN = { email: 'ada@example.org', password: PASSWORD };
const WORKERS = 2;
/** Connections are given out in turn, so these reach both workers. */
const CONNECTIONS = 4;

describe('the logs of keyward serve --workers 2', () => {
  const folder = tempFolder();
  let service: KeywardProcess;
  let port: number;
  let token = '';
  let agents: Agent[];
  let requests = 0;

  before(async () => {
    service = await startProcess({
      args: ['serve', '--workers', String(WORKERS)],
      timeoutMs: 60_000,
      env: {
        KEYWARD_SUPERADMIN_EMAIL: SUPERADMIN.email,
        KEYWARD_SUPERADMIN_PASSWORD: SUPERADMIN.password,
        KEYWARD_DATA_DIR: folder.path,
      },
    });
    port = Number(new URL(service.url).port);
    agents = newAgents();
    const { body } = await call('POST', '/auth/login/password', {
      identifier: SUPERADMIN.email,
      password: PASSWORD,
    });
    token = String(asObject(body)['access_token']);
  });
  after(async () => {
    for (const agent of agents) agent.destroy();
    await service.kill('SIGKILL');
    folder.remove();
  });

  function newAgents(): Agent[] {
    return Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  async function call(method: string, path: string, body?: object, id?: string) {
    const sent = body && JSON.stringify(body);
    const answer = await requestFrom({
      port,
      method,
      path,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(id !== undefined && { 'user-agent': id }),
        ...(sent !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(sent)),
        }),
      },
      body: sent,
      agent: agents[(requests += 1) % CONNECTIONS] ?? new Agent(),
    });
    const parsed: Record<string, unknown> = answer.body === '' ? {} : asObject(JSON.parse(answer.body));
    return { status: answer.status, body: parsed };
  }

  async function records(query: string): Promise<Record<string, unknown>[]> {
    const { status, body } = await call('GET', `/log/app?limit=5000&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    const { records: found } = body;
    assert.ok(Array.isArray(found));
    return found.map(asObject);
  }

  const agentsOf = (found: Record<string, unknown>[]) => found.map(({ user_agent: agent }) => String(agent));
  const stream = (headers?: Record<string, string>): Promise<OpenStream> =>
    openStream({ port }, '/log/app/stream', token, headers);

  async function nextOf(opened: OpenStream, agent: string) {
    for (;;) {
      const event = await opened.next();
      if (event.data.includes(`"user_agent":"${agent}"`)) return event;
    }
  }

  it('shows each act to the next reader', async () => {
    const expected: string[] = [];
    for (let act = 100; act < 500; act += 1) {
      const id = `act-${act}`;
      assert.equal((await call('GET', '/auth/me', undefined, id)).status, 200);
      expected.push(id);
      if (act % 40 === 39) assert.deepEqual(agentsOf(await records('q=%22act-')).toSorted(), expected);
    }
  });

  it('follows the acts of both workers, and continues at any worker with Last-Event-ID', async () => {
    const first = await stream();
    let lastId = '';
    for (const id of ['seen-1', 'seen-2', 'seen-3', 'seen-4']) {
      await call('GET', '/auth/me', undefined, id);
      const { id: place } = await nextOf(first, id);
      if (id === 'seen-2') lastId = place;
    }
    await first.close();
    for (let connection = 0; connection < WORKERS; connection += 1) {
      const again = await stream({ 'last-event-id': lastId });
      assert.match((await again.next()).data, /"user_agent":"seen-3"/);
      assert.match((await again.next()).data, /"user_agent":"seen-4"/);
      await again.close();
    }
  });

  it('counts the streams of both workers together, and ends all when logging is turned off', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => stream()));
    assert.deepEqual(
      opened.map(({ status }) => status),
      opened.map(() => 200),
    );
    for (let connection = 0; connection < WORKERS; connection += 1) {
      const refused = await stream();
      assert.equal(refused.status, 429);
      await refused.close();
    }
    await opened.pop()?.close();
    await until(async () => {
      const next = await stream();
      if (next.status === 200) opened.push(next);
      else await next.close();
      return next.status === 200;
    }, 'a stream that is closed makes room');
    assert.equal((await call('POST', '/auth/config/logging', { logging: false })).status, 200);
    await Promise.all(opened.map((one) => one.ended()));
    for (let connection = 0; connection < WORKERS; connection += 1)
      assert.equal((await call('GET', '/log')).status, 400);
    assert.equal((await call('POST', '/auth/config/logging', { logging: true })).status, 200);
    const changes = await records('event=settings.changed');
    assert.equal(changes.length, 2);
  });

  it('echoes the records of both workers to the console, each line whole, and captures them', async () => {
    await call('POST', '/auth/config/logging', { console_output: true, capture_terminal: true });
    for (let act = 0; act < 20; act += 1) await call('GET', '/auth/me', undefined, `echoed-${act}`);
    const echoed = () =>
      service
        .stdout()
        .split('\n')
        .filter((line) => line.includes('"echoed-'));
    await until(() => echoed().length === 20, 'all are echoed');
    assert.deepEqual(
      echoed()
        .map((line) => String(asObject(JSON.parse(line))['user_agent']))
        .toSorted(),
      Array.from({ length: 20 }, (_, act) => `echoed-${act}`).toSorted(),
    );
    const { body } = await call('GET', '/log/server?limit=5000&q=%22echoed-');
    await call('POST', '/auth/config/logging', { console_output: false, capture_terminal: false });
    assert.equal(body['total_records'], 20);
  });

  it('keep what a killed worker had handed over, and continue', async (context) => {
    const children = (): number[] => {
      try {
        const path = `/proc/${service.pid}/task/${service.pid}/children`;
        return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
      } catch {
        return [];
      }
    };
    const [victim] = children();
    if (victim === undefined) return context.skip('this system does not tell the children of a process');
    for (let act = 0; act < 20; act += 1) await call('GET', '/auth/me', undefined, `kept-${act}`);
    assert.equal((await records('q=%22kept-')).length, 20);
    process.kill(victim, 'SIGKILL');
    for (const agent of agents) agent.destroy();
    agents = newAgents();
    await until(() => !children().includes(victim) && children().length === WORKERS, 'another worker');
    const took = stopwatch();
    for (let act = 20; act < 40; act += 1) await call('GET', '/auth/me', undefined, `kept-${act}`);
    assert.deepEqual(
      agentsOf(await records('q=%22kept-')).toSorted(),
      Array.from({ length: 40 }, (_, act) => `kept-${act}`).toSorted(),
    );
    assert.ok(took() < 3_000);
    assert.match(JSON.stringify((await call('GET', '/log/server?limit=5000')).body), /ended \(SIGKILL\)/);
  });

  it('writes the lines of the last acts when all end', async () => {
    await call('GET', '/auth/me', undefined, 'last');
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
    const lines = readFileSync(join(folder.path, 'logs', 'app.log'), 'utf8').split('\n');
    assert.ok(lines.some((line) => line.includes('"user_agent":"last"')));
    assert.ok(lines.some((line) => line.includes('"event":"service.stopping"')));
  });
});
