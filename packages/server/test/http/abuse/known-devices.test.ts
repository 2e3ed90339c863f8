import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asObject, suiteKeyward } from '../expectations.ts';
import { statuses, times, WRONG } from './logins.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { newSession } from '../people.ts';

const DAY_MS = 86_400_000;

async function logIn(
  by: Pick<TestKeyward, 'call'>,
  identifier: string,
  password = PASSWORD,
): Promise<number> {
  return (await by.call('POST', '/login', { body: { identifier, password } })).status;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`budgets of known devices on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_LIMIT_ACCOUNT: '20/15m', KEYWARD_PROFILE: 'strict' },
    });
    const strict = 'Very-different-horse-7';

    /** An account that signed in at an address, and again in a browser there. */
    async function person(
      address: string,
    ): Promise<{ owner: Visitor; email: string; handle: string; id: number }> {
      const owner = visitorOf(keyward, address, 'cookies');
      const name = `known${(serial += 1)}`;
      const email = `${name}@example.org`;
      const body = { email, handle: name, name: 'Ada', password: strict };
      const signedUp = await owner.call('POST', '/signup', { body });
      assert.equal(signedUp.status, 201, signedUp.text);
      return { owner, email, handle: name, id: Number(asObject(signedUp.body['account'])['id']) };
    }
    let serial = 0;

    const lockFromAnywhere = async (identifier: string) => {
      const from = times(4, (index) => visitorOf(keyward, `127.0.7.${index + 1}`));
      const failures = from.flatMap((visitor) => times(5, () => logIn(visitor, identifier, WRONG)));
      assert.deepEqual(await statuses(failures), { 401: 20 });
      assert.equal(await logIn(visitorOf(keyward, '127.0.7.9'), identifier, strict), 429);
    };

    it('RL31: strangers anywhere cannot lock the owner out, at a known address or in a known browser', async () => {
      const { owner, email } = await person('127.0.6.1');
      await lockFromAnywhere(email);
      assert.equal(await logIn(visitorOf(keyward, '127.0.6.1'), email, strict), 200, 'the address');
      const moved = visitorOf(keyward, '127.0.6.2', 'cookies');
      for (const [name, value] of owner.cookies) moved.cookies.set(name, value);
      assert.equal(await logIn(moved, email, strict), 200, 'the browser');
    });

    it('RL31: a browser is not locked out by others at its address', async () => {
      const { owner, email } = await person('127.0.6.3');
      const neighbour = visitorOf(keyward, '127.0.6.3');
      for (let failure = 0; failure < 10; failure += 1)
        assert.equal(await logIn(neighbour, email, WRONG), 401);
      assert.equal(await logIn(neighbour, email, strict), 429);
      assert.equal(await logIn(owner, email, strict), 200);
      // Its own budget is not larger.
      for (let failure = 0; failure < 10; failure += 1) assert.equal(await logIn(owner, email, WRONG), 401);
      assert.equal(await logIn(owner, email, strict), 429);
    });

    it('RL31: the cookie counts for its accounts only, grants no access, and cannot be forged', async () => {
      const { owner, email } = await person('127.0.6.4');
      const other = await person('127.0.6.5');
      const cookie = owner.cookies.get('keyward_device') ?? '';
      assert.match(cookie, /^[\w-]{22}\.[0-9a-z]+-[\w-]{22}$/);
      assert.ok(!cookie.includes(email));
      await lockFromAnywhere(other.email);
      for (const forged of [
        cookie,
        'x'.repeat(22),
        `${cookie.split('.')[0]}.g19-${'A'.repeat(22)}`,
        '.',
        'a'.repeat(4_000),
      ]) {
        const visitor = visitorOf(keyward, '127.0.6.6', 'cookies');
        visitor.cookies.set('keyward_device', forged);
        assert.equal(await logIn(visitor, other.email, strict), 429);
        assert.equal((await visitor.call('GET', '/me')).status, 401);
      }
    });

    it('RL31: a browser and an address stay known for 30 days', async () => {
      const { owner, email } = await person('127.0.6.7');
      keyward.clock.advance(29 * DAY_MS);
      await lockFromAnywhere(email);
      const before = new Map(owner.cookies);
      assert.equal(await logIn(owner, email, strict), 200);
      assert.notDeepEqual(owner.cookies, before, 'a sign-in renews it');
      keyward.clock.advance(31 * DAY_MS);
      await lockFromAnywhere(email);
      assert.equal(await logIn(owner, email, strict), 429);
      await keyward.app.services.sweep();
      assert.deepEqual(await keyward.database.query('select * from known_addresses'), []);
    });

    it('RL31: an account remembers its last twenty addresses, and writes each once a day', async () => {
      const { email, id } = await person('127.0.6.8');
      const seen = () =>
        keyward.database.query(
          'select address_hash, seen_at from known_addresses where account_id = $1 order by seen_at, address_hash',
          [id],
        );
      const [first] = await seen();
      keyward.clock.advance(60_000);
      assert.equal(await logIn(visitorOf(keyward, '127.0.6.8'), email, strict), 200);
      assert.deepEqual(await seen(), [first]);
      for (let address = 1; address <= 20; address += 1) {
        keyward.clock.advance(1_000);
        assert.equal(await logIn(visitorOf(keyward, `127.0.5.${address}`), email, strict), 200);
      }
      const rows = await seen();
      assert.equal(rows.length, 20);
      assert.ok(!rows.some((row) => row['address_hash'] === first?.['address_hash']));
    });

    for (const [act, verified, change] of [
      ['a password for an account that nobody has proven', 0, { password: strict }],
      ['a password', 1, { password: strict }],
      ['the word for the mailbox', 0, { email_verified: true }],
      ['a promotion', 1, { role: 'superadmin' }],
    ] as const)
      it(`RL31: an account forgets its devices at an act that removes what others have planted: ${act}`, async () => {
        const { owner, email, id } = await person('127.0.6.15');
        await keyward.app.services.store.accounts.update(id, { email_verified: verified });
        const { token } = await addSuperadmin(keyward);
        const body = { account_id: id, ...change };
        assert.equal((await keyward.call('PATCH', '/account/', { token, body })).status, 200);
        await lockFromAnywhere(email);
        assert.equal(await logIn(owner, email, strict), 429, 'the browser');
        assert.equal(await logIn(visitorOf(keyward, '127.0.6.15'), email, strict), 429, 'the address');
        keyward.clock.advance(3_600_000);
      });

    it('P13-4: an account forgets the browsers that knew the password before', async () => {
      const { owner, email, id } = await person('127.0.6.16');
      const { token } = await newSession(keyward, id);
      const body = { password: `${strict} new`, current_password: strict };
      const addresses = async () =>
        (await keyward.database.query('select 1 from known_addresses where account_id = $1', [id])).length;
      const before = await addresses();
      const changed = await keyward.call('PUT', '/update/password', { token, body });
      assert.equal(changed.status, 200);
      // O14-2: the browser and the address of the change stay known.
      assert.match(changed.headers.get('set-cookie') ?? '', /^keyward_device=/);
      assert.equal(await addresses(), before + 1);
      await lockFromAnywhere(email);
      assert.equal(await logIn(owner, email, body.password), 429);
      keyward.clock.advance(3_600_000);
    });

    it('EN5: no budget reveals which identifiers belong to one account', async () => {
      const { email, handle } = await person('127.0.6.9');
      const stranger = visitorOf(keyward, '127.0.6.10');
      for (let failure = 0; failure < 10; failure += 1)
        assert.equal(await logIn(stranger, email, WRONG), 401);
      assert.equal(await logIn(stranger, email, WRONG), 429);
      assert.equal(await logIn(stranger, handle, WRONG), 401);
      const other = visitorOf(keyward, '127.0.6.14');
      for (let failure = 0; failure < 10; failure += 1)
        assert.equal(await logIn(other, email.toUpperCase(), WRONG), 401);
      assert.equal(await logIn(visitorOf(keyward, '127.0.6.11'), email, strict), 429);
      assert.equal(await logIn(visitorOf(keyward, '127.0.6.11'), handle, WRONG), 401);

      // A device that signed in before already knows them, and has one budget.
      assert.equal(await logIn(stranger, handle, strict), 200);
      for (let failure = 0; failure < 10; failure += 1)
        assert.equal(await logIn(stranger, failure % 2 === 0 ? email : handle, WRONG), 401);
      for (const identifier of [email, handle]) assert.equal(await logIn(stranger, identifier, strict), 429);
    });

    it('OW3: superadmins see whether an account is locked for one address or for all', async () => {
      const { email, handle, id } = await person('127.0.6.12');
      const { token } = await addSuperadmin(keyward);
      const lock = async () => {
        const { body } = await keyward.call('GET', `/account/${id}`, { token });
        return [body['locked_until'] !== null, body['locked_scope']];
      };
      assert.deepEqual(await lock(), [false, null]);
      const stranger = visitorOf(keyward, '127.0.6.13');
      for (let failure = 0; failure < 10; failure += 1) await logIn(stranger, handle, WRONG);
      assert.deepEqual(await lock(), [true, 'address']);
      await lockFromAnywhere(email);
      assert.deepEqual(await lock(), [true, 'account']);
      await keyward.call('DELETE', `/account/lock?account_id=${id}`, { token });
      assert.deepEqual(await lock(), [false, null]);
      assert.equal(await logIn(stranger, handle, strict), 200);
    });
  });
}
