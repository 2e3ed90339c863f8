import assert from 'node:assert/strict';
import { pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { describe, it } from 'node:test';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

async function hashOf(keyward: TestKeyward, id: number): Promise<string> {
  return asText((await accountRow(keyward, id))['password_hash']);
}

/** Asserts argon2id with at least 19 MiB, two passes, 16 bytes of salt and 32 of hash. @returns the salt */
function assertStrong(hash: string): string {
  const [, memory, passes, lanes, salt = '', output = ''] = PHC.exec(hash) ?? [];
  assert.ok(Number(memory) >= 19_456 && Number(passes) >= 2 && Number(lanes) >= 1, hash);
  assert.ok(Buffer.from(salt, 'base64').length >= 16);
  assert.ok(Buffer.from(output, 'base64').length >= 32);
  return salt;
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes of {@link PASSWORD} as other services, or weaker settings, would have stored them. */
const WEAKER: Record<string, () => Promise<string>> = {
  'argon2id of 8 MiB': () => argon2.hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
  'argon2id of one pass': () => argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 1, parallelism: 1 }),
  argon2i: () => argon2.hash(PASSWORD, { algorithm: argon2.Algorithm.Argon2i, memoryCost: 19_456 }),
  bcrypt: () => bcrypt.hash(PASSWORD, { cost: 4 }),
  scrypt: async () => {
    const salt = randomBytes(16);
    const output = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
    return `$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(output)}`;
  },
  PBKDF2: async () => {
    const salt = randomBytes(16);
    const output = pbkdf2Sync(PASSWORD, salt, 1_000, 32, 'sha256');
    return `$pbkdf2-sha256$i=1000$${base64(salt)}$${base64(output)}`;
  },
};

for (const kind of ANY_DATABASE) {
  describe(`stored passwords on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { fullHashing: true });
    const refuses = async (identifier: string, password: string) => {
      const answer = await keyward.call('POST', '/login', { body: { identifier, password } });
      assertRefusal(answer, 401, 'InvalidCredentialsError');
    };

    it('PW2: every one of 128 characters counts', async () => {
      const password = `Aa1${'xY7-'.repeat(31)}z`;
      assert.equal(password.length, 128);
      const { email } = await keyward.signUp({ password });
      await keyward.logIn(email, password);
      await refuses(email, `${password.slice(0, 72)}!${password.slice(73)}`);
      await refuses(email, `${password.slice(0, 127)}!`);
      await refuses(email, password.slice(0, 127));
      await refuses(email, password.slice(0, 72));
      await refuses(email, `${password} `);
      await refuses(email, password.toLowerCase());
    });

    it('PW2: a NUL ends nothing', async () => {
      const password = 'Abcdef1\u0000Ghijkl2';
      const { email } = await keyward.signUp({ password });
      await keyward.logIn(email, password);
      await refuses(email, 'Abcdef1');
      await refuses(email, 'Abcdef1\u0000');
      await refuses(email, 'Abcdef1\u0000Ghijkl3');
    });

    it('PW2: white space around a password is part of it', async () => {
      const { email } = await keyward.signUp({ password: ' Abcdef1 ' });
      await keyward.logIn(email, ' Abcdef1 ');
      await refuses(email, 'Abcdef1');
    });

    it('PW3: a password is the same however its accents are encoded', async () => {
      const composed = 'Pässw0rd'.normalize('NFC');
      const decomposed = composed.normalize('NFD');
      assert.notEqual(composed, decomposed);
      const first = await keyward.signUp({ password: composed });
      await keyward.logIn(first.email, decomposed);
      const second = await keyward.signUp({ password: decomposed });
      await keyward.logIn(second.email, composed);
      await refuses(first.email, 'Passw0rd');
    });

    it('PW5: are argon2id with strong parameters and a salt of their own', async () => {
      const [first, second] = [await keyward.signUp(), await keyward.signUp()];
      const salts = [await hashOf(keyward, first.id), await hashOf(keyward, second.id)].map(assertStrong);
      await keyward.call('PUT', '/update/password', { token: first.token, body: { password: PASSWORD } });
      salts.push(assertStrong(await hashOf(keyward, first.id)));
      assert.equal(new Set(salts).size, 3);
    });

    for (const [form, make] of Object.entries(WEAKER)) {
      it(`PW5: ${form} is refused for a wrong password and upgraded by the right one`, async () => {
        const { id, email } = await addPerson(keyward);
        const weaker = await make();
        await keyward.database.query('update accounts set password_hash = $2 where id = $1', [id, weaker]);
        await refuses(email, 'Wrong-horse-1');
        assert.equal(await hashOf(keyward, id), weaker);
        await keyward.logIn(email);
        const upgraded = await hashOf(keyward, id);
        assertStrong(upgraded);
        await keyward.logIn(email);
        assert.equal(await hashOf(keyward, id), upgraded);
        await refuses(email, 'Wrong-horse-1');
      });
    }

    it('PW5: an upgrade refuses none of the logins that come at the same time', async () => {
      const { id, email } = await addPerson(keyward);
      const weaker = await argon2.hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
      await keyward.database.query('update accounts set password_hash = $2 where id = $1', [id, weaker]);
      await Promise.all(Array.from({ length: 4 }, () => keyward.logIn(email)));
      assertStrong(await hashOf(keyward, id));
    });

    it('PW5: a damaged hash is a wrong password', async () => {
      const { id, email } = await addPerson(keyward);
      for (const damaged of ['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$$', PASSWORD]) {
        await keyward.database.query('update accounts set password_hash = $2 where id = $1', [id, damaged]);
        await refuses(email, PASSWORD);
      }
    });
  });
}
