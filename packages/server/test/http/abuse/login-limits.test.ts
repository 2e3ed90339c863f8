import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { addPerson } from '../people.ts';
import { logIn, status, statuses, suiteKeyward, times, WRONG } from './logins.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`limits of failed logins on ${kind}`, async () => {
    // The default of a hundred failures from anywhere would take a hundred hashes.
    const keyward = await suiteKeyward(kind, { settings: { KEYWARD_LIMIT_ACCOUNT: '40/15m' } });
    const fail = (identifier: string, from?: string) =>
      status(keyward, { identifier, password: WRONG, ...(from !== undefined && { from }) });

    it('RL1: ten failures lock an account for one address, and for nobody else', async () => {
      const { email, token } = await keyward.signUp();
      for (let failure = 0; failure < 10; failure += 1) assert.equal(await fail(email), 401);

      const refused = await logIn(keyward, { identifier: email });
      assert.equal(refused.status, 429, 'not even the right password is tried');
      const retryAfter = Number(refused.headers['retry-after']);
      assert.ok(retryAfter > 0 && retryAfter <= 900, `Retry-After: ${retryAfter}`);

      assert.equal(await status(keyward, { identifier: email, from: '127.0.0.2' }), 200);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200, 'live sessions go on');
      const { email: other } = await keyward.signUp();
      assert.equal(await status(keyward, { identifier: other }), 200, 'so do other accounts');

      keyward.clock.advance(retryAfter * 1000 - 1);
      assert.equal(await status(keyward, { identifier: email }), 429);
      keyward.clock.advance(1);
      assert.equal(await status(keyward, { identifier: email }), 200);
    });

    it('RL1: too many failures from anywhere lock an account for everybody', async () => {
      const { email, token } = await keyward.signUp();
      const addresses = times(4, (index) => `127.0.1.${index + 1}`);
      const failures = addresses.flatMap((from) => times(10, () => fail(email, from)));
      assert.deepEqual(await statuses(failures), { 401: 40 });
      assert.equal(await status(keyward, { identifier: email, from: '127.0.1.5' }), 429);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    });

    it('RL1: right passwords are never limited, one by one or all at once', async () => {
      const { email } = await keyward.signUp();
      const right = () => status(keyward, { identifier: email });
      for (let login = 0; login < 10; login += 1) assert.equal(await right(), 200);
      assert.deepEqual(await statuses(times(40, right)), { 200: 40 });
      for (let failure = 0; failure < 9; failure += 1) await fail(email);
      assert.deepEqual(await statuses(times(10, right)), { 200: 10 });
    });

    it('RL2: of two hundred guesses at once no more than ten are tried', async () => {
      const { email } = await keyward.signUp();
      assert.deepEqual(await statuses(times(200, () => fail(email))), { 401: 10, 429: 190 });
    });

    it('RL3: all forms of an identifier and both login routes share one budget', async () => {
      const person = { email: 'Rl3.Person@example.org', handle: 'Rl3.Person', phone: '+49 30 901820' };
      const body = { ...person, name: 'Person', password: PASSWORD };
      assert.equal((await keyward.call('POST', '/signup', { body })).status, 201);
      const forms = [
        person.email,
        person.email.toUpperCase(),
        person.handle.toLowerCase(),
        person.handle.toUpperCase(),
        person.phone,
        '+4930901820',
        '004930901820',
      ];
      const everywhere = forms.flatMap((identifier) =>
        ['/login', '/login/password'].map((path) => ({ identifier, path })),
      );
      const tried = everywhere.map((login, index) =>
        status(keyward, { ...login, password: `${WRONG}${index}` }),
      );
      assert.deepEqual(await statuses(tried), { 401: 10, 429: 4 });
      for (const login of everywhere) assert.equal(await status(keyward, login), 429, login.identifier);

      // These forms belong to no account.
      for (const identifier of [` ${person.email}`, `${person.handle} `, `${person.email}.`, '030901820']) {
        assert.equal(await status(keyward, { identifier }), 404, identifier);
        assert.equal(await status(keyward, { identifier, path: '/login' }), 401, identifier);
      }
    });

    it('RL16: one click that arrives over several paths counts once, and nothing else does', async () => {
      const PATHS = ['/login/password', '/login/password/', '/login'];
      const failuresOf = async (id: number) => {
        await keyward.app.services.writeFailures();
        const rows = await keyward.database.query(
          'select sum(count) as failures from failures where key like $1',
          [`account:${id} %`],
        );
        return Number(rows[0]?.['failures'] ?? 0);
      };
      const { id, email, handle } = await keyward.signUp();
      const click = async (password: string, paths = PATHS) => {
        for (const [index, path] of paths.entries())
          assert.equal(
            await status(keyward, { identifier: index === 1 ? handle : email, password, path }),
            401,
          );
      };
      await click(WRONG);
      assert.equal(await failuresOf(id), 1);
      // The same password again is another failure, and another password always is.
      await click(WRONG);
      assert.equal(await failuresOf(id), 2);
      await click('Wrong-horse-2', ['/login']);
      await click('Wrong-horse-3', ['/login/password']);
      assert.equal(await failuresOf(id), 4);
      // A path has endless spellings.
      await click('Wrong-horse-4', [...PATHS, '/login/', '/%6Cogin']);
      assert.equal(await failuresOf(id), 6);
      keyward.clock.advance(5_000);
      await click('Wrong-horse-4');
      assert.equal(await failuresOf(id), 7);
      const kept = await keyward.database.query("select key from failures where key like 'retry:%'");
      assert.ok(kept.every(({ key }) => !String(key).includes('horse')));
      assert.equal(kept.length > 0, kind === 'postgres', 'shared by instances, or in memory');
    });

    it('RL3: unknown identifiers are limited like known ones', async () => {
      const nobody = 'nobody.rl3@example.org';
      for (let failure = 0; failure < 10; failure += 1) assert.equal(await fail(nobody), 404);
      assert.equal(await fail(nobody), 429);
      assert.equal(await fail(nobody.toUpperCase()), 429);
    });

    it('EN4: trying which handles are taken is limited, other changes of the profile are not', async () => {
      const { handle } = await keyward.signUp();
      const { token } = await keyward.signUp();
      const patch = async (body: Record<string, unknown>) =>
        (await keyward.call('PATCH', '/me', { token, body })).status;
      assert.deepEqual(await statuses(times(30, () => patch({ handle }))), { 409: 20, 429: 10 });
      assert.equal(await patch({ handle: 'surely.free' }), 429);
      assert.equal(await patch({ name: 'Another name', phone: null }), 200);
      keyward.clock.advance(3_600_000);
      assert.equal(await patch({ handle: 'surely.free' }), 200);
    });

    it('EN4: an address learns no more with many accounts than with one', async () => {
      await using small = await startKeyward(kind, { settings: { KEYWARD_LIMIT_ADDRESS: '4/1h' } });
      const { email } = await addPerson(small);
      const tried: Promise<number>[] = [];
      for (let account = 0; account < 3; account += 1) {
        const { token } = await addPerson(small);
        const patch = async () => (await small.call('PATCH', '/me', { token, body: { email } })).status;
        tried.push(patch(), patch());
      }
      assert.deepEqual(await statuses(tried), { 409: 4, 429: 2 });
    });
  });
}
