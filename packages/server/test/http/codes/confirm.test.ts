import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import {
  accessTokenOf,
  addMember,
  assertErrorRedirect,
  codeFor,
  FRONTEND,
  mailFor,
  openLink,
  PURPOSES,
  suiteMailed,
  waitForNextMail,
} from './support/mailed.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`OT12: links that need confirmation, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_MAGIC_LINKS: 'confirm' } });
    const post = (purpose: string, email: string, otp: string) =>
      keyward.call('POST', `/link/${purpose}`, { body: { email, otp } });

    it("the mailed button leads to the frontend's confirmation page", async () => {
      for (const purpose of PURPOSES)
        for (const form of ['otp', 'link'] as const) {
          const email =
            purpose === 'signup' ? `confirm.${form}+x@example.org` : (await addMember(keyward)).email;
          const mail = await mailFor(keyward, purpose, email, { form, frontendUrl: `${FRONTEND}/base/` });
          const link = new URL(linkIn(mail));
          assert.equal(link.origin + link.pathname, `${FRONTEND}/base/magic-link/confirm`);
          const { key = '', ...carried } = Object.fromEntries(link.searchParams);
          assert.deepEqual(carried, { purpose, email, otp: codeIn(mail) });
          const used = await keyward.call('POST', `/link/${purpose}`, {
            body: { email, otp: carried.otp, key },
          });
          assert.equal(used.status, 200, used.text);
        }
    });

    it('without a frontend, a code mail has no button, and a link mail links to the service itself', async () => {
      const { email } = await addMember(keyward);
      const plain = await mailFor(keyward, 'login', email);
      assert.doesNotMatch(plain.parsed.text ?? '', /https?:/);
      waitForNextMail(keyward);
      const link = linkIn(await mailFor(keyward, 'login', email, { form: 'link' }));
      assert.ok(link.startsWith(`${keyward.url}/magic-link/confirm?`), link);
    });

    it('GET /link uses nothing up and leads to the same page; POST /link uses the code up, once', async () => {
      for (const purpose of PURPOSES) {
        const email = purpose === 'signup' ? 'confirm.get@example.org' : (await addMember(keyward)).email;
        const otp = await codeFor(keyward, purpose, email);
        for (let click = 0; click < 5; click += 1) {
          const redirect = await openLink(keyward, purpose, { email, otp, frontend_url: FRONTEND });
          assert.equal(redirect.target, `${FRONTEND}/magic-link/confirm`);
          assert.deepEqual(redirect.query, { purpose, email, otp });
        }
        const rows = await keyward.database.query(
          'select attempts, used_at from codes where email_key = $1',
          [email],
        );
        assert.deepEqual(rows, [{ attempts: 0, used_at: null }]);
        const first = await post(purpose, email, otp);
        assert.equal(first.status, 200, first.text);
        if (purpose === 'login') accessTokenOf(first);
        const again = await post(purpose, email, otp);
        if (purpose === 'login' || purpose === 'verify') assertError(again, 404, 'OTPNotFoundError');
        else assert.equal(again.status, 200, again.text);
      }
    });

    it('errors lead to their usual page', async () => {
      const good = { email: 'ada@example.org', otp: '123456' };
      const hostile = await openLink(keyward, 'login', { ...good, frontend_url: 'https://evil.example' });
      assertErrorRedirect(hostile, keyward.url, 'frontend_url_not_allowed');
      const incomplete = await openLink(keyward, 'login', { email: good.email, frontend_url: FRONTEND });
      assertErrorRedirect(incomplete, FRONTEND, 'validation');
    });
  });
}
