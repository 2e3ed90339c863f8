import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { addMember, startMailed } from '../../../server/test/http/codes/support/mailed.ts';
import { codeOf, enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { linkIn } from '../../../server/test/support/mail-server.ts';
import { type KeywardProcess, startProcess } from '../../../server/test/support/process.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import { authenticatorOf, HAS_BROWSER, startBrowser } from '../support/browser.ts';

/** What a page has; Node.js has no types for it. */
declare const PublicKeyCredential: { parseCreationOptionsFromJSON: (options: object) => object };
declare const navigator: {
  credentials: { create: (options: object) => Promise<{ toJSON: () => object }> };
};

const PASSWORD = 'Analytical-1';

describe(
  "the service's own pages in a browser",
  { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only', concurrency: 3 },
  () => {
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
    });
    after(() => browser?.close());

    async function open(url: string): Promise<Page> {
      const context = await browser.newContext();
      // The reference is a large script.
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(url);
      return page;
    }
    const see = (page: Page, text: string | RegExp) => page.getByText(text).waitFor();

    /** The address of the mailbox that the start has printed, with its key. */
    const mailboxOf = (keyward: KeywardProcess) =>
      new URL(/http:\S+\/mailbox#\S+/.exec(keyward.stdout())?.[0] ?? assert.fail('no mailbox'));

    /** Asks for a mail that names no frontend. @returns the link in it */
    async function linkFor(keyward: KeywardProcess, purpose: string, email: string): Promise<string> {
      const body = JSON.stringify({ email });
      const headers = { 'content-type': 'application/json' };
      const url = `${keyward.url}/auth/send/email/link/${purpose}`;
      assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200);
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const key = mailboxOf(keyward).hash.replace('#key=', '');
        const mailbox: { mails: { to: string; link: string | null }[] } = JSON.parse(
          await (await fetch(`${keyward.url}/mailbox/mails`, { headers: { 'x-mailbox-key': key } })).text(),
        );
        const link = mailbox.mails.find((mail) => mail.to === email && mail.link?.includes(purpose))?.link;
        if (typeof link === 'string') return link;
        await setTimeout(20);
      }
      return assert.fail('no mail');
    }

    for (const mode of ['direct', 'confirm'])
      it(`a ${mode} link without a frontend leads through sign-up, verification, sign-in and reset`, async () => {
        await using keyward = await startProcess({ env: { KEYWARD_MAGIC_LINKS: mode } });
        const email = 'ada@example.org';
        const me = async (password: string) => {
          const headers = { 'content-type': 'application/json' };
          const body = JSON.stringify({ identifier: email, password });
          return (await fetch(`${keyward.url}/auth/login`, { method: 'POST', headers, body })).status;
        };

        const signUp = await open(await linkFor(keyward, 'signup', email));
        assert.equal(new URL(signUp.url()).search, '');
        await signUp.getByLabel('Name').fill('Ada');
        await signUp.getByLabel('Password').fill('weak');
        await signUp.getByRole('button', { name: 'Create the account' }).click();
        await see(signUp, /password is too weak/);
        await signUp.getByLabel('Password').fill(PASSWORD);
        await signUp.getByRole('button', { name: 'Create the account' }).click();
        await see(signUp, 'Your account is open');
        assert.equal(await me(PASSWORD), 200);
        await signUp.reload();
        await see(signUp, 'Open the link again');

        for (const [purpose, button, done] of [
          ['login', 'Sign in', 'The sign-in worked'],
          ['verify', 'Confirm', 'Your address is confirmed'],
        ] as const) {
          const link = await linkFor(keyward, purpose, email);
          const page = await open(link);
          if (mode === 'confirm') await page.getByRole('button', { name: button }).click();
          await see(page, done);
          assert.equal(new URL(page.url()).search, '');
          const again = await open(link);
          if (mode === 'confirm') await again.getByRole('button', { name: button }).click();
          await see(again, /There is no live code/);
        }

        const reset = await open(await linkFor(keyward, 'reset', email));
        await reset.getByLabel('Password').fill('Difference-2');
        await reset.getByRole('button', { name: 'Save the password' }).click();
        await see(reset, 'The new password is saved');
        assert.deepEqual([await me(PASSWORD), await me('Difference-2')], [401, 200]);

        const forged = await open(
          `${keyward.url}/magic-link/callback?error=Call%20us&error_code=otp_expired`,
        );
        await see(forged, 'The code has expired');
        assert.doesNotMatch(await forged.content(), /Call us/);
      });

    it('a mailed link leads to the second step, by a code or a passkey', async () => {
      const port = String(await freePort());
      await using keyward = await startMailed('sqlite', {
        settings: { KEYWARD_PORT: port, KEYWARD_PUBLIC_URL: `http://localhost:${port}` },
      });
      const { email, token } = await addMember(keyward);
      const { secret } = await enrolTotp(keyward, { token });
      await keyward.mail.nextMail(email);
      const page = await open(`http://localhost:${port}/signup`);
      await authenticatorOf(page, { verifies: true });
      const added = await page.evaluate(async (authorization) => {
        const post = async (path: string, body?: object) => {
          const response = await fetch(`/auth/account/passkeys${path}`, {
            method: 'POST',
            headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          });
          const answer: { name?: string; challenge?: string; options?: object } = JSON.parse(
            await response.text(),
          );
          return answer;
        };
        const { challenge, options = {} } = await post('/options');
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        const credential = await navigator.credentials.create({ publicKey });
        return post('', { challenge, credential: credential.toJSON() });
      }, `Bearer ${token}`);
      assert.equal(added.name, 'Passkey', JSON.stringify(added));
      await keyward.mail.nextMail(email);

      for (const method of ['code', 'passkey']) {
        keyward.clock.advance(2 * 60_000);
        await keyward.call('POST', '/send/email/link/login', { body: { email } });
        await page.goto(linkIn(await keyward.mail.nextMail(email)));
        await see(page, 'One more step');
        assert.equal(new URL(page.url()).search, '');
        if (method === 'code') {
          await page.getByLabel('Code').fill('000000');
          await page.getByRole('button', { name: 'Continue' }).click();
          await see(page, /not right/);
          await page.getByLabel('Code').fill(codeOf(keyward, secret, 1));
          await page.getByRole('button', { name: 'Continue' }).click();
        } else await page.getByRole('button', { name: 'Use a passkey' }).click();
        await see(page, 'The sign-in worked');
      }

      // The password is saved, though the sign-in with it needs a factor.
      keyward.clock.advance(2 * 60_000);
      await keyward.call('POST', '/send/email/link/reset', { body: { email } });
      await page.goto(linkIn(await keyward.mail.nextMail(email)));
      await page.getByLabel('Password').fill('Difference-2');
      await page.getByRole('button', { name: 'Save the password' }).click();
      await see(page, 'The new password is saved');
      await page.context().close();
    });

    it('shows no email that is words to a reader', async () => {
      await using keyward = await startProcess();
      const pageFor = (email: string) => {
        const query = new URLSearchParams({ purpose: 'login', otp: '123456', email }).toString();
        return open(`${keyward.url}/magic-link/confirm?${query}`);
      };
      const address = "ada.o'hara+`{|}~^/?=#&%$!*_-@xn--bcher-kva.example";
      await see(await pageFor(address), `Sign in as ${address}?`);
      for (const email of [
        'your mailbox was locked: call us@x.example',
        // Blank in a browser, and white space to no pattern.
        'your\u2800mailbox\u2800was\u2800locked:\u2800call\u2800us@x.example',
        'your\u3164mailbox\u3164was\u3164locked@x.example',
        'us@x.\u2800call.example',
        // What follows is shown from right to left.
        'a\u202egro.elpmaxe@b.example',
        'your,mailbox:was(locked)@x.example',
        `${'x'.repeat(5_000)}@x.example`,
        `a@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.example`,
      ]) {
        const page = await pageFor(email);
        await see(page, 'Open the link again');
        assert.equal((await page.content()).includes(email), false, email);
        await page.context().close();
      }
    });

    it('the reference fits a telephone', async () => {
      await using keyward = await startProcess();
      const page = await open(`${keyward.url}/reference#tag/sign-up-and-sign-in/POST/auth/signup/otp`);
      await page.setViewportSize({ width: 400, height: 800 });
      const [tabs, heading] = await Promise.all([
        page.locator('.response-card .scalar-card-header-title:visible').first().boundingBox(),
        page.locator('header').getByText('mailed code').boundingBox(),
      ]);
      // A row of their own, with nothing laid over the last.
      assert.ok(tabs && tabs.width > 300, JSON.stringify(tabs));
      assert.ok(heading && heading.x + heading.width <= 400, JSON.stringify(heading));
      await page.context().close();
    });
  },
);
