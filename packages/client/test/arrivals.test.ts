import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Setup, FRONTEND, suiteSetup } from '../../server/test/http/providers/harness.ts';
import { setCookies } from '../../server/test/http/cookies/cookies.ts';
import { addPerson, newSession } from '../../server/test/http/people.ts';
import { createBrowser } from '../../server/test/support/browser.ts';
import { assertError, type SignedUp } from '../../server/test/support/keyward.ts';
import { type Account, memoryStorage } from '../src/index.ts';
import { countingClient, dataOf, errorOf, pathOf, signedIn } from './support/people.ts';

describe('sign-ins that arrive by a redirect', async () => {
  const { keyward, providers }: Setup = await suiteSetup('sqlite');
  const [provider] = providers;

  const browser = () => {
    const storage = memoryStorage();
    return { storage, ...countingClient(keyward.url, { storage, frontendUrl: FRONTEND }) };
  };
  const callback = (query: Record<string, string>) =>
    `${FRONTEND}/oauth/callback?${new URLSearchParams(query).toString()}`;
  const bringing = ({ token }: SignedUp) => callback({ access_token: token });
  const assertEnded = async ({ token }: SignedUp) =>
    assertError(await keyward.call('GET', '/me', { token }), 401, 'SessionDestroyedError');

  it('OA21: a sign-in that began in another browser needs confirmation, and ends when it is declined or cannot be confirmed', async () => {
    for (const confirm of [undefined, () => false, async () => Promise.resolve(false)]) {
      const somebody = await addPerson(keyward);
      const { client } = browser();
      const refused = await client.handleRedirect({
        href: bringing(somebody),
        ...(confirm && { confirm }),
      });
      errorOf(refused, 'UnexpectedSignInError');
      assert.equal(dataOf(await client.getSession()), null);
      await assertEnded(somebody);
    }
    const friend = await addPerson(keyward, { name: 'Ada' });
    const { client } = browser();
    const asked: Account[] = [];
    const confirm = (account: Account) => asked.push(account) === 1;
    const redirect = dataOf(await client.handleRedirect({ href: bringing(friend), confirm }));
    assert.equal(redirect?.page === 'oauth/callback' && redirect.session?.account.name, 'Ada');
    assert.deepEqual(
      asked.map(({ email }) => email),
      [friend.email],
    );
    assert.equal(dataOf(await client.me()).account.id, friend.id);
  });

  it('OA21: no sign-in replaces the session of another account, even if the page would confirm it', async () => {
    const stranger = await addPerson(keyward);
    const { client } = await signedIn(keyward, { name: 'Ada' });
    const confirm = () => assert.fail('asked');
    const error = errorOf(
      await client.handleRedirect({ href: bringing(stranger), confirm }),
      'UnexpectedSignInError',
    );
    assert.ok(error.message.includes(stranger.email), error.message);
    assert.equal(dataOf(await client.me()).account.name, 'Ada');
    await assertEnded(stranger);
  });

  it('OA21: no sign-in replaces a session that begins in another tab while the person is asked', async () => {
    const stranger = await addPerson(keyward);
    const { client, storage } = browser();
    const tab = await signedIn(keyward, { name: 'Ada' }, { storage });
    await tab.client.logout();
    const { email } = await addPerson(keyward, { name: 'Grace' });
    const confirm = async () => {
      dataOf(await tab.client.login({ identifier: email, password: 'Correct-horse-1' }));
      return true;
    };
    errorOf(await client.handleRedirect({ href: bringing(stranger), confirm }), 'UnexpectedSignInError');
    assert.equal(dataOf(await client.me()).account.name, 'Grace');
  });

  it('an ended session blocks no sign-in', async () => {
    const friend = await addPerson(keyward);
    const { client } = await signedIn(keyward);
    await keyward.app.services.store.sessions.deleteOfAccount(
      dataOf(await client.getSession())?.account.id ?? 0,
    );
    dataOf(await client.handleRedirect({ href: bringing(friend), confirm: () => true }));
    assert.equal(dataOf(await client.me()).account.id, friend.id);
  });

  it('the account that is already signed in is not asked', async () => {
    const { client } = await signedIn(keyward);
    const { account } = dataOf(await client.me());
    const { token } = await newSession(keyward, account.id);
    dataOf(await client.handleRedirect({ href: callback({ access_token: token }) }));
    assert.equal(dataOf(await client.getSession())?.access_token, token);
  });

  it('OA21: the browser remembers for eleven minutes whose mail was requested', async () => {
    const [ada, eve] = [await addPerson(keyward, { email: 'Ada@example.org' }), await addPerson(keyward)];
    const { client, storage } = browser();
    dataOf(await client.sendLink({ purpose: 'login', email: 'aDA@example.org' }));
    errorOf(await client.handleRedirect({ href: bringing(eve) }), 'UnexpectedSignInError');
    dataOf(await client.handleRedirect({ href: bringing(ada) }));

    const kept: [string, string, number][] = JSON.parse(String(await storage.getItem('keyward.begun')));
    const [name, verifier, until] = kept[0] ?? assert.fail();
    assert.ok(until > Date.now() + 600_000 && until <= Date.now() + 660_000);
    await storage.setItem('keyward.begun', JSON.stringify([[name, verifier, Date.now()]]));
    dataOf(await client.logout());
    const late = await addPerson(keyward, { email: `late${name}` });
    errorOf(await client.handleRedirect({ href: bringing(late) }), 'UnexpectedSignInError');
  });

  describe('sign-ins from a provider', () => {
    before(() => {
      provider.user = { sub: 'ada', email: 'p@example.org', email_verified: true, name: 'Ada' };
    });

    /** Completes a sign-in that a client begins. @returns the final address of the browser */
    async function walked(client: ReturnType<typeof browser>['client']): Promise<string> {
      const url = dataOf(await client.providers.loginUrl({ provider: 'idp1' }));
      return (await createBrowser().followTo(url, FRONTEND)).href;
    }

    it('OA20, OA21: the browser that began one signs in with its code, even over another session', async () => {
      const { client, requests } = await signedIn(keyward, {}, { frontendUrl: FRONTEND });
      const [first, second] = [await walked(client), await walked(client)];
      for (const href of [first, second]) {
        assert.deepEqual([...new URL(href).searchParams.keys()], ['code', 'code_challenge']);
        requests.length = 0;
        const redirect = dataOf(await client.handleRedirect({ href }));
        assert.equal(redirect?.page === 'oauth/callback' && redirect.session?.account.name, 'Ada');
        assert.deepEqual(requests, ['POST /auth/token/exchange']);
      }
    });

    it('OA21: another browser does not sign in, and sends nothing', async () => {
      const href = await walked(browser().client);
      const { client, requests } = browser();
      dataOf(await client.providers.loginUrl({ provider: 'idp1' }));
      const confirm = () => assert.fail('asked');
      errorOf(await client.handleRedirect({ href, confirm }), 'UnexpectedSignInError');
      assert.deepEqual(requests, []);
    });

    it('OA21: a substituted code is refused', async () => {
      const stranger = await addPerson(keyward);
      const { client } = await signedIn(keyward, { name: 'Grace' }, { frontendUrl: FRONTEND });
      const ours = new URL(await walked(client)).searchParams.get('code_challenge') ?? '';
      const theirs = new URL(await walked(browser().client)).searchParams.get('code') ?? '';
      for (const [query, kind] of [
        [{ access_token: stranger.token }, 'UnexpectedSignInError'],
        [{ access_token: stranger.token, code_challenge: ours }, 'UnexpectedSignInError'],
        [{ code: theirs, code_challenge: ours }, 'InvalidTokenError'],
      ] as const)
        errorOf(await client.handleRedirect({ href: callback(query) }), kind);
      assert.equal(dataOf(await client.me()).account.name, 'Grace');
    });

    it('the browser remembers at most ten sign-ins', async () => {
      const { client, storage } = browser();
      const first = await walked(client);
      for (let more = 0; more < 10; more += 1) dataOf(await client.providers.loginUrl({ provider: 'idp1' }));
      const kept: unknown[] = JSON.parse(String(await storage.getItem('keyward.begun')));
      assert.equal(kept.length, 10);
      errorOf(await client.handleRedirect({ href: first }), 'UnexpectedSignInError');
    });

    it('without cryptography, as on plain http, the person must confirm', async () => {
      const { client } = browser();
      const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto') ?? assert.fail();
      Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
      const beginning = client.providers.loginUrl({ provider: 'idp1' });
      // The service, which runs in this process, needs it.
      Object.defineProperty(globalThis, 'crypto', own);
      const url = dataOf(await beginning);
      for (const answer of [false, true]) {
        const { href, searchParams } = await createBrowser().followTo(url, FRONTEND);
        assert.deepEqual([...searchParams.keys()], ['access_token']);
        const { error } = await client.handleRedirect({ href, confirm: () => answer });
        assert.equal(error?.kind, answer ? undefined : 'UnexpectedSignInError');
      }
    });

    it('linking returns the provider’s name, and changes no session', async () => {
      const { client, requests } = await signedIn(keyward);
      const href = callback({ linked: 'idp1', access_token: 'x' });
      assert.deepEqual(dataOf(await client.handleRedirect({ href })), {
        page: 'oauth/callback',
        linked: 'idp1',
      });
      assert.deepEqual(requests, []);
    });
  });

  describe('sign-ins in cookie mode', () => {
    before(() => setCookies(keyward, { cookie_mode: true }));

    /** A page whose cookies a redirect has replaced. */
    function opened({ token }: SignedUp) {
      const jar = new Map([['access_token', token]]);
      const client = countingClient(keyward.url, {
        storage: 'cookies',
        frontendUrl: FRONTEND,
        fetch: async (input, init = {}) => {
          const headers = new Headers(init.headers);
          headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
          headers.set('origin', FRONTEND);
          const response = await fetch(input, { ...init, headers });
          if (pathOf(input).endsWith('/logout')) jar.clear();
          return response;
        },
      }).client;
      return { jar, client };
    }

    it('OA21: asks about a sign-in that began elsewhere although its cookies are set, and removes them when it is declined', async () => {
      for (const early of [false, true]) {
        const stranger = await addPerson(keyward);
        const { jar, client } = opened(stranger);
        // Many pages ask who is signed in before they look at the address.
        if (early) dataOf(await client.getSession());
        errorOf(
          await client.handleRedirect({ href: callback({ token_type: 'Cookie' }) }),
          'UnexpectedSignInError',
        );
        assert.equal(jar.size, 0);
        assert.equal(dataOf(await client.getSession()), null);
        await assertEnded(stranger);
      }
    });

    it('OA21: keeps the cookies after a confirmation, and for a mail requested in this browser', async () => {
      const [friend, self] = [await addPerson(keyward), await addPerson(keyward)];
      const { client } = opened(friend);
      const href = callback({ token_type: 'Cookie' });
      dataOf(await client.handleRedirect({ href, confirm: () => true }));
      assert.equal(dataOf(await client.getSession())?.account.id, friend.id);
      const own = opened(self).client;
      dataOf(await own.sendLink({ purpose: 'login', email: self.email }));
      dataOf(await own.handleRedirect({ href }));
    });

    it('OA20: recognises the redirect of a provider by its challenge', async () => {
      const { client } = opened(await addPerson(keyward));
      const url = dataOf(await client.providers.loginUrl({ provider: 'idp1' }));
      const { href, searchParams } = await createBrowser().followTo(url, FRONTEND);
      assert.deepEqual([...searchParams.keys()], ['token_type', 'code_challenge']);
      dataOf(await client.handleRedirect({ href }));
    });
  });
});
