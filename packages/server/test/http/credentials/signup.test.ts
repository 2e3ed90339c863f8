import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { asText, asObject, assertAccount, assertRefusal, JWT, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** `/signup` requires a handle, accepts a phone, and answers 400 to any invalid input. */
const ROUTES = [
  {
    path: '/signup',
    created: 201,
    invalid: 400,
    taken: 400,
    required: ['email', 'handle', 'name', 'password'],
  },
  {
    path: '/signup/password',
    created: 200,
    invalid: 422,
    taken: 409,
    required: ['email', 'name', 'password'],
  },
] as const;

for (const kind of databasesFor(import.meta.filename)) {
  for (const { path, created, invalid, taken, required } of ROUTES) {
    describe(`POST ${path} on ${kind}`, () => {
      const keyward = suiteKeyward(kind);
      const fields = (name: string) => ({
        name: 'Grace Hopper',
        email: `${name}@example.org`,
        handle: name,
        password: PASSWORD,
      });
      const signUp = (body: unknown) => keyward.call('POST', path, { body });
      const count = async () => {
        const [row] = await keyward.database.query('select count(*) as n from accounts');
        return Number(row?.['n']);
      };

      describe(String(created), () => {
        it('answers the token response of a session that is live at once', async () => {
          const answer = await signUp(fields('grace'));
          assert.equal(answer.status, created, answer.text);
          assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'account', 'token_type']);
          assert.match(asText(answer.body['access_token']), JWT);
          assert.equal(answer.body['token_type'], 'Bearer');
          assertAccount(answer.body['account'], {
            name: 'Grace Hopper',
            email: 'grace@example.org',
            handle: 'grace',
            phone: null,
            avatar_url: null,
            email_verified: false,
            role: 'user',
            status: 'active',
          });
          const me = await keyward.call('GET', '/me', { token: asText(answer.body['access_token']) });
          assert.deepEqual(me.body['account'], answer.body['account']);
        });

        it('adds a refresh token in dual-token mode', async () => {
          await using dual = await startKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
          const answer = await dual.call('POST', path, { body: fields('dual') });
          assert.equal(answer.status, created, answer.text);
          assert.match(asText(answer.body['refresh_token']), JWT);
        });

        it('takes a name of 200 and a handle of 30 characters', async () => {
          const long = { ...fields('long'), name: 'é'.repeat(200), handle: 'h'.repeat(30) };
          const answer = await signUp(long);
          assert.equal(answer.status, created, answer.text);
          assertAccount(answer.body['account'], { name: long.name, handle: long.handle });
        });
      });

      describe('400', () => {
        it('refuses a weak password and creates nothing', async () => {
          const before = await count();
          assertRefusal(await signUp({ ...fields('weak'), password: 'abcdef1' }), 400, 'WeakPasswordError');
          assert.equal(await count(), before);
        });

        it('refuses a password over 1,024 bytes', async () => {
          const password = `Aa1${'é'.repeat(511)}`;
          assertRefusal(await signUp({ ...fields('bytes'), password }), 400, 'WeakPasswordError');
        });

        it('refuses a body that is not JSON', async () => {
          for (const body of ['', '{', 'name=x', `{"name":"x",}`, `{'name':'x'}`]) {
            assertRefusal(await signUp(body), 400, 'MalformedBodyError');
          }
        });
      });

      describe(`${invalid} for invalid fields`, () => {
        it('names every field that is missing', async () => {
          assertRefusal(await signUp({}), invalid, 'ValidationError', [...required]);
        });

        const bad: Record<string, unknown[]> = {
          email: [
            '',
            'grace',
            'a@b',
            'a@x.org,b@x.org',
            'Grace <a@x.org>',
            `${'a'.repeat(65)}@x.org`,
            'a@x.org\n',
          ],
          name: ['', '   ', 'a'.repeat(201), 'a\nb', 'a\u0000b'],
          handle: ['', 'h'.repeat(31), 'a b', 'a@b.org', '12345678', 'grâce', '.a'],
        };
        for (const [field, values] of Object.entries(bad)) {
          it(`refuses a bad ${field} by name`, async () => {
            for (const value of values) {
              const answer = await signUp({ ...fields('bad'), [field]: value });
              assertRefusal(answer, invalid, 'ValidationError', [field]);
            }
          });
        }

        it('refuses fields it does not know', async () => {
          const answer = await signUp({ ...fields('more'), referrer: 'x', 'a.b': 1 });
          assertRefusal(answer, invalid, 'ValidationError', ['a.b', 'referrer']);
        });
      });

      describe(`${taken} for taken identifiers`, () => {
        it('refuses a taken email in any case and keeps the first account', async () => {
          await addPerson(keyward, { email: 'first@example.org', name: 'First' });
          const before = await count();
          const answer = await signUp({ ...fields('second'), email: 'FIRST@Example.org' });
          assertRefusal(answer, taken, 'EmailAlreadyExistsError');
          assert.equal(await count(), before);
        });

        it('refuses a taken handle in any case', async () => {
          await addPerson(keyward, { handle: 'taken.handle' });
          const answer = await signUp({ ...fields('third'), handle: 'Taken.Handle' });
          assertRefusal(answer, taken, 'HandleAlreadyExistsError');
        });
      });
    });
  }

  describe(`the phone of POST /signup on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const signUp = (name: string, phone: unknown) =>
      keyward.call('POST', '/signup', {
        body: { name, email: `${name}@example.org`, handle: name, password: PASSWORD, phone },
      });

    it('201: is kept in E.164 form', async () => {
      const answer = await signUp('phoned', '0049 (30) 901-820');
      assert.equal(answer.status, 201, answer.text);
      assert.equal(asObject(answer.body['account'])['phone'], '+4930901820');
    });

    it('201: an empty text and null mean none', async () => {
      for (const [handle, phone] of [
        ['unphoned1', ''],
        ['unphoned2', null],
      ] as const) {
        const answer = await signUp(handle, phone);
        assert.equal(answer.status, 201, answer.text);
        assert.equal(asObject(answer.body['account'])['phone'], null);
      }
    });

    it('PW11: 400: a phone that another account has, in whatever spelling', async () => {
      await addPerson(keyward, { phone: '+3315550100' });
      assertRefusal(await signUp('second', '+33 155 50100'), 400, 'PhoneAlreadyExistsError');
    });

    it('400: a phone that is invalid, or longer than 20 characters', async () => {
      for (const phone of [
        'phone',
        '030 901820',
        '4930901820',
        '+49',
        '+49 30 901820 901820 90',
        '+1234567890123456',
      ]) {
        assertRefusal(await signUp('bad', phone), 400, 'ValidationError', ['phone']);
      }
    });

    it('422: /signup/password takes none', async () => {
      const body = { name: 'x', email: 'x@example.org', password: PASSWORD, phone: '+4930901821' };
      const answer = await keyward.call('POST', '/signup/password', { body });
      assertRefusal(answer, 422, 'ValidationError', ['phone']);
    });
  });

  describe(`a handle that is left out on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const handleOf = async (name: string, email: string) => {
      const body = { name, email, password: PASSWORD };
      const answer = await keyward.call('POST', '/signup/password', { body });
      assert.equal(answer.status, 200, answer.text);
      return asText(asObject(answer.body['account'])['handle']);
    };

    it('is derived from the name, and unique for five of the same name', async () => {
      const handles: string[] = [];
      for (let i = 1; i <= 5; i += 1) handles.push(await handleOf('Ada Lovelace', `ada${i}@example.org`));
      assert.equal(new Set(handles.map((handle) => handle.toLowerCase())).size, 5);
      for (const handle of handles) assert.match(handle, /^ada.?lovelace.{0,18}$/);
      for (const handle of handles) assert.ok(handle.length <= 30);
    });

    it('is derived from the email if the name gives no handle, and is generated if both give none', async () => {
      assert.match(await handleOf('李小龍', 'bruce@example.org'), /^bruce/);
      assert.match(await handleOf('李小龍', '123456789@example.org'), /[a-z]/);
    });

    it('signs in the account that the answer showed', async () => {
      const handle = await handleOf('Alan Turing', 'alan@example.org');
      const { email } = await keyward.logIn(handle);
      assert.equal(email, 'alan@example.org');
    });
  });
}
