import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setJwt } from '../../server/test/http/cookies/cookies.ts';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { memoryStorage, type Session, type SessionStorage } from '../src/index.ts';
import { createSessions } from '../src/sessions.ts';
import { createTransport } from '../src/transport.ts';
import { countingClient, dataOf, errorOf, pathOf, signedIn } from './support/people.ts';

const MINUTE_MS = 60_000;

describe('sessions', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });

  /** A slow asynchronous storage. */
  function slowStorage(): SessionStorage {
    const storage = memoryStorage();
    return {
      getItem: async (key) => (await setImmediate(), storage.getItem(key)),
      setItem: async (key, value) => (await setImmediate(), storage.setItem(key, value)),
      removeItem: async (key) => (await setImmediate(), storage.removeItem(key)),
    };
  }
  /** The time of the clients alone; the service has a clock of its own. */
  function clientTime(ms: number): Disposable {
    const real = Date.now;
    const mocked = mock.method(Date, 'now', () => real() + ms);
    return { [Symbol.dispose]: () => mocked.mock.restore() };
  }

  /** As in older browsers, and in pages over plain http. */
  async function withoutLocks(work: () => Promise<void>): Promise<void> {
    const { locks } = navigator;
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      await work();
    } finally {
      Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    }
  }

  for (const [name, storage] of [
    ['a storage that answers at once', memoryStorage],
    ['a storage with promises', slowStorage],
  ] as const)
    describe(name, () => {
      it('an expired token is renewed once for all calls, which are then repeated', async () => {
        const { client, requests } = await signedIn(keyward, {}, { storage: storage() });
        keyward.clock.advance(16 * MINUTE_MS);
        const answers = await Promise.all(Array.from({ length: 5 }, () => client.me()));
        for (const answer of answers) dataOf(answer);
        assert.equal(requests.filter((one) => one === 'POST /auth/token/refresh').length, 1, requests.join());
        assert.equal(requests.filter((one) => one === 'GET /auth/me').length, 10);
      });

      it('a token that is about to expire is renewed before it is used', async () => {
        const { client, requests } = await signedIn(keyward, {}, { storage: storage() });
        {
          using _ = clientTime(14 * MINUTE_MS);
          dataOf(await client.me());
          assert.deepEqual(requests, ['GET /auth/me']);
        }
        using _ = clientTime(14.6 * MINUTE_MS);
        await Promise.all([client.me(), client.me(), client.getSession()]);
        assert.equal(requests.filter((one) => one === 'POST /auth/token/refresh').length, 1, requests.join());
      });

      it('two tabs that share a session and renew it at once both stay signed in', async () => {
        const shared = storage();
        const first = await signedIn(keyward, {}, { storage: shared });
        const second = countingClient(keyward.url, { storage: shared });
        keyward.clock.advance(16 * MINUTE_MS);
        const answers = await Promise.all([first.client.me(), second.client.me()]);
        for (const answer of answers) dataOf(answer);
        const requests = [...first.requests, ...second.requests];
        assert.equal(requests.filter((one) => one === 'POST /auth/token/refresh').length, 1, requests.join());
        // Long after the grace period in which the service gives the same successor again.
        keyward.clock.advance(16 * MINUTE_MS);
        for (const { client } of [first, second]) dataOf(await client.me());
      });
    });

  it('tabs without Web Locks each renew the session, and both stay signed in', async () => {
    await withoutLocks(async () => {
      const shared = slowStorage();
      const first = await signedIn(keyward, {}, { storage: shared });
      const second = countingClient(keyward.url, { storage: shared });
      for (let round = 0; round < 3; round += 1) {
        keyward.clock.advance(16 * MINUTE_MS);
        const answers = await Promise.all([first, second, first].map(({ client }) => client.me()));
        for (const answer of answers) dataOf(answer);
      }
      assert.equal(first.requests.filter((one) => one === 'POST /auth/token/refresh').length, 3);
    });
  });

  it('an update of the account during a renewal does not restore the old tokens', async () => {
    await withoutLocks(async () => {
      const { client } = await signedIn(keyward);
      const session = dataOf(await client.getSession());
      const renewed = dataOf(await client.refresh());
      for (let delay = 0; delay < 10; delay += 1) {
        const storage = slowStorage();
        const options = { url: keyward.url, storage };
        const transport = createTransport(options);
        // The service's answer, at once.
        transport.call = async () => ({ data: JSON.parse(JSON.stringify(renewed)), error: null });
        const sessions = createSessions(options, transport);
        await sessions.update(() => session);
        const renewal = sessions.refresh(session);
        for (let turn = 0; turn < delay; turn += 1) await setImmediate();
        await sessions.update((current) => current && { ...current, token_type: 'Cookie' });
        await renewal;
        assert.equal((await sessions.read())?.access_token, renewed?.access_token, `after ${delay} turns`);
      }
    });
  });

  it('a refused refresh token ends the session, and later calls fail without a request', async () => {
    const storage = memoryStorage();
    const { client, requests } = await signedIn(keyward, {}, { storage });
    const { id } = dataOf(await client.me()).session;
    await keyward.app.services.store.sessions.end(id, 0);
    errorOf(await client.me(), 'SessionDestroyedError');
    assert.equal(storage.getItem('keyward'), null);
    assert.equal(dataOf(await client.getSession()), null);

    const other = await signedIn(keyward, {}, { storage });
    await keyward.app.services.store.sessions.end(dataOf(await other.client.me()).session.id, 0);
    other.requests.length = 0;
    using _ = clientTime(20 * MINUTE_MS);
    errorOf(await other.client.me(), 'InvalidTokenError');
    assert.deepEqual(other.requests, ['POST /auth/token/refresh']);
    assert.equal(storage.getItem('keyward'), null);
    errorOf(await client.me(), 'TokenMissingError');
    assert.equal(requests.at(-1), 'GET /auth/me');
  });

  it('a session survives an unreachable service, and is used as long as it is valid', async () => {
    let away = false;
    const storage = memoryStorage();
    const { client } = await signedIn(
      keyward,
      {},
      {
        storage,
        fetch: (input, init) =>
          away && pathOf(input).endsWith('refresh')
            ? Promise.reject(new TypeError('Failed to fetch'))
            : fetch(input, init),
      },
    );
    away = true;
    {
      using _ = clientTime(14.6 * MINUTE_MS);
      dataOf(await client.me());
    }
    keyward.clock.advance(16 * MINUTE_MS);
    errorOf(await client.me(), 'NetworkError');
    assert.notEqual(dataOf(await client.getSession()), null);
    away = false;
    dataOf(await client.me());
  });

  it('tokens that arrive after its end, or are somebody else’s, do not restore a session', async () => {
    const foreign = JSON.stringify(dataOf(await (await signedIn(keyward)).client.getSession()));
    for (const now of [null, foreign]) {
      const storage = memoryStorage();
      const { client } = await signedIn(
        keyward,
        {},
        {
          storage,
          fetch: async (input, init) => {
            const response = await fetch(input, init);
            // Another tab, which does not wait for the lock.
            if (pathOf(input).endsWith('refresh'))
              await (now === null ? storage.removeItem('keyward') : storage.setItem('keyward', now));
            return response;
          },
        },
      );
      assert.equal(JSON.stringify(dataOf(await client.refresh())), String(now));
      assert.equal(storage.getItem('keyward'), now);
    }
  });

  it('a call is not repeated with the token of somebody else', async () => {
    const storage = memoryStorage();
    const { client } = await signedIn(keyward, {}, { storage });
    const other = await signedIn(keyward, {});
    const foreign = JSON.stringify(dataOf(await other.client.getSession()));
    let swap = false;
    const swapping = countingClient(keyward.url, {
      storage,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        // Before the answer arrives, another tab signs in as another person.
        if (swap) void storage.setItem('keyward', foreign);
        return response;
      },
    });
    dataOf(await client.me());
    keyward.clock.advance(16 * MINUTE_MS);
    dataOf(await other.client.refresh());
    swap = true;
    errorOf(await swapping.client.updateMe({ name: 'Changed' }), 'TokenExpiredError');
    assert.deepEqual(swapping.requests, ['PATCH /auth/me']);
    assert.equal(storage.getItem('keyward'), foreign);
  });

  it('signing out forgets the session, also offline', async () => {
    let away = false;
    const { client } = await signedIn(
      keyward,
      {},
      {
        fetch: (...request) => (away ? Promise.reject(new TypeError('Failed to fetch')) : fetch(...request)),
      },
    );
    away = true;
    errorOf(await client.logout(), 'NetworkError');
    assert.equal(dataOf(await client.getSession()), null);

    const online = await signedIn(keyward);
    dataOf(await online.client.logout());
    assert.equal(dataOf(await online.client.getSession()), null);
    errorOf(await online.client.logout(), 'TokenMissingError');
  });

  it('listeners hear of its state, and once of each change', async () => {
    const { client } = countingClient(keyward.url);
    const told: (string | null)[] = [];
    const nameOf = (session: Session | null) => session && session.account.name;
    const stop = client.onSessionChange((session) => told.push(nameOf(session)));
    await client.getSession();
    const person = { name: 'Ada', email: 'listener@example.org', password: PASSWORD };
    dataOf(await client.signupWithPassword(person));
    dataOf(await client.me());
    dataOf(await client.updateMe({ name: 'Grace' }));
    await keyward.database.query('update accounts set email_verified = 1');
    // A WebP of one pixel, without it.
    dataOf(await client.updatePicture({ picture: 'UklGRhYAAABXRUJQVlA4WAoAAAAAAAAAAAAAAAAA' }));
    dataOf(await client.logout());
    await client.logout();
    assert.deepEqual(told, [null, 'Ada', 'Grace', 'Grace', null]);
    stop();
    dataOf(await client.login({ identifier: person.email, password: PASSWORD }));
    assert.equal(told.length, 5);
    const late: (string | null)[] = [];
    client.onSessionChange((session) => late.push(nameOf(session)));
    await client.getSession();
    await setImmediate();
    assert.deepEqual(late, ['Grace']);
  });

  it('a storage with invalid content holds no session', async () => {
    const storage = memoryStorage();
    void storage.setItem('keyward', '{');
    assert.equal(dataOf(await countingClient(keyward.url, { storage }).client.getSession()), null);
  });

  it('a session in single-token mode ends when its token expires', async (t) => {
    t.after(() => setJwt(keyward, { dual_token_mode: true }));
    setJwt(keyward, { dual_token_mode: false });
    const { client, requests } = await signedIn(keyward);
    assert.equal(dataOf(await client.refresh())?.refresh_token, undefined);
    keyward.clock.advance(8 * 24 * 60 * MINUTE_MS);
    const { error } = await client.me();
    assert.equal(error?.status, 401);
    assert.deepEqual(requests, ['GET /auth/me']);
    assert.equal(dataOf(await client.getSession()), null);
  });
});
