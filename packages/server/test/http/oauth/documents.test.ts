import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { until } from '../../support/until.ts';
import { asObject, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  authorizePath,
  Browser,
  CALLBACK,
  configure,
  locationOf,
  pkce,
  post,
} from './flows.ts';
import { startHost } from './hosts.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`metadata documents and pictures on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8', KEYWARD_TRUSTED_PROXIES: '127.0.0.1' },
    });

    before(async () => {
      await addApplication(keyward);
      await configure(keyward, { metadata_documents: { enabled: true } });
    });

    const ask = (id: string, address: string) =>
      keyward.call('GET', authorizePath({ id, secret: '' }), { headers: { 'x-forwarded-for': address } });

    it('are fetched a limited number of times for one requesting address, and from one origin', async () => {
      const asked = { first: 0, second: 0 };
      let known = 0;
      const count =
        (name: keyof typeof asked): RequestListener =>
        ({ url, headers }, response) => {
          if (url === '/known') {
            known += 1;
            const document = { client_id: `http://${headers.host}/known`, redirect_uris: [CALLBACK] };
            response.writeHead(200, { 'cache-control': 'max-age=0' }).end(JSON.stringify(document));
            return;
          }
          asked[name] += 1;
          response.writeHead(404).end();
        };
      await using first = await startHost(count('first'));
      await using second = await startHost(count('second'));
      let serial = 0;
      const name = async (host: { url: string }, address: string, times: number) => {
        for (let time = 0; time < times; time += 1) await ask(`${host.url}/${(serial += 1)}`, address);
      };
      await ask(`${first.url}/known`, '192.0.2.9');
      await keyward.database.query('update applications set last_used_at = $1 where client_id = $2', [
        keyward.clock.now(),
        `${first.url}/known`,
      ]);
      await name(first, '192.0.2.1', 20);
      await name(second, '192.0.2.1', 20);
      assert.deepEqual(asked, { first: 20, second: 10 }, 'thirty for one address');
      for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'])
        await name(first, address, 30);
      assert.deepEqual(asked, { first: 119, second: 10 }, 'a hundred and twenty from one origin');
      await ask(`${first.url}/known`, '192.0.2.5');
      assert.equal(known, 2, 'a known document, which strangers cannot block');
      await name(second, '192.0.2.5', 1);
      assert.equal(asked.second, 11, 'another origin');
      keyward.clock.advance(3_600_001);
      await name(first, '192.0.2.1', 1);
      assert.equal(asked.first, 120, 'an hour later');
    });

    it('are fetched for others while hosts that strangers chose do not answer', async () => {
      keyward.clock.advance(3_600_001);
      const held: ServerResponse[] = [];
      await using open = new AsyncDisposableStack();
      const hosts: { url: string }[] = [];
      for (let count = 0; count < 24; count += 1)
        hosts.push(open.use(await startHost((_request, response) => void held.push(response))));
      // Ended before their hosts are closed.
      open.defer(() => held.forEach((response) => response.destroy()));
      let fetched = 0;
      await using good = await startHost(({ url, headers }, response) => {
        fetched += 1;
        const document = { client_id: `http://${headers.host}${url}`, redirect_uris: [CALLBACK] };
        response.end(url === '/keys' ? '{"keys": []}' : JSON.stringify(document));
      });
      const known = await addApplication(keyward, {
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: `${good.url}/keys`,
      });
      const asking = hosts.map(({ url }) => ask(`${url}/one`, '192.0.2.20'));
      await until(() => held.length >= 4, 'the first fetches');
      const answer = await ask(`${good.url}/fresh`, '192.0.2.21');
      assert.notEqual(answer.status, 400, answer.text);
      assert.deepEqual([held.length, fetched], [4, 1], 'four at a time for one address');
      for (const [place, { url }] of hosts.entries())
        asking.push(ask(`${url}/two`, `192.0.2.${30 + Math.floor(place / 4)}`));
      await until(() => held.length >= 20, 'all places of strangers');
      const assertion = ['{"alg":"RS256"}', JSON.stringify({ sub: known.id }), 'x']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.');
      await post(
        keyward,
        'token',
        { ...known, secret: '' },
        {
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        },
      );
      assert.equal(fetched, 2, 'the keys of an application that an administrator has made');
      for (const response of held) response.destroy();
      await Promise.all(asking);
    });

    it('are removed after 30 days without use, except those that somebody has decided about or authorised', async () => {
      const { store } = keyward.app.services;
      const [template] = (
        await store.applications.list({
          page: 1,
          after: null,
          limit: 1,
          descending: true,
          now: 0,
          signal: undefined,
        })
      ).rows;
      assert.ok(template !== undefined);
      const { id: _, ...columns } = template;
      const old = keyward.clock.now() - 31 * DAY_MS;
      const add = (name: string, more: object = {}) =>
        store.applications.insert({
          ...columns,
          client_id: `https://client.example/${name}`,
          source: 'metadata_document',
          created_at: old,
          last_used_at: null,
          fresh_until: 1,
          ...more,
        });
      await add('unused');
      await add('used long ago', { last_used_at: old });
      await add('new', { created_at: keyward.clock.now() });
      await add('used', { last_used_at: keyward.clock.now() });
      await add('blocked', { enabled: 0 });
      await add('by hand', { fresh_until: null });
      const allowed = await add('allowed', { last_used_at: old });
      await store.grants.consent({
        account_id: (await addPerson(keyward)).id,
        application_id: allowed.id,
        resource: '',
        scopes: 'openid',
        granted_at: old,
      });
      await keyward.app.services.sweep();
      const names = async () =>
        (
          await keyward.database.query(
            "select client_id from applications where client_id like 'https://client.example/%' order by id",
          )
        ).map((row) => String(row['client_id']).replace('https://client.example/', ''));
      assert.deepEqual(await names(), ['new', 'used', 'blocked', 'by hand', 'allowed']);
      for (let serial = 0; serial < 5; serial += 1)
        await add(`made up ${serial}`, { created_at: keyward.clock.now() });
      await store.applications.dropUnused('metadata_document', 2);
      assert.deepEqual(await names(), ['used', 'blocked', 'by hand', 'allowed', 'made up 3', 'made up 4']);
    });

    it('shows pictures from its own origin, which runs nothing in them', async () => {
      let asked = 0;
      let type = 'image/svg+xml; charset=utf-8';
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      await using host = await startHost((request, response) => {
        asked += 1;
        if (request.url === '/large.png')
          response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(200_000));
        else if (request.url === '/moved.png') response.writeHead(302, { location: '/logo.svg' }).end();
        else response.writeHead(200, { 'content-type': type }).end(svg);
      });
      const shown = async (path: string) => {
        const application = await addApplication(keyward, { logo_url: host.url + path });
        const { token } = await addPerson(keyward);
        const { challenge } = pkce();
        const browser = new Browser(keyward);
        const page = locationOf(
          await browser.call(
            'GET',
            authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' }),
          ),
        );
        const request = await browser.call(
          'GET',
          `/oauth/request/${page.searchParams.get('request') ?? ''}`,
          { token },
        );
        const url = new URL(String(asObject(request.body['application'])['logo_url']));
        assert.equal(url.origin, keyward.url);
        return keyward.callRoot('GET', url.pathname + url.search);
      };
      const picture = await shown('/logo.svg');
      assert.deepEqual([picture.status, picture.text], [200, svg]);
      assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
      assert.match(picture.headers.get('content-security-policy') ?? '', /^default-src 'none';.*sandbox$/);
      assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
      assert.equal((await shown('/logo.svg')).status, 200);
      assert.equal(asked, 1, 'it is kept');
      type = 'text/html';
      for (const path of ['/page.html', '/large.png', '/moved.png'])
        assert.equal((await shown(path)).status, 404, path);
      const unknown = await keyward.call('GET', '/oauth/logo?client_id=app_unknown');
      assert.equal(unknown.status, 404);
    });
  });
}
