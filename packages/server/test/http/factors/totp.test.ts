import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdAccount } from '../../support/hold-account.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { addMember, suiteMailed } from '../codes/support/mailed.ts';
import { superadminOf } from '../config/superadmin.ts';
import { asObject, assertAnswer, assertRefusal, asText, timestampOf } from '../expectations.ts';
import { accountRow, CLIENT, newSession } from '../people.ts';
import { beginTotp, codeOf, enrolTotp, factorsOf, textsOf } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';

const ADDED = { success: true, message: 'Authenticator app added successfully' };
const REMOVED = { success: true, message: 'Authenticator app removed successfully' };
const RECOVERY_CODE = /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`authenticator apps on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    const confirm = (token: string, code: string, languages?: string) =>
      keyward.call('POST', '/account/totp/confirm', {
        token,
        body: { code },
        ...(languages !== undefined && { headers: { 'accept-language': languages } }),
      });
    const remove = (token: string) => keyward.call('DELETE', '/account/totp', { token });
    const prove = (id: number, code: string) =>
      keyward.app.services.factors.totp.prove(id, code, { client: CLIENT, isVouched: false });
    const factorEvents = async (id: number) =>
      (await auditLogOf(keyward.database))
        .filter(({ type, data }) => type.startsWith('factor.') && Object(data['account']).id === id)
        .map(({ type, data }) => ({ type, factor: data['factor'], actor: Object(data['actor']).id }));

    it('are added by a first code, with recovery codes, and count for the session at once', async () => {
      const { id, token, email } = await addMember(keyward, { name: 'Ada Lovelace' });
      const begun = await keyward.call('POST', '/account/totp', { token });
      assert.equal(begun.status, 200, begun.text);
      const { secret, uri, qr_svg, expires_at, ...more } = begun.body;
      assert.deepEqual(more, {});
      assert.match(asText(secret), /^[A-Z2-7]{32}$/);
      assert.match(
        asText(uri),
        new RegExp(`^otpauth://totp/Example:${encodeURIComponent(email)}\\?.*${asText(secret)}`),
      );
      assert.match(asText(qr_svg), /^<svg [^]*<\/svg>$/);
      assert.equal(expires_at, Math.floor((keyward.clock.now() + 600_000) / 1000));
      const none = { totp: null, passkeys: [], recovery_codes: null, required: false };
      assert.deepEqual(await factorsOf(keyward, token), none);
      assert.equal(await prove(id, codeOf(keyward, asText(secret))), null);

      const code = codeOf(keyward, asText(secret));
      const confirmed = await confirm(token, `${code.slice(0, 3)} ${code.slice(3)}`);
      assert.equal(confirmed.status, 200, confirmed.text);
      assert.deepEqual(Object.keys(confirmed.body), ['recovery_codes']);
      const codes = textsOf(confirmed.body['recovery_codes']);
      assert.equal(new Set(codes).size, 10);
      for (const one of codes) assert.match(one, RECOVERY_CODE);

      const now = timestampOf(keyward.clock.now());
      const totp = { created_at: now, last_used_at: now };
      assert.deepEqual(await factorsOf(keyward, token), { ...none, totp, recovery_codes: { left: 10 } });
      const me = await keyward.call('GET', '/me', { token });
      assert.deepEqual(asObject(me.body['session'])['amr'], ['pwd', 'otp', 'mfa']);
      const [session] = await keyward.database.query('select factor_at from sessions where account_id = $1', [
        id,
      ]);
      assert.equal(Number(session?.['factor_at']), keyward.clock.now());
      assert.equal((await accountRow(keyward, id))['second_factors'], 1);

      const named = { id: null, name: null };
      assert.deepEqual(await factorEvents(id), [
        { type: 'factor.added', factor: { type: 'totp', ...named }, actor: id },
        { type: 'factor.added', factor: { type: 'recovery_codes', ...named }, actor: id },
      ]);
      const { parsed } = await keyward.mail.nextMail(email);
      assert.equal(parsed.subject, 'A second factor was added to your account at Example');
      assert.match(
        parsed.text ?? '',
        /Hello Ada Lovelace,[^]* now has an authenticator app as a second factor/,
      );
      // Neither the database nor the audit log contains a secret of the factor.
      const stored = JSON.stringify([
        await keyward.database.query('select * from totps'),
        await keyward.database.query('select * from recovery_codes'),
        await auditLogOf(keyward.database),
      ]);
      for (const open of [asText(secret), ...codes, ...codes.map((one) => one.replaceAll('-', ''))])
        assert.ok(!stored.includes(open));
    });

    it('are replaced by a new one only when that is confirmed', async () => {
      const person = await addMember(keyward);
      const { id, token } = person;
      const old = await enrolTotp(keyward, person);
      keyward.clock.advance(30_000);
      const next = await beginTotp(keyward, token);
      assert.equal((await prove(id, codeOf(keyward, old.secret)))?.method, 'totp');
      assert.equal(await prove(id, codeOf(keyward, next)), null);
      assertAnswer(await confirm(token, codeOf(keyward, next)), 200, ADDED);
      keyward.clock.advance(60_000);
      assert.equal(await prove(id, codeOf(keyward, old.secret)), null);
      assert.equal((await prove(id, codeOf(keyward, next)))?.method, 'totp');
      assert.deepEqual((await factorsOf(keyward, token))['recovery_codes'], { left: 10 });
      assert.equal((await factorEvents(id)).length, 3);
    });

    it('the old secret no longer works once the new one is in force', async () => {
      const person = await addMember(keyward);
      const { id, token } = person;
      const old = await enrolTotp(keyward, person);
      const next = await beginTotp(keyward, token);
      keyward.clock.advance(30_000);
      const proof = await prove(id, codeOf(keyward, old.secret, 1));
      assertAnswer(await confirm(token, codeOf(keyward, next)), 200, ADDED);
      assert.equal(await spend(id, proof), false);
    });

    it('MF11: may be one step off, not two, and each step is accepted once', async () => {
      const person = await addMember(keyward);
      const { secret } = await enrolTotp(keyward, person);
      const { id } = person;
      // The confirmation has used this step up.
      assert.equal(await prove(id, codeOf(keyward, secret)), null);
      keyward.clock.advance(5 * 30_000);
      const at = async (steps: number) => (await prove(id, codeOf(keyward, secret, steps))) !== null;
      assert.deepEqual(await Promise.all([-2, -1, 0, 1, 2].map(at)), [false, true, true, true, false]);

      const [now, again] = [
        await prove(id, codeOf(keyward, secret)),
        await prove(id, codeOf(keyward, secret)),
      ];
      assert.deepEqual([await spend(id, now), await spend(id, again)], [true, false]);
      // Neither this step nor an earlier one works again.
      assert.deepEqual(await Promise.all([-1, 0, 1].map(at)), [false, false, true]);
      const totp = asObject((await factorsOf(keyward, person.token))['totp']);
      assert.equal(totp['last_used_at'], timestampOf(keyward.clock.now()));
    });

    it('can be decrypted only with the master key and for their own account', async () => {
      const [ada, grace] = [await addMember(keyward), await addMember(keyward)];
      const { secret } = await enrolTotp(keyward, ada);
      await enrolTotp(keyward, grace);
      await keyward.database.query(
        'update totps set sealed_secret = (select sealed_secret from totps where account_id = $1) where account_id = $2',
        [ada.id, grace.id],
      );
      keyward.clock.advance(60_000);
      const code = codeOf(keyward, secret);
      assert.notEqual(await prove(ada.id, code), null);
      assert.equal(await prove(grace.id, code), null);
      const [reported, ...more] = keyward.unexpected.splice(0);
      assert.match(
        String(reported),
        /the TOTP secret of the account .* cannot be decrypted with this master key/,
      );
      assert.deepEqual(more, []);
    });

    it('MF4: of fifty simultaneous uses of one code, one counts', async () => {
      const person = await addMember(keyward);
      const { secret } = await enrolTotp(keyward, person);
      keyward.clock.advance(60_000);
      const code = codeOf(keyward, secret);
      const proofs = await Promise.all(Array.from({ length: 50 }, () => prove(person.id, code)));
      const spent = await Promise.all(proofs.map((proof) => spend(person.id, proof)));
      assert.equal(spent.filter(Boolean).length, 1);
    });

    it('can be confirmed for ten minutes, and only the last one that was begun', async () => {
      const { id, ...begun } = await addMember(keyward);
      let { token } = begun;
      assertRefusal(await confirm(token, '123456'), 400, 'ChallengeInvalidError');
      const first = await beginTotp(keyward, token);
      const second = await beginTotp(keyward, token);
      assertRefusal(await confirm(token, codeOf(keyward, first)), 401, 'SecondFactorInvalidError');
      keyward.clock.advance(600_000);
      ({ token } = await newSession(keyward, id));
      for (const code of [codeOf(keyward, second), codeOf(keyward, second, 5)])
        assertRefusal(await confirm(token, code), 400, 'ChallengeInvalidError');
      const third = await beginTotp(keyward, token);
      keyward.clock.advance(599_999);
      assert.equal((await confirm(token, codeOf(keyward, third, -1))).status, 200);
      // The enrolment is no longer pending.
      assertRefusal(await confirm(token, codeOf(keyward, third)), 400, 'ChallengeInvalidError');
    });

    it('MF10: need recent authentication, with the factor if there is one', async () => {
      const [bare, enrolled] = [await addMember(keyward), await addMember(keyward)];
      await enrolTotp(keyward, enrolled);
      await beginTotp(keyward, bare.token);
      keyward.clock.advance(600_000);
      for (const [{ token }, methods] of [
        [bare, ['password']],
        [enrolled, ['totp', 'recovery_code']],
      ] as const) {
        for (const answer of [
          await keyward.call('POST', '/account/totp', { token }),
          await confirm(token, '123456'),
          await remove(token),
          await keyward.call('POST', '/account/recovery-codes', { token }),
        ]) {
          assertRefusal(answer, 403, 'ReauthenticationRequiredError');
          assert.deepEqual(answer.body.details, { methods });
        }
        await factorsOf(keyward, token);
      }
    });

    it('O13-6: a session has answered no factor once the last one that it could answer is gone', async () => {
      const stranger = await addMember(keyward);
      await enrolTotp(keyward, stranger);
      assert.equal((await remove(stranger.token)).status, 200);
      const owner = await newSession(keyward, stranger.id);
      await enrolTotp(keyward, owner);
      const renew = (token: string) => keyward.call('POST', '/account/recovery-codes', { token });
      assertRefusal(await renew(stranger.token), 403, 'ReauthenticationRequiredError');
      assert.equal((await renew(owner.token)).status, 200);
    });

    it('wrong codes are limited', async () => {
      const { token } = await addMember(keyward);
      const secret = await beginTotp(keyward, token);
      const wrong = codeOf(keyward, secret, 3);
      for (let guess = 0; guess < 10; guess += 1)
        assertRefusal(await confirm(token, wrong), 401, 'SecondFactorInvalidError');
      assertRefusal(await confirm(token, codeOf(keyward, secret)), 429, 'RateLimitedError');
      assertRefusal(await confirm(token, ''), 422, 'ValidationError', ['code']);
    });

    it('are removed, with the recovery codes, and the owner gets a mail in their language', async () => {
      const person = await addMember(keyward);
      const { id, token, email } = person;
      assertRefusal(await remove(token), 404, 'FactorNotFoundError');
      const secret = await beginTotp(keyward, token);
      // An unconfirmed app does not count as a factor.
      assertRefusal(await remove(token), 404, 'FactorNotFoundError');
      const { body } = await confirm(token, codeOf(keyward, secret), 'de');
      assert.match((await keyward.mail.nextMail(email)).parsed.subject ?? '', /^Ihr Konto bei Example hat/);
      const [code = ''] = textsOf(body['recovery_codes']);

      assertAnswer(
        await keyward.call('DELETE', '/account/totp', { token, headers: { 'accept-language': 'de-AT' } }),
        200,
        REMOVED,
      );
      const { parsed } = await keyward.mail.nextMail(email);
      assert.equal(parsed.subject, 'Ein zweiter Faktor Ihres Kontos bei Example wurde entfernt');
      assert.match(parsed.text ?? '', /wurde entfernt: eine Authentifizierungs-App\./);
      assert.deepEqual(await factorsOf(keyward, token), {
        totp: null,
        passkeys: [],
        recovery_codes: null,
        required: false,
      });
      assert.equal(await keyward.app.services.factors.recoveryCodes.prove(id, code), null);
      const factor = { type: 'totp', id: null, name: null };
      assert.deepEqual((await factorEvents(id)).at(-1), { type: 'factor.removed', factor, actor: id });
      assertRefusal(await remove(token), 404, 'FactorNotFoundError');
    });

    if (kind === 'postgres') {
      it('are neither added nor removed by a session that ended while the request waited', async () => {
        for (const act of [
          (token: string, secret: string) => confirm(token, codeOf(keyward, secret)),
          (token: string) => remove(token),
          (token: string) => keyward.call('POST', '/account/totp', { token }),
          (token: string) => keyward.call('POST', '/account/recovery-codes', { token }),
        ]) {
          const person = await addMember(keyward);
          await enrolTotp(keyward, person);
          keyward.clock.advance(60_000);
          const secret = await beginTotp(keyward, person.token);
          const before = await factorEvents(person.id);
          await using held = await holdAccount(keyward.database.url, person.id);
          const acting = act(person.token, secret);
          await held.waiters(1);
          await held.endSessions();
          assertRefusal(await acting, 401, 'SessionDestroyedError');
          assert.deepEqual(await factorEvents(person.id), before);
        }
      });
    }

    it('can be turned off in the settings: they are kept, but neither added nor used', async () => {
      const person = await addMember(keyward);
      const { token } = person;
      const { secret } = await enrolTotp(keyward, person);
      const other = await addMember(keyward);
      const waiting = await beginTotp(keyward, other.token);
      keyward.clock.advance(60_000);
      const { set } = await superadminOf(keyward);
      await set('factors', { totp: false });
      assert.equal(await prove(person.id, codeOf(keyward, secret)), null);
      for (const answer of [
        await keyward.call('POST', '/account/totp', { token: other.token }),
        await confirm(other.token, codeOf(keyward, waiting)),
      ])
        assertRefusal(answer, 403, 'FactorDisabledError');
      assert.notEqual((await factorsOf(keyward, token))['totp'], null);
      await set('factors', { totp: true, rp_name: 'My Shop' });
      assert.equal((await prove(person.id, codeOf(keyward, secret)))?.amr, 'otp');
      const { body } = await keyward.call('POST', '/account/totp', { token });
      assert.match(asText(body['uri']), /^otpauth:\/\/totp\/My%20Shop:/);
    });

    it('follow the policy: the last factor that it asks for stays, and enrolling opens a session', async () => {
      const person = await addMember(keyward);
      const { token } = await addMember(keyward);
      await enrolTotp(keyward, person);
      const { set } = await superadminOf(keyward);
      // Last, because it affects the superadmin too.
      await set('factors', { policy: 'everyone' });
      assertRefusal(await remove(person.token), 403, 'SecondFactorEnrolmentRequiredError');
      assert.notEqual((await factorsOf(keyward, person.token))['totp'], null);

      const sessions = () => keyward.call('GET', '/me/sessions', { token });
      assertRefusal(await sessions(), 403, 'SecondFactorEnrolmentRequiredError');
      assert.equal((await factorsOf(keyward, token))['required'], true);
      await enrolTotp(keyward, { token });
      assert.equal((await sessions()).status, 200);
    });

    /** Uses a proof up, as a sign-in does. */
    async function spend(id: number, proof: Awaited<ReturnType<typeof prove>>): Promise<boolean> {
      assert.ok(proof, 'no proof');
      const { store } = keyward.app.services;
      return store.transaction(async (tables) => {
        const account = await tables.accounts.lock(id);
        assert.ok(account);
        return proof.spend(tables, { account, client: CLIENT });
      });
    }
  });
}
