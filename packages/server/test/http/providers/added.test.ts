import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { assertError, startKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addPerson } from '../people.ts';
import {
  assertFailed,
  assertSignedIn,
  count,
  openCallback,
  signInWith,
  suiteSetup,
  walkToCallback,
} from './harness.ts';

type Body = Record<string, unknown>;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`providers that superadmins add, ${kind}`, async () => {
    // Registered before the hook that drops the database.
    after(() => second[Symbol.asyncDispose]());
    const { keyward, providers } = await suiteSetup(kind);
    const { database, clock } = keyward;
    const second = await startKeyward(kind, {
      database,
      clock,
      settings: { KEYWARD_PUBLIC_URL: keyward.url },
    });
    const [, provider] = providers;
    const { token } = await addPerson(keyward, { role: 'superadmin' });

    const company = {
      preset: 'oidc',
      name: 'company',
      label: 'Company',
      issuer: provider.issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
    };
    const add = (body: Body, query = '') =>
      keyward.call('POST', `/config/providers${query}`, { token, body });
    const change = (body: Body, name = 'company') =>
      keyward.call('PATCH', `/config/${name}`, { token, body });
    const remove = (name: string, query = '') => keyward.call('DELETE', `/config/${name}${query}`, { token });
    const listed = async (at = keyward) => {
      const { providers: choices }: { providers: unknown[] } = JSON.parse(
        (await at.call('GET', '/providers')).text,
      );
      return choices;
    };
    const own = { slot: 'company', name: 'oidc', label: 'Company' };
    const isListed = async () => JSON.stringify(await listed()).includes('"company"');

    it('adds one, under its name in all paths, and another instance follows', async () => {
      assertError(await keyward.call('GET', '/company/login'), 404, 'RouteNotFoundError');
      const trial = await add(company, '?dry_run=true');
      assert.equal(trial.status, 200, trial.text);
      assert.equal(await isListed(), false);
      const added = await add(company);
      assert.equal(added.status, 201, added.text);
      assert.equal(added.body['redirect_uri'], `${keyward.url}/auth/company/callback`);
      provider.register([`${keyward.url}/auth/idp2/callback`, `${keyward.url}/auth/company/callback`]);
      assert.deepEqual((await listed()).at(-1), own);
      const { token: session } = await assertSignedIn(keyward, await signInWith(keyward, 'company'));
      const links = await keyward.call('GET', '/account/oauth/links', { token: session });
      // Two slots with one issuer are one provider, and the slot of the start comes first.
      assert.match(links.text, /"idp2"/);
      await second.app.services.runtimeSettings.catchUp();
      assert.deepEqual((await listed(second)).at(-1), own);
      const { body: shown } = await keyward.call('GET', '/config/load', { token });
      assert.deepEqual(shown['company'], {
        ...company,
        scopes: [],
        enabled: true,
        client_secret: '***',
        team_id: '',
        key_id: '',
        private_key: '',
        native_client_ids: [],
        trusts_email: false,
        redirect_uri: '',
      });
      const again = await keyward.call('POST', '/config/company', { token, body: shown['company'] });
      assert.deepEqual([again.status, again.body['reset']], [200, undefined], again.text);
    });

    it('refuses names that are taken, and values that do not fit', async () => {
      for (const [body, status, path] of [
        [company, 422, 'name'],
        [{ ...company, name: 'idp1' }, 422, 'name'],
        [{ ...company, name: 'added9' }, 422, 'name'],
        [{ ...company, name: 'account' }, 422, 'name'],
        [{ ...company, name: 'Not a path' }, 400, 'name'],
        [{ ...company, name: 'other', issuer: '' }, 400, 'issuer'],
        [{ ...company, name: 'other', issuer: 'http://example.org' }, 400, 'issuer'],
        [{ ...company, name: 'other', client_secret: '' }, 400, 'client_secret'],
        [{ ...company, name: 'other', team_id: 'x' }, 400, 'team_id'],
        [{ ...company, name: 'other', preset: 'apple' }, 400, 'team_id'],
        [{ ...company, name: 'other', preset: 'nobody' }, 422, 'preset'],
      ] as const) {
        const refused = await add(body);
        assertError(refused, status, status === 422 ? 'ValidationError' : 'InvalidConfigError');
        assert.match(refused.text, new RegExp(`"path":"${path}"`), refused.text);
      }
      for (const [body, path] of [
        [{ name: 'other' }, 'name'],
        [{ preset: 'google' }, 'preset'],
        // Otherwise the secret would go to somebody else.
        [{ issuer: 'https://example.org' }, 'client_secret'],
      ] as const) {
        const refused = await change(body);
        assertError(refused, 422, 'ValidationError');
        assert.match(refused.text, new RegExp(`"path":"${path}"`));
      }
      assertError(await change({ reset: ['client_id'] }), 400, 'InvalidConfigError');
      assertError(await change({ label: 'Mine' }, 'idp1'), 422, 'ValidationError');
    });

    it('renames one and turns it off, also for a sign-in that has begun; a trial still works', async () => {
      assert.equal((await change({ label: 'Staff' })).status, 200);
      assert.deepEqual((await listed()).at(-1), { ...own, label: 'Staff' });
      const browser = createBrowser();
      const callback = await walkToCallback(keyward, 'company', browser);
      assert.equal((await change({ enabled: false })).status, 200);
      assert.equal(await isListed(), false);
      assertFailed(await openCallback(browser, callback), 'provider_not_configured');
      const login = await keyward.call('GET', '/company/login?frontend_url=http://localhost:3000');
      assertError(login, 400, 'ProviderNotConfiguredError');
      const idToken = { provider: 'company', id_token: 'x' };
      assertError(
        await keyward.call('POST', '/login/id-token', { body: idToken }),
        400,
        'ProviderNotConfiguredError',
      );
      assert.equal((await keyward.call('POST', '/config/company/test', { token })).status, 201);
      assert.equal((await change({ enabled: true })).status, 200);
      await assertSignedIn(keyward, await signInWith(keyward, 'company'));
    });

    it('removes one, says who used it, and a roll-back brings it back', async () => {
      const dry = await remove('company', '?dry_run=true');
      assert.deepEqual(
        [dry.status, dry.body['people']],
        [200, Number(await count(keyward, 'provider_links'))],
        dry.text,
      );
      assert.ok(await isListed());
      assert.equal((await remove('company')).status, 200);
      assert.equal(await isListed(), false);
      assertError(await keyward.call('GET', '/company/login'), 404, 'RouteNotFoundError');
      assertError(await remove('company'), 404, 'RouteNotFoundError');
      const events = await keyward.call('GET', '/event?type=settings.changed&limit=1', { token });
      assert.match(events.text, /"section":"company"/);
      const history = await keyward.call('GET', '/config/history?limit=1', { token });
      const { history: changes }: { history: { section: string; version: number }[] } = JSON.parse(
        history.text,
      );
      const { section = '', version = 0 } = changes[0] ?? {};
      const back = { section, version: version - 1 };
      assert.equal((await keyward.call('POST', '/config/rollback', { token, body: back })).status, 200);
      await assertSignedIn(keyward, await signInWith(keyward, 'company'));
      // A slot of the start loses only what is saved.
      assert.equal((await change({ trusts_email: false }, 'idp1')).status, 200);
      assert.equal((await remove('idp1')).status, 200);
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
    });

    it('keeps to 20, also when two instances add at once', async () => {
      const addOn = (instance: typeof keyward, name: string) =>
        instance.call('POST', '/config/providers', { token, body: { ...company, name } });
      const many = await Promise.all(
        Array.from({ length: 22 }, async (_, index) => {
          const instance = index % 2 === 0 ? keyward : second;
          let answer = await addOn(instance, `more${index}`);
          // Too many others were first; the answer says to try again.
          for (let tries = 0; answer.status === 503 && tries < 10; tries += 1)
            answer = await addOn(instance, `more${index}`);
          return answer;
        }),
      );
      const statuses = many.map((answer) => answer.status);
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [...Array.from({ length: 19 }, () => 201), 409, 409, 409],
        many.map((answer) => answer.text).join('\n'),
      );
      await keyward.app.services.runtimeSettings.catchUp();
      const names = JSON.stringify(await listed());
      for (const [index, status] of statuses.entries())
        assert.equal(names.includes(`"more${index}"`), status === 201, names);
    });
  });
}
