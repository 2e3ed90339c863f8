import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { fastest } from '../../support/resources.ts';
import { visitorOf } from '../../support/visitor.ts';
import { addPerson } from '../people.ts';
import {
  addMember,
  assertNoMail,
  codeFor,
  FRONTEND,
  mailFor,
  mailsDelivered,
  PURPOSES,
  send,
  startMailed,
  suiteMailed,
  waitForNextMail,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** All purposes except `reset`. */
const OTHERS = ['signup', 'login', 'verify'] as const;

/** Several addresses, or one that some parsers read as another. */
const ODD_ADDRESSES = [
  'a@x.test,b@y.test',
  'a@x.test, b@y.test',
  'a@x.test;b@y.test',
  'a@x.test b@y.test',
  '"a@x.test"@y.test',
  '"a@x.test b"@y.test',
  'a@x.test@y.test',
  'group: a@x.test, b@y.test;',
  'undisclosed:;',
  'a@x.test (comment)',
  '(comment)a@x.test',
  'a(b@y.test)@x.test',
  'Name <a@x.test>',
  '<a@x.test>',
  'a@x.test>',
  ' a@x.test',
  'a@x.test ',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@',
  '@x.test',
  'a..b@x.test',
  '.a@x.test',
  'a@x..test',
  'a@-x.test',
  'a%40y.test',
  'a@y.test\0@x.test',
  `${'('.repeat(30_000)}a@x.test`,
  `${'"'.repeat(30_000)}@x.test`,
  `a@${'b.'.repeat(30_000)}test`,
  `${'a.'.repeat(30_000)}a@x.test`,
  `${'a@'.repeat(30_000)}x.test`,
  `${'<'.repeat(30_000)}a@x.test${'>'.repeat(30_000)}`,
];

const INJECTIONS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\0', '\t'];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /send/email on ${kind}`, () => {
    const keyward = suiteMailed(kind);

    it('200: says when the code expires, alike for every purpose, form and address', async () => {
      const { email } = await addMember(keyward);
      const expires_at = Math.floor((keyward.clock.now() + 600_000) / 1_000);
      for (const purpose of PURPOSES)
        for (const form of ['otp', 'link'] as const)
          for (const address of [`${form}.${email}`, `nobody.${form}.${purpose}@example.org`]) {
            if (address.startsWith(form) && purpose === 'login') await addMember(keyward, { email: address });
            const answer = await send(keyward, purpose, address, { form });
            assert.equal(answer.status, 200, answer.text);
            assert.deepEqual(answer.body, { expires_at });
          }
    });

    it('login, reset and verify mail nothing to an unknown address; signup mails a code', async () => {
      const email = 'stranger@example.org';
      for (const purpose of ['login', 'reset', 'verify'])
        assert.equal((await send(keyward, purpose, email)).status, 200);
      await assertNoMail(keyward, email);
      assert.match(await codeFor(keyward, 'signup', email), /^\d{6}$/);
    });

    it('the code mail has a link only where a frontend is known, the link mail always', async () => {
      const { email } = await addMember(keyward);
      const plain = await mailFor(keyward, 'login', email);
      assert.doesNotMatch(plain.parsed.text ?? '', /https?:/);
      waitForNextMail(keyward);
      for (const form of ['otp', 'link'] as const) {
        const mail = await mailFor(keyward, 'login', email, { form, frontendUrl: FRONTEND });
        const link = new URL(linkIn(mail));
        assert.equal(link.origin + link.pathname, `${keyward.url}/auth/link/login`);
        const { key = '', ...carried } = Object.fromEntries(link.searchParams);
        assert.deepEqual(carried, { email, otp: codeIn(mail), frontend_url: FRONTEND });
        assert.match(key, /^[\w-]{22}$/);
        waitForNextMail(keyward);
      }
      const linkAlone = new URL(linkIn(await mailFor(keyward, 'login', email, { form: 'link' })));
      assert.deepEqual([...linkAlone.searchParams.keys()], ['email', 'otp', 'key']);
    });

    it('422: the purpose, the email and the fields must fit', async () => {
      for (const purpose of ['logout', 'LOGIN', 'login%00', '__proto__', 'constructor'])
        assertError(await send(keyward, purpose, 'a@example.org'), 422, 'ValidationError');
      for (const email of [[], ['a@example.org'], {}, 1, true, null, ''])
        assertError(await send(keyward, 'login', email), 422, 'ValidationError');
      for (const body of [{}, [], { email: 'a@example.org', otp: '123456' }])
        assertError(await keyward.call('POST', '/send/email/otp/login', { body }), 422, 'ValidationError');
    });

    it('OT13: a look-alike address gets no mail, and mail goes to the stored address', async () => {
      const { email } = await addMember(keyward, { email: 'mike@example.org' });
      const lookAlikes = [
        'mıke@example.org',
        'mi\u212Ae@example.org',
        'ｍｉｋｅ@example.org',
        'mіke@example.org',
      ];
      for (const lookAlike of lookAlikes)
        for (const purpose of PURPOSES)
          assertError(await send(keyward, purpose, lookAlike), 422, 'ValidationError');
      // Another domain that looks similar.
      assert.equal((await send(keyward, 'login', 'mike@exаmple.org')).status, 200);
      await assertNoMail(keyward, email);
      await assertNoMail(keyward, 'mike@xn--exmple-4nf.org');
      // The same mailbox, in other letters.
      assert.equal((await send(keyward, 'login', 'MIKE@ＥXAMPLE.org')).status, 200);
      const mail = await keyward.mail.nextMail(email);
      assert.deepEqual(mail.envelope.to, [email]);
    });

    it('OT15: one recipient, or 422 within 50 ms', async () => {
      const before = keyward.mail.mails.length;
      for (const email of ODD_ADDRESSES)
        for (const form of ['otp', 'link'] as const) {
          const took = await fastest(50, async () =>
            assertError(await send(keyward, 'signup', email, { form }), 422, 'ValidationError'),
          );
          assert.ok(took < 50, `${email.slice(0, 40)}: ${took} ms`);
        }
      assertError(await send(keyward, 'signup', 'a'.repeat(100_000)), 413, 'BodyTooLargeError');
      assert.deepEqual(
        await keyward.database.query("select id from codes where email_key like '%.test'"),
        [],
      );
      await assertNoMail(keyward, 'a@x.test');
      assert.equal(keyward.mail.mails.length, before);
    });

    it('OT16: no input adds a line to a mail', async () => {
      for (const lineBreak of INJECTIONS) {
        const rest = `${lineBreak}Bcc: evil@example.net`;
        for (const email of [`ada${rest}@example.org`, `ada@example.org${rest}`, `${rest}ada@example.org`])
          assertError(await send(keyward, 'signup', email), 422, 'ValidationError');
        assertError(
          await send(keyward, 'signup', 'ada@example.org', { frontendUrl: FRONTEND + rest }),
          400,
          'FrontendUrlNotAllowedError',
        );
        const account = { name: `Ada${rest}`, email: 'ada@example.org', password: 'Correct-horse-1' };
        assertError(
          await keyward.call('POST', '/signup/password', { body: account }),
          422,
          'ValidationError',
        );
      }
      // A percent sign is an ordinary character in an address.
      const odd = 'ada%0d%0abcc%3aevil=@example.org';
      await mailFor(keyward, 'signup', odd, { frontendUrl: `${FRONTEND}/%0d%0aBcc:%20evil@example.net` });
      // The database got this name in another way.
      const { email } = await addMember(keyward, { name: 'Eve\r\nBcc: evil@example.net\r\n\r\nHello' });
      await mailFor(keyward, 'login', email);
      for (const { raw, envelope } of keyward.mail.mails) {
        const [head = ''] = raw.split('\r\n\r\n');
        const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
        assert.equal(names.filter((name) => /^(to|cc|bcc|from|subject)$/i.test(name ?? '')).length, 3, head);
        assert.doesNotMatch(head, /evil@/);
        assert.equal(envelope.to.length, 1);
        assert.equal(envelope.from, 'auth@example.com');
      }
      await assertNoMail(keyward, 'evil@example.net');
    });

    it('OT20: one mail a minute for an email and purpose, known or not', async () => {
      const { email } = await addMember(keyward);
      const answers = [];
      for (const address of [email, 'unknown.person@example.org']) {
        assert.equal((await send(keyward, 'login', address)).status, 200);
        keyward.clock.advance(20_000);
        const refused = await send(keyward, 'login', address.toUpperCase(), { form: 'link' });
        assertError(refused, 429, 'RateLimitedError');
        assert.equal(refused.headers.get('retry-after'), '40');
        answers.push({ ...refused.body, request_id: '' });
        // Each purpose counts separately.
        assert.equal((await send(keyward, 'reset', address)).status, 200);
        keyward.clock.advance(39_999);
        assertError(await send(keyward, 'login', address), 429, 'RateLimitedError');
        keyward.clock.advance(1);
        assert.equal((await send(keyward, 'login', address)).status, 200);
      }
      assert.deepEqual(answers[0], answers[1]);
    });

    it('OT20: many simultaneous requests cause one mail', async () => {
      const { email } = await addMember(keyward);
      const answers = await Promise.all(Array.from({ length: 30 }, () => send(keyward, 'login', email)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers) if (answer.status !== 200) assertError(answer, 429, 'RateLimitedError');
      await keyward.mail.nextMail(email);
      await assertNoMail(keyward, email);
    });

    it('OT20: one mailbox gets twenty mails an hour, and twenty more for resets, known or not', async () => {
      const { email, token } = await addMember(keyward);
      const begin = keyward.clock.now();
      const answers = [];
      // From a network of its own each, see below.
      const ask = (mail: number, purpose: string, to: string) =>
        visitorOf(keyward, `127.1.${mail}.1`).call('POST', `/send/email/link/${purpose}`, {
          body: { email: to },
        });
      for (const address of [email, 'nobody.at.all@example.org']) {
        for (let mail = 0; mail < 20; mail += 1) {
          assert.equal((await ask(mail, OTHERS[mail % 3] ?? 'login', address)).status, 200);
          assert.equal((await ask(mail, 'reset', address)).status, 200);
          waitForNextMail(keyward);
        }
        for (const purpose of PURPOSES) {
          const refused = await ask(20, purpose, address.toUpperCase());
          assertError(refused, 429, 'RateLimitedError');
          assert.equal(refused.headers.get('retry-after'), '2400');
          answers.push({ ...refused.body, request_id: '' });
        }
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
      // The owner still gets notices.
      await mailsDelivered(keyward);
      const before = keyward.mail.mailsTo(email).length;
      const body = { password: 'Another-horse-2' };
      assert.equal((await keyward.call('PUT', '/update/password', { token, body })).status, 200);
      await mailsDelivered(keyward);
      assert.equal(keyward.mail.mailsTo(email).length, before + 1);
      keyward.clock.advance(begin + 3_600_000 - keyward.clock.now());
      assert.equal((await send(keyward, 'login', email)).status, 200);
    });

    it('OT20: half of the mails of a mailbox are reserved for those who have had none', async () => {
      const email = 'wanted@example.org';
      const ask = (by: Pick<TestKeyward, 'call'>) =>
        by.call('POST', '/send/email/otp/signup', { body: { email } });
      for (let mail = 0; mail < 10; mail += 1) {
        assert.equal((await ask(visitorOf(keyward, '127.0.5.1'))).status, 200);
        waitForNextMail(keyward);
      }
      const browser = visitorOf(keyward, '127.0.5.1', 'cookies');
      assertError(await ask(browser), 429, 'RateLimitedError');
      // The refusal has brought a cookie, so the browser is not a stranger like any other at its address.
      const others = [browser, visitorOf(keyward, '127.0.5.2'), visitorOf(keyward, '127.0.18.1')];
      for (const by of others) {
        assert.equal((await ask(by)).status, 200);
        keyward.clock.advance(120_000);
      }
      for (const by of [...others, visitorOf(keyward, '127.0.5.1')])
        assertError(await ask(by), 429, 'RateLimitedError');
    });

    it('OT20: after a refusal, networks without a mail for an email and purpose go first', async () => {
      const email = 'wanted.too@example.org';
      const ask = (address: string) =>
        visitorOf(keyward, address).call('POST', '/send/email/otp/signup', { body: { email } });
      assert.equal((await ask('127.0.19.1')).status, 200);
      const refused = await ask('127.0.20.1');
      assert.equal(refused.headers.get('retry-after'), '60');
      waitForNextMail(keyward);
      for (const address of ['127.0.19.1', '127.0.19.2'])
        assertError(await ask(address), 429, 'RateLimitedError');
      assert.equal((await ask('127.0.20.1')).status, 200);
      // Nobody waits for longer than a turn is kept.
      keyward.clock.advance(120_000);
      assert.equal((await ask('127.0.19.1')).status, 200);
    });

    it('OT20: strangers who use up the mails of a mailbox block neither its owner nor an invitation', async () => {
      const { email, id } = await addMember(keyward);
      const owner = visitorOf(keyward, '127.0.4.1', 'cookies');
      const body = { identifier: email, password: PASSWORD };
      assert.equal((await owner.call('POST', '/login', { body })).status, 200);
      const guest = 'invited.guest@example.org';
      const ask = (by: Pick<TestKeyward, 'call'>, purpose: string, to = email) =>
        by.call('POST', `/send/email/otp/${purpose}`, { body: { email: to } });
      for (let mail = 0; mail < 20; mail += 1) {
        const stranger = visitorOf(keyward, `127.0.${mail + 100}.1`);
        for (const purpose of [OTHERS[mail % 3] ?? 'login', 'reset'])
          for (const to of [email, guest]) assert.equal((await ask(stranger, purpose, to)).status, 200);
        waitForNextMail(keyward);
      }
      const stranger = visitorOf(keyward, '127.0.4.99');
      for (const purpose of PURPOSES) {
        assert.equal((await ask(stranger, purpose)).status, 429);
        assert.equal((await ask(visitorOf(keyward, '127.0.4.1'), purpose)).status, 200, 'the address');
      }
      const moved = visitorOf(keyward, '127.0.4.2', 'cookies');
      for (const [name, value] of owner.cookies) moved.cookies.set(name, value);
      for (const purpose of PURPOSES) assert.equal((await ask(moved, purpose)).status, 200, 'the browser');
      // Its own budget is no larger.
      assert.equal((await ask(moved, 'reset')).status, 429);
      for (let mail = 1; mail < 20; mail += 1) {
        waitForNextMail(keyward);
        assert.equal((await ask(moved, 'reset')).status, 200);
      }
      waitForNextMail(keyward);
      assert.equal((await ask(moved, 'reset')).status, 429);

      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const invited = await keyward.call('POST', '/invitation', { token, body: { email: guest } });
      assert.equal(invited.status, 201, invited.text);
      assert.equal((await keyward.call('DELETE', `/account/lock?account_id=${id}`, { token })).status, 200);
      for (const by of [stranger, moved]) assert.equal((await ask(by, 'reset')).status, 200, 'unlocked');
    });

    it('P11-10: devices that an account knows cause no mails of their own before the proof, and not any number', async () => {
      const body = (email: string) => ({ identifier: email, password: PASSWORD });
      const asked = async (email: string, browsers: number) => {
        const statuses: number[] = [];
        for (let index = 0; index < browsers; index += 1) {
          const visitor = visitorOf(keyward, `127.0.7.${index}`, 'cookies');
          assert.equal((await visitor.call('POST', '/login', { body: body(email) })).status, 200);
          const answer = await visitor.call('POST', '/send/email/otp/login', { body: { email } });
          statuses.push(answer.status);
        }
        return statuses.filter((status) => status === 200).length;
      };
      assert.equal(await asked((await addMember(keyward, { verified: false })).email, 5), 1);
      const known = await asked((await addMember(keyward)).email, 65);
      assert.ok(known >= 60 && known < 65, `${known} mails`);
    });

    it('OT20: one address can cause a limited number of mails, whomever they are for', async () => {
      await using small = await startMailed(kind, { settings: { KEYWARD_LIMIT_MAILS: '3/1h' } });
      const { email } = await addMember(small);
      for (const address of ['one@example.org', 'two@example.org', email])
        assert.equal((await send(small, 'login', address)).status, 200);
      for (const address of ['three@example.org', email]) {
        const refused = await send(small, 'verify', address);
        assertError(refused, 429, 'RateLimitedError');
        assert.equal(refused.headers.get('retry-after'), '3600');
      }
      small.clock.advance(3_600_000);
      // A refused request does not count for the minute of its email.
      await mailFor(small, 'verify', email);
    });
  });
}

describe('without a mail server in production', () => {
  it('503: for known and unknown addresses, and no code is created', async () => {
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_ENV: 'production' } });
    const { email } = await addMember(keyward);
    for (const address of [email, 'nobody@example.org'])
      for (const purpose of PURPOSES)
        for (const form of ['otp', 'link'] as const)
          assertError(await send(keyward, purpose, address, { form }), 503, 'EmailNotConfiguredError');
    assert.deepEqual(await keyward.database.query('select id from codes'), []);
  });
});
