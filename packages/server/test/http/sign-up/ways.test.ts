import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answer, PASSWORD } from '../../support/keyward.ts';
import { startMailServer } from '../../support/mail-server.ts';
import {
  addMember,
  asRedirect,
  codeFor,
  FRONTEND,
  mailSettings,
  waitForNextMail,
} from '../codes/support/mailed.ts';
import { superadminOf } from '../config/superadmin.ts';
import { count, signInWith, suiteSetup } from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const MODES = ['open', 'invite', 'closed'] as const;
const EMAILS = ['free', 'taken'] as const;

/** The code of an answer or of a redirect; null for success. */
type Outcome = string | null;

/** The outcome of each way to an account in the open mode, for a free and a taken email. */
const OPEN: Record<string, Record<(typeof EMAILS)[number], Outcome>> = {
  'POST /signup': { free: null, taken: 'email_already_exists' },
  'POST /signup/password': { free: null, taken: 'email_already_exists' },
  'POST /signup/otp': { free: null, taken: 'email_already_exists' },
  'POST /link/signup': { free: null, taken: 'otp_not_found' },
  'GET /link/signup': { free: null, taken: 'otp_not_found' },
  'POST /send/email/otp/signup': { free: null, taken: null },
  'POST /send/email/link/signup': { free: null, taken: null },
  'a provider that vouches for the email': { free: null, taken: null },
  'a provider that does not': { free: null, taken: 'email_already_exists' },
  'POST /account/ by a superadmin': { free: null, taken: 'email_already_exists' },
};
/** Ways to existing accounts, or of superadmins, which no mode refuses. */
const PASS: Record<string, readonly (typeof EMAILS)[number][]> = {
  'a provider that vouches for the email': ['taken'],
  'POST /account/ by a superadmin': EMAILS,
};

let serial = 0;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`ways to an account on ${kind}`, async () => {
    const mail = await startMailServer();
    const { keyward, providers } = await suiteSetup(kind, {
      settings: { ...mailSettings(mail), KEYWARD_ALLOWED_FRONTENDS: `${FRONTEND},http://localhost:3000` },
    });
    const mailed = Object.assign(keyward, { mail });
    after(() => mail[Symbol.asyncDispose]());
    const set = async (signup: object) => (await superadminOf(keyward)).set('signup', signup);
    const fields = (email: string) => ({ name: 'Ada Lovelace', email, password: PASSWORD });
    const outcomeOf = ({ body }: Answer): Outcome => {
      const code = body['error_code'];
      return typeof code === 'string' ? code : null;
    };
    const post = async (path: string, body: object) => outcomeOf(await keyward.call('POST', path, { body }));
    const enter = async (email: string, email_verified: boolean) => {
      serial += 1;
      providers[0].user = { sub: `sub${serial}`, email, email_verified };
      return (await signInWith(keyward, 'idp1')).get('error_code');
    };
    const goes: Record<string, (email: string, otp: string) => Promise<Outcome>> = {
      'POST /signup': (email) => post('/signup', { ...fields(email), handle: `h${(serial += 1)}` }),
      'POST /signup/password': (email) => post('/signup/password', fields(email)),
      'POST /signup/otp': (email, otp) => post('/signup/otp', { ...fields(email), otp }),
      'POST /link/signup': (email, otp) => post('/link/signup', { email, otp }),
      'GET /link/signup': async (email, otp) => {
        const query = new URLSearchParams({ email, otp, frontend_url: FRONTEND }).toString();
        const redirect = asRedirect(await keyward.call('GET', `/link/signup?${query}`));
        return redirect.query['error_code'] ?? null;
      },
      'POST /send/email/otp/signup': (email) => post('/send/email/otp/signup', { email }),
      'POST /send/email/link/signup': (email) => post('/send/email/link/signup', { email }),
      'a provider that vouches for the email': (email) => enter(email, true),
      'a provider that does not': (email) => enter(email, false),
      'POST /account/ by a superadmin': async (email) =>
        outcomeOf(await (await superadminOf(keyward)).post('/account/', { name: 'Ada', email })),
    };
    const isCoded = (way: string) => way === 'POST /signup/otp' || way.endsWith(' /link/signup');

    for (const [way, open] of Object.entries(OPEN)) {
      it(`SU1: ${way}: each mode, with a free and a taken email`, async () => {
        for (const mode of MODES) {
          for (const which of EMAILS) {
            serial += 1;
            const email = which === 'free' ? `free${serial}@example.org` : (await addMember(keyward)).email;
            await set({});
            const coded = which === 'free' && isCoded(way);
            const otp = coded ? await codeFor(mailed, 'signup', email) : '123456';
            if (coded) waitForNextMail(keyward);
            await set({ mode });
            const before = [await count(keyward, 'accounts'), await count(keyward, 'codes')];
            const passes = mode === 'open' || (PASS[way]?.includes(which) ?? false);
            assert.equal(
              await goes[way]?.(email, otp),
              passes ? open[which] : 'signup_closed',
              `${mode} ${which}`,
            );
            if (passes) continue;
            assert.deepEqual([await count(keyward, 'accounts'), await count(keyward, 'codes')], before);
          }
        }
        await set({});
      });
    }
  });
}
