import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertError } from '../../support/keyward.ts';
import { suiteMailed, waitForNextMail } from '../codes/support/mailed.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The requests of a dashboard that was written for the documented interface. */
for (const kind of databasesFor(import.meta.filename)) {
  describe(`the dashboard of the interface on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const ok = (answer: Answer, status = 200) => {
      assert.equal(answer.status, status, answer.text);
      return answer;
    };
    const field = (answer: Answer, path: string) =>
      answer.body.details?.fields?.map((one) => one.path).includes(path);

    it('removes a code by its email and purpose, finds codes by a part, and counts those that it lists', async () => {
      const { token } = await addSuperadmin(keyward);
      const ask = (method: string, path: string, body?: unknown) =>
        keyward.call(method, path, { token, body });
      const listed = async (query = '') => rowsOf(ok(await ask('GET', `/otp/${query}`)), 'otps').length;
      const { email } = await addPerson(keyward, { email: 'ada.lovelace@example.org' });
      for (const purpose of ['login', 'reset'] as const) {
        ok(await keyward.call('POST', `/send/email/otp/${purpose}`, { body: { email } }));
        waitForNextMail(keyward);
      }
      for (const part of ['lovelace', 'LOVE', email])
        for (const query of [`?identifier=${part}`, `?field=identifier&value=${part}`])
          assert.equal(await listed(query), 2, query);
      assert.equal(await listed('?identifier=nobody'), 0);

      const counted = async () => ok(await ask('GET', '/config/counts')).body;
      await keyward.database.query("update codes set used_at = 1 where purpose = 'login'");
      assert.deepEqual([(await counted())['otp'], await listed()], [1, 1]);
      const sessions = ok(await ask('GET', '/session/')).body['total'];
      await keyward.database.query('update sessions set expires_at = 1 where account_id <> $1', [
        (await addSuperadmin(keyward)).id,
      ]);
      const { token: own } = await addSuperadmin(keyward);
      const now = await keyward.call('GET', '/session/', { token: own });
      const { body } = await keyward.call('GET', '/config/counts', { token: own });
      assert.equal(body['sessions'], now.body['total']);
      assert.ok(Number(body['sessions']) <= Number(sessions));

      const remove = (sent: unknown) => keyward.call('DELETE', '/otp/', { token: own, body: sent });
      ok(await remove({ identifier: email.toUpperCase(), purpose: 'reset' }));
      assertError(await remove({ identifier: email, purpose: 'reset' }), 404, 'OTPNotFoundError');
      for (const [sent, path] of [
        [{}, 'id'],
        [{ identifier: email }, 'purpose'],
        [{ purpose: 'login' }, 'identifier'],
        [{ id: 1, identifier: email, purpose: 'login' }, 'identifier'],
      ] as const) {
        const refused = await remove(sent);
        assertError(refused, 422, 'ValidationError');
        assert.ok(field(refused, path), refused.text);
      }
    });

    it('removes a link by its account and provider, and finds links by the id at the provider', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward);
      for (const provider of ['https://accounts.google.com', 'github'])
        await keyward.app.services.store.providerLinks.insert({
          account_id: id,
          provider,
          subject: `subject-${id}`,
          created_at: keyward.clock.now(),
        });
      for (const name of ['provider_id', 'provider_user_id', 'subject']) {
        const found = ok(
          await keyward.call('GET', `/oauth/query?field=${name}&value=subject-${id}`, { token }),
        );
        const [row, ...more] = rowsOf(found, 'links');
        assert.deepEqual(
          [row?.['provider_user_id'], row?.['subject'], more.length],
          [`subject-${id}`, `subject-${id}`, 1],
        );
      }
      const remove = (body: unknown) => keyward.call('DELETE', '/oauth/', { token, body });
      ok(await remove({ account_id: id, provider: 'idp1' }));
      assertError(await remove({ account_id: id, provider: 'idp1' }), 404, 'OAuthLinkNotFoundError');
      const [left] = await keyward.app.services.store.providerLinks.ofAccount(id);
      ok(await remove({ id: left?.id }));
      const refused = await remove({ account_id: id });
      assertError(refused, 422, 'ValidationError');
      assert.ok(field(refused, 'provider'));
    });

    it('lets nobody read a code or link an identity that is not proven', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const path of ['/otp/', '/oauth/'])
        assertError(await keyward.call('POST', path, { token, body: {} }), 405, 'MethodNotAllowedError');
    });

    it('finds accounts by a part of the name, newest first', async () => {
      const { token } = await addSuperadmin(keyward);
      const first = await addPerson(keyward, { name: 'Grace Brewster Hopper' });
      const second = await addPerson(keyward, { name: 'Émile BREWSTER' });
      const find = (value: string) =>
        keyward.call('GET', `/account/query?field=name&value=${encodeURIComponent(value)}`, { token });
      const found = ok(await find('brewster'));
      assert.equal(found.body['id'], second.id);
      assert.deepEqual(
        rowsOf(found, 'accounts').map(({ id }) => id),
        [second.id, first.id],
      );
      assertError(await find('nobody at all'), 404, 'UserNotFoundError');
    });
  });
}
