import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { closeServer, portOf } from '../../support/servers.ts';
import { stopwatch, until } from '../../support/until.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  authorizePath,
  Browser,
  CALLBACK,
  exchange,
  locationOf,
  pkce,
  signInWith,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`signing out of applications on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8' } });
    const told: { type: string | undefined; token: string }[] = [];
    let status = 200;
    const receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const token = new URLSearchParams(text).get('logout_token') ?? '';
        told.push({ type: request.headers['content-type'], token });
        response.writeHead(status).end();
      });
    });
    let url: string;
    before(async () => {
      receiver.listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      url = `http://127.0.0.1:${portOf(receiver)}/logout`;
    });
    after(() => closeServer(receiver));
    const tell = () => keyward.app.services.sendLogouts();

    it('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
      await addApplication(keyward);
      const { body } = await keyward.callRoot('GET', '/.well-known/openid-configuration');
      const supported = ['backchannel_logout_supported', 'backchannel_logout_session_supported'];
      assert.deepEqual(
        supported.map((name) => body[name]),
        [true, true],
      );
    });

    it('oidcc-backchannel-rp-initiated-logout', async () => {
      const home = 'https://app.example.com/bye';
      const application = await addApplication(keyward, {
        backchannel_logout_uri: url,
        post_logout_redirect_uris: [home],
      });
      const tokens = await signInWith(keyward, application, (await addPerson(keyward)).token);
      const query = new URLSearchParams({
        id_token_hint: tokens['id_token'] ?? '',
        post_logout_redirect_uri: home,
        state: 'a',
      });
      const out = await keyward.call('GET', `/oauth/logout?${query.toString()}`);
      assert.equal(out.headers.get('location'), `${home}?state=a`, out.text);
      await tell();
      await until(() => told.length === 1, 'the message');
      const { sid, events } = decodeJwt<{ sid: string; events: object }>(told.splice(0)[0]?.token ?? '');
      assert.deepEqual([sid, events], [decodeJwt(tokens['id_token'] ?? '')['sid'], { [EVENT]: {} }]);
    });

    it('back channel: applications of a session hear of its end, whatever ends it', async () => {
      const application = await addApplication(keyward, { backchannel_logout_uri: url });
      const person = await addPerson(keyward);
      const tokens = await signInWith(keyward, application, person.token);
      await tell();
      assert.equal(told.length, 0);
      assert.equal((await keyward.call('POST', '/logout', { token: person.token })).status, 200);
      await tell();
      await until(() => told.length === 1, 'the message');
      const { type, token } = told.splice(0)[0] ?? assert.fail();
      assert.equal(type, 'application/x-www-form-urlencoded');
      const keys = createRemoteJWKSet(new URL(`${keyward.url}/.well-known/jwks.json`));
      const { payload } = await jwtVerify(token, keys, {
        issuer: keyward.url,
        audience: application.id,
        typ: 'logout+jwt',
        currentDate: new Date(keyward.clock.now()),
      });
      const { sub, sid } = decodeJwt(tokens['id_token'] ?? '');
      assert.deepEqual([payload.sub, payload['sid'], payload['events']], [sub, sid, { [EVENT]: {} }]);
      assert.equal(payload['nonce'], undefined);
      await tell();
      assert.equal(told.length, 0, 'told once');
    });

    it('back channel: a failing receiver is called three times', async () => {
      const application = await addApplication(keyward, { backchannel_logout_uri: url });
      const person = await addPerson(keyward);
      await signInWith(keyward, application, person.token);
      status = 500;
      await keyward.call('POST', '/logout', { token: person.token });
      for (let second = 0; second < 6; second += 1) {
        await tell();
        keyward.clock.advance(1_001);
      }
      status = 200;
      assert.equal(told.splice(0).length, 3);
    });

    it('back channel: applications that do not answer delay no other', async () => {
      const silent = createServer(() => {});
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const slow = await addApplication(keyward, {
        backchannel_logout_uri: `http://127.0.0.1:${portOf(silent)}/logout`,
      });
      const { store } = keyward.app.services;
      const { id, ...columns } = (await store.applications.find(slow.id)) ?? assert.fail();
      const due = { session_id: null, subject: 'somebody', due_at: 0 };
      for (let count = 0; count < 300; count += 1)
        await store.oauthLogouts.insert({ ...due, application_id: id, sid: `${count}` });
      for (let count = 0; count < 200; count += 1) {
        const stranger = { ...columns, client_id: `app_stranger${count}`, source: 'registered' as const };
        const { id: other } = await store.applications.insert(stranger);
        await store.oauthLogouts.insert({ ...due, application_id: other, sid: 'one' });
      }
      const application = await addApplication(keyward, { backchannel_logout_uri: url });
      const person = await addPerson(keyward);
      await signInWith(keyward, application, person.token);
      await keyward.call('POST', '/logout', { token: person.token });
      const took = stopwatch();
      const work = [tell(), tell()];
      await until(() => told.length === 1, 'the message');
      assert.ok(took() < 2_000);
      told.splice(0);
      await keyward.database.query('delete from oauth_logouts');
      await closeServer(silent);
      await Promise.all(work);
    });

    it('by the application: with an ID token at once, without one the person is asked', async () => {
      const home = 'https://app.example.com/bye';
      const application = await addApplication(keyward, { post_logout_redirect_uris: [home] });
      const person = await addPerson(keyward);
      const tokens = await signInWith(keyward, application, person.token);
      const path = (query: Record<string, string>) =>
        `/oauth/logout?${new URLSearchParams(query).toString()}`;
      const bad = await keyward.call(
        'GET',
        path({ client_id: application.id, post_logout_redirect_uri: CALLBACK }),
      );
      assert.deepEqual([bad.status, bad.headers.get('location')], [400, null]);
      const foreign = await addApplication(keyward);
      const mixed = { id_token_hint: tokens['id_token'] ?? '', client_id: foreign.id };
      assert.equal((await keyward.call('GET', path(mixed))).status, 400);
      const tampered = await keyward.call('GET', path({ id_token_hint: `${tokens['id_token'] ?? ''}x` }));
      assert.match(tampered.text, /signed out|sign out/);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
      const out = await keyward.call(
        'GET',
        path({ id_token_hint: tokens['id_token'] ?? '', post_logout_redirect_uri: home, state: 'a b' }),
      );
      assert.equal(locationOf(out).href, `${home}?state=a+b`);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 401);
    });

    it('a remembered browser is asked before it signs out, and only its own form counts', async () => {
      const application = await addApplication(keyward);
      const person = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { verifier, challenge } = pkce();
      const more = { code_challenge: challenge, code_challenge_method: 'S256' };
      const back = await approve(browser, authorizePath(application, more), person.token);
      await exchange(keyward, application, back.searchParams.get('code') ?? '', verifier);
      const asked = await browser.call('GET', '/oauth/logout');
      assert.deepEqual([asked.status, /<form method="post"/.test(asked.text)], [200, true]);
      assert.match(asked.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      assert.equal((await browser.call('GET', '/oauth/logout?keyward_confirmed=1')).status, 200);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const out = await browser.call('POST', '/oauth/logout', { body: 'keyward_confirmed=1', headers: form });
      assert.equal(out.status, 200, out.text);
      assert.match(out.text, /You are signed out/);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 401);
      // The service sees no session of a browser whose application holds the tokens.
      const { token } = await addPerson(keyward);
      const unseen = await keyward.call('POST', '/oauth/logout', {
        body: 'keyward_confirmed=1',
        headers: form,
      });
      assert.match(unseen.text, /No session was found/);
      assert.doesNotMatch(unseen.text, /You are signed out/);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    });

    it('ends no session, and takes no cookie, for a page of another site', async () => {
      const { token: root } = await addSuperadmin(keyward);
      const application = await addApplication(keyward);
      const stranger = await signInWith(keyward, application, (await addPerson(keyward)).token);
      const set = (cookie_mode: boolean) =>
        keyward.call('PATCH', '/config/cookie', { token: root, body: { cookie_mode } });
      assert.equal((await set(true)).status, 200);
      try {
        const { email } = await addPerson(keyward);
        const own = new Browser(keyward);
        const signedIn = await own.call('POST', '/login', {
          body: { identifier: email, password: PASSWORD },
        });
        assert.equal(signedIn.status, 200, signedIn.text);
        const live = async () => (await own.call('GET', '/me')).status === 200;
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const foreign = { ...form, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
        const hint = `id_token_hint=${stranger['id_token'] ?? ''}`;
        const asked = [
          // As a browser sends a form of another site: without its cookies.
          await keyward.call('POST', '/oauth/logout', { body: 'x=1', headers: foreign }),
          await keyward.call('POST', '/oauth/logout', { body: 'keyward_confirmed=1', headers: foreign }),
          await own.call('POST', '/oauth/logout', { body: 'keyward_confirmed=1', headers: foreign }),
          // An old browser, which names the page's origin alone.
          await own.call('POST', '/oauth/logout', {
            body: 'keyward_confirmed=1',
            headers: { ...form, origin: 'https://stranger.example' },
          }),
          await own.call('GET', `/oauth/logout?${hint}`, { headers: { 'sec-fetch-site': 'cross-site' } }),
          await own.call('GET', '/oauth/logout'),
        ];
        for (const answer of asked) {
          assert.equal(answer.status, 200, answer.text);
          assert.match(answer.text, /Do you want to sign out/);
          assert.deepEqual(answer.headers.getSetCookie(), []);
        }
        assert.ok(await live());
        const out = await own.call('POST', '/oauth/logout', {
          body: 'keyward_confirmed=1',
          headers: { ...form, 'sec-fetch-site': 'same-origin', origin: 'null' },
        });
        assert.match(out.text, /You are signed out/);
        assert.equal(out.headers.getSetCookie().length, 2);
        assert.ok(!(await live()));
      } finally {
        assert.equal((await set(false)).status, 200);
      }
    });

    it('form_post: the answer comes in a form that only this browser gets, once', async () => {
      const application = await addApplication(keyward);
      const person = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { verifier, challenge } = pkce();
      const path = authorizePath(application, {
        code_challenge: challenge,
        code_challenge_method: 'S256',
        response_mode: 'form_post',
        state: '"><script>',
      });
      const kept = await approve(browser, path, person.token);
      const at = kept.pathname.replace('/auth', '') + kept.search;
      assert.equal((await keyward.call('GET', at)).status, 400, 'another browser');
      const page = await browser.call('GET', at);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, new RegExp(`<form method="post" action="${CALLBACK}">`));
      assert.match(page.text, /value="&quot;&gt;&lt;script&gt;"/);
      assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /form-action/);
      assert.equal((await browser.call('GET', at)).status, 400, 'once');
      const code = /name="code" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const answer = await exchange(keyward, application, code, verifier);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(asText(answer.body['access_token']));
    });
  });
}
