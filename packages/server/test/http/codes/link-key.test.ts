import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertError, PASSWORD } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import type { Purpose } from '../../../src/store/tables/codes.ts';
import {
  accessTokenOf,
  addMember,
  asRedirect,
  codeFor,
  FRONTEND,
  type MailedKeyward,
  openLink,
  PURPOSES,
  startMailed,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** What a link carries. */
interface Linked {
  email: string;
  otp: string;
  key: string;
}

/** 22 characters, as a key has. */
const wrongKey = (n: number) => String(n).padStart(22, 'w');

/** The error's code, in a body or in a redirect; `right` after a success. */
function resultOf(answer: Answer): string {
  if (answer.status === 307) return asRedirect(answer).query['error_code'] ?? 'right';
  return answer.status === 200 ? 'right' : String(answer.body['error_code']);
}

/** What the link of a mail that `asker` asks for carries. */
async function linkFor(
  keyward: MailedKeyward,
  asker: Pick<Visitor, 'call'>,
  purpose: Purpose,
  email: string,
): Promise<Linked> {
  const body = { email, frontend_url: FRONTEND };
  const sent = await asker.call('POST', `/send/email/otp/${purpose}`, { body });
  assert.equal(sent.status, 200, sent.text);
  const mail = await keyward.mail.nextMail(email);
  const query = new URL(linkIn(mail)).searchParams;
  const [otp, key] = [codeIn(mail), query.get('key') ?? ''];
  assert.deepEqual([query.get('email'), query.get('otp')], [email, otp]);
  assert.match(key, /^[\w-]{22}$/);
  return { email, otp, key };
}

type Present = (by: Pick<Visitor, 'call'>, linked: Partial<Linked>) => Promise<Answer>;
const post =
  (path: string, fields: object = {}): Present =>
  (by, linked) =>
    by.call('POST', path, { body: { ...linked, ...fields } });
const click =
  (purpose: Purpose): Present =>
  (by, linked) =>
    by.call(
      'GET',
      `/link/${purpose}?${new URLSearchParams({ ...linked, frontend_url: FRONTEND }).toString()}`,
    );

/** The routes that take a key, by purpose. The last one spends it. */
const ROUTES: Record<Purpose, [Present, ...Present[]]> = {
  signup: [click('signup'), post('/link/signup'), post('/signup/otp', { name: 'Ada', password: PASSWORD })],
  login: [click('login'), post('/link/login')],
  reset: [click('reset'), post('/link/reset'), post('/forgot/password', { password: 'Another-horse-2' })],
  verify: [click('verify'), post('/link/verify')],
};

for (const kind of databasesFor(import.meta.filename)) {
  describe(`OT25: the key of a mailed link, on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    let serial = 0;
    async function subject(purpose: Purpose): Promise<string> {
      serial += 1;
      return purpose === 'signup' ? `keyed${serial}@example.org` : (await addMember(keyward)).email;
    }
    const codeRow = async (email: string) => {
      const rows = await keyward.database.query('select attempts from codes where email_key = $1', [email]);
      return rows.map(({ attempts }) => attempts);
    };

    it('opens the link at every route, even after the guesses of the code are used up', async () => {
      for (const purpose of PURPOSES)
        for (const present of ROUTES[purpose]) {
          const linked = await linkFor(keyward, keyward, purpose, await subject(purpose));
          const { key: _, ...digits } = linked;
          for (const by of [keyward, visitorOf(keyward, '127.0.20.1')])
            for (let guess = 1; guess <= 5; guess += 1)
              await post(`/link/${purpose}`)(by, { ...digits, otp: wrongCode(linked.otp, guess) });
          assert.equal(resultOf(await present(keyward, digits)), 'otp_not_found', purpose);
          assert.equal(resultOf(await present(keyward, linked)), 'right', purpose);
        }
    });

    it('is passed on to the page that asks for a password', async () => {
      for (const purpose of ['reset', 'signup'] as const) {
        const linked = await linkFor(keyward, keyward, purpose, await subject(purpose));
        const { query } = await openLink(keyward, purpose, { ...linked, frontend_url: FRONTEND });
        const { verified, ...carried } = query;
        assert.deepEqual(carried, linked);
        assert.equal(verified, purpose === 'signup' ? 'true' : undefined);
      }
    });

    it('works once, and ends with its code: whichever is used first', async () => {
      for (const purpose of ['login', 'verify'] as const)
        for (const [first, second] of [
          ['key', 'key'],
          ['key', 'code'],
          ['code', 'key'],
        ]) {
          const linked = await linkFor(keyward, keyward, purpose, await subject(purpose));
          const { key: _, ...digits } = linked;
          const present = (by?: string) => post(`/link/${purpose}`)(keyward, by === 'key' ? linked : digits);
          assert.equal(resultOf(await present(first)), 'right');
          assert.equal(resultOf(await present(second)), 'otp_not_found', `${first} and then ${second}`);
        }
    });

    it('of 20 uses of the key and the code at once, one succeeds', async () => {
      const linked = await linkFor(keyward, keyward, 'login', await subject('login'));
      const { key: _, ...digits } = linked;
      const uses = Array.from({ length: 20 }, (_each, use) => (use % 2 === 0 ? linked : digits));
      const answers = await Promise.all(uses.map((one) => post('/link/login')(keyward, one)));
      assert.deepEqual(answers.map(resultOf).toSorted().slice(-2), ['otp_not_found', 'right']);
    });

    it('expires with its code, and ends when its browser requests another mail', async () => {
      const email = await subject('login');
      const owner = visitorOf(keyward, '127.0.20.3', 'cookies');
      const late = await linkFor(keyward, owner, 'login', email);
      waitForNextMail(keyward);
      const again = await linkFor(keyward, owner, 'login', email);
      assert.notEqual(again.key, late.key);
      assert.equal(resultOf(await post('/link/login')(keyward, late)), 'otp_not_found');
      // A request from elsewhere does not end the owner's link.
      const stranger = visitorOf(keyward, '127.0.20.2');
      waitForNextMail(keyward);
      await linkFor(keyward, stranger, 'login', email);
      assert.equal(resultOf(await post('/link/login')(keyward, again)), 'right');
      const expiring = await linkFor(keyward, keyward, 'login', await subject('login'));
      keyward.clock.advance(601_000);
      assert.equal(resultOf(await post('/link/login')(keyward, expiring)), 'otp_expired');
    });

    it('works for its purpose and its email only', async () => {
      const [email, other] = [await subject('login'), await subject('login')];
      const keys: Partial<Record<Purpose, Linked>> = {};
      for (const purpose of ['login', 'reset', 'verify'] as const)
        keys[purpose] = await linkFor(keyward, keyward, purpose, email);
      const foreign = await linkFor(keyward, keyward, 'login', other);
      for (const own of ['login', 'reset', 'verify'] as const)
        for (const purpose of ['login', 'reset', 'verify'] as const) {
          if (own === purpose) continue;
          const mixed = { ...keys[purpose], key: keys[own]?.key ?? '' };
          for (const present of ROUTES[purpose])
            assert.equal(resultOf(await present(keyward, mixed)), 'otp_not_found', `${own} at ${purpose}`);
        }
      assert.equal(
        resultOf(await post('/link/login')(keyward, { ...foreign, email })),
        'otp_not_found',
        'of somebody else',
      );
      assert.deepEqual(await codeRow(email), [0, 0, 0]);
      for (const purpose of ['verify', 'login', 'reset'] as const)
        assert.equal(resultOf(await ROUTES[purpose][0](keyward, keys[purpose] ?? {})), 'right', purpose);
    });

    it('is refused when it is malformed, and uses nothing up', async () => {
      const linked = await linkFor(keyward, keyward, 'login', await subject('login'));
      for (const key of [
        '',
        'x',
        'x'.repeat(21),
        'x'.repeat(23),
        `${'x'.repeat(21)}=`,
        `${'x'.repeat(21)}ü`,
      ]) {
        assert.equal(resultOf(await click('login')(keyward, { ...linked, key })), 'validation', key);
        assertError(await post('/link/login')(keyward, { ...linked, key }), 422, 'ValidationError');
      }
      accessTokenOf(await post('/link/login')(keyward, linked));
    });

    it('is absent from links of before such keys: the code alone works', async () => {
      const linked = await linkFor(keyward, keyward, 'login', await subject('login'));
      const { key: _, ...digits } = linked;
      await keyward.database.query('update codes set link_key_hash = null where email_key = $1', [
        linked.email,
      ]);
      assert.equal(resultOf(await click('login')(keyward, linked)), 'otp_not_found');
      assert.equal(resultOf(await click('login')(keyward, digits)), 'right');
    });

    it('appears in no row, whatever was done with it', async () => {
      const keys: string[] = [];
      for (const purpose of PURPOSES) {
        const linked = await linkFor(keyward, keyward, purpose, await subject(purpose));
        keys.push(linked.key, wrongKey(serial));
        await click(purpose)(keyward, { ...linked, key: wrongKey(serial) });
        await ROUTES[purpose].at(-1)?.(keyward, linked);
      }
      for (const table of ['accounts', 'codes', 'events', 'failures', 'mail_queue', 'outbox', 'sessions'])
        for (const row of await keyward.database.query(`select * from ${table}`))
          for (const key of keys) assert.ok(!JSON.stringify(row).includes(key), table);
    });
  });

  for (const profile of ['documented', 'strict'])
    describe(`OT25: wrong keys of links, on ${kind} in ${profile}`, () => {
      const LIMIT = 8;
      const keyward = suiteMailed(kind, {
        settings: { KEYWARD_PROFILE: profile, KEYWARD_LIMIT_ADDRESS: `${LIMIT}/1h` },
      });

      it('count for their address as wrong codes do, and for nobody else', async () => {
        const owner = visitorOf(keyward, '127.0.21.1', 'cookies');
        for (const purpose of PURPOSES) {
          const email = purpose === 'signup' ? 'counted@example.org' : (await addMember(keyward)).email;
          const linked = await linkFor(keyward, owner, purpose, email);
          const guesser = visitorOf(keyward, `127.0.22.${PURPOSES.indexOf(purpose) + 1}`);
          const results: string[] = [];
          for (let guess = 0; guess <= LIMIT; guess += 1)
            results.push(
              resultOf(await post(`/link/${purpose}`)(guesser, { ...linked, key: wrongKey(guess) })),
            );
          assert.deepEqual(results, [...Array<string>(LIMIT).fill('otp_not_found'), 'rate_limited']);
          assert.equal(resultOf(await post(`/link/${purpose}`)(guesser, linked)), 'rate_limited');
          const rows = await keyward.database.query('select attempts from codes where email_key = $1', [
            email,
          ]);
          assert.deepEqual(rows, [{ attempts: 0 }]);
          const { key: _, ...digits } = linked;
          assert.equal(resultOf(await post(`/link/${purpose}`)(owner, digits)), 'right', purpose);
        }
      });

      it('reveal nothing about a code: the answer is the same without one', async () => {
        const email = (await addMember(keyward)).email;
        const stranger = visitorOf(keyward, '127.0.23.1');
        const guess = { email, otp: '000000', key: wrongKey(1) };
        const without = await post('/link/reset')(stranger, guess);
        await linkFor(keyward, keyward, 'reset', email);
        const beside = await post('/link/reset')(stranger, guess);
        for (const answer of [without, beside]) assertError(answer, 404, 'OTPNotFoundError');
        assert.equal(beside.body['message'], without.body['message']);
      });
    });

  describe(`OT25: the key of a link while wrong codes are tried everywhere, on ${kind}`, () => {
    it('works on every device', async () => {
      await using keyward = await startMailed(kind, { settings: { KEYWARD_LIMIT_CODES: '5/15m' } });
      const linked = await linkFor(keyward, keyward, 'login', (await addMember(keyward)).email);
      const { email: tried } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', tried);
      const guesser = visitorOf(keyward, '127.0.24.1');
      for (let guess = 1; guess <= 5; guess += 1)
        await post('/link/login')(guesser, { email: tried, otp: wrongCode(otp, guess) });
      const { key: _, ...digits } = linked;
      const phone = visitorOf(keyward, '127.0.24.2');
      assert.equal(resultOf(await post('/link/login')(phone, digits)), 'rate_limited');
      assert.equal(resultOf(await post('/link/login')(phone, linked)), 'right');
    });
  });
}
