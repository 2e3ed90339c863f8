import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setCookies } from '../../server/test/http/cookies/cookies.ts';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { countingClient, dataOf, errorOf, pathOf, signedIn } from './support/people.ts';

describe('a session in cookie mode', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  before(() => setCookies(keyward, { cookie_mode: true }));

  /** A browser with cookies of its own; it leaves out those that have expired. */
  function newBrowser() {
    const jar = new Map<string, string>();
    const browse: typeof fetch = async (input, init = {}) => {
      assert.equal(init.credentials, 'include');
      const headers = new Headers(init.headers);
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      // As fetch does in the page.
      headers.set('origin', 'http://localhost:5173');
      const response = await fetch(input, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    return { jar, browse };
  }

  it('is in cookies that the client does not see, and renewed by them', async () => {
    const { jar, browse } = newBrowser();
    const options = { storage: 'cookies', fetch: browse } as const;
    const { client } = await signedIn(keyward, { name: 'Ada' }, options);
    const session = dataOf(await client.getSession());
    assert.deepEqual(Object.keys(session ?? {}).sort(), ['account', 'token_type']);

    // A new page, after the access cookie has expired.
    jar.delete('access_token');
    const { client: other, requests } = countingClient(keyward.url, options);
    assert.equal(dataOf(await other.getSession())?.account.name, 'Ada');
    assert.deepEqual(requests, ['GET /auth/me', 'POST /auth/token/refresh', 'GET /auth/me']);
    dataOf(await other.updateMe({ name: 'Grace' }));
    dataOf(await other.getSession());
    assert.equal(requests.length, 4);

    jar.delete('access_token');
    requests.length = 0;
    for (const { error } of await Promise.all([other.me(), other.sessions.list()])) assert.ifError(error);
    assert.equal(requests.filter((one) => one === 'POST /auth/token/refresh').length, 1, requests.join());

    dataOf(await other.logout());
    assert.deepEqual([...jar.keys()], ['keyward_device']);
    assert.equal(dataOf(await other.getSession()), null);
    errorOf(await client.me(), 'TokenMissingError');
    assert.equal(dataOf(await client.getSession()), null);
    // Without a session, it asks once.
    const nobody = countingClient(keyward.url, options);
    for (let time = 0; time < 2; time += 1) assert.equal(dataOf(await nobody.client.getSession()), null);
    assert.deepEqual(nobody.requests, ['GET /auth/me', 'POST /auth/token/refresh']);
  });

  it('survives a late answer that reports the signed-out state of before', async () => {
    const { email } = await addPerson(keyward, { name: 'Ada' });
    const { browse } = newBrowser();
    const entered = Promise.withResolvers<void>();
    const { client } = countingClient(keyward.url, {
      storage: 'cookies',
      async fetch(input, init) {
        const answer = await browse(input, init);
        if (pathOf(input) === '/auth/token/refresh') {
          await entered.promise;
          await setImmediate();
        } else if (pathOf(input) === '/auth/login') entered.resolve();
        return answer;
      },
    });
    const first = client.getSession();
    const [{ error }] = await Promise.all([client.login({ identifier: email, password: PASSWORD }), first]);
    assert.ifError(error);
    assert.equal(dataOf(await client.getSession())?.account.name, 'Ada');
  });
});
