import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { assertError, PASSWORD, startKeyward } from '../../support/keyward.ts';

for (const kind of DATABASES) {
  describe(`sign-ups that try what is taken on ${kind}`, () => {
    it('RL1: count as failures of the address, whatever is taken; those that succeed never do', async () => {
      await using keyward = await startKeyward(kind, { settings: { KEYWARD_LIMIT_ADDRESS: '4/1h' } });
      const { email, handle } = await keyward.signUp();
      let serial = 0;
      const signUp = (path: string, fields: object) => {
        serial += 1;
        const made = { name: 'Ada', email: `new${serial}@example.org`, password: PASSWORD };
        return keyward.call('POST', path, { body: { ...made, ...fields } });
      };
      const phone = '+49 30 901820';
      assert.equal((await signUp('/signup', { handle: 'with.phone', phone })).status, 201);
      for (let success = 0; success < 4; success += 1)
        assert.equal((await signUp('/signup/password', {})).status, 200);
      assertError(await signUp('/signup/password', { email }), 409, 'EmailAlreadyExistsError');
      assertError(await signUp('/signup/password', { handle }), 409, 'HandleAlreadyExistsError');
      assertError(await signUp('/signup', { handle: 'other', phone }), 400, 'PhoneAlreadyExistsError');
      assertError(await signUp('/signup/otp', { email, otp: '123456' }), 409, 'EmailAlreadyExistsError');

      // Free or taken, there is nothing more to learn from this address.
      for (const fields of [{ email }, {}]) {
        assertError(await signUp('/signup/password', fields), 429, 'RateLimitedError');
        assertError(await signUp('/signup', { handle: 'other', ...fields }), 429, 'RateLimitedError');
        assertError(await signUp('/signup/otp', { otp: '123456', ...fields }), 429, 'RateLimitedError');
      }
      const retryAfter = (await signUp('/signup/password', {})).headers.get('retry-after');
      assert.equal(retryAfter, '3600');
      keyward.clock.advance(3_600_000);
      assert.equal((await signUp('/signup/password', {})).status, 200);
    });
  });
}
