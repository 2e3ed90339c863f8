import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdAccount } from '../../support/hold-account.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { assertAccount, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`PATCH /me on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const patch = (token: string | undefined, body: unknown) => keyward.call('PATCH', '/me', { token, body });

    describe('200', () => {
      it('answers the whole account with the changes, which stay', async () => {
        const { id, token } = await addPerson(keyward);
        const changes = {
          name: 'Ada King',
          email: 'ada.king@example.org',
          handle: 'AdaKing',
          phone: '+49 30 901820',
          avatar_url: 'https://example.org/ada.png?size=1#x',
        };
        keyward.clock.advance(1_000);
        const answer = await patch(token, changes);
        assert.equal(answer.status, 200, answer.text);
        assertAccount(answer.body, {
          ...changes,
          id,
          phone: '+4930901820',
          updated_at: timestampOf(keyward.clock.now()),
          created_at: timestampOf(keyward.clock.now() - 1_000),
        });
        const me = await keyward.call('GET', '/me', { token });
        assert.deepEqual(me.body['account'], answer.body);
        for (const identifier of [changes.email, changes.handle, changes.phone])
          await keyward.logIn(identifier);
      });

      it('changes one field and leaves the others', async () => {
        const person = await addPerson(keyward, { phone: '+4930901821' });
        const before = await accountRow(keyward, person.id);
        const answer = await patch(person.token, { name: 'Only The Name' });
        assert.equal(answer.status, 200, answer.text);
        const after = await accountRow(keyward, person.id);
        const changed = { name: 'Only The Name', name_key: 'only the name' };
        assert.deepEqual({ ...after, updated_at: 0 }, { ...before, ...changed, updated_at: 0 });
      });

      it('null, and an empty text, clear the phone and the avatar', async () => {
        const { token } = await addPerson(keyward, { phone: '+4930901822' });
        await patch(token, { avatar_url: 'http://example.org/a' });
        const answer = await patch(token, { phone: null, avatar_url: null });
        assert.equal(answer.status, 200, answer.text);
        assertAccount(answer.body, { phone: null, avatar_url: null });
        const other = await addPerson(keyward);
        const freed = await patch(other.token, { phone: '+4930901822' });
        assertAccount(freed.body, { phone: '+4930901822' });
        assert.equal((await patch(token, { phone: null })).status, 200);
        await patch(other.token, { avatar_url: 'http://example.org/a' });
        const emptied = await patch(other.token, { phone: '', avatar_url: '' });
        assertAccount(emptied.body, { phone: null, avatar_url: null });
      });

      it('accepts an empty change', async () => {
        const { id, email, token } = await addPerson(keyward);
        const answer = await patch(token, {});
        assert.equal(answer.status, 200, answer.text);
        assertAccount(answer.body, { id, email });
      });

      it('a new email is not verified, and the old one is free if it was not proven', async () => {
        const { id, email, token } = await addPerson(keyward);
        await keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
        const answer = await patch(token, { email: 'changed@example.org' });
        assertAccount(answer.body, { email: 'changed@example.org', email_verified: false });
        const login = { identifier: email, password: PASSWORD };
        assertRefusal(await keyward.call('POST', '/login', { body: login }), 401, 'InvalidCredentialsError');
        const other = await addPerson(keyward);
        assertRefusal(await patch(other.token, { email }), 409, 'EmailAlreadyExistsError');
        const unproven = await addPerson(keyward);
        await patch(unproven.token, { email: 'left@example.org' });
        assertAccount((await patch(other.token, { email: unproven.email })).body, { email: unproven.email });
      });

      it('the same email in another case stays verified', async () => {
        const { id, email, token } = await addPerson(keyward);
        await keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
        const answer = await patch(token, { email: email.replace('added', 'Added') });
        assertAccount(answer.body, { email: email.replace('added', 'Added'), email_verified: true });
      });

      it('the own email, handle and phone do not count as taken', async () => {
        const { email, handle, token } = await addPerson(keyward, { phone: '+4930901823' });
        const same = { email: email.toUpperCase(), handle: handle.toUpperCase(), phone: '004930901823' };
        assert.equal((await patch(token, same)).status, 200);
      });

      it('keeps the session', async () => {
        const { token } = await addPerson(keyward);
        await patch(token, { email: 'kept@example.org' });
        assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
      });
    });

    describe('401', () => {
      it('TokenMissingError without a token, before the body is looked at', async () => {
        assertRefusal(await patch(undefined, '{"role"'), 401, 'TokenMissingError');
      });

      it(
        'SE2: for a session that ends while the change waits for the account',
        { skip: kind === 'sqlite' && 'its writers wait for no row' },
        async () => {
          const { id, token, email } = await addPerson(keyward);
          await using account = await holdAccount(keyward.database.url, id);
          const change = patch(token, { email: 'thief@example.org' });
          await account.waiters(1);
          await account.endSessions();
          assertRefusal(await change, 401, 'SessionDestroyedError');
          assert.equal((await accountRow(keyward, id))['email'], email);
        },
      );
    });

    describe('409', () => {
      it('names what is taken, and changes nothing, not even the rest', async () => {
        const taken = await addPerson(keyward, { phone: '+4930901824' });
        const { id, token } = await addPerson(keyward);
        const before = await accountRow(keyward, id);
        const cases = [
          [{ email: taken.email.toUpperCase() }, 'EmailAlreadyExistsError'],
          [{ handle: taken.handle.toUpperCase() }, 'HandleAlreadyExistsError'],
          [{ phone: '0049 30 901824' }, 'PhoneAlreadyExistsError'],
        ] as const;
        for (const [change, error] of cases) {
          assertRefusal(await patch(token, { name: 'New', ...change }), 409, error);
          assert.deepEqual(await accountRow(keyward, id), before);
        }
      });

      it('of ten simultaneous requests for one handle, one succeeds', async () => {
        const people = [];
        for (let i = 0; i < 10; i += 1) people.push(await addPerson(keyward));
        const answers = await Promise.all(people.map(({ token }) => patch(token, { handle: 'wanted' })));
        assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        for (const answer of answers) {
          if (answer.status !== 200) assertRefusal(answer, 409, 'HandleAlreadyExistsError');
        }
      });
    });

    describe('422', () => {
      const bad: Record<string, unknown[]> = {
        name: ['', ' ', 'a'.repeat(201), 'a\nb', 'a\u2028b', null],
        email: ['', 'ada', 'a@b', 'a@x.org, b@x.org', `${'a'.repeat(250)}@x.org`, null],
        handle: ['', 'h'.repeat(31), 'a@b.org', '+4930901820', '1234567', 'a b', null],
        phone: [
          '0',
          '030 901820',
          '4930901820',
          'phone',
          '+49 30 901820 901820 9',
          '+1234567890123456',
          4930901820,
        ],
        avatar_url: [
          ' ',
          'a.png',
          '//example.org/a.png',
          'javascript:alert(1)',
          'data:image/png;base64,x',
          'ftp://example.org/a',
          'https://user:pass@example.org/a',
          `https://example.org/${'a'.repeat(2_048)}`,
          'https://example.org/a\nb',
        ],
      };
      for (const [field, values] of Object.entries(bad)) {
        it(`refuses a bad ${field} by name and changes nothing`, async () => {
          const { id, token } = await addPerson(keyward);
          const before = await accountRow(keyward, id);
          for (const value of values) {
            const body = { ...(field !== 'name' && { name: 'New' }), [field]: value };
            assertRefusal(await patch(token, body), 422, 'ValidationError', [field]);
          }
          assert.deepEqual(await accountRow(keyward, id), before);
        });
      }

      it('names every field that does not fit, and those that do not exist', async () => {
        const { token } = await addPerson(keyward);
        const body = { name: '', handle: '1', phone: 'x', nickname: 'x', password: 'Another-horse-2' };
        const fields = ['handle', 'name', 'nickname', 'password', 'phone'];
        assertRefusal(await patch(token, body), 422, 'ValidationError', fields);
      });

      it('refuses anything but an object', async () => {
        const { token } = await addPerson(keyward);
        for (const body of ['[]', 'null', '"x"', undefined]) {
          assertRefusal(await patch(token, body), 422, 'ValidationError');
        }
      });
    });

    describe('429', () => {
      it('EN4: reveals 20 taken emails and handles an hour, and no more', async () => {
        const taken = await addPerson(keyward, { phone: '+4930901825' });
        const { id, token } = await addPerson(keyward);
        const probes = [{ email: taken.email }, { handle: taken.handle }, { phone: '+4930901825' }];
        for (let i = 0; i < 20; i += 1) {
          assert.equal((await patch(token, probes[i % 3])).status, 409);
        }
        const before = await accountRow(keyward, id);
        for (const probe of [...probes, { email: 'surely.free@example.org' }, { handle: 'surely-free' }]) {
          const limited = await patch(token, probe);
          assertRefusal(limited, 429, 'RateLimitedError');
          assert.ok(Number(limited.headers.get('retry-after')) <= 3_600);
        }
        assert.deepEqual(await accountRow(keyward, id), before);
        keyward.clock.advance(3_600_000);
        assertRefusal(await patch(token, probes[0]), 409, 'EmailAlreadyExistsError');
      });

      it('EN4: changes that succeed are not counted', async () => {
        const { token } = await addPerson(keyward);
        for (let i = 0; i < 25; i += 1) {
          assert.equal((await patch(token, { handle: `unlimited-${i}` })).status, 200);
        }
      });

      it('EN4: 40 simultaneous probes reveal no more than 20', async () => {
        const taken = await addPerson(keyward);
        const { token } = await addPerson(keyward);
        const answers = await Promise.all(
          Array.from({ length: 40 }, () => patch(token, { email: taken.email })),
        );
        assert.equal(answers.filter(({ status }) => status === 409).length, 20);
        assert.equal(answers.filter(({ status }) => status === 429).length, 20);
      });
    });
  });
}
