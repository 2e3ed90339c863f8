import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { holdAccount } from '../../support/hold-account.ts';
import { assertError } from '../../support/keyward.ts';
import { CLIENT, type TestOidcProvider } from '../../support/oidc-provider.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import {
  assertFailed,
  assertSignedIn,
  beginLink,
  count,
  FRONTEND,
  openCallback,
  restartWith,
  signInWith,
  startWithGitHubAt,
  suiteSetup,
} from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

let serial = 0;

function newUser(provider: TestOidcProvider, fields: Record<string, unknown> = {}): void {
  serial += 1;
  const made = { sub: `link${serial}`, email: `linked${serial}@example.org`, email_verified: true };
  provider.user = { ...made, ...fields };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`links of an account, ${kind}`, async () => {
    const { keyward, providers } = await suiteSetup(kind, {
      settings: { KEYWARD_IDP2_NAME: 'company', KEYWARD_DUAL_TOKEN_MODE: 'on' },
    });
    const [first, second] = providers;
    second.register([`${keyward.url}/auth/company/callback`]);
    const callbackOf = (name: string) => `${keyward.url}/auth/${name}/callback`;
    const linkPath = (name: string, frontend = FRONTEND) =>
      `/account/oauth/link/${name}?frontend_url=${encodeURIComponent(frontend)}`;
    const linksOf = async (token: string) => {
      const answer = await keyward.call('GET', '/account/oauth/links', { token });
      const links: { id: number; provider: string; created_at: string }[] = JSON.parse(answer.text);
      return links;
    };
    const link = async (token: string, name: string, browser = createBrowser()) => {
      const end = await browser.followTo(await beginLink(keyward, name, token, browser), FRONTEND);
      return end.searchParams;
    };

    it('lists, links and unlinks under the configured names', async () => {
      const person = await addPerson(keyward);
      assert.deepEqual(await linksOf(person.token), []);
      newUser(first);
      newUser(second);
      await link(person.token, 'idp1');
      await link(person.token, 'company');
      const links = await linksOf(person.token);
      assert.deepEqual(
        links.map(({ provider }) => provider),
        ['idp1', 'company'],
      );
      for (const entry of links) {
        assert.deepEqual(Object.keys(entry).sort(), ['created_at', 'id', 'provider']);
        assert.match(entry.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
      }
      const unlinked = await keyward.call('DELETE', '/account/oauth/company', { token: person.token });
      assert.deepEqual(unlinked.body, { success: true, message: 'OAuth account unlinked successfully' });
      assert.equal(unlinked.status, 200);
      assert.deepEqual(
        (await linksOf(person.token)).map(({ provider }) => provider),
        ['idp1'],
      );
    });

    it('OA19: linking ends without tokens and without a new session, whatever the email', async () => {
      const person = await addPerson(keyward);
      const sessions = await count(keyward, 'sessions');
      newUser(first, { email: undefined, email_verified: undefined });
      const query = await link(person.token, 'idp1');
      assert.equal(query.toString(), 'linked=idp1');
      assert.equal(await count(keyward, 'sessions'), sessions);
      const again = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(again.account['id'], person.id);
    });

    it('linking twice changes nothing; another identity of the same provider is refused', async () => {
      const person = await addPerson(keyward);
      newUser(first);
      await link(person.token, 'idp1');
      assert.equal((await link(person.token, 'idp1')).get('linked'), 'idp1');
      newUser(first);
      assertFailed(await link(person.token, 'idp1'), 'oauth_already_linked');
      assert.equal((await linksOf(person.token)).length, 1);
    });

    it('OA11: only the browser that began linking can finish it, while its session lives, and only for a free identity', async () => {
      const person = await addPerson(keyward);
      const links = await count(keyward, 'provider_links');
      newUser(first);
      const browser = createBrowser();
      const callback = await browser.followTo(
        await beginLink(keyward, 'idp1', person.token, browser),
        callbackOf('idp1'),
      );
      assertFailed(await openCallback(createBrowser(), callback), 'oauth_state');
      // The victim, signed in elsewhere, with a flow of their own under way.
      const victim = await addPerson(keyward);
      const victimsBrowser = createBrowser();
      await beginLink(keyward, 'idp1', victim.token, victimsBrowser);
      assertFailed(await openCallback(victimsBrowser, callback), 'oauth_state');

      await keyward.call('POST', '/logout', { token: person.token });
      assertFailed(await openCallback(browser, callback), 'session_destroyed');
      assert.equal(await count(keyward, 'provider_links'), links);

      const { token } = await newSession(keyward, person.id);
      newUser(first);
      const owner = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assertFailed(await link(token, 'idp1'), 'oauth_already_linked');
      assert.deepEqual(await linksOf(token), []);
      assert.equal((await linksOf(owner.token)).length, 1);
    });

    it('OA11: a suspended account finishes no linking', async () => {
      const person = await addPerson(keyward);
      newUser(first);
      const browser = createBrowser();
      const url = await beginLink(keyward, 'idp1', person.token, browser);
      const callback = await browser.followTo(url, callbackOf('idp1'));
      await keyward.database.query("update accounts set status = 'suspended' where id = $1", [person.id]);
      assertFailed(await openCallback(browser, callback), 'account_inactive');
    });

    it('answers 307, or 200 with the url to Accept: application/json', async () => {
      const { token } = await addPerson(keyward);
      const redirect = await keyward.call('POST', linkPath('idp1'), { token });
      assert.equal(redirect.status, 307);
      assert.ok(redirect.headers.get('location')?.startsWith(`${first.issuer}/auth?`));
      assert.match(redirect.headers.get('set-cookie') ?? '', /^keyward_browser=/);
      const json = await keyward.call('POST', linkPath('idp1'), {
        token,
        headers: { accept: 'application/json' },
      });
      assert.deepEqual([json.status, Object.keys(json.body)], [200, ['url']]);
      assert.ok(String(json.body['url']).startsWith(`${first.issuer}/auth?`));
    });

    it('OA12: a hostile frontend_url or Origin answers 400 and begins nothing', async () => {
      const { token } = await addPerson(keyward);
      const flows = await count(keyward, 'provider_flows');
      for (const accept of ['*/*', 'application/json']) {
        for (const frontend of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
          const headers = { accept };
          const answer = await keyward.call('POST', linkPath('idp1', frontend), { token, headers });
          assertError(answer, 400, 'FrontendUrlNotAllowedError');
        }
        const headers = { accept, origin: 'https://evil.example' };
        const answer = await keyward.call('POST', '/account/oauth/link/idp1', { token, headers });
        assertError(answer, 400, 'FrontendUrlNotAllowedError');
      }
      const body = { frontend_url: 'https://evil.example' };
      const answer = await keyward.call('POST', linkPath('idp1'), { token, body });
      assertError(answer, 400, 'FrontendUrlNotAllowedError');
      assert.equal(await count(keyward, 'provider_flows'), flows);
    });

    it('takes frontend_url in the body too', async () => {
      const { token } = await addPerson(keyward);
      const headers = { accept: 'application/json' };
      const body = { frontend_url: FRONTEND };
      const answer = await keyward.call('POST', '/account/oauth/link/idp1', { token, headers, body });
      assert.equal(answer.status, 200, answer.text);
    });

    it('OA15: a client that follows gives the provider neither body nor Authorization', async () => {
      const { token } = await addPerson(keyward);
      const seen: { method: string | undefined; authorization: string | undefined; body: string }[] = [];
      const note = async (request: IncomingMessage, response: ServerResponse) => {
        const body = await text(request);
        seen.push({ method: request.method, authorization: request.headers.authorization, body });
        response.end();
      };
      const sink = createServer((request, response) => void note(request, response));
      await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', () => resolve()));
      const sinkUrl = `http://127.0.0.1:${portOf(sink)}`;
      after(() => closeServer(sink));
      await using other = await startWithGitHubAt(kind, sinkUrl);
      const stranger = await addPerson(other);
      for (const body of [undefined, '{}']) {
        await fetch(`${other.url}/auth${linkPath('idp2', other.url)}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${stranger.token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body }),
        });
      }
      assert.deepEqual(seen, [
        { method: 'POST', authorization: undefined, body: '' },
        { method: 'GET', authorization: undefined, body: '' },
      ]);
      const filled = await keyward.call('POST', linkPath('idp1'), { token, body: { password: 'x' } });
      assertError(filled, 422, 'ValidationError');
    });

    it('refuses without a token, for an unknown provider and for one without credentials', async () => {
      const { token } = await addPerson(keyward);
      for (const [method, path] of [
        ['GET', '/account/oauth/links'],
        ['POST', linkPath('idp1')],
        ['DELETE', '/account/oauth/idp1'],
      ] as const)
        assertError(await keyward.call(method, path), 401, 'TokenMissingError');
      assertError(await keyward.call('POST', linkPath('nobody'), { token }), 404, 'RouteNotFoundError');
      assertError(await keyward.call('POST', linkPath('idp2'), { token }), 404, 'RouteNotFoundError');
      assertError(await keyward.call('POST', linkPath('idp3'), { token }), 400, 'ProviderNotConfiguredError');
      for (const name of ['idp1', 'idp3', 'nobody'])
        assertError(
          await keyward.call('DELETE', `/account/oauth/${name}`, { token }),
          404,
          'OAuthLinkNotFoundError',
        );
    });

    it(
      'OA9, SE2: links nothing for a session that ends while the link waits for the account',
      { skip: kind === 'sqlite' && 'its writers wait for no row' },
      async () => {
        const person = await addPerson(keyward);
        newUser(first);
        await using account = await holdAccount(keyward.database.url, person.id);
        const linked = link(person.token, 'idp1');
        await account.waiters(1);
        await account.endSessions();
        assertFailed(await linked, 'session_destroyed');
        const query = 'select id from provider_links where account_id = $1';
        assert.deepEqual(await keyward.database.query(query, [person.id]), []);
      },
    );

    it('keeps the only link of an account without a password', async () => {
      newUser(first);
      const { token } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assertError(await keyward.call('DELETE', '/account/oauth/idp1', { token }), 400, 'AuthError');
      assert.equal((await linksOf(token)).length, 1);
      newUser(second);
      await link(token, 'company');
      assert.equal((await keyward.call('DELETE', '/account/oauth/idp1', { token })).status, 200);
      assertError(await keyward.call('DELETE', '/account/oauth/company', { token }), 400, 'AuthError');
      const password = { password: 'Correct-horse-1' };
      assert.equal((await keyward.call('PUT', '/update/password', { token, body: password })).status, 200);
      assert.equal((await keyward.call('DELETE', '/account/oauth/company', { token })).status, 200);
    });

    it('OA17: of two unlinks of the last two links at once, at most one succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        newUser(first);
        newUser(second);
        const { token, account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
        await link(token, 'company');
        const answers = await Promise.all(
          ['idp1', 'company'].map((name) => keyward.call('DELETE', `/account/oauth/${name}`, { token })),
        );
        assert.deepEqual(
          answers.map(({ status }) => status).sort((a, b) => a - b),
          [200, 400],
        );
        assert.equal((await linksOf(token)).length, 1);
        assert.equal((await accountRow(keyward, Number(account['id'])))['password_hash'], null);
      }
    });

    it('a link survives the renaming and moving of its provider, and its removal', async () => {
      const person = await addPerson(keyward);
      newUser(first);
      await link(person.token, 'idp1');
      const namesAfter = async (settings: Record<string, string>) => {
        await using renamed = await restartWith(keyward, settings);
        const answer = await renamed.call('GET', '/account/oauth/links', { token: person.token });
        const links: { provider: string }[] = JSON.parse(answer.text);
        return links.map(({ provider }) => provider);
      };
      const slot = (number: number) => ({
        [`KEYWARD_IDP${number}_PRESET`]: 'oidc',
        [`KEYWARD_IDP${number}_ISSUER`]: first.issuer,
        [`KEYWARD_IDP${number}_CLIENT_ID`]: CLIENT.id,
        [`KEYWARD_IDP${number}_CLIENT_SECRET`]: CLIENT.secret,
      });
      assert.deepEqual(await namesAfter({ ...slot(3), KEYWARD_IDP3_NAME: 'moved' }), ['moved']);
      assert.deepEqual(await namesAfter({}), [first.issuer]);
      const path = `/account/oauth/${encodeURIComponent(first.issuer)}`;
      await using without = await restartWith(keyward, {});
      assert.equal((await without.call('DELETE', path, { token: person.token })).status, 200);
    });
  });
}
