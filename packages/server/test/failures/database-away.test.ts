import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { type Answer, assertError, PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import { stopwatch, until } from '../support/until.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** The interface promises recovery within 5 s of the database's return. */
const BACK_MS = 5_000;
/** The service waits 2 s for a connection, and 4 s for an answer. */
const LONGEST_MS = 6_000;
const SLACK_MS = 2_000;

/** A PostgreSQL database behind a proxy. */
async function reachable(): Promise<AsyncDisposable & { database: TestDatabase; proxy: Proxy }> {
  const direct = await createTestDatabase('postgres');
  const url = new URL(direct.url);
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  return {
    database: { ...direct, url: url.href },
    proxy,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await direct.drop();
    },
  };
}

async function timed(request: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const took = stopwatch();
  const answer = await request;
  return { answer, ms: took() };
}

function assertUnavailable(answer: Answer): void {
  assertError(answer, 503, 'ServiceUnavailableError');
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function assertAlive(keyward: TestKeyward): Promise<void> {
  const probes = await Promise.all([
    timed(keyward.call('GET', '/config/pulse')),
    timed(keyward.callRoot('GET', '/livez')),
  ]);
  for (const { answer, ms } of probes) {
    assert.equal(answer.status, 200);
    assert.ok(ms < 1_000, `${ms} ms`);
  }
}

async function untilBack(keyward: TestKeyward, token: string): Promise<void> {
  const isBack = async () => {
    const answer = await keyward.call('GET', '/me', { token });
    if (answer.status !== 200) assertUnavailable(answer);
    return answer.status === 200;
  };
  await until(isBack, 'the service is back', BACK_MS);
}

describe('an outage of the database', { skip: WITHOUT_POSTGRES, concurrency: 4 }, () => {
  it('delays a start until a busy server has taken the connection', async () => {
    await using there = await reachable();
    // Longer than a request waits, there and back.
    there.proxy.slow(1_500);
    const late = delay(LONGEST_MS).then(() => there.proxy.restore());
    await using keyward = await startKeyward('postgres', { database: there.database });
    await late;
    assert.equal((await keyward.callRoot('GET', '/readyz')).status, 200);
  });

  it('RE6: refused connections: requests get 503, never 200 or 500, and recover within 5 s of its return', async () => {
    await using postgres = await reachable();
    await using keyward = await startKeyward('postgres', {
      database: postgres.database,
      settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' },
    });
    const person = await keyward.signUp({ name: 'Ada' });
    const other = await keyward.signUp();
    const { token } = person;

    // Cut in the middle of all kinds of requests.
    const cut = new AbortController();
    const answers: Answer[] = [];
    const load = Array.from({ length: 12 }, async (_, index) => {
      while (!cut.signal.aborted) {
        const request = [
          () => keyward.call('GET', '/me', { token }),
          () => keyward.call('POST', '/token/refresh', { body: { refresh_token: other.refreshToken } }),
          () => keyward.call('PATCH', '/me', { token: other.token, body: { name: `Name ${index}` } }),
          () => keyward.call('POST', '/login', { body: { identifier: person.email, password: PASSWORD } }),
        ][index % 4];
        if (request !== undefined) answers.push(await request());
      }
    });
    await until(() => answers.length >= 50, 'requests are answered');
    await postgres.proxy.cut();
    cut.abort();
    await Promise.all(load);
    for (const answer of answers) if (answer.status !== 200) assertUnavailable(answer);

    const email = 'grace@example.org';
    const newcomer = { name: 'Grace', email, password: PASSWORD };
    const requests: Parameters<TestKeyward['call']>[] = [
      ['GET', '/me', { token }],
      ['PATCH', '/me', { token, body: { name: 'Changed' } }],
      ['PUT', '/update/password', { token, body: { password: `${PASSWORD}0` } }],
      ['POST', '/logout', { token }],
      ['POST', '/logout-all', { token }],
      ['POST', '/token/refresh', { body: { refresh_token: person.refreshToken } }],
      ['POST', '/login', { body: { identifier: person.email, password: PASSWORD } }],
      ['POST', '/login/password', { body: { identifier: person.email, password: 'wrong' } }],
      ['POST', '/signup/password', { body: newcomer }],
      ['POST', '/signup', { body: { ...newcomer, handle: 'grace' } }],
      ['POST', '/send/email/otp/login', { body: { email: person.email } }],
    ];
    for (let round = 0; round < 2; round += 1) {
      const refused = await Promise.all(requests.map((request) => timed(keyward.call(...request))));
      for (const { answer, ms } of refused) {
        assertUnavailable(answer);
        assert.ok(ms < 2_000, `${ms} ms`);
      }
      await assertAlive(keyward);
      assertUnavailable(await keyward.callRoot('GET', '/readyz'));
    }

    await postgres.proxy.restore();
    await untilBack(keyward, token);
    assert.equal((await keyward.callRoot('GET', '/readyz')).status, 200);
    // The refused requests had no effect.
    const again = await keyward.call('GET', '/me', { token });
    assert.equal(Object(again.body['account']).name, 'Ada');
    await keyward.logIn(person.email);
    const refreshed = await keyward.call('POST', '/token/refresh', {
      body: { refresh_token: person.refreshToken },
    });
    assert.equal(refreshed.status, 200);
    assert.equal((await keyward.call('POST', '/signup/password', { body: newcomer })).status, 200);
  });

  it('RE6: a stall: every request ends, and all recover within 5 s of its return', async () => {
    await using postgres = await reachable();
    await using keyward = await startKeyward('postgres', { database: postgres.database });
    const { token, email } = await keyward.signUp();
    // Fills the pool, so that idle connections stall too.
    await Promise.all(Array.from({ length: 20 }, () => keyward.call('GET', '/me', { token })));

    postgres.proxy.stall();
    const stalled = Array.from({ length: 30 }, (_, index) =>
      timed(
        index % 3 === 0
          ? keyward.call('POST', '/login', { body: { identifier: email, password: PASSWORD } })
          : keyward.call('GET', '/me', { token }),
      ),
    );
    await delay(500);
    await assertAlive(keyward);
    const ready = await timed(keyward.callRoot('GET', '/readyz'));
    for (const { answer, ms } of [...(await Promise.all(stalled)), ready]) {
      assertUnavailable(answer);
      assert.ok(ms < LONGEST_MS + SLACK_MS, `${ms} ms`);
    }
    await assertAlive(keyward);

    // Some requests are under way when it returns, on connections that will never answer.
    const late = Array.from({ length: 12 }, () => keyward.call('GET', '/me', { token }));
    await delay(100);
    await postgres.proxy.restore();
    await untilBack(keyward, token);
    for (const answer of await Promise.all(late)) if (answer.status !== 200) assertUnavailable(answer);
    const all = await Promise.all(Array.from({ length: 20 }, () => keyward.call('GET', '/me', { token })));
    for (const answer of all) assert.equal(answer.status, 200);
  });

  for (const [how, goAway] of [
    ['refuses connections', (proxy: Proxy) => proxy.cut()],
    ['stalls', async (proxy: Proxy) => proxy.stall()],
  ] as const) {
    it(`RE6, RE2: and ${how}: the process lives, and still ends in time at SIGTERM`, async () => {
      await using postgres = await reachable();
      await using keyward = await startProcess({
        env: { KEYWARD_DATABASE_URL: postgres.database.url, KEYWARD_DATA_DIR: postgres.database.dataDir },
      });
      const me = () => fetch(`${keyward.url}/auth/me`, { headers: { authorization: 'Bearer x.y.z' } });
      const ready = () => fetch(`${keyward.url}/readyz`);
      assert.equal((await ready()).status, 200);
      const inFlight = Promise.all(Array.from({ length: 20 }, ready));
      await goAway(postgres.proxy);
      const afterwards = Promise.all(Array.from({ length: 20 }, ready));
      for (const { status } of await inFlight) assert.ok(status === 200 || status === 503, String(status));
      for (const { status } of await afterwards) assert.equal(status, 503);
      assert.equal((await me()).status, 401);
      // A sweep that began at the start may still have been running, and may have reported the outage.
      const unexpected = () =>
        keyward.stderr().replace(/^keyward: warning: The database is unavailable .*\n/, '');
      assert.equal(unexpected(), '');
      const took = stopwatch();
      assert.deepEqual(await keyward.kill('SIGTERM'), { code: 0, signal: null });
      assert.ok(took() < 10_000);
      // The log tells the operator which data could not be written.
      assert.match(unexpected(), /^keyward: unexpected error \(request closing\): /);
    });
  }
});
