import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, codeFor, type MailedKeyward, suiteMailed } from '../codes/support/mailed.ts';
import { assertRefusal } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

/** A way to set a password for the first time. */
interface SetPath {
  path: string;
  /** Prepares the account for the attempts. */
  prepare: (keyward: MailedKeyward, email: string) => Promise<SetAttempt>;
}

type SetAttempt = (password: unknown) => Promise<Answer>;

const person = (email: string) => ({
  name: 'Ada Lovelace',
  email,
  handle: email.replace('@example.org', ''),
});

/** Every route that sets a password. Add new ones here. */
const SET_PATHS: SetPath[] = [
  {
    path: 'POST /signup',
    prepare: async (keyward, email) => (password) =>
      keyward.call('POST', '/signup', { body: { ...person(email), password } }),
  },
  {
    path: 'POST /signup/password',
    prepare: async (keyward, email) => (password) =>
      keyward.call('POST', '/signup/password', { body: { ...person(email), password } }),
  },
  {
    path: 'PUT /update/password',
    prepare: async (keyward, email) => {
      const { token } = await addPerson(keyward, person(email));
      return (password) => keyward.call('PUT', '/update/password', { token, body: { password } });
    },
  },
  {
    path: 'POST /signup/otp',
    prepare: async (keyward, email) => {
      const otp = await codeFor(keyward, 'signup', email);
      return (password) => keyward.call('POST', '/signup/otp', { body: { ...person(email), otp, password } });
    },
  },
  {
    path: 'POST /forgot/password',
    prepare: async (keyward, email) => {
      await addMember(keyward, person(email));
      const otp = await codeFor(keyward, 'reset', email);
      return (password) => keyward.call('POST', '/forgot/password', { body: { email, otp, password } });
    },
  },
  {
    path: 'POST /account/',
    prepare: async (keyward, email) => {
      const { token } = await addSuperadmin(keyward);
      return (password) => keyward.call('POST', '/account/', { token, body: { ...person(email), password } });
    },
  },
  {
    path: 'PATCH /account/',
    prepare: async (keyward, email) => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addPerson(keyward, person(email));
      return (password) => keyward.call('PATCH', '/account/', { token, body: { account_id: id, password } });
    },
  },
];

/** The password that the account with this email has now; null when there is no such account. */
async function storedHash(keyward: TestKeyward, email: string): Promise<unknown> {
  const rows = await keyward.database.query('select password_hash from accounts where email = $1', [email]);
  return rows[0]?.['password_hash'] ?? null;
}

async function assertAllWeak(
  keyward: TestKeyward,
  email: string,
  attempt: SetAttempt,
  passwords: Iterable<string>,
): Promise<void> {
  const before = await storedHash(keyward, email);
  for (const password of passwords) {
    assertRefusal(await attempt(password), 400, 'WeakPasswordError');
  }
  assert.equal(await storedHash(keyward, email), before);
  // The code, if any, was not checked either: a used or wrongly guessed code would show.
  const codes = await keyward.database.query(
    'select id from codes where email = $1 and (used_at is not null or attempts > 0)',
    [email],
  );
  assert.deepEqual(codes, []);
}

async function assertAllowed(
  keyward: TestKeyward,
  email: string,
  attempt: SetAttempt,
  password: string,
): Promise<void> {
  const answer = await attempt(password);
  assert.ok(answer.status === 200 || answer.status === 201, answer.text);
  await keyward.logIn(email, password);
}

for (const kind of ANY_DATABASE) {
  describe(`the password policy on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    for (const [index, { path, prepare }] of SET_PATHS.entries()) {
      it(`PW1: ${path} refuses what is short or lacks a kind of character`, async () => {
        const email = `pw1-${index}@example.org`;
        const attempt = await prepare(keyward, email);
        const weak = ['Ab1', 'Abcd1', 'abcdef1', 'ABCDEF1', 'Abcdefg', '', '1234567', 'A1b é', ' '.repeat(9)];
        await assertAllWeak(keyward, email, attempt, weak);
      });

      it(`PW1: ${path} takes six characters with an uppercase letter, a lowercase letter and a digit`, async () => {
        const email = `pw1-least-${index}@example.org`;
        await assertAllowed(keyward, email, await prepare(keyward, email), 'Abcde1');
      });

      it(`PW1: ${path} takes 1,024 bytes and refuses one more`, async () => {
        const email = `pw1-most-${index}@example.org`;
        const attempt = await prepare(keyward, email);
        const longest = `Aa1${'é'.repeat(510)}x`;
        assert.equal(Buffer.byteLength(longest), 1_024);
        await assertAllWeak(keyward, email, attempt, [
          `${longest}x`,
          `Aa1${'é'.repeat(511)}`,
          'Aa1'.repeat(20_000),
        ]);
        await assertAllowed(keyward, email, attempt, longest);
      });
    }

    it('keeps the old password when the new one is refused', async () => {
      const { id, email, token } = await addPerson(keyward);
      const before = await accountRow(keyward, id);
      const answer = await keyward.call('PUT', '/update/password', { token, body: { password: 'abcdef1' } });
      assertRefusal(answer, 400, 'WeakPasswordError');
      assert.deepEqual(await accountRow(keyward, id), before);
      await keyward.logIn(email, PASSWORD);
    });
  });

  describe(`the password policy of the strict profile on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_PROFILE: 'strict' } });
    for (const [index, { path, prepare }] of SET_PATHS.entries()) {
      it(`PW7: ${path} refuses common passwords, the own name and address, and seven characters`, async () => {
        const email = `lovelace-${index}@example.org`;
        const attempt = await prepare(keyward, email);
        const weak = [
          'Password1',
          'PASSWORd1',
          'Qwerty123',
          'Welcome1',
          `lovelace-${index}1A`,
          'LovelaceAda1',
          'Abcdef1',
        ];
        await assertAllWeak(keyward, email, attempt, weak);
      });

      it(`PW7: ${path} takes eight other characters`, async () => {
        const email = `strict-${index}@example.org`;
        await assertAllowed(keyward, email, await prepare(keyward, email), 'kT7vouzg');
      });
    }
  });
}
