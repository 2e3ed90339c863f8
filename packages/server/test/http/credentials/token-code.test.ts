import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setCookies, valueOf } from '../cookies/cookies.ts';
import { assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { assertError, type SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';

const FRONTEND = 'https://app.example.org';
const code_verifier = 'v'.repeat(43);
const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /token/code on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_ALLOWED_FRONTENDS: FRONTEND, KEYWARD_DUAL_TOKEN_MODE: 'on' },
    });
    const exchange = (body: Record<string, unknown>) => keyward.call('POST', '/token/exchange', { body });
    const ask = (
      { token, refreshToken }: { token?: string; refreshToken?: string | undefined },
      fields: Record<string, unknown> = {},
    ) =>
      keyward.call('POST', '/token/code', {
        token,
        body: { return_to: `${FRONTEND}/in?tab=2`, code_challenge, refresh_token: refreshToken, ...fields },
      });
    const locationOf = async (person: SignedUp, fields: Record<string, unknown> = {}) => {
      const { status, text, body } = await ask(person, fields);
      assert.equal(status, 200, text);
      return new URL(asText(body['location']));
    };

    it('hands the session over to an allowed frontend, by a code that only its verifier exchanges, once', async () => {
      const person = await addPerson(keyward);
      const { email } = person;
      const location = await locationOf(person, { state: 'where & what' });
      assert.equal(location.origin + location.pathname, `${FRONTEND}/in`);
      const { tab, token_code: code, state, ...rest } = Object.fromEntries(location.searchParams);
      assert.deepEqual([tab, state, rest], ['2', 'where & what', { code_challenge }]);

      const taken = await exchange({ code, code_verifier });
      assert.equal(taken.status, 200, taken.text);
      assert.deepEqual(taken.headers.getSetCookie(), [], 'the browser does not become known');
      assert.equal(Object(taken.body['account']).email, email);
      const refresh = { refresh_token: taken.body['refresh_token'] };
      assert.equal((await keyward.call('POST', '/token/refresh', { body: refresh })).status, 200);
      assertRefusal(await exchange({ code, code_verifier }), 401, 'InvalidTokenError');

      for (const proof of [{}, { code_verifier: 'w'.repeat(43) }]) {
        const next = (await locationOf(await addPerson(keyward))).searchParams.get('token_code');
        assertRefusal(await exchange({ code: next, ...proof }), 401, 'InvalidTokenError');
        assertRefusal(await exchange({ code: next, code_verifier }), 401, 'InvalidTokenError');
      }
      const late = (await locationOf(await addPerson(keyward))).searchParams.get('token_code');
      keyward.clock.advance(60_000);
      assertRefusal(await exchange({ code: late, code_verifier }), 401, 'InvalidTokenError');
    });

    it('refuses other origins, a missing challenge, and callers without a session', async () => {
      const person = await addPerson(keyward);
      for (const return_to of [
        'https://evil.example/in',
        'https://app.example.org.evil.example/',
        'https://user@app.example.org/',
        `${FRONTEND}/in#x`,
        '//app.example.org/in',
        'javascript:alert(1)',
        'https://app.example.org\\@evil.example/',
        // P19-5: the API would send the code to a provider, as its answer.
        `${keyward.url}/auth/connection/con_4Yb1Qm0cW2nS8tJx6Kd3Vg/callback?state=x`,
        `${keyward.url}/Auth/google/callback`,
        `${keyward.url}/%61uth/google/callback`,
        `${keyward.url}/%2561uth/google/callback`,
        `${keyward.url}//auth%2fgoogle/callback`,
        `${keyward.url}/x/../auth/google/callback`,
        `${keyward.url}/auth/%ff`,
      ])
        assertError(await ask(person, { return_to }), 400, 'FrontendUrlNotAllowedError');
      assertError(await ask(person, { code_challenge: undefined }), 422, 'ValidationError');
      assertError(await ask(person, { code_challenge: 'plain' }), 422, 'ValidationError');
      assertError(await ask(person, { state: 'x'.repeat(513) }), 422, 'ValidationError');
      assertRefusal(await ask({}), 401, 'TokenMissingError');
    });

    it('needs the refresh token of this session: an access token alone must not become one', async () => {
      const [person, other] = [await addPerson(keyward), await addPerson(keyward)];
      assertError(await ask({ token: person.token }), 401, 'TokenMissingError');
      for (const refreshToken of [other.refreshToken, person.token, 'x'])
        assertError(await ask({ token: person.token, refreshToken }), 401, 'InvalidTokenError');
      const body = { refresh_token: person.refreshToken };
      const renewed = await keyward.call('POST', '/token/refresh', { body });
      assertError(await ask(person), 401, 'InvalidTokenError');
      const now = { ...person, refreshToken: asText(renewed.body['refresh_token']) };
      assert.ok((await locationOf(now)).searchParams.has('token_code'));
    });

    it('in cookie mode leads there without a code: the browser has the cookies', async () => {
      const { email } = await addPerson(keyward);
      setCookies(keyward, { cookie_mode: true });
      try {
        const body = { identifier: email, password: 'Correct-horse-1' };
        const access = valueOf(await keyward.call('POST', '/login/password', { body }), 'access_token');
        const { status, body: answer } = await keyward.call('POST', '/token/code', {
          headers: { cookie: `access_token=${access}`, origin: keyward.url },
          body: { return_to: `${FRONTEND}/in`, code_challenge },
        });
        const location = new URL(asText(answer['location']));
        assert.deepEqual(
          [status, Object.fromEntries(location.searchParams)],
          [200, { token_type: 'Cookie', code_challenge }],
        );
      } finally {
        setCookies(keyward, { cookie_mode: false });
      }
    });
  });
}
