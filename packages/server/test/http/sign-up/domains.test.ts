import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';
import { superadminOf } from '../config/superadmin.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';

for (const kind of ANY_DATABASE) {
  describe(`domains of emails on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('SU3: apply to sign-ups, mails and new emails of owners, alike for taken emails, but to no superadmin', async () => {
      const { set, post, id } = await superadminOf(keyward);
      const taken = await addPerson(keyward, { email: 'taken@Blocked.example'.toLowerCase() });
      const owner = await addPerson(keyward, { email: 'owner@blocked.example' });
      await set('signup', { allowed_domains: ['*.example'], blocked_domains: ['blocked.example'] });
      for (const email of ['free@BLOCKED.example', taken.email, 'ada@elsewhere.org']) {
        const fields = { name: 'Ada', email, password: PASSWORD };
        const answers = [
          await keyward.call('POST', '/signup', { body: { ...fields, handle: 'ada' } }),
          await keyward.call('POST', '/signup/password', { body: fields }),
          await keyward.call('POST', '/signup/otp', { body: { ...fields, otp: '123456' } }),
          await keyward.call('POST', '/send/email/otp/signup', { body: { email } }),
          await keyward.call('POST', '/link/signup', { body: { email, otp: '123456' } }),
          await keyward.call('PATCH', '/me', { token: owner.token, body: { email } }),
        ];
        for (const answer of answers) assertError(answer, 403, 'EmailDomainNotAllowedError');
      }
      assert.equal((await post('/account', { name: 'Ada', email: 'made@elsewhere.org' })).status, 201);
      // An unchanged email, and other changes, are allowed.
      const kept = { email: owner.email.toUpperCase(), name: 'Owner' };
      assert.equal((await keyward.call('PATCH', '/me', { token: owner.token, body: kept })).status, 200);
      const moved = await keyward.call('PATCH', '/me', {
        token: owner.token,
        body: { email: 'a@fine.example' },
      });
      assert.equal(moved.status, 200, moved.text);
      const { token } = await newSession(keyward, id);
      const own = await keyward.call('PATCH', '/me', { token, body: { email: 'root@elsewhere.org' } });
      assert.equal(own.status, 200, own.text);
    });
  });
}
