import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { assertError } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn, loginUrl, openCallback, signInWith, suiteSetup } from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const credentials = (fields: Record<string, unknown> = {}) => ({
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  redirect_uri: 'http://127.0.0.1/auth/x/callback',
  trusts_email: true,
  ...fields,
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /config/{provider}, ${kind}`, async () => {
    const { keyward, providers } = await suiteSetup(kind, { settings: { KEYWARD_IDP3_NAME: 'company' } });
    const [first] = providers;
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    const configure = (name: string, body: unknown) =>
      keyward.call('POST', `/config/${name}`, { token, body });
    const saved = (id: string) => {
      const { client_id, client_secret, redirect_uri, trusts_email } =
        keyward.app.services.settings.current.providers[id] ?? assert.fail();
      return { client_id, client_secret, redirect_uri, trusts_email };
    };

    it('takes effect for the next flow, and for no other provider', async () => {
      const redirect_uri = `${keyward.url}/auth/idp1/callback`;
      const answer = await configure('idp1', credentials({ redirect_uri, client_id: 'changed' }));
      assert.deepEqual(
        [answer.status, answer.body],
        [200, { success: true, message: 'idp1 OAuth configured successfully' }],
      );
      const asked = async () => {
        const response = await createBrowser().get(loginUrl(keyward, 'idp1'));
        return new URL(response.headers.get('location') ?? '').searchParams;
      };
      assert.equal((await asked()).get('client_id'), 'changed');
      await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));

      await configure('idp1', credentials({ redirect_uri }));
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      await configure('idp1', credentials({ redirect_uri, client_secret: 'wrong' }));
      const failures: unknown[] = [];
      const unsubscribe = keyward.app.services.events.subscribe(({ name, metadata }) => {
        if (name === 'provider.failed') failures.push(metadata);
      });
      assertFailed(await signInWith(keyward, 'idp1'), 'provider_failed');
      unsubscribe();
      // Only codes are logged, never input from the provider or the browser.
      const cause = 'OAUTH_RESPONSE_BODY_ERROR, invalid_client';
      assert.deepEqual(failures, [{ provider: 'idp1', reason: 'provider_failed', cause }]);
      await configure('idp1', credentials({ redirect_uri }));
    });

    it('sends the redirect address that is configured, also when it changes during the flow', async () => {
      const redirect_uri = `${keyward.url}/auth/idp1/callback/`;
      first.register([redirect_uri]);
      await configure('idp1', credentials({ redirect_uri }));
      const browser = createBrowser();
      const callback = await browser.followTo(loginUrl(keyward, 'idp1'), redirect_uri);
      await configure('idp1', credentials({ redirect_uri: `${keyward.url}/auth/idp1/callback` }));
      await assertSignedIn(keyward, await openCallback(browser, callback));
      first.register([`${keyward.url}/auth/idp1/callback`]);
    });

    it('names the provider by its configured name, and configures one that had no credentials', async () => {
      assertError(
        await keyward.call('GET', `/company/login?frontend_url=http://localhost:3000`),
        400,
        'ProviderNotConfiguredError',
      );
      const answer = await configure('company', credentials());
      assert.equal(answer.body['message'], 'company OAuth configured successfully');
      assert.deepEqual(saved('idp3'), credentials());
      assertError(await configure('idp3', credentials()), 404, 'RouteNotFoundError');
    });

    it('keeps the secret for *** and when it is left out; where there is none, that is 422', async () => {
      const { client_secret: _, ...without } = credentials({ client_id: 'kept' });
      for (const body of [
        without,
        ...['***', null].map((client_secret) => ({ ...without, client_secret })),
      ]) {
        assert.equal((await configure('idp2', body)).status, 200);
        assert.deepEqual(saved('idp2'), credentials({ client_id: 'kept' }));
      }
      const back = await keyward.call('POST', '/config/rollback', {
        token,
        body: { section: 'company', version: 0 },
      });
      assert.equal(back.status, 200, back.text);
      for (const body of [without, { ...without, client_secret: '***' }]) {
        const answer = await configure('company', body);
        assertError(answer, 422, 'ValidationError');
        assert.deepEqual(
          answer.body.details?.fields?.map(({ path }) => path),
          ['client_secret'],
        );
      }
      assert.equal(saved('idp3').client_id, '');
    });

    it('refuses what does not fit, and leaves the old settings whole', async () => {
      const before = saved('idp1');
      for (const [fields, path] of [
        [{ client_id: undefined }, 'client_id'],
        [{ client_id: '' }, 'client_id'],
        [{ client_id: 7 }, 'client_id'],
        [{ client_id: 'line\nbreak' }, 'client_id'],
        [{ client_secret: '' }, 'client_secret'],
        [{ redirect_uri: undefined }, 'redirect_uri'],
        [{ redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
        [{ redirect_uri: '/callback' }, 'redirect_uri'],
        [{ redirect_uri: 'https://user@example.org/callback' }, 'redirect_uri'],
        [{ redirect_uri: 'https://example.org/callback?x=1' }, 'redirect_uri'],
        [{ redirect_uri: 'https://example.org/callback#x' }, 'redirect_uri'],
        [{ scopes: 'openid' }, 'scopes'],
      ] as const) {
        const answer = await configure('idp1', credentials(fields));
        assertError(answer, 422, 'ValidationError');
        assert.deepEqual(
          answer.body.details?.fields?.map((field) => field.path),
          [path],
        );
      }
      assert.deepEqual(saved('idp1'), before);
    });

    it('is for superadmins only', async () => {
      assertError(
        await keyward.call('POST', '/config/idp1', { body: credentials() }),
        401,
        'TokenMissingError',
      );
      const user = await addPerson(keyward);
      assertError(
        await keyward.call('POST', '/config/idp1', { token: user.token, body: credentials() }),
        403,
        'RoleMismatchError',
      );
      assertError(await configure('nobody', credentials()), 404, 'RouteNotFoundError');
    });
  });
}
