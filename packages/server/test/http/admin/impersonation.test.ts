import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isForOwner } from '../../../src/http/wire/endpoint/route.ts';
import { until } from '../../support/until.ts';
import type { SignedUp, TestKeyward } from '../../support/keyward.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { asObject, asText, assertRefusal, claimsOf } from '../expectations.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { addPerson } from '../people.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { addSuperadmin } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const GITHUB = { KEYWARD_IDP2_CLIENT_ID: 'keyward', KEYWARD_IDP2_CLIENT_SECRET: 'secret' };
const REASON = 'Ticket 4711';

async function withFactor(keyward: TestKeyward): Promise<SignedUp> {
  const superadmin = await addSuperadmin(keyward);
  await enrolTotp(keyward, superadmin);
  return superadmin;
}

const ask = (keyward: TestKeyward, token: string, body: object) =>
  keyward.call('POST', '/account/impersonate', { token, body });

async function begin(keyward: TestKeyward) {
  const superadmin = await withFactor(keyward);
  const owner = await addPerson(keyward, { verified: true });
  const answer = await ask(keyward, superadmin.token, { account_id: owner.id, reason: REASON });
  assert.equal(answer.status, 200, answer.text);
  return { superadmin, owner, answer, token: asText(answer.body['access_token']) };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`impersonation on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: GITHUB });

    it('returns a session without refresh, whose tokens name the superadmin', async () => {
      const { superadmin, owner, answer, token } = await begin(keyward);
      assert.equal(answer.body['refresh_token'], undefined);
      const mine = await keyward.call('GET', '/me', { token: superadmin.token });
      const { act, exp, iat, aid } = claimsOf(token);
      assert.deepEqual(act, { sub: asObject(mine.body['account'])['uid'] });
      assert.equal(Number(exp) - Number(iat), 900);
      assert.equal(aid, owner.id);
      const me = await keyward.call('GET', '/me', { token });
      assert.equal(asObject(me.body['account'])['id'], owner.id);
      assert.equal((await keyward.call('GET', '/me', { token: owner.token })).status, 200);
      // The lists say which session is not the owner's.
      const listed = await keyward.call('GET', '/me/sessions', { token: owner.token });
      const all = await keyward.call('GET', `/session?account_id=${owner.id}`, { token: superadmin.token });
      for (const { body, text } of [listed, all]) {
        const sessions = Array.isArray(body['sessions']) ? body['sessions'].map(asObject) : [];
        const marked = sessions.filter((one) => 'impersonation' in one);
        assert.deepEqual([sessions.length, marked.map((one) => one['impersonation'])], [2, [true]], text);
      }
    });

    it('leaves the cookies of the browser alone', async () => {
      const { token: root } = await addSuperadmin(keyward);
      const mode = (cookie_mode: boolean) =>
        keyward.call('PATCH', '/config/cookie', { token: root, body: { cookie_mode } });
      assert.equal((await mode(true)).status, 200);
      try {
        const { answer, token } = await begin(keyward);
        assert.equal(answer.body['token_type'], 'Bearer');
        const ended = await keyward.call('POST', '/logout', { token });
        assert.equal(ended.status, 200);
        for (const { headers } of [answer, ended]) assert.deepEqual(headers.getSetCookie(), []);
      } finally {
        assert.equal((await mode(false)).status, 200);
      }
    });

    it('refuses superadmins as targets, superadmins without a factor, old proofs, and no reason', async () => {
      const [superadmin, other, owner] = [
        await withFactor(keyward),
        await addSuperadmin(keyward),
        await addPerson(keyward),
      ];
      const { token } = superadmin;
      const body = { account_id: owner.id, reason: REASON };
      assertRefusal(await ask(keyward, token, { ...body, account_id: other.id }), 403, 'RoleMismatchError');
      assertRefusal(await ask(keyward, other.token, body), 403, 'SecondFactorEnrolmentRequiredError');
      assertRefusal(await ask(keyward, token, { account_id: owner.id }), 422, 'ValidationError');
      assertRefusal(await ask(keyward, token, { ...body, reason: ' ' }), 422, 'ValidationError');
      assertRefusal(await ask(keyward, token, { ...body, minutes: 61 }), 422, 'ValidationError');
      assertRefusal(await ask(keyward, token, { ...body, account_id: 9_999_999 }), 404, 'UserNotFoundError');
      const suspended = await addPerson(keyward, { status: 'suspended' });
      const refused = await ask(keyward, token, { ...body, account_id: suspended.id });
      assertRefusal(refused, 403, 'AccountInactiveError');
      keyward.clock.advance(10 * 60_000);
      assertRefusal(await ask(keyward, token, body), 403, 'ReauthenticationRequiredError');
    });

    it('refuses every route that only the owner may use', async () => {
      const { token } = await begin(keyward);
      const { token: root } = await addSuperadmin(keyward);
      await turnOAuthOn(keyward, root);
      const on = { token: root, body: { enabled: true } };
      assert.equal((await keyward.call('PATCH', '/config/organizations', on)).status, 200);
      const closed = (await declaredRoutes('')).filter(({ route }) => isForOwner(route));
      assert.ok(closed.length > 20, `only ${closed.length} routes`);
      for (const { route, path } of closed) {
        const url = path.replace(':provider', 'idp2').replaceAll(/:\w+/g, '1');
        const answer = await keyward.call(route.method, url, { token });
        assertRefusal(answer, 403, 'ImpersonationError');
      }
      for (const body of [{ email: 'thief@example.org' }, { password: 'Another-Passw0rd' }]) {
        const answer = await keyward.call('PATCH', '/me', { token, body });
        assert.ok([403, 422].includes(answer.status), answer.text);
      }
      assertRefusal(await keyward.call('GET', '/account', { token }), 403, 'RoleMismatchError');
    });

    it('cannot change what the owner signs in with: email, handle and phone', async () => {
      const { owner, token } = await begin(keyward);
      const change = (body: object, by = token) => keyward.call('PATCH', '/me', { token: by, body });
      const phone = '+49 30 901820';
      assert.equal((await change({ phone }, owner.token)).status, 200);
      const { handle, email } = asObject((await keyward.call('GET', '/me', { token })).body['account']);
      for (const body of [
        { email: 'thief@example.org' },
        { handle: 'thief' },
        { phone: '+49 30 901821' },
        { phone: null },
      ])
        assertRefusal(await change({ name: 'Renamed', ...body }), 403, 'ImpersonationError');
      const same = await change({ name: 'Renamed', handle, email, phone });
      assert.deepEqual([same.status, same.body['name']], [200, 'Renamed'], same.text);
    });

    it('names both people in every event, and notifies the owner', async () => {
      const { superadmin, owner, token } = await begin(keyward);
      await until(() => keyward.mail.mailsTo(owner.email).length > 0, 'a mail to the owner');
      assert.match(keyward.mail.mailsTo(owner.email)[0]?.parsed.text ?? '', /Ticket 4711/);
      await keyward.call('PATCH', '/me', { token, body: { name: 'Renamed' } });
      assert.equal((await keyward.call('POST', '/logout', { token })).status, 200);
      assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'SessionDestroyedError');
      const feed = await keyward.call('GET', `/event?account_id=${owner.id}`, {
        token: superadmin.token,
      });
      const events = feed.body['events'];
      assert.ok(Array.isArray(events), feed.text);
      const told = events.map(asObject).map(({ type, data }) => ({ type, data: asObject(data) }));
      for (const type of [
        'impersonation.started',
        'account.updated',
        'session.ended',
        'impersonation.ended',
      ]) {
        const event = told.find((one) => one.type === type);
        assert.ok(event, `no ${type}`);
        assert.equal(asObject(event.data['actor'])['id'], superadmin.id);
        assert.equal(asObject(event.data['acting_for'])['id'], owner.id);
      }
      assert.equal(told.find((one) => one.type === 'impersonation.started')?.data['reason'], REASON);
    });

    it('ends with an event, even unused, when the superadmin signs out or loses the role', async () => {
      const [first, second] = [await begin(keyward), await begin(keyward)];
      const lives = async ({ owner }: typeof first) =>
        (await keyward.database.query('select 1 from sessions where account_id = $1', [owner.id])).length ===
        2;
      assert.ok((await lives(first)) && (await lives(second)));
      await keyward.call('POST', '/logout', { token: first.superadmin.token });
      await keyward.app.services.store.accounts.update(second.superadmin.id, { role: 'user' });
      const { token } = await addSuperadmin(keyward);
      for (const { owner } of [first, second]) {
        const feed = `/event?account_id=${owner.id}`;
        await until(
          async () => (await keyward.call('GET', feed, { token })).text.includes('"impersonation.ended"'),
          'its event',
        );
      }
      assert.ok(!(await lives(first)) && !(await lives(second)));
    });

    it('ends with the session and with the rights of the superadmin', async () => {
      const first = await begin(keyward);
      await keyward.call('POST', '/logout', { token: first.superadmin.token });
      assertRefusal(await keyward.call('GET', '/me', { token: first.token }), 401, 'SessionDestroyedError');
      const second = await begin(keyward);
      await keyward.app.services.store.accounts.update(second.superadmin.id, { role: 'user' });
      assertRefusal(await keyward.call('GET', '/me', { token: second.token }), 401, 'SessionDestroyedError');
      const third = await begin(keyward);
      keyward.clock.advance(15 * 60_000);
      assertRefusal(await keyward.call('GET', '/me', { token: third.token }), 401, 'TokenExpiredError');
    });
  });
}
