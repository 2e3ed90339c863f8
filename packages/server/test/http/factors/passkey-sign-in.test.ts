import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator, type Lies } from '../../support/authenticator.ts';
import { assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { asObject, asText, claimsOf, suiteKeyward, timestampOf } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { beginSignIn, enrol, finishSignIn, signIn } from './passkeys.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The limit for an account from one address. */
const WINDOW_MS = 15 * 60_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-in with a passkey on ${kind}`, () => {
    const arrivals: [string, string][] = [];
    let refuse = false;
    const keyward = suiteKeyward(kind, {
      // The sign-ins of all tests come from one address.
      settings: { KEYWARD_LIMIT_ADDRESS: '1000/1h' },
      parts: {
        hooks: {
          beforeLogin: ({ method, reason }) => {
            arrivals.push([method, reason]);
            return refuse ? { refuse: 'Not today.' } : undefined;
          },
        },
      },
    });

    async function withPasskey(
      authenticator = new Authenticator(),
    ): Promise<SignedUp & { passkeys: Authenticator }> {
      const person = await addPerson(keyward);
      const answer = await enrol(keyward, person.token, authenticator);
      assert.equal(answer.status, 201, answer.text);
      return { ...person, passkeys: authenticator };
    }

    const refusalsOf = async (accountId: number) =>
      (await auditLogOf(keyward.database, 'login.failed')).filter(
        ({ data }) => Object(data['account']).id === accountId,
      );

    async function sessionsOf(accountId: number): Promise<number> {
      return (await keyward.database.query('select 1 from sessions where account_id = $1', [accountId]))
        .length;
    }

    it('needs no account, and asks for user verification', async () => {
      const { challenge, options } = await beginSignIn(keyward);
      const { challenge: bytes, ...rest } = options;
      assert.match(challenge, /^[\w-]{43}$/);
      assert.equal(Buffer.from(bytes, 'base64url').length, 32);
      assert.deepEqual(rest, {
        rpId: 'localhost',
        allowCredentials: [],
        timeout: 300_000,
        userVerification: 'required',
      });
    });

    it('MF14: signs in without a second step, by synchronised passkeys and by keys', async () => {
      for (const [options, amr] of [
        [{ algorithm: 'ES256' }, ['swk', 'mfa']],
        [{ algorithm: 'EdDSA', backupEligible: false, counts: true }, ['hwk', 'mfa']],
      ] as const) {
        const { id, email, passkeys } = await withPasskey(new Authenticator(options));
        arrivals.length = 0;
        const answer = await signIn(keyward, passkeys);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(asObject(answer.body['account'])['email'], email);
        const claims = claimsOf(asText(answer.body['access_token']));
        assert.deepEqual([claims['aid'], claims['amr']], [id, amr]);
        assert.deepEqual(arrivals, [['passkey', 'login']]);
        const started = (await auditLogOf(keyward.database, 'session.started')).at(-1);
        assert.equal(started?.data['method'], 'passkey');
        const [passkey] = await keyward.app.services.store.passkeys.ofAccount(id);
        assert.equal(passkey?.last_used_at, keyward.clock.now());
        const again = await signIn(keyward, passkeys);
        assert.equal(again.status, 200, again.text);
        // The session is recent by its factor.
        const token = asText(again.body['access_token']);
        const path = `/account/passkeys/${passkey.id}`;
        const named = await keyward.call('PATCH', path, { token, body: { name: 'One' } });
        assert.equal(named.body['last_used_at'], timestampOf(keyward.clock.now()));
        assert.equal((await keyward.call('DELETE', path, { token })).status, 200);
        assertError(await signIn(keyward, passkeys), 401, 'SecondFactorInvalidError');
      }
    });

    it('MF14: refuses every invalid answer', async () => {
      const [ada, grace] = [await withPasskey(), await withPasskey()];
      const handleOf = ({ passkeys }: typeof ada) => passkeys.passkeys[0]?.userHandle ?? '';
      const lies: Lies[] = [
        { userVerified: false },
        { userPresent: false, userVerified: false },
        { origin: 'https://example.org' },
        { rpId: 'example.org' },
        { type: 'webauthn.create' },
        { challenge: Buffer.alloc(32, 7).toString('base64url') },
        { crossOrigin: true },
        { backupEligible: false },
        { userHandle: null },
        { userHandle: handleOf(grace) },
        { userHandle: Buffer.alloc(32, 7).toString('base64url') },
      ];
      const before = await sessionsOf(ada.id);
      for (const lie of lies) {
        assertError(await signIn(keyward, ada.passkeys, lie), 401, 'SecondFactorInvalidError');
        keyward.clock.advance(WINDOW_MS / 8);
      }
      for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
        const { challenge, options } = await beginSignIn(keyward);
        const { response, ...credential } = ada.passkeys.get(options, keyward.url);
        const bytes = Buffer.from(response[part], 'base64url');
        for (const changed of [flipped(bytes), bytes.subarray(0, -1), Buffer.from('A'), Buffer.alloc(600)]) {
          const sent = { ...credential, response: { ...response, [part]: changed.toString('base64url') } };
          const answer = await finishSignIn(keyward, { challenge, credential: sent });
          assertError(answer, 401, 'SecondFactorInvalidError');
          keyward.clock.advance(WINDOW_MS / 8);
        }
      }
      assert.equal(await sessionsOf(ada.id), before);
      const refusals = await refusalsOf(ada.id);
      assert.equal(refusals.length, lies.length + 12);
      for (const { data } of refusals)
        assert.deepEqual(
          [data['method'], data['reason'], data['actor']],
          ['passkey', 'second_factor_invalid', null],
        );
      assert.equal((await signIn(keyward, ada.passkeys)).status, 200);
    });

    it('refuses an unknown passkey as it refuses a wrong one', async () => {
      const { passkeys } = await withPasskey();
      const { challenge, options } = await beginSignIn(keyward);
      const credential = passkeys.get(options, keyward.url);
      const unknown = { ...credential, id: 'AAAA', rawId: 'AAAA' };
      assertError(
        await finishSignIn(keyward, { challenge, credential: unknown }),
        401,
        'SecondFactorInvalidError',
      );
    });

    it('MF15: refuses a counter that goes back, and reports the copy', async () => {
      const { id, passkeys } = await withPasskey(new Authenticator({ counts: true, backupEligible: false }));
      assert.equal((await signIn(keyward, passkeys, { counter: 10 })).status, 200);
      for (const counter of [10, 9, 0])
        assertError(await signIn(keyward, passkeys, { counter }), 401, 'SecondFactorInvalidError');
      const reasons = (await refusalsOf(id)).map(({ data }) => data['reason']);
      assert.deepEqual(reasons, ['passkey_copied']);
      assert.equal((await signIn(keyward, passkeys, { counter: 11 })).status, 200);
      const [row] = await keyward.app.services.store.passkeys.ofAccount(id);
      assert.equal(row?.counter, 11);
    });

    it('accepts one of many simultaneous signatures with the same counter', async () => {
      const { id, passkeys } = await withPasskey(new Authenticator({ counts: true }));
      const before = await sessionsOf(id);
      const begun = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(keyward)));
      const answers = await Promise.all(
        begun.map(({ challenge, options }) =>
          finishSignIn(keyward, {
            challenge,
            credential: passkeys.get(options, keyward.url, { counter: 7 }),
          }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(await sessionsOf(id), before + 1);
    });

    it('MF4: gives one session for fifty simultaneous uses of one challenge', async () => {
      const { id, passkeys } = await withPasskey();
      const before = await sessionsOf(id);
      const { challenge, options } = await beginSignIn(keyward);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          finishSignIn(keyward, { challenge, credential: passkeys.get(options, keyward.url) }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        assertError(answer, 400, 'ChallengeInvalidError');
      assert.equal(await sessionsOf(id), before + 1);
      const later = await finishSignIn(keyward, {
        challenge,
        credential: passkeys.get(options, keyward.url),
      });
      assertError(later, 400, 'ChallengeInvalidError');
    });

    it('MF2: ends a challenge with five wrong answers, and after ten minutes', async () => {
      const { passkeys } = await withPasskey();
      const burnt = await beginSignIn(keyward);
      const answer = (lies?: Lies) =>
        finishSignIn(keyward, {
          challenge: burnt.challenge,
          credential: passkeys.get(burnt.options, keyward.url, lies),
        });
      for (let wrong = 0; wrong < 5; wrong += 1)
        assertError(await answer({ origin: 'https://example.org' }), 401, 'SecondFactorInvalidError');
      assertError(await answer(), 400, 'ChallengeInvalidError');

      const late = await beginSignIn(keyward);
      keyward.clock.advance(10 * 60_000);
      const credential = passkeys.get(late.options, keyward.url);
      assertError(
        await finishSignIn(keyward, { challenge: late.challenge, credential }),
        400,
        'ChallengeInvalidError',
      );
    });

    it('MF19: wrong answers do not block the right passkey', async () => {
      const { passkeys } = await withPasskey();
      for (let wrong = 0; wrong < 12; wrong += 1)
        assertError(await signIn(keyward, passkeys, { rpId: 'x.org' }), 401, 'SecondFactorInvalidError');
      assert.equal((await signIn(keyward, passkeys)).status, 200);
    });

    it('says that the account is suspended to its owner, and to nobody else', async () => {
      const { id, passkeys } = await withPasskey();
      await keyward.app.services.store.accounts.update(id, { status: 'suspended' });
      const wrong = await signIn(keyward, passkeys, { origin: 'https://example.org' });
      assertError(wrong, 401, 'SecondFactorInvalidError');
      assertError(await signIn(keyward, passkeys), 403, 'AccountInactiveError');
    });

    it('asks the host, which may refuse', async () => {
      const { id, passkeys } = await withPasskey();
      const before = await sessionsOf(id);
      refuse = true;
      const answer = await signIn(keyward, passkeys);
      refuse = false;
      assertError(answer, 403, 'LoginRefusedError');
      assert.equal(await sessionsOf(id), before);
    });

    it('works as second factor of a password too, without user verification', async () => {
      const { email, passkeys, id } = await withPasskey();
      const login = await keyward.call('POST', '/login', { body: { identifier: email, password: PASSWORD } });
      assertError(login, 401, 'SecondFactorRequiredError');
      const challenge = asText(Object(login.body.details).challenge);
      const asked = await keyward.call('POST', '/login/challenge/passkey', { body: { challenge } });
      assert.equal(asked.status, 200, asked.text);
      const { options }: { options: Parameters<Authenticator['get']>[0] } = JSON.parse(asked.text);
      assert.deepEqual(
        options.allowCredentials.map((one) => one.id),
        passkeys.passkeys.map((one) => one.id),
      );
      const { passkeys: foreign } = await withPasskey();
      const stolen = foreign.get({ ...options, allowCredentials: [] }, keyward.url, { userHandle: null });
      const wrong = { challenge, method: 'passkey', credential: stolen };
      assertError(
        await keyward.call('POST', '/login/challenge', { body: wrong }),
        401,
        'SecondFactorInvalidError',
      );
      const credential = passkeys.get(options, keyward.url, { userVerified: false, userHandle: null });
      const answer = await keyward.call('POST', '/login/challenge', {
        body: { challenge, method: 'passkey', credential },
      });
      assert.equal(answer.status, 200, answer.text);
      const claims = claimsOf(asText(answer.body['access_token']));
      assert.deepEqual([claims['aid'], claims['amr']], [id, ['pwd', 'swk', 'mfa']]);
    });

    it('can be turned off in the settings, which keeps enrolled passkeys', async () => {
      const { id, token, passkeys } = await withPasskey();
      const { challenge, options } = await beginSignIn(keyward);
      const { settings } = keyward.app.services;
      const { current } = settings;
      settings.replace({ ...current, factors: { ...current.factors, passkeys: false } });
      const credential = passkeys.get(options, keyward.url);
      for (const answer of [
        await keyward.call('POST', '/login/passkey/options'),
        await finishSignIn(keyward, { challenge, credential }),
        await keyward.call('POST', '/account/passkeys/options', { token }),
      ])
        assertError(answer, 403, 'FactorDisabledError');
      settings.replace(current);
      assert.equal((await accountRow(keyward, id))['second_factors'], 2);
      assert.equal((await finishSignIn(keyward, { challenge, credential })).status, 200);
    });
  });
}

/** With its last bit changed. */
function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.length - 1;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
