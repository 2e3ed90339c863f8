import assert from 'node:assert/strict';
import { createHash, createHmac, createSecretKey, type KeyObject, randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { createCodeGuesses } from '../../../src/features/identity/codes/code-guesses.ts';
import { createCodes } from '../../../src/features/identity/codes/codes.ts';
import type { Purpose } from '../../../src/store/tables/codes.ts';
import type { Store } from '../../../src/store/database.ts';
import { parseEmail } from '../../../src/lib/email.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { type Answer, assertError, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { startMailServer } from '../../support/mail-server.ts';
import {
  accessTokenOf,
  addMember,
  asRedirect,
  codeFor,
  FRONTEND,
  mailsDelivered,
  openLink,
  PURPOSES,
  startMailed,
  suiteMailed,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

const TABLES = [
  'accounts',
  'sessions',
  'refresh_rotations',
  'codes',
  'exchanges',
  'provider_links',
  'settings',
  'failures',
  'outbox',
];

const HERE = { ipAddress: '127.0.0.1' };

const A_LIMIT = { limit: 1_000, windowMs: 3_600_000 };

/** The real generator, except for the given parts. */
function codesOf(
  keyward: TestKeyward,
  parts: { hashKey?: KeyObject; random?: (limit: number) => number; store?: Store } = {},
) {
  const hashKey = parts.hashKey ?? createSecretKey(Buffer.alloc(32, 1));
  return createCodes({
    store: parts.store ?? keyward.app.services.store,
    limiter: { attempt: (_keys, guess) => guess() },
    guesses: createCodeGuesses({
      deviceCookies: keyward.app.services.deviceCookies,
      limits: { account: A_LIMIT, accountAddress: A_LIMIT, address: A_LIMIT, codes: A_LIMIT },
      hashKey,
      restricted: async () => {},
    }),
    clock: keyward.clock,
    hashKey,
    randomInt: parts.random ?? randomInt,
    newKey: () => 'x'.repeat(22),
  });
}

function email(text: string) {
  const parsed = parseEmail(text);
  assert.ok(parsed);
  return parsed;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`codes on ${kind}`, () => {
    const keyward = suiteMailed(kind);

    it('OT1: 20 mailed codes are six digits each, and hardly one comes twice', async () => {
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => codeFor(keyward, 'signup', `ot1.${index}@example.org`)),
      );
      for (const code of codes) assert.match(code, /^\d{6}$/);
      assert.ok(new Set(codes).size >= 19);
    });

    it('OT1: 1,000 codes are spread evenly over a million, leading zeros included', async (test) => {
      if (kind === 'postgres') return test.skip('the same generator, and slow there');
      const tens = Array.from({ length: 10 }, () => 0);
      const { store } = keyward.app.services;
      // In one transaction, because a thousand of them take seconds.
      await store.transaction(async (tables) => {
        const codes = codesOf(keyward, {
          store: { ...store, codes: tables.codes, transaction: (work) => work(tables) },
        });
        for (let count = 0; count < 1_000; count += 1) {
          const { code } = await codes.issue(email('spread@example.org'), 'signup', HERE);
          assert.match(code, /^\d{6}$/);
          tens[Number(code[0])] = (tens[Number(code[0])] ?? 0) + 1;
        }
      });
      const chiSquare = tens.reduce((sum, seen) => sum + (seen - 100) ** 2 / 100, 0);
      // 9 degrees of freedom: a fair generator exceeds 39.3 once in 100,000 runs.
      assert.ok(chiSquare < 39.3, tens.join(' '));
    });

    it('OT1: the smallest code keeps its leading zeros, and works', async () => {
      const limits: number[] = [];
      const codes = codesOf(keyward, {
        random: (limit) => {
          limits.push(limit);
          return 7;
        },
      });
      const owner = email('zeros@example.org');
      const { code, expiresAt } = await codes.issue(owner, 'signup', HERE);
      assert.deepEqual([code, expiresAt, limits], ['000007', keyward.clock.now() + 600_000, [1_000_000]]);
      await codes.check({ email: owner, purpose: 'signup', code, client: HERE });
    });

    it('OT1: is expired after 601 s', async () => {
      const { email: owner } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', owner);
      keyward.clock.advance(601_000);
      for (const path of ['/login/otp', '/link/login'])
        assertError(
          await keyward.call('POST', path, { body: { email: owner, otp } }),
          401,
          'OTPExpiredError',
        );
    });

    it('OT2: appears in no column of any table, nor does a hash that anybody could compute', async () => {
      const { email: owner } = await addMember(keyward);
      for (const purpose of PURPOSES) {
        const of = purpose === 'signup' ? 'ot2@example.org' : owner;
        const code = await codeFor(keyward, purpose, of);
        const guessable = [code, of + code, purpose + of + code, `${purpose}\n${of}\n${code}`].flatMap(
          (text) => [
            ...['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(text).digest()),
            ...['', purpose, of].map((key) => createHmac('sha256', key).update(text).digest()),
          ],
        );
        for (const table of TABLES) {
          const rows = await keyward.database.query(`select * from ${table}`);
          for (const cell of rows.flatMap((row) => Object.values(row))) {
            assert.equal(String(cell) === code, false, table);
            if (typeof cell !== 'string') continue;
            assert.equal(cell.includes(code), false, `${table}: ${cell}`);
            for (const hash of guessable)
              for (const encoding of ['hex', 'base64', 'base64url'] as const)
                assert.equal(cell.includes(hash.toString(encoding).replace(/=+$/, '')), false, table);
          }
        }
      }
    });

    it('OT2: the same code has another hash for another purpose, address or key', async () => {
      const hashFor = async (purpose: 'login' | 'reset', address: string, key: number) => {
        const codes = codesOf(keyward, {
          hashKey: createSecretKey(Buffer.alloc(32, key)),
          random: () => 123_456,
        });
        await codes.issue(email(address), purpose, HERE);
        const [row] = await keyward.database.query(
          'select code_hash from codes where email_key = $1 and purpose = $2 order by id desc',
          [address, purpose],
        );
        return row?.['code_hash'];
      };
      const one = await hashFor('login', 'one@example.org', 1);
      assert.equal(await hashFor('login', 'one@example.org', 1), one);
      assert.notEqual(await hashFor('reset', 'one@example.org', 1), one);
      assert.notEqual(await hashFor('login', 'two@example.org', 1), one);
      assert.notEqual(await hashFor('login', 'one@example.org', 2), one);
    });

    it('OT2: the database alone does not verify a code: it takes the master key', async () => {
      await using mail = await startMailServer();
      await using database = await createTestDatabase(kind, 'tables');
      const owner = 'keyed@example.org';
      const start = (key: string) =>
        startMailed(kind, { database, settings: { KEYWARD_MASTER_KEY: key.repeat(64) } }, mail);
      let otp: string;
      {
        await using first = await start('a');
        otp = await codeFor(first, 'signup', owner);
        await mailsDelivered(first);
      }
      const check = async (key: string) => {
        await using app = await start(key);
        return await app.call('POST', '/link/signup', { body: { email: owner, otp } });
      };
      assertError(await check('b'), 401, 'OTPInvalidError');
      assert.equal((await check('a')).status, 200);
    });

    /** Ways to present a code, by purpose. */
    const link = (purpose: string) => (of: string, otp: string) =>
      keyward.call('POST', `/link/${purpose}`, { body: { email: of, otp } });
    const click = (purpose: string) => (of: string, otp: string) =>
      keyward.call('GET', `/link/${purpose}?${new URLSearchParams({ email: of, otp }).toString()}`);
    const post = (path: string, fields: object) => (of: string, otp: string) =>
      keyward.call('POST', path, { body: { email: of, otp, ...fields } });
    type Present = (of: string, otp: string) => Promise<Answer>;
    const ROUTES: Record<Purpose, [Present, Present, ...Present[]]> = {
      signup: [link('signup'), click('signup'), post('/signup/otp', { name: 'Ada', password: PASSWORD })],
      login: [link('login'), click('login'), post('/login/otp', {})],
      reset: [link('reset'), click('reset'), post('/forgot/password', { password: 'Another-horse-2' })],
      verify: [link('verify'), click('verify')],
    };
    const works = (answer: Answer) =>
      answer.status === 307 ? !('error' in asRedirect(answer).query) : answer.status === 200;
    const errorCode = (answer: Answer) =>
      answer.status === 307 ? asRedirect(answer).query['error_code'] : answer.body['error_code'];

    it('OT8: works for its purpose only, and a try elsewhere does not use it up', async () => {
      for (const own of PURPOSES) {
        const of = own === 'signup' ? 'matrix@example.org' : (await addMember(keyward)).email;
        const otp = await codeFor(keyward, own, of);
        for (const other of PURPOSES) {
          if (other === own) continue;
          for (const present of ROUTES[other]) {
            const expected =
              own === 'signup'
                ? /^(otp_not_found|user_not_found)$/
                : /^(otp_not_found|email_already_exists)$/;
            assert.match(String(errorCode(await present(of, otp))), expected, `${own} at ${other}`);
          }
        }
        const [row] = await keyward.database.query(
          'select attempts, used_at from codes where email_key = $1',
          [of],
        );
        assert.deepEqual(row, { attempts: 0, used_at: null });
        const last = ROUTES[own].at(-1);
        assert.ok(last && works(await last(of, otp)), own);
      }
    });

    it('OT8: a code of another purpose counts as one wrong guess', async () => {
      const { email: of } = await addMember(keyward);
      const codes = { login: '', reset: '', verify: '' };
      for (const purpose of ['login', 'reset', 'verify'] as const)
        codes[purpose] = await codeFor(keyward, purpose, of);
      for (const [own, other] of [
        ['login', 'reset'],
        ['reset', 'verify'],
        ['verify', 'login'],
      ] as const)
        assert.equal(errorCode(await ROUTES[other][1](of, codes[own])), 'otp_invalid');
      for (const purpose of ['login', 'verify', 'reset'] as const)
        assert.ok(works(await ROUTES[purpose][0](of, codes[purpose])));
    });

    it("OT8: works for its address only: somebody else's is a wrong guess or none", async () => {
      const [a, b] = [await addMember(keyward), await addMember(keyward)];
      const codeOfA = await codeFor(keyward, 'login', a.email);
      for (const present of ROUTES.login)
        assert.equal(errorCode(await present(b.email, codeOfA)), 'otp_not_found');
      const codeOfB = await codeFor(keyward, 'login', b.email);
      for (const present of ROUTES.login)
        assert.equal(errorCode(await present(b.email, codeOfA)), 'otp_invalid');
      accessTokenOf(await ROUTES.login[0](a.email, codeOfA));
      accessTokenOf(await ROUTES.login[0](b.email, codeOfB));
    });

    it('OT10: a preview uses nothing up; a click uses the code up, once', async () => {
      for (const purpose of ['login', 'verify'] as const) {
        const { email: of } = await addMember(keyward);
        const otp = await codeFor(keyward, purpose, of);
        const path = `/link/${purpose}?${new URLSearchParams({ email: of, otp, frontend_url: FRONTEND }).toString()}`;
        for (let time = 0; time < 3; time += 1) {
          for (const method of ['HEAD', 'OPTIONS']) {
            const { status, headers } = await keyward.call(method, path);
            assert.equal(status, 204);
            assert.equal(headers.has('location'), false);
          }
          for (const headers of [
            { 'sec-purpose': 'prefetch' },
            { 'sec-purpose': 'prefetch;prerender' },
            { purpose: 'prefetch' },
            { 'x-purpose': 'preview' },
            { 'x-moz': 'prefetch' },
          ] as Record<string, string>[]) {
            const ahead = await keyward.call('GET', path, { headers });
            assert.equal(ahead.status, 204);
            assert.equal(ahead.headers.has('location'), false);
            assert.equal(ahead.headers.get('cache-control'), 'no-store');
          }
        }
        const query = { email: of, otp, frontend_url: FRONTEND };
        const first = await openLink(keyward, purpose, query);
        assert.equal('error' in first.query, false);
        assert.equal((await openLink(keyward, purpose, query)).query['error_code'], 'otp_not_found');
      }
    });

    it('checking a code without using it is no guess', async () => {
      const { email: of } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', of);
      for (let guess = 1; guess <= 10; guess += 1)
        await keyward.call('HEAD', `/link/login?email=${of}&otp=${wrongCode(otp, guess)}`);
      accessTokenOf(await ROUTES.login[0](of, otp));
    });
  });
}
