import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator, type Lies } from '../../support/authenticator.ts';
import { type Answer, assertError } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { asObject, asText, claimsOf, suiteKeyward, timestampOf } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { beginEnrolment, enrol, finishEnrolment, MEANINGLESS, signIn } from './passkeys.ts';
import { databasesFor } from '../../support/usual-size.ts';

const ONE_PASSWORD = 'bada5566-a7aa-401f-bd96-45619a55120d';
const MINUTE_MS = 60_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`passkeys of an account on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const listed = async (token: string) =>
      (await keyward.call('GET', '/account/factors', { token })).body['passkeys'];
    const factorEvents = async (accountId: number) =>
      (await auditLogOf(keyward.database))
        .filter(({ type, data }) => type.startsWith('factor.') && Object(data['account']).id === accountId)
        .map(({ type, data }) => [type, Object(data['factor']).type, Object(data['factor']).name]);

    it('asks for a resident key of the account, and no attestation', async () => {
      const { token, id, email } = await addPerson(keyward, { name: 'Ada Lovelace' });
      const { options } = await beginEnrolment(keyward, token);
      const { challenge, user, ...rest } = Object(options);
      assert.equal(Buffer.from(challenge, 'base64url').length, 32);
      assert.equal(Buffer.from(user.id, 'base64url').length, 32);
      assert.notEqual(Buffer.from(user.id, 'base64url').toString(), String(id));
      assert.deepEqual([user.name, user.displayName], [email, 'Ada Lovelace']);
      assert.deepEqual(rest, {
        rp: { id: 'localhost', name: 'Keyward' },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'preferred',
        },
        attestation: 'none',
      });
      const again = await beginEnrolment(keyward, token);
      assert.deepEqual(again.options.user, user);
      assert.notEqual(again.options.challenge, challenge);
    });

    it('adds passkeys, the first with recovery codes, and proves the factor for the session', async () => {
      const { token, id } = await addPerson(keyward);
      const first = await enrol(keyward, token, new Authenticator({ aaguid: ONE_PASSWORD }));
      assert.equal(first.status, 201, first.text);
      const { id: passkeyId, recovery_codes: codes, ...shown } = first.body;
      assert.deepEqual(shown, {
        name: '1Password',
        created_at: timestampOf(keyward.clock.now()),
        last_used_at: null,
        backed_up: true,
        provider: '1Password',
      });
      assert.ok(Number.isSafeInteger(passkeyId));
      assert.equal(Array.isArray(codes) && codes.length, 10);
      assert.equal((await accountRow(keyward, id))['second_factors'], 2);

      const key = new Authenticator({ algorithm: 'EdDSA', backupEligible: false, counts: true });
      const second = await enrol(keyward, token, key, { name: 'Key on my ring' });
      assert.equal(second.status, 201, second.text);
      assert.deepEqual(
        [second.body['name'], second.body['provider'], second.body['backed_up']],
        ['Key on my ring', null, false],
      );
      assert.equal(second.body['recovery_codes'], undefined);

      const third = await enrol(keyward, token, new Authenticator());
      assert.equal(third.body['name'], 'Passkey');
      const { recovery_codes: _, ...listedFirst } = first.body;
      assert.deepEqual(await listed(token), [listedFirst, second.body, third.body]);
      assert.deepEqual(await factorEvents(id), [
        ['factor.added', 'passkey', '1Password'],
        ['factor.added', 'recovery_codes', null],
        ['factor.added', 'passkey', 'Key on my ring'],
        ['factor.added', 'passkey', 'Passkey'],
      ]);
      const { session } = (await keyward.call('GET', '/me', { token })).body;
      assert.deepEqual(asObject(session)['amr'], ['pwd', 'swk', 'mfa', 'hwk']);
    });

    it('names a passkey of an unknown provider after the device that made it', async () => {
      const { token } = await addPerson(keyward);
      const agent =
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
      const nameOf = async (attachment: string) => {
        const { challenge, options } = await beginEnrolment(keyward, token);
        const made = new Authenticator().create(options, keyward.url);
        const credential = { ...made, authenticatorAttachment: attachment };
        const answer = await finishEnrolment(
          keyward,
          token,
          { challenge, credential },
          { 'user-agent': agent },
        );
        assert.equal(answer.status, 201, answer.text);
        return answer.body['name'];
      };
      assert.equal(await nameOf('platform'), 'Passkey (Chrome, macOS)');
      // The browser is on another device than the passkey.
      assert.equal(await nameOf('cross-platform'), 'Passkey');
    });

    it('renames and removes, and no passkey of others', async () => {
      const [ada, grace] = [await addPerson(keyward), await addPerson(keyward)];
      const made = await enrol(keyward, ada.token, new Authenticator());
      await enrol(keyward, grace.token, new Authenticator());
      const path = `/account/passkeys/${String(made.body['id'])}`;
      const name = 'Tablet 平板';
      for (const [method, body] of [
        ['PATCH', { name }],
        ['DELETE', undefined],
      ] as const) {
        assertError(
          await keyward.call(method, path, { token: grace.token, body }),
          404,
          'FactorNotFoundError',
        );
      }
      const renamed = await keyward.call('PATCH', path, { token: ada.token, body: { name } });
      assert.equal(renamed.status, 200, renamed.text);
      const { recovery_codes: _, ...before } = made.body;
      assert.deepEqual(renamed.body, { ...before, name });
      for (const bad of ['', ' ', 'x'.repeat(65), 'a\nb', 7]) {
        const answer = await keyward.call('PATCH', path, { token: ada.token, body: { name: bad } });
        assertError(answer, 422, 'ValidationError');
      }

      assert.equal((await keyward.call('DELETE', path, { token: ada.token })).status, 200);
      assert.equal((await accountRow(keyward, ada.id))['second_factors'], 0);
      assertError(await keyward.call('DELETE', path, { token: ada.token }), 404, 'FactorNotFoundError');
      assert.deepEqual((await factorEvents(ada.id)).at(-1), ['factor.removed', 'passkey', name]);
      const left = await keyward.database.query('select 1 from recovery_codes where account_id = $1', [
        ada.id,
      ]);
      assert.equal(left.length, 0);
    });

    it('MF10: needs recent authentication to add and to remove', async () => {
      const { token } = await addPerson(keyward);
      const made = await enrol(keyward, token, new Authenticator());
      const begun = await beginEnrolment(keyward, token);
      const credential = new Authenticator().create(begun.options, keyward.url);
      keyward.clock.advance(10 * MINUTE_MS);
      const path = `/account/passkeys/${String(made.body['id'])}`;
      for (const answer of [
        await keyward.call('POST', '/account/passkeys/options', { token }),
        await finishEnrolment(keyward, token, { challenge: begun.challenge, credential }),
        await keyward.call('DELETE', path, { token }),
      ]) {
        assertError(answer, 403, 'ReauthenticationRequiredError');
        assert.deepEqual(Object(answer.body.details).methods, ['passkey', 'recovery_code']);
      }
    });

    it('lets an account that must enrol do so, and keep one', async () => {
      const { token } = await addPerson(keyward);
      const { settings } = keyward.app.services;
      const { current } = settings;
      settings.replace({ ...current, factors: { ...current.factors, policy: 'everyone' } });
      const isOpen = async () => (await keyward.call('GET', '/me/sessions', { token })).status;
      assert.equal(await isOpen(), 403);
      const made = await enrol(keyward, token, new Authenticator());
      assert.equal(await isOpen(), 200);
      const path = `/account/passkeys/${String(made.body['id'])}`;
      const removed = await keyward.call('DELETE', path, { token });
      assertError(removed, 403, 'SecondFactorEnrolmentRequiredError');
      settings.replace(current);
      assert.equal((await keyward.call('DELETE', path, { token })).status, 200);
    });

    it('MF16: accepts a credential once, over all accounts', async () => {
      const [ada, grace] = [await addPerson(keyward), await addPerson(keyward)];
      const authenticator = new Authenticator();
      await enrol(keyward, ada.token, authenticator);
      const begun = await beginEnrolment(keyward, ada.token);
      assert.deepEqual(
        begun.options.excludeCredentials.map(({ id }) => id),
        authenticator.passkeys.map(({ id }) => id),
      );
      const stolen = await beginEnrolment(keyward, grace.token);
      const copy = authenticator.create(stolen.options, keyward.url);
      const original = authenticator.passkeys[0]?.id ?? '';
      await keyward.database.query('update passkeys set credential_id = $1 where credential_id = $2', [
        copy.id,
        original,
      ]);
      const answer = await finishEnrolment(keyward, grace.token, {
        challenge: stolen.challenge,
        credential: copy,
      });
      assertError(answer, 409, 'PasskeyAlreadyExistsError');
      assert.equal((await accountRow(keyward, grace.id))['second_factors'], 0);
    });

    it('accepts twenty passkeys, however many come at once', async () => {
      const { token, id } = await addPerson(keyward);
      const authenticator = new Authenticator();
      for (let made = 0; made < 18; made += 1) {
        const begun = await beginEnrolment(keyward, token);
        const credential = authenticator.create({ ...begun.options, excludeCredentials: [] }, keyward.url);
        const answer = await finishEnrolment(keyward, token, { challenge: begun.challenge, credential });
        assert.equal(answer.status, 201, answer.text);
      }
      // A session has one enrolment at a time.
      const begun = [];
      for (let session = 0; session < 5; session += 1) {
        const signedIn = asText((await signIn(keyward, authenticator)).body['access_token']);
        begun.push({ by: signedIn, ...(await beginEnrolment(keyward, signedIn)) });
      }
      const answers = await Promise.all(
        begun.map(({ by, challenge, options }) =>
          finishEnrolment(keyward, by, {
            challenge,
            credential: authenticator.create({ ...options, excludeCredentials: [] }, keyward.url),
          }),
        ),
      );
      assert.deepEqual(statusesOf(answers), [201, 201, 409, 409, 409]);
      for (const answer of answers.filter(({ status }) => status === 409))
        assertError(answer, 409, 'PasskeyLimitError');
      assertError(
        await keyward.call('POST', '/account/passkeys/options', { token }),
        409,
        'PasskeyLimitError',
      );
      assert.equal((await keyward.app.services.store.passkeys.ofAccount(id)).length, 20);
    });

    it('MF16: refuses every false statement of a browser and of an authenticator', async () => {
      const { token, id } = await addPerson(keyward);
      const other = Buffer.alloc(32, 7).toString('base64url');
      const lies: Lies[] = [
        { origin: 'https://example.org' },
        { origin: `${keyward.url}/` },
        { origin: 'null' },
        { rpId: 'example.org' },
        { challenge: other },
        { type: 'webauthn.get' },
        { crossOrigin: true },
        { crossOrigin: true, topOrigin: 'https://example.org' },
        { crossOrigin: false, topOrigin: keyward.url },
        { userPresent: false },
        { backupEligible: false, backedUp: true },
      ];
      for (const lie of lies)
        assertError(await enrol(keyward, token, new Authenticator(), lie), 401, 'SecondFactorInvalidError');
      assert.equal((await accountRow(keyward, id))['second_factors'], 0);
    });

    it('MF16: refuses malformed bytes, and never fails on them', async () => {
      const { token } = await addPerson(keyward);
      for (const bytes of MEANINGLESS) {
        const { challenge, options } = await beginEnrolment(keyward, token);
        const credential = new Authenticator().create(options, keyward.url);
        const answer = await finishEnrolment(keyward, token, {
          challenge,
          credential: { ...credential, response: { ...credential.response, ...bytes } },
        });
        assertError(answer, 401, 'SecondFactorInvalidError');
      }
      const { challenge, options } = await beginEnrolment(keyward, token);
      const credential = new Authenticator().create(options, keyward.url);
      for (const sent of [
        {},
        null,
        [],
        { ...credential, id: 'a+b' },
        { ...credential, id: 'a'.repeat(1365) },
        { ...credential, type: 'password' },
        { ...credential, response: { ...credential.response, attestationObject: 'é' } },
        { ...credential, response: { ...credential.response, transports: ['x'.repeat(65)] } },
      ]) {
        const answer = await keyward.call('POST', '/account/passkeys', {
          token,
          body: { challenge, credential: sent },
        });
        assertError(answer, 422, 'ValidationError');
      }
      const mixed = { ...credential, id: new Authenticator().create(options, keyward.url).id };
      for (const named of [mixed, { ...mixed, rawId: mixed.id }]) {
        const answer = await finishEnrolment(keyward, token, { challenge, credential: named });
        assertError(answer, 401, 'SecondFactorInvalidError');
      }
    });

    it('accepts RSA keys that are quick to verify, and no others', async () => {
      const { token } = await addPerson(keyward);
      const refused = await enrol(
        keyward,
        token,
        new Authenticator({ algorithm: 'RS256', publicExponent: 2 ** 24 + 1 }),
      );
      assertError(refused, 401, 'SecondFactorInvalidError');
      const authenticator = new Authenticator({ algorithm: 'RS256' });
      const added = await enrol(keyward, token, authenticator);
      assert.equal(added.status, 201, added.text);
      assert.equal((await signIn(keyward, authenticator)).status, 200);
    });

    it('adds the first factor of one session only, whoever else adds one at the same time', async () => {
      const { token, id } = await addPerson(keyward);
      const { token: other } = await newSession(keyward, id);
      const begun = [];
      for (const by of [token, other]) {
        const { challenge, options } = await beginEnrolment(keyward, by);
        const credential = new Authenticator().create(options, keyward.url);
        begun.push({ by, body: { challenge, credential } });
      }
      const answers = await Promise.all(begun.map(({ by, body }) => finishEnrolment(keyward, by, body)));
      assert.deepEqual(statusesOf(answers), [201, 403]);
      const refused = answers.find(({ status }) => status === 403);
      assert.ok(refused !== undefined);
      assertError(refused, 403, 'ReauthenticationRequiredError');
      assert.deepEqual(Object(refused.body['details']).methods, ['passkey', 'recovery_code']);
    });

    it('accepts a challenge for its session only, once, for ten minutes, with five answers', async () => {
      const { token, id } = await addPerson(keyward);
      const { token: foreign } = await newSession(keyward, id);
      const authenticator = new Authenticator();
      const begun = await beginEnrolment(keyward, token);
      const credential = authenticator.create(begun.options, keyward.url);
      const finish = (by: string, challenge = begun.challenge) =>
        finishEnrolment(keyward, by, { challenge, credential });
      assertError(await finish(foreign), 400, 'ChallengeInvalidError');
      assertError(await finish(token, 'made-up'), 400, 'ChallengeInvalidError');
      const answers = await Promise.all(Array.from({ length: 4 }, () => finish(token)));
      assert.deepEqual(statusesOf(answers), [201, 400, 400, 400], answers.map(({ text }) => text).join('\n'));
      assertError(await finish(token), 400, 'ChallengeInvalidError');

      const burnt = await beginEnrolment(keyward, token);
      const right = new Authenticator().create(burnt.options, keyward.url);
      const lie = new Authenticator().create(burnt.options, 'https://example.org');
      for (let wrong = 0; wrong < 5; wrong += 1) {
        const answer = await finishEnrolment(keyward, token, { challenge: burnt.challenge, credential: lie });
        assertError(answer, 401, 'SecondFactorInvalidError');
      }
      assertError(
        await finishEnrolment(keyward, token, { challenge: burnt.challenge, credential: right }),
        400,
        'ChallengeInvalidError',
      );
      assert.equal(claimsOf(token)['aid'], id);
      assert.match(asText(burnt.challenge), /^[\w-]{43}$/);
    });
  });
}

function statusesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
