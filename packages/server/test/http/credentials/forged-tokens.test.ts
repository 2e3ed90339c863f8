import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import type { SignedUp } from '../../support/keyward.ts';
import { assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { assertNowhereAccepted, compactJws, hmacJws, signingSecret } from '../forge.ts';
import { addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DUAL = { KEYWARD_DUAL_TOKEN_MODE: 'on' };

/** The parts of a token, decoded. */
function parts(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature, claims: claimsOf(token) };
}

const unsigned = () => Buffer.alloc(0);

for (const kind of ANY_DATABASE) {
  describe(`forged tokens on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: DUAL });
    // A superadmin, so that refusals are caused by the token and not by the role.
    let person: SignedUp;
    let secret: string;
    before(async () => {
      person = await addPerson(keyward, { role: 'superadmin' });
      secret = signingSecret(keyward);
    });
    const claims = {
      /** The parts of the valid access token. */
      get access() {
        return claimsOf(person.token);
      },
      /** The parts of the valid refresh token. */
      get refresh() {
        return claimsOf(person.refreshToken);
      },
    };
    const me = (token: string) => keyward.call('GET', '/me', { token });

    it('accepts a token signed by hand with the real secret, as the control', async () => {
      assert.equal((await me(hmacJws(secret, claims.access))).status, 200);
      const counts = await keyward.call('GET', '/config/counts', { token: person.token });
      assert.equal(counts.status, 200, counts.text);
    });

    for (const type of ['access', 'refresh'] as const) {
      describe(`TK1: unsigned ${type} tokens`, () => {
        for (const alg of ['none', 'None', 'nOnE', 'NONE', '']) {
          it(`TK1: refuses the algorithm ${JSON.stringify(alg)}`, async () => {
            await assertNowhereAccepted(keyward, compactJws({ alg, typ: 'JWT' }, claims[type], unsigned));
            const signed = compactJws({ alg, typ: 'JWT' }, claims[type], (input) =>
              createHmac('sha256', secret).update(input).digest(),
            );
            await assertNowhereAccepted(keyward, signed);
          });
        }

        it('TK1: refuses an empty, missing or cut signature and extra segments', async () => {
          const token = hmacJws(secret, claims[type]);
          const { header, payload, signature } = parts(token);
          for (const bad of [
            `${header}.${payload}.`,
            `${header}.${payload}`,
            `${header}..${signature}`,
            `.${payload}.${signature}`,
            `${header}.${payload}.${signature.slice(0, 20)}`,
            `${token}.${signature}`,
            `${token}.`,
            `${header}.${payload}.${payload}.${signature}`,
          ]) {
            await assertNowhereAccepted(keyward, bad);
          }
        });

        it('TK1: refuses the JSON form', async () => {
          const { header, payload, signature } = parts(hmacJws(secret, claims[type]));
          const flattened = { protected: header, payload, signature };
          const general = { payload, signatures: [{ protected: header, signature }] };
          for (const form of [flattened, general]) {
            await assertNowhereAccepted(keyward, JSON.stringify(form));
            const body = { refresh_token: form };
            const answer = await keyward.call('POST', '/token/refresh', { body });
            assertRefusal(answer, 422, 'ValidationError', ['refresh_token']);
          }
        });
      });
    }

    describe('TK2: confused algorithms', () => {
      for (const alg of ['HS384', 'HS512']) {
        it(`TK2: refuses ${alg} with the HS256 secret`, async () => {
          await assertNowhereAccepted(keyward, hmacJws(secret, claims.access, { alg }));
          await assertNowhereAccepted(keyward, hmacJws(secret, claims.refresh, { alg }));
        });
      }
    });

    it('TK3: trusts nothing in the header and fetches nothing that it names', async () => {
      let connections = 0;
      const sink = createServer((_request, response) => response.end('{"keys":[]}'));
      sink.on('connection', () => (connections += 1));
      sink.listen(0, '127.0.0.1');
      await once(sink, 'listening');
      const address = sink.address();
      const sinkUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/keys`;

      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const own = 'a secret of the attacker with more than 32 bytes';
      const headers = [
        { kid: '../../../../dev/null' },
        { kid: '/dev/null' },
        { kid: `' OR 1=1 --` },
        { kid: `x' UNION SELECT '${own}` },
        { kid: sinkUrl },
        { jku: sinkUrl },
        { x5u: sinkUrl },
        { jwk: { kty: 'oct', k: Buffer.from(own).toString('base64url') } },
      ];
      for (const header of headers) {
        await assertNowhereAccepted(keyward, hmacJws(own, claims.access, header));
        await assertNowhereAccepted(keyward, hmacJws('', claims.access, header));
      }
      const signRsa = (input: string) => sign('sha256', Buffer.from(input), privateKey);
      for (const header of [
        { jwk: publicKey.export({ format: 'jwk' }) },
        { jku: sinkUrl },
        { x5u: sinkUrl },
      ]) {
        const token = compactJws({ alg: 'RS256', typ: 'JWT', ...header }, claims.access, signRsa);
        await assertNowhereAccepted(keyward, token);
      }
      sink.close();
      assert.equal(connections, 0);
    });

    it('TK3: refuses critical extensions even under the right signature', async () => {
      for (const header of [
        { crit: ['exp'] },
        { crit: ['x'], x: 1 },
        { crit: [] },
        { crit: ['b64'], b64: false },
        { crit: 'x' },
      ]) {
        await assertNowhereAccepted(keyward, hmacJws(secret, claims.access, header));
      }
    });

    it('TK4: an access token is no refresh token, and a refresh token no access token', async () => {
      assertRefusal(await me(person.refreshToken), 401, 'InvalidTokenError');
      const body = { refresh_token: person.token };
      assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
    });

    it('TK4: refuses every other type, a missing type, and several types', async () => {
      const types = [
        'oauth_state',
        'state',
        '',
        'ACCESS',
        'access ',
        ['access'],
        ['access', 'refresh'],
        true,
        null,
        {},
      ];
      for (const type of types) {
        await assertNowhereAccepted(keyward, hmacJws(secret, { ...claims.access, type }));
        await assertNowhereAccepted(keyward, hmacJws(secret, { ...claims.refresh, type }));
      }
      const { type: _, ...untyped } = claims.access;
      await assertNowhereAccepted(keyward, hmacJws(secret, untyped));
    });

    describe('TK5: claims under the right signature', () => {
      const bad: Record<string, (good: number) => unknown[]> = {
        exp: (exp) => [String(exp), exp + 0.5, null, [exp], true, 1e30, 'soon', -exp * 1e9],
        aid: (aid) => [String(aid), [aid], aid + 0.5, 0, -aid, null, true, { id: aid }, 2 ** 53],
        sid: (sid) => [String(sid), [sid], sid + 0.5, 0, -sid, null, true, `${sid} or 1=1`, 2 ** 63],
      };
      for (const [claim, valuesFor] of Object.entries(bad)) {
        it(`TK5: refuses a ${claim} that is not what it must be, or missing`, async () => {
          for (const value of valuesFor(Number(claims.access[claim]))) {
            await assertNowhereAccepted(keyward, hmacJws(secret, { ...claims.access, [claim]: value }));
            await assertNowhereAccepted(keyward, hmacJws(secret, { ...claims.refresh, [claim]: value }));
          }
          for (const whole of [claims.access, claims.refresh]) {
            const rest = Object.entries(whole).filter(([name]) => name !== claim);
            await assertNowhereAccepted(keyward, hmacJws(secret, Object.fromEntries(rest)));
          }
        });
      }

      it('TK5: refuses expired access and refresh tokens', async () => {
        const past = Math.floor(keyward.clock.now() / 1000) - 61;
        const access = hmacJws(secret, { ...claims.access, exp: past });
        assertRefusal(await me(access), 401, 'TokenExpiredError');
        const body = { refresh_token: hmacJws(secret, { ...claims.refresh, exp: past }) };
        assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
      });

      it("TK5: refuses another account's session, and one that never existed", async () => {
        const other = await addPerson(keyward);
        const sid = Number(claims.access['sid']);
        const session = claimsOf(other.token)['sid'];
        for (const forged of [
          { ...claims.access, sid: session },
          { ...claims.access, aid: other.id },
          { ...claims.access, sid: sid + 1_000_000 },
          { ...claims.access, sid: 2 ** 53 - 1 },
        ]) {
          assertRefusal(await me(hmacJws(secret, forged)), 401, 'SessionDestroyedError');
          const body = { refresh_token: hmacJws(secret, { ...claims.refresh, ...forged, type: 'refresh' }) };
          assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
        }
        assert.equal((await me(other.token)).status, 200);
      });

      it("TK5: refuses the refresh token of another service's session with the same ids", async () => {
        const [sid, begun, generation] = String(claims.refresh['jti']).split('.').map(Number);
        const jti = `${sid}.${Number(begun) + 1}.${generation}`;
        const body = { refresh_token: hmacJws(secret, { ...claims.refresh, jti }) };
        assertRefusal(await keyward.call('POST', '/token/refresh', { body }), 401, 'InvalidTokenError');
      });
    });

    it('leaves the account and its session unchanged', async () => {
      assert.equal((await me(person.token)).status, 200);
      const body = { refresh_token: person.refreshToken };
      assert.equal((await keyward.call('POST', '/token/refresh', { body })).status, 200);
    });
  });
}
