import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../support/until.ts';
import { type Answer, assertError, PASSWORD } from '../../support/keyward.ts';
import { signUpSuperadmin, suiteKeyward, times } from './logins.ts';
import { fastest } from '../../support/resources.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { assertTooLarge, bodyTakers, send } from './requests.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`long passwords on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind, {
      fullHashing: true,
      settings: { KEYWARD_ORGANIZATIONS_ENABLED: 'on' },
    });
    const takers = await bodyTakers();
    const { email, token, id } = await signUpSuperadmin(keyward);
    await turnOAuthOn(keyward, token);

    // The mail server's password does not belong to an account.
    const takingPassword = takers.filter(
      ({ fields, path }) => fields.includes('password') && !path.startsWith('/auth/config/'),
    );
    const withPassword = (bytes: number, body: Record<string, unknown>) => ({
      ...body,
      password: 'Aa1'.padEnd(bytes, 'x'),
    });

    it('PW4: one megabyte is refused at once on every path', async () => {
      for (const taker of takers) {
        const field = taker.fields.find((name) => name.endsWith('password')) ?? 'password';
        const body = JSON.stringify({ ...taker.body(), [field]: 'Aa1'.padEnd(1_000_000, 'x') });
        const answers: Answer[] = [];
        const took = await fastest(50, async () => {
          answers.push(await send(keyward, taker, body, { token }));
        });
        for (const answer of answers) assertTooLarge(taker, answer);
        assert.ok(took < 50, `${taker.name} took ${took} ms`);
      }
    });

    it('PW4: 1,025 bytes are too weak to be set, and wrong at a login', async () => {
      assert.ok(takingPassword.length >= 5);
      for (const taker of takingPassword) {
        const body = {
          ...taker.body(),
          ...(taker.fields.includes('identifier') && { identifier: email }),
          ...(taker.fields.includes('account_id') && { account_id: id }),
        };
        const answer = await send(keyward, taker, withPassword(1025, body), { token });
        const checks = taker.fields.includes('identifier') || taker.path === '/auth/account/reauthenticate';
        if (checks) assertError(answer, 401, 'InvalidCredentialsError');
        else if (taker.path === '/auth/login/otp') assertError(answer, 404, 'UserNotFoundError');
        else if (taker.path === '/auth/forgot/password') assertError(answer, 404, 'UserNotFoundError');
        else if (taker.path === '/auth/setup') assertError(answer, 401, 'InvalidTokenError');
        else if (taker.path === '/auth/signup/invitation') assertError(answer, 400, 'InvitationInvalidError');
        else assertError(answer, 400, 'WeakPasswordError');
      }
    });

    it('PW4: 1,025 bytes are answered without hashing anything', async () => {
      let answered = 0;
      // The queue is first come, first served: real hashes wait behind all of these.
      const busy = times(40, async (index) => {
        await keyward.call('POST', '/login', { body: { identifier: `busy${index}`, password: PASSWORD } });
        answered += 1;
      });
      const { hashQueue } = keyward.app.services;
      await until(() => hashQueue.state().waiting > 0, 'hashes wait');
      await Promise.all(
        ['/login', '/login/password', '/signup/password'].map(async (path) => {
          const body = path.startsWith('/login')
            ? { identifier: email }
            : { name: 'Long', email: 'long.password@example.org' };
          const answer = await keyward.call('POST', path, { body: withPassword(1025, body) });
          assert.ok(answer.status === 401 || answer.status === 400, answer.text);
        }),
      );
      assert.ok(answered < 40, 'all hashes came first');
      await Promise.all(busy);
    });
  });
}
