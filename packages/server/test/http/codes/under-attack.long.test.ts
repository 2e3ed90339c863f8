import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Purpose } from '../../../src/store/tables/codes.ts';
import type { Answer } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { databasesFor, inTurn } from '../../support/usual-size.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';
import { addMember, asRedirect, FRONTEND, mailsDelivered, suiteMailed, wrongCode } from './support/mailed.ts';

const MINUTE = 60_000;
const STEP = 30_000;
/** How often people ask until they give up. */
const PATIENCE = 5;
const OWNER = '127.0.12.1';
const PHONE = '127.0.18.1';

/** Where the strangers are that ask and guess. The owner is at {@link OWNER}. */
const ATTACKS = {
  'from an address': ['127.0.13.1'],
  'from three networks': ['127.0.14.1', '127.0.15.1', '127.0.16.1'],
  'from many addresses of a network': Array.from({ length: 6 }, (_, n) => `127.0.17.${n + 1}`),
  'from the network of the owner': ['127.0.12.2', '127.0.12.3'],
  'from the address of the owner': [OWNER],
};

/** A code, with the key of its link if that brought it. */
interface Mailed {
  email: string;
  otp: string;
  key?: string;
}

/** What people do with a code. */
const USES: [Purpose, (by: Visitor, mailed: Mailed) => Promise<Answer>][] = [
  [
    'signup',
    (by, mailed) =>
      by.call('POST', '/signup/otp', { body: { name: 'Ada', ...mailed, password: 'Correct-horse-1' } }),
  ],
  ['login', (by, mailed) => by.call('POST', '/login/otp', { body: mailed })],
  [
    'reset',
    (by, mailed) => by.call('POST', '/forgot/password', { body: { ...mailed, password: 'Another-horse-2' } }),
  ],
];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`strangers who request codes and guess them at each chance, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      // The tries of a test share addresses.
      settings: {
        KEYWARD_LIMIT_ADDRESS: '1000000/1h',
        KEYWARD_LIMIT_ANONYMOUS: '1000000/1h',
        KEYWARD_LIMIT_CODES: '1000000/15m',
        KEYWARD_LIMIT_MAILS: '1000000/1h',
      },
    });
    let serial = 0;

    /** Asks for a code from a new browser, and guesses it from there and from other addresses. */
    async function strike(purpose: Purpose, email: string, addresses: readonly string[]): Promise<void> {
      for (const address of addresses) {
        const body = { email };
        const asker = visitorOf(keyward, address);
        if ((await asker.call('POST', `/send/email/otp/${purpose}`, { body })).status !== 200) continue;
        for (let guess = 0; guess < 5; guess += 1)
          for (const by of [asker, visitorOf(keyward, addresses.at(-1) ?? address, 'cookies')])
            await by.call('POST', `/link/${purpose}`, { body: { email, otp: wrongCode('0', guess) } });
      }
    }

    /** Time passes. The strangers act first, whenever a mail may be sent. */
    async function wait(ms: number, strikeAgain: () => Promise<void>): Promise<void> {
      for (let passed = 0; passed < ms; passed += STEP) {
        keyward.clock.advance(Math.min(STEP, ms - passed));
        await strikeAgain();
      }
    }

    /** @returns whether the owner gets in */
    async function attempt(
      [purpose, use]: (typeof USES)[number],
      addresses: readonly string[],
      { minutes, keeps, opens }: { minutes: number; keeps: 'cookies' | 'nothing'; opens: 'code' | 'link' },
    ): Promise<boolean> {
      serial += 1;
      const email = purpose === 'signup' ? `wanted${serial}@example.org` : (await addMember(keyward)).email;
      const strikeAgain = () => strike(purpose, email, addresses);
      await strikeAgain();
      for (let minute = 0; minute < minutes; minute += 1) {
        keyward.clock.advance(MINUTE);
        await strikeAgain();
      }
      const owner = visitorOf(keyward, OWNER, keeps);
      for (let asked = 0; asked < PATIENCE; asked += 1) {
        // Otherwise a mail of the strangers could arrive after the owner's.
        await mailsDelivered(keyward);
        const body = { email, frontend_url: FRONTEND };
        const answer = await owner.call('POST', `/send/email/otp/${purpose}`, { body });
        if (answer.status !== 200) {
          assert.equal(answer.status, 429, answer.text);
          await wait(Math.min(Number(answer.headers.get('retry-after')) * 1000, MINUTE), strikeAgain);
          continue;
        }
        await mailsDelivered(keyward);
        const mail = keyward.mail.mailsTo(email).at(-1) ?? assert.fail('no mail');
        // It takes a while to find the mail.
        await wait(1.5 * MINUTE, strikeAgain);
        if (opens === 'code') return (await use(owner, { email, otp: codeIn(mail) })).status === 200;
        const phone = visitorOf(keyward, PHONE);
        const { pathname, search } = new URL(linkIn(mail));
        const { query } = asRedirect(await phone.call('GET', `${pathname.replace('/auth', '')}${search}`));
        const { otp, key = '' } = query;
        // The link signs in by itself.
        if (otp === undefined) return 'access_token' in query;
        return (await use(phone, { email, otp, key })).status === 200;
      }
      return false;
    }

    for (const [place, addresses] of Object.entries(ATTACKS))
      it(`OT23: do not block people who sign up, come with a new device or have forgotten a password: ${place}`, async (test) => {
        // Without a cookie, nothing tells them from a stranger at the same address.
        const kept = addresses.includes(OWNER) ? (['cookies'] as const) : (['nothing', 'cookies'] as const);
        const tries: boolean[] = [];
        for (const use of USES)
          for (const keeps of kept)
            for (const minutes of inTurn([3, 25], tries.length))
              tries.push(await attempt(use, addresses, { minutes, keeps, opens: 'code' }));
        const entered = tries.filter(Boolean).length;
        test.diagnostic(`${entered} of ${tries.length} tries`);
        assert.ok(entered >= 0.95 * tries.length, `${entered} of ${tries.length} tries`);
      });

    for (const [place, addresses] of Object.entries(ATTACKS))
      it(`OT23, OT25: do not block people who open the link on another device: ${place}`, async () => {
        for (const use of USES)
          assert.ok(await attempt(use, addresses, { minutes: 3, keeps: 'cookies', opens: 'link' }), use[0]);
      });
  });
}
