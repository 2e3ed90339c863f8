import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD, startKeyward } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { mailsDelivered } from '../codes/support/mailed.ts';
import { addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`sign-ups that try what is taken on ${kind}`, () => {
    it('RL1: count as failures of the address, whatever is taken; successful ones never do', async () => {
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

      // From this address, free and taken identifiers now get the same answer.
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

    it('RL15: an address may open a limited number of accounts, by any route; only opened ones count', async () => {
      await using keyward = await startKeyward(kind, { settings: { KEYWARD_LIMIT_SIGNUPS: '4/1h' } });
      let serial = 0;
      const signUp = async (route: string, fields: object = {}, localAddress = '127.0.0.1') => {
        serial += 1;
        const made = { name: 'Ada', email: `many${serial}@example.org`, password: PASSWORD };
        const { port } = keyward;
        const body = { ...made, ...(route === '/signup' && { handle: `many${serial}` }), ...fields };
        return requestFrom({ port, localAddress, method: 'POST', path: `/auth${route}`, body });
      };
      const statuses = async (answers: ReturnType<typeof signUp>[]) =>
        (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b);
      const codeFor = async (email: string) => {
        const answer = await keyward.call('POST', '/send/email/otp/signup', { body: { email } });
        assert.equal(answer.status, 200, answer.text);
        await mailsDelivered(keyward);
        const mails = (await keyward.app.services.mailer.captured?.list()) ?? [];
        return mails.find(({ to }) => to.includes(email))?.code ?? assert.fail();
      };
      const taken = (await keyward.signUp()).email;

      // An attempt that opens no account releases its place.
      for (let failure = 0; failure < 5; failure += 1) {
        assert.equal((await signUp('/signup/password', { password: 'weak' })).status, 400);
        assert.equal((await signUp('/signup/password', { email: taken })).status, 409);
        assert.equal((await signUp('/signup/otp', { otp: '000000' })).status, 404);
      }
      const email = 'by.code@example.org';
      assert.equal((await signUp('/signup/otp', { email, otp: await codeFor(email) })).status, 200);
      const atOnce = ['/signup', '/signup/password', '/signup', '/signup/password', '/signup'];
      assert.deepEqual((await statuses(atOnce.map((route) => signUp(route)))).slice(2), [429, 429, 429]);
      const late = 'late.code@example.org';
      const otp = await codeFor(late);
      for (const [route, fields] of [
        ['/signup', {}],
        ['/signup/password', { email: taken }],
        ['/signup/otp', { email: late, otp }],
      ] as const) {
        const refused = await signUp(route, fields);
        assert.equal(refused.status, 429, refused.body);
        assert.equal(refused.headers['retry-after'], '3600');
      }

      // Other addresses, superadmins and existing accounts are not limited.
      assert.equal((await signUp('/signup/password', {}, '127.0.0.2')).status, 200);
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const created = { token, body: { name: 'Ada', email: 'made@example.org' } };
      assert.equal((await keyward.call('POST', '/account/', created)).status, 201);
      await keyward.logIn(taken);
      keyward.clock.advance(3_600_000);
      assert.equal((await signUp('/signup/password')).status, 200);
    });
  });
}
