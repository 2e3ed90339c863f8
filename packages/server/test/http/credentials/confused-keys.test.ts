import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { SignedUp } from '../../support/keyward.ts';
import { claimsOf, headerOf, suiteKeyward } from '../expectations.ts';
import { assertNowhereAccepted, compactJws, hmacJws } from '../forge.ts';
import { addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`TK2: confused keys under RS256 on ${kind}`, () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKey = createPublicKey(privateKey);
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_JWT_ALGORITHM: 'RS256',
        KEYWARD_JWT_SECRET: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    });
    let person: SignedUp;
    before(async () => {
      person = await addPerson(keyward);
    });

    it('TK2: accepts a token signed by hand with the private key, as the control', async () => {
      const token = compactJws({ alg: 'RS256', typ: 'JWT' }, claimsOf(person.token), (input) =>
        sign('sha256', Buffer.from(input), privateKey),
      );
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
    });

    it('TK2: refuses HMAC over the public key, however it is written', async () => {
      const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
      const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
      const der = publicKey.export({ type: 'spki', format: 'der' });
      const { kid } = headerOf(person.token);
      for (const key of [
        spki,
        spki.trim(),
        `${spki}\n`,
        spki.replaceAll('\n', '\r\n'),
        pkcs1,
        pkcs1.trim(),
        jwk,
        der,
      ]) {
        for (const alg of ['HS256', 'HS384', 'HS512']) {
          await assertNowhereAccepted(keyward, hmacJws(key, claimsOf(person.token), { alg }));
          await assertNowhereAccepted(keyward, hmacJws(key, claimsOf(person.token), { alg, kid }));
        }
      }
    });

    it('TK2: refuses another RSA algorithm with the right key, and RS256 with another key', async () => {
      const claims = claimsOf(person.token);
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const rs512 = compactJws({ alg: 'RS512', typ: 'JWT' }, claims, (input) =>
        sign('sha512', Buffer.from(input), privateKey),
      );
      const foreign = compactJws({ alg: 'RS256', typ: 'JWT' }, claims, (input) =>
        sign('sha256', Buffer.from(input), other),
      );
      await assertNowhereAccepted(keyward, rs512);
      await assertNowhereAccepted(keyward, foreign);
    });
  });
}
