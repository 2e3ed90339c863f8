import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import {
  asText,
  asObject,
  assertAccount,
  assertRefusal,
  claimsOf,
  suiteKeyward,
  timestampOf,
} from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /me on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const me = (headers: Record<string, string> = {}) => keyward.call('GET', '/me', { headers });

    describe('200', () => {
      it('answers the account, the session and the claims', async () => {
        const { id, email, handle, token } = await addPerson(keyward, { phone: '+4930901820' });
        const answer = await keyward.call('GET', '/me', { token });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(Object.keys(answer.body).sort(), ['account', 'payload', 'session']);
        assertAccount(answer.body['account'], {
          id,
          email,
          handle,
          phone: '+4930901820',
          avatar_url: null,
          role: 'user',
          status: 'active',
          email_verified: false,
        });
        assert.deepEqual(answer.body['payload'], claimsOf(token));
        const payload = asObject(answer.body['payload']);
        const session = asObject(answer.body['session']);
        assert.deepEqual([payload['aid'], payload['sid'], payload['type']], [id, session['id'], 'access']);
        assert.ok(Number.isInteger(payload['exp']));
      });

      it('shows where the session began and when it ends', async () => {
        const { email, id } = await addPerson(keyward);
        const login = await requestFrom({
          port: keyward.port,
          localAddress: '127.0.7.9',
          method: 'POST',
          path: '/auth/login',
          headers: { 'user-agent': 'Test Browser/1.0 (é)', 'x-forwarded-for': '192.0.2.1' },
          body: { identifier: email, password: PASSWORD },
        });
        const answer = await keyward.call('GET', '/me', {
          token: asText(asObject(login.json())['access_token']),
        });
        const { id: sid, auth_time, ...session } = asObject(answer.body['session']);
        assert.equal(auth_time, Object(answer.body['payload']).auth_time);
        assert.ok(Number.isSafeInteger(sid) && Number(sid) > 0);
        assert.deepEqual(session, {
          account_id: id,
          amr: ['pwd'],
          ip_address: '127.0.7.9',
          user_agent: Buffer.from('Test Browser/1.0 (é)').toString('latin1'),
          expires_at: timestampOf(keyward.clock.now() + 7 * 86_400_000),
        });
      });

      it('takes the scheme in any case', async () => {
        const { token } = await addPerson(keyward);
        for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
          assert.equal((await me({ authorization: `${scheme} ${token}` })).status, 200);
        }
      });

      it('shows what changed since the token was issued', async () => {
        const { id, token } = await addPerson(keyward);
        await keyward.database.query(
          `update accounts set name = 'Renamed', email_verified = 1 where id = $1`,
          [id],
        );
        const { body } = await keyward.call('GET', '/me', { token });
        assertAccount(body['account'], { name: 'Renamed', email_verified: true });
      });
    });

    describe('401', () => {
      it('TokenMissingError without a token, with a challenge that names no error', async () => {
        const { token } = await addPerson(keyward);
        for (const authorization of [undefined, '', `Basic ${token}`, 'NTLM TlRMTVNTUAAB']) {
          const answer = await me(authorization === undefined ? {} : { authorization });
          assertRefusal(answer, 401, 'TokenMissingError');
          assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
        }
      });

      it('InvalidTokenError for several tokens, or none that is one', async () => {
        const { token } = await addPerson(keyward);
        for (const authorization of [
          'Bearer',
          'Bearer x',
          'Bearer null',
          `Bearer ${token} ${token}`,
          `Bearer ${token},Bearer ${token}`,
          `Bearer "${token}"`,
          `Bearer ${token}x`,
          token,
          `Token ${token}`,
          'Bearers x',
          `Bearer\t${token}`,
          `Bearer,${token}`,
          `Basic YTpi, Bearer ${token}`,
          `Digest a="b", Bearer ${token}`,
          `Bearer ${'x'.repeat(9_000)}`,
        ]) {
          const answer = await me({ authorization });
          assertRefusal(answer, 401, 'InvalidTokenError');
          assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer\b/);
        }
      });

      it('takes no token from the query, a cookie or the body', async () => {
        const { token } = await addPerson(keyward);
        const answer = await keyward.call('GET', `/me?access_token=${token}&token=${token}`, {
          headers: { cookie: `access_token=${token}; token=${token}`, 'x-access-token': token },
        });
        assertRefusal(answer, 401, 'TokenMissingError');
      });

      it('TokenExpiredError and SessionDestroyedError for tokens that were valid once', async () => {
        await using own = await startKeyward(kind);
        const [expired, destroyed] = [await addPerson(own), await addPerson(own)];
        await own.call('POST', '/logout', { token: destroyed.token });
        const gone = await own.call('GET', '/me', { token: destroyed.token });
        assertRefusal(gone, 401, 'SessionDestroyedError');
        own.clock.advance(7 * 86_400_000);
        for (const { token } of [expired, destroyed]) {
          assertRefusal(await own.call('GET', '/me', { token }), 401, 'TokenExpiredError');
        }
      });

      it("InvalidTokenError for a token of another installation's secret", async () => {
        await using other = await startKeyward('sqlite');
        const { token } = await addPerson(other);
        assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'InvalidTokenError');
      });
    });
  });
}
