import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { asObject, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`identifiers of accounts on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let serial = 0;
    const signUp = (fields: Record<string, unknown>, path = '/signup/password') => {
      serial += 1;
      const email = `identity${serial}@example.org`;
      const handle = `identity.${serial}`;
      const body = { name: 'Ada', email, handle, password: PASSWORD, ...fields };
      return keyward.call('POST', path, { body });
    };
    const idOf = (body: Record<string, unknown>) => asObject(body['account'])['id'];
    const logIn = (identifier: string) =>
      keyward.call('POST', '/login', { body: { identifier, password: PASSWORD } });

    it("PW11: a handle cannot be somebody's email or phone", async () => {
      const victim = { email: 'victim@example.org', phone: '+4930901820' };
      await addPerson(keyward, victim);
      const { token } = await addPerson(keyward);
      const phones = ['+4930901820', '4930901820', '004930901820', '030901820', '0', '49-30-901820'];
      for (const handle of [victim.email, 'VICTIM@example.org', 'a@b', ...phones]) {
        assertRefusal(await signUp({ handle }), 422, 'ValidationError', ['handle']);
        assertRefusal(await signUp({ handle }, '/signup'), 400, 'ValidationError', ['handle']);
        const patch = await keyward.call('PATCH', '/me', { token, body: { handle } });
        assertRefusal(patch, 422, 'ValidationError', ['handle']);
      }
    });

    it('PW11: two accounts never have the same phone', async () => {
      const phone = '+4930901999';
      const first = await signUp({ phone }, '/signup');
      assert.equal(first.status, 201, first.text);
      assertRefusal(await signUp({ phone: '0049 30 901999' }, '/signup'), 400, 'PhoneAlreadyExistsError');
      const { token } = await addPerson(keyward);
      const patch = await keyward.call('PATCH', '/me', { token, body: { phone: '+49 (30) 901999' } });
      assertRefusal(patch, 409, 'PhoneAlreadyExistsError');
      assert.equal(idOf((await logIn(phone)).body), idOf(first.body));
    });

    it('PW11: an email, a handle and a phone each lead to their own account only', async () => {
      const first = await signUp({ handle: 'x4930901777' }, '/signup');
      const second = await signUp({ phone: '+4930901777' }, '/signup');
      assert.equal(idOf((await logIn('x4930901777')).body), idOf(first.body));
      assert.equal(idOf((await logIn('004930901777')).body), idOf(second.body));
    });

    it('an email is compared without case, and keeps its local part as typed', async () => {
      const answer = await signUp({ email: 'Grace.Hopper@EXAMPLE.org' });
      assert.equal(asObject(answer.body['account'])['email'], 'Grace.Hopper@example.org');
      assertRefusal(await signUp({ email: 'grace.hopper@example.ORG' }), 409, 'EmailAlreadyExistsError');
      assert.equal(idOf((await logIn('GRACE.HOPPER@example.org')).body), idOf(answer.body));
    });

    it('an international domain equals its ASCII form', async () => {
      const answer = await signUp({ email: 'ada@MÜNCHEN.example' });
      assert.equal(asObject(answer.body['account'])['email'], 'ada@xn--mnchen-3ya.example');
      const same = ['ada@xn--mnchen-3ya.example', 'ADA@XN--MNCHEN-3YA.example', 'ada@mu\u0308nchen.example'];
      for (const email of same) {
        assertRefusal(await signUp({ email }), 409, 'EmailAlreadyExistsError');
        assert.equal(idOf((await logIn(email)).body), idOf(answer.body), email);
      }
    });

    it('look-alike addresses are different, or invalid', async () => {
      const answer = await signUp({ email: 'mike@example.org' });
      for (const email of [
        'mıke@example.org',
        'mi\u212ae@example.org',
        'mikе@example.org',
        'ｍike@example.org',
      ]) {
        assertRefusal(await signUp({ email }), 422, 'ValidationError', ['email']);
        assertRefusal(await logIn(email), 401, 'InvalidCredentialsError');
      }
      for (const email of ['m.ike@example.org', 'mike+a@example.org', 'mike@mail.example.org']) {
        const other = await signUp({ email });
        assert.equal(other.status, 200, other.text);
        assert.notEqual(idOf(other.body), idOf(answer.body));
      }
    });

    it('a handle is compared without case, and keeps its spelling', async () => {
      const answer = await signUp({ handle: 'Ada_The-1st' });
      assert.equal(asObject(answer.body['account'])['handle'], 'Ada_The-1st');
      assertRefusal(await signUp({ handle: 'ADA_THE-1ST' }), 409, 'HandleAlreadyExistsError');
      assert.equal(idOf((await logIn('ada_the-1st')).body), idOf(answer.body));
    });

    it('ids are positive integers and uids are theirs alone', async () => {
      const accounts = [];
      for (let i = 0; i < 3; i += 1) accounts.push(asObject((await signUp({})).body['account']));
      for (const { id } of accounts) assert.ok(Number.isSafeInteger(id) && Number(id) > 0);
      assert.equal(new Set(accounts.map(({ id }) => id)).size, 3);
      assert.equal(new Set(accounts.map(({ uid }) => uid)).size, 3);
    });

    it('DB2: of 20 sign-ups at once with spellings of one email, one wins', async () => {
      const spelled = Array.from({ length: 20 }, (_, i) =>
        Array.from('race@example.org', (char, at) => ((i >> (at % 4)) & 1 ? char.toUpperCase() : char)).join(
          '',
        ),
      );
      const answers = await Promise.all(spelled.map((email) => signUp({ email })));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers)
        if (answer.status !== 200) assertRefusal(answer, 409, 'EmailAlreadyExistsError');
      const rows = await keyward.database.query(
        `select count(*) as n from accounts where lower(email) = 'race@example.org'`,
      );
      assert.equal(Number(rows[0]?.['n']), 1);
    });
  });
}
