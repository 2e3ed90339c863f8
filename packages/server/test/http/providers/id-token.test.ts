import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { assertError, startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { startStubIssuer } from '../../support/stub-issuer.ts';
import { addPerson } from '../people.ts';
import { count, FRONTEND, oidcSlot } from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const PHONE = 'com.example.phone';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /login/id-token, ${kind}`, async () => {
    const issuer = await startStubIssuer();
    const keyward = await startKeyward(kind, {
      settings: {
        KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
        KEYWARD_LIMIT_ADDRESS: '80/1h',
        ...oidcSlot('IDP1', issuer.issuer),
        KEYWARD_IDP1_NAME: 'company',
        KEYWARD_IDP1_NATIVE_CLIENT_IDS: PHONE,
        KEYWARD_IDP2_CLIENT_ID: CLIENT.id,
        KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret,
      },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    });

    const nowS = () => Math.floor(keyward.clock.now() / 1000);
    const person = (sub: string, claims: Record<string, unknown> = {}) => ({
      sub,
      email: `${sub}@example.org`,
      email_verified: true,
      name: 'Ada Lovelace',
      ...claims,
    });
    const sign = (claims: Record<string, unknown>, options?: { alien?: boolean }) =>
      issuer.sign({ iat: nowS(), exp: nowS() + 3_600, ...claims }, options);
    const send = (id_token: string, more: Record<string, unknown> = {}) =>
      keyward.call('POST', '/login/id-token', { body: { provider: 'company', id_token, ...more } });
    const refused = async (id_token: string, message: RegExp, more?: Record<string, unknown>) => {
      const answer = await send(id_token, more);
      assertError(answer, 401, 'IdTokenInvalidError');
      assert.match(String(answer.body['message']), message);
    };

    it('opens an account, knows it again, and links the one with the verified email', async () => {
      const first = await send(await sign(person('one', { nonce: 'n-1' })), { nonce: 'n-1' });
      assert.equal(first.status, 200, first.text);
      const token = String(first.body['access_token']);
      const me = await keyward.call('GET', '/me', { token });
      const { account } = JSON.parse(me.text);
      assert.deepEqual(
        [account.name, account.email, account.email_verified],
        ['Ada Lovelace', 'one@example.org', true],
      );
      // Like Apple's apps: the token holds the hash of the app's nonce.
      const again = await send(await sign(person('one', { nonce: sha256('kept'), aud: PHONE })), {
        nonce: 'kept',
      });
      assert.equal(JSON.parse(again.text).account.id, account.id);

      const known = await addPerson(keyward);
      assertError(
        await send(await sign(person('two', { email: known.email, email_verified: false }))),
        409,
        'EmailAlreadyExistsError',
      );
      const linked = await send(await sign(person('two', { email: known.email })));
      assert.equal(JSON.parse(linked.text).account.email, known.email);
    });

    it('OA23: a token works once, in whatever spelling, also for many simultaneous requests', async () => {
      const before = await count(keyward, 'sessions');
      const token = await sign(person('once'));
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)));
      assert.deepEqual(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [200, ...Array<number>(9).fill(401)],
      );
      assert.equal(Number(await count(keyward, 'sessions')) - Number(before), 1);
      // The last character of 256 bytes in base64url has four unused bits.
      const last = token.at(-1) ?? '';
      const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const spelling = other.charAt(other.indexOf(last) ^ 1);
      await refused(token.slice(0, -1) + spelling, /^The ID token was refused: /);
    });

    it('OA23: refuses tokens of other issuers, for other audiences, and old ones', async () => {
      const right = () => person('wrong');
      await refused(
        await sign({ ...right(), aud: 'another client' }),
        /for another client; .*native_client_ids/,
      );
      await refused(await sign({ ...right(), aud: [CLIENT.id, 'x'], azp: 'x' }), /for another client/);
      await refused(
        await sign({ ...right(), iss: 'https://accounts.google.com' }),
        /issuer is another provider/,
      );
      await refused(await sign({ ...right(), exp: nowS() - 100 }), /has expired/);
      await refused(await sign({ ...right(), exp: undefined }), /has expired/);
      await refused(await sign({ ...right(), iat: nowS() - 700 }), /older than ten minutes/);
      await refused(await sign({ ...right(), iat: nowS() + 700 }), /"iat"|older than ten minutes/);
      await refused(await sign({ ...right(), sub: undefined }), /"?sub"? is wrong/);
      await refused(await sign(right(), { alien: true }), /it was not signed with a key of the provider/);
      const claims = { iss: issuer.issuer, aud: CLIENT.id, iat: nowS(), exp: nowS() + 60, ...right() };
      await refused(new UnsecuredJWT(claims).encode(), /not signed with a key of the provider/);
      const shared = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
      await refused(
        await shared.sign(new TextEncoder().encode(CLIENT.secret.padEnd(32, ' '))),
        /not signed with a key of the provider/,
      );
      await refused('no token', /not signed with a key of the provider/);
      assert.equal(await count(keyward, "accounts where email = 'wrong@example.org'"), 0);
    });

    it('accepts times with fractions, and refuses a subject that no database can store', async () => {
      const given = await send(await sign(person('fraction', { iat: nowS() - 0.5, exp: nowS() + 60.5 })));
      assert.equal(given.status, 200, given.text);
      const { status } = await send(await sign(person('sub', { sub: 'a\0b' })));
      assert.ok(status >= 400 && status !== 500, String(status));
    });

    it('OA23: requires the nonce of the token, and none that it lacks', async () => {
      const token = await sign(person('nonce', { nonce: 'n-2' }));
      await refused(token, /send nonce too/);
      await refused(token, /nonce does not match/, { nonce: 'n-3' });
      await refused(await sign(person('nonce')), /has no nonce/, { nonce: 'n-2' });
      assert.equal((await send(token, { nonce: 'n-2' })).status, 200);
    });

    it('a session begins only after the second factor, and nobody signs up where sign-up is closed', async () => {
      const { email, id } = await addPerson(keyward);
      await keyward.database.query(
        `update accounts set second_factors = 1, email_verified = 1 where id = ${id}`,
      );
      const challenged = await send(await sign(person('factors', { email })));
      assertError(challenged, 401, 'SecondFactorRequiredError');
      assert.match(challenged.text, /"challenge":"/);

      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const mode = (value: string) =>
        keyward.call('PATCH', '/config/signup', { token, body: { mode: value } });
      assert.equal((await mode('closed')).status, 200);
      assertError(await send(await sign(person('closed'))), 403, 'SignupClosedError');
      assert.equal((await send(await sign(person('one')))).status, 200);
      await mode('open');
    });

    it('names what is wrong with the request, and records refusals in the audit log', async () => {
      const id_token = await sign(person('request'));
      const to = (provider: string) => send(id_token, { provider });
      const unknown = await to('nobody');
      assertError(unknown, 422, 'ValidationError');
      assert.match(unknown.text, /must be one of company, idp2, idp3/);
      const without = await to('idp2');
      assertError(without, 422, 'ValidationError');
      assert.match(without.text, /issues no ID tokens/);
      const stored = await keyward.database.query(
        `select data from events where type = 'login.failed' and data like '%id_token_invalid%'`,
      );
      assert.ok(stored.length > 0);
      assert.match(String(stored[0]?.['data']), /"method":"provider"/);
    });

    it('forgets used tokens when they are too old to be used, and limits failures', async () => {
      assert.ok(Number(await count(keyward, 'used_id_tokens')) > 3);
      await keyward.app.services.sweep();
      assert.ok(Number(await count(keyward, 'used_id_tokens')) > 3);
      keyward.clock.advance(13 * 60_000);
      await keyward.app.services.sweep();
      assert.equal(Number(await count(keyward, 'used_id_tokens')), 0);
      let status = 401;
      for (let guesses = 0; status === 401 && guesses < 80; guesses += 1) ({ status } = await send('x'));
      assert.equal(status, 429);
    });
  });
}
