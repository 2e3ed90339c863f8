import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Authenticator } from '../../support/authenticator.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { asText } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { beginSignIn, enrol, finishSignIn } from '../factors/passkeys.ts';
import { accountRow } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addKey } from './api-keys.ts';

const THIEF_PASSWORD = 'kT7vouzg-2';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what the holder of a leaked key prepares in an account that is promoted, on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    let serial = 0;

    async function succeed(answer: Promise<Answer>): Promise<Answer> {
      const done = await answer;
      assert.ok(done.status < 300, done.text);
      return done;
    }

    const edit = (token: string, id: number, fields: object) =>
      succeed(keyward.call('PATCH', '/account', { token, body: { account_id: id, ...fields } }));

    async function promote({ id }: Pick<SignedUp, 'id'>): Promise<void> {
      const { token } = await addSuperadmin(keyward);
      await edit(token, id, { role: 'superadmin' });
    }

    const logIn = (identifier: string, password = THIEF_PASSWORD) =>
      keyward.call('POST', '/login', { body: { identifier, password } });
    const tokenOf = async (answer: Promise<Answer>) => asText((await succeed(answer)).body['access_token']);

    async function signInWith(passkey: Authenticator): Promise<Answer> {
      const { challenge, options } = await beginSignIn(keyward);
      return finishSignIn(keyward, { challenge, credential: passkey.get(options, keyward.url) });
    }

    async function addPasskey(token: string): Promise<Authenticator> {
      const passkey = new Authenticator();
      assert.equal((await enrol(keyward, token, passkey)).status, 201);
      return passkey;
    }

    for (const current of [true, false])
      it(`a password that replaced the key's, ${current ? 'with' : 'without'} naming it, is dropped`, async () => {
        const person = await addMember(keyward);
        const { key } = await addKey(keyward, ['accounts:write']);
        await edit(key, person.id, { password: THIEF_PASSWORD });
        const token = await tokenOf(logIn(person.email));
        const password = 'Another-horse-9';
        const body = { password, ...(current && { current_password: THIEF_PASSWORD }) };
        await succeed(keyward.call('PUT', '/update/password', { token, body }));
        await promote(person);
        assert.equal((await logIn(person.email, password)).status, 401);
      });

    it('a passkey from before the act of the key stays', async () => {
      const person = await addMember(keyward);
      const own = await addPasskey(person.token);
      keyward.clock.advance(1);
      const { key } = await addKey(keyward, ['accounts:write']);
      await edit(key, person.id, { password: THIEF_PASSWORD });
      await promote(person);
      assert.equal((await signInWith(own)).status, 200);
    });

    it('passkeys, apps and recovery codes that were added with the password of the key are dropped', async () => {
      for (const factor of ['passkey', 'app'] as const) {
        const person = await addMember(keyward);
        const { key } = await addKey(keyward, ['accounts:write']);
        await edit(key, person.id, { password: THIEF_PASSWORD });
        const token = await tokenOf(logIn(person.email));
        const passkey = factor === 'passkey' ? await addPasskey(token) : null;
        if (passkey === null) await enrolTotp(keyward, { token });
        await promote(person);
        if (passkey !== null) assert.equal((await signInWith(passkey)).status, 401);
        assert.equal((await accountRow(keyward, person.id))['second_factors'], 0);
        const codes = 'select account_id from recovery_codes where account_id = $1';
        assert.deepEqual(await keyward.database.query(codes, [person.id]), []);
      }
    });

    it('what was added while the key had set another email is dropped', async () => {
      const person = await addMember(keyward);
      const { key } = await addKey(keyward, ['accounts:write']);
      const email = `thief${(serial += 1)}@example.net`;
      await edit(key, person.id, { email, email_verified: true });
      const otp = await codeFor(keyward, 'reset', email);
      const body = { email, otp, password: THIEF_PASSWORD };
      const token = await tokenOf(keyward.call('POST', '/forgot/password', { body }));
      const passkey = await addPasskey(token);
      await edit(key, person.id, { email: person.email, email_verified: true });
      await promote(person);
      assert.equal((await logIn(person.email)).status, 401);
      assert.equal((await signInWith(passkey)).status, 401);
    });

    it('an account of the thief that the key moved to another email loses what it had before', async () => {
      const thief = await addMember(keyward);
      const passkey = await addPasskey(thief.token);
      const { providerLinks } = keyward.app.services.store;
      const link = { account_id: thief.id, provider: 'https://idp.example', subject: `own${(serial += 1)}` };
      await providerLinks.insert({ ...link, created_at: keyward.clock.now() });
      keyward.clock.advance(1);
      const { key } = await addKey(keyward, ['accounts:write']);
      await edit(key, thief.id, { email: `boss${serial}@example.org`, email_verified: true });
      await promote(thief);
      assert.equal((await signInWith(passkey)).status, 401);
      assert.deepEqual(await providerLinks.ofAccount(thief.id), []);
    });

    it('a new email in the request of the promotion drops what the account had before', async () => {
      const person = await addMember(keyward);
      const passkey = await addPasskey(person.token);
      const { token } = await addSuperadmin(keyward);
      const email = `chief${(serial += 1)}@example.org`;
      await edit(token, person.id, { email, email_verified: true, role: 'superadmin' });
      assert.equal((await signInWith(passkey)).status, 401);
    });

    it('an account that the key opened with a password loses what was added with it', async () => {
      const { key } = await addKey(keyward, ['accounts:write']);
      const email = `opened${(serial += 1)}@example.org`;
      const fields = { name: 'Ada', email, password: THIEF_PASSWORD, email_verified: true };
      const { body } = await succeed(keyward.call('POST', '/account/', { token: key, body: fields }));
      const id = Number(body['id']);
      const passkey = await addPasskey(await tokenOf(logIn(email)));
      await promote({ id });
      assert.equal((await signInWith(passkey)).status, 401);
      assert.equal((await logIn(email)).status, 401);
    });

    it('a provider that was linked, and a phone that was set, with the password of the key are dropped', async () => {
      const person = await addMember(keyward);
      const { key } = await addKey(keyward, ['accounts:write']);
      await edit(key, person.id, { password: THIEF_PASSWORD });
      const token = await tokenOf(logIn(person.email));
      await succeed(keyward.call('PATCH', '/me', { token, body: { phone: '+493012345678' } }));
      const { providerLinks } = keyward.app.services.store;
      const link = { account_id: person.id, provider: 'https://idp.example', subject: 'thief' };
      await providerLinks.insert({ ...link, created_at: keyward.clock.now() });
      await promote(person);
      assert.deepEqual(await providerLinks.ofAccount(person.id), []);
      assert.equal((await accountRow(keyward, person.id))['phone'], null);
    });

    it('without an act of somebody else, the owner keeps password and passkey', async () => {
      const person = await addMember(keyward);
      const passkey = await addPasskey(person.token);
      await promote(person);
      assert.equal((await signInWith(passkey)).status, 200);
      assert.equal((await logIn(person.email, PASSWORD)).body['error'], 'SecondFactorRequiredError');
    });
  });
}
