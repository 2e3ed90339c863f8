import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { addMember, startMailed } from '../../../server/test/http/codes/support/mailed.ts';
import { setCookies } from '../../../server/test/http/cookies/cookies.ts';
import { asObject, asText } from '../../../server/test/http/expectations.ts';
import { codeOf, enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { assertError, startKeyward } from '../../../server/test/support/keyward.ts';
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

    it('the reference and the mailbox fit a telephone', async () => {
      await using keyward = await startProcess();
      await linkFor(keyward, 'signup', 'ada@example.org');
      const page = await open(mailboxOf(keyward).href);
      await page.setViewportSize({ width: 400, height: 800 });
      const [title, button] = await Promise.all([
        page.getByRole('heading', { name: 'Mailbox' }).boundingBox(),
        page.getByRole('button', { name: 'Delete all' }).boundingBox(),
      ]);
      assert.ok(
        title && button && Math.abs(title.y - button.y) < 20 && button.x > 250,
        JSON.stringify(button),
      );
      // The key is out of the address, and outlives a reload; without it the page shows no mail.
      assert.equal(page.url(), `${keyward.url}/mailbox`);
      await page.reload();
      await see(page, 'To ada@example.org');
      const keyless = await open(`${keyward.url}/mailbox`);
      await see(keyless, 'Open the whole address');
      assert.equal((await keyless.content()).includes('ada@example.org'), false);
      await keyless.context().close();

      await page.goto(`${keyward.url}/reference#tag/sign-up-and-sign-in/POST/auth/signup/otp`);
      const [tabs, heading] = await Promise.all([
        page.locator('.response-card .scalar-card-header-title:visible').first().boundingBox(),
        page.locator('header').getByText('mailed code').boundingBox(),
      ]);
      // A row of their own, with nothing laid over the last.
      assert.ok(tabs && tabs.width > 300, JSON.stringify(tabs));
      assert.ok(heading && heading.x + heading.width <= 400, JSON.stringify(heading));
      await page.context().close();
    });

    it('the set-up link creates a superadmin, says what comes next, and is no form any more', async () => {
      await using keyward = await startProcess({ env: { KEYWARD_PREFIX: '/api/auth' } });
      const link = /http:\S+\/setup#\S+/.exec(keyward.stdout())?.[0] ?? '';
      const page = await open(link);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill("o'hara@example.org");
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create superadmin' }).click();
      await see(page, 'The superadmin exists');

      // Browsers know no passkeys of IP addresses.
      assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).isVisible(), false);
      const line = (await page.locator('#sign-in').textContent()) ?? '';
      assert.ok(line.startsWith('curl --json '), line);
      const script = line
        .replace('YOUR-PASSWORD', PASSWORD)
        .replace('--json', "-sS -H 'Content-Type: application/json' -d");
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script]);
      assert.match(stdout, /"role":"superadmin".*"access_token":"/);
      await page.getByRole('link', { name: 'reference' }).click();
      await page.waitForURL('**/reference');
      assert.equal(await page.title(), 'Keyward API reference');

      for (const [address, reason] of [
        [link, /a superadmin exists already/],
        [link.replace(/#.*/, ''), /token is missing/],
      ] as const) {
        const again = await open(address);
        await see(again, reason);
        await see(again, 'keyward superadmin create --email you@example.org');
        assert.equal(await again.locator('form').isVisible(), false);
        await again.context().close();
      }
      await page.context().close();
    });

    for (const mode of ['dual', 'cookie'])
      it(`the set-up page offers the superadmin a passkey, in ${mode} mode too`, async () => {
        await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
        setCookies(keyward, { cookie_mode: mode === 'cookie' });
        // Browsers know no passkeys of IP addresses.
        const address = keyward.url.replace('127.0.0.1', 'localhost');
        const page = await open(`${address}/setup#${await keyward.app.services.setUpLink.issue()}`);
        await authenticatorOf(page, { verifies: true });
        await page.getByLabel('Name').fill('Ada');
        await page.getByLabel('Email').fill('ada@example.org');
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Create superadmin' }).click();
        await see(page, 'The superadmin exists');
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await see(page, 'The passkey is added');
        const codes = (await page.locator('#recovery-codes').textContent())?.split('\n') ?? [];
        assert.equal(codes.length, 10);

        const body = { identifier: 'ada@example.org', password: PASSWORD };
        const login = await keyward.call('POST', '/login', { body });
        assertError(login, 401, 'SecondFactorRequiredError');
        // As the page says.
        const line = (await page.locator('#answer').textContent()) ?? '';
        const { challenge } = asObject(login.body['details']);
        const answer = (/'(.*)'/.exec(line)?.[1] ?? '')
          .replace('CHALLENGE', asText(challenge))
          .replace('YOUR-CODE', codes[0] ?? '');
        const answered = await keyward.call('POST', '/login/challenge', { body: answer });
        assert.equal(answered.status, 200, answered.text);
        await page.context().close();
      });
  },
);
