import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type MailedKeyward, startMailed } from '../../../server/test/http/codes/support/mailed.ts';
import { asObject } from '../../../server/test/http/expectations.ts';
import { codeOf } from '../../../server/test/http/factors/enrol.ts';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { linkIn } from '../../../server/test/support/mail-server.ts';
import { type KeywardProcess, startProcess } from '../../../server/test/support/process.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import type { Session } from '../../src/index.ts';
import { until } from '../../../server/test/support/until.ts';
import { authenticatorOf, HAS_BROWSER, startBrowser } from '../support/browser.ts';
import { buildInto } from '../support/build.ts';

declare const localStorage: Record<string, string>;
declare const window: {
  /** How often the page has requested a passkey. */
  asked: number;
};
declare const PublicKeyCredential: {
  isConditionalMediationAvailable: () => Promise<boolean>;
  parseRequestOptionsFromJSON?: unknown;
  parseCreationOptionsFromJSON?: unknown;
  prototype: { toJSON?: unknown };
};
declare const navigator: { credentials: { get: (options: object) => Promise<unknown> } };

const SERVE = fileURLToPath(new URL('../../../../examples/browser/serve.ts', import.meta.url));
const PASSWORD = 'Analytical-1';

describe(
  'second factors in a browser',
  { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' },
  () => {
    let keyward: MailedKeyward;
    let browser: Browser;
    let example: KeywardProcess;
    const built = tempFolder();
    before(async () => {
      [keyward, browser] = await Promise.all([startMailed('sqlite'), startBrowser(), buildInto(built.path)]);
      example = await startProcess({
        script: SERVE,
        args: [built.path],
        env: { PORT: String(await freePort()), SERVICE: keyward.url },
        ready: /http:\/\/localhost:\d+/,
      });
    });
    after(async () => {
      await browser?.close();
      await example?.[Symbol.asyncDispose]();
      await keyward?.[Symbol.asyncDispose]();
      built.remove();
    });

    const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
    /** All messages of the page: requests that are still running when the session ends would report errors. */
    async function seeAccount(page: Page): Promise<void> {
      await see(page, 'Hello Ada');
      await see(page, 'Security');
    }
    async function problem(page: Page): Promise<string> {
      const alert = page.locator('.problem:not(:empty)');
      await alert.waitFor();
      return (await alert.textContent()) ?? '';
    }

    /**
     * A page on which a person has just signed up. Without autofill, it uses passkeys only when a button is pressed.
     * Browsers before 2025 cannot convert the options and answers of passkeys.
     */
    async function signedUp(email: string, { autofill = false, old = false } = {}): Promise<Page> {
      const context = await browser.newContext();
      await context.addInitScript(
        ([offers, cannotConvert]) => {
          const passkeys = PublicKeyCredential;
          passkeys.isConditionalMediationAvailable = async () => Promise.resolve(offers);
          if (cannotConvert) {
            delete passkeys.parseRequestOptionsFromJSON;
            delete passkeys.parseCreationOptionsFromJSON;
            delete passkeys.prototype.toJSON;
          }
          const { credentials } = navigator;
          const get = credentials.get.bind(credentials);
          window.asked = 0;
          credentials.get = async (options) => {
            const result = get(options);
            window.asked += 1;
            return result;
          };
        },
        [autofill, old] as const,
      );
      const page = await context.newPage();
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(example.url);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await click(page, 'Sign up');
      await see(page, 'Security');
      // Passkeys require a proven mailbox.
      await keyward.database.query('update accounts set email_verified = 1 where email = $1', [email]);
      return page;
    }
    async function logIn(page: Page, email: string): Promise<void> {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await click(page, 'Log in');
    }
    async function addPasskey(page: Page): Promise<void> {
      await click(page, 'Add a passkey');
      await see(page, 'Your recovery codes');
      assert.equal(await page.locator('.codes li').count(), 10);
      await click(page, 'Done');
      await see(page, 'Security');
    }
    async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
      await click(page, 'Add an authenticator app');
      const secret = (await page.locator('.enrol code').textContent()) ?? '';
      const width = await page
        .getByAltText('QR code')
        .evaluate(async (image: { naturalWidth: number; decode: () => Promise<void> }) => {
          await image.decode();
          return image.naturalWidth;
        });
      assert.ok(width > 0);
      await page.getByLabel('Six digits of the app').fill(codeOf(keyward, secret));
      await click(page, 'Confirm');
      await see(page, 'Your recovery codes');
      const codes = await page.locator('.codes li').allTextContents();
      await click(page, 'Done');
      await see(page, 'Security');
      return { secret, codes };
    }

    /** The sign-in methods in the token of the person. */
    async function amrOf(page: Page): Promise<unknown> {
      const { access_token: token }: Session = JSON.parse(
        await page.evaluate(() => localStorage['keyward'] ?? ''),
      );
      return asObject((await keyward.call('GET', '/me', { token })).body['payload'])['amr'];
    }

    /** The link in the mail with this subject. */
    async function linkTo(email: string, subject: RegExp): Promise<string> {
      const found = () =>
        keyward.mail.mailsTo(email).find(({ parsed }) => subject.test(parsed.subject ?? ''));
      await until(() => found() !== undefined, 'a mail');
      return linkIn(found() ?? assert.fail());
    }

    /** Waits for a session other than the present one. */
    async function signedInAnew(page: Page, act: () => Promise<void>): Promise<void> {
      const earlier = await page.evaluate(() => localStorage['keyward']);
      await act();
      await page.waitForFunction(
        (old) => localStorage['keyward'] !== undefined && localStorage['keyward'] !== old,
        earlier,
      );
      await seeAccount(page);
    }

    it('a passkey that verifies its user signs in alone, by the button and from the field', async () => {
      const page = await signedUp('alone@example.org', { autofill: true });
      const authenticator = await authenticatorOf(page, { verifies: true });
      await addPasskey(page);
      await authenticator.touches(false);
      await click(page, 'Log out');
      await click(page, 'I have an account');
      // Touches count only for later requests: the button ends the request of the field.
      await page.waitForFunction(() => window.asked === 1);
      await authenticator.touches(true);
      await click(page, 'Sign in with a passkey');
      await seeAccount(page);
      assert.equal(await page.locator('#problem').textContent(), '');
      assert.deepEqual(await amrOf(page), ['hwk', 'mfa']);

      await signedInAnew(page, () => click(page, 'Log out'));
      assert.deepEqual(await amrOf(page), ['hwk', 'mfa']);
      await page.context().close();
    });

    it('MF14: a passkey without user verification does not sign in, but works as a second step', async () => {
      const email = 'second@example.org';
      const page = await signedUp(email, { old: true });
      await authenticatorOf(page, { verifies: false });
      await addPasskey(page);
      await click(page, 'Log out');
      await click(page, 'I have an account');
      await click(page, 'Sign in with a passkey');
      assert.match(await problem(page), /passkey/i);
      await logIn(page, email);
      await see(page, 'One more step');
      await click(page, 'Use a passkey');
      await seeAccount(page);
      assert.deepEqual(await amrOf(page), ['pwd', 'hwk', 'mfa']);
      await page.context().close();
    });

    it('MF15: a copied passkey and a removed one are refused', async () => {
      const page = await signedUp('copied@example.org');
      const { cdp, authenticatorId } = await authenticatorOf(page, { verifies: true });
      await addPasskey(page);
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      const original = credentials[0] ?? assert.fail('no passkey');
      /** Replaces the authenticator by a copy with this signature count. */
      const copy = async (signCount: number) => {
        await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...original, signCount } });
      };
      await click(page, 'Log out');
      await click(page, 'I have an account');
      await copy(100);
      await click(page, 'Sign in with a passkey');
      await seeAccount(page);
      await click(page, 'Log out');
      await copy(50);
      await click(page, 'Sign in with a passkey');
      assert.match(await problem(page), /passkey is wrong/);
      await copy(200);
      await click(page, 'Sign in with a passkey');
      await seeAccount(page);

      await click(page, 'Rename Passkey (Chrome, Linux)');
      await page.getByLabel('New label').fill('Work laptop');
      await click(page, 'Save');
      await click(page, 'Remove Work laptop');
      await page.getByRole('button', { name: 'Renew the recovery codes' }).waitFor({ state: 'detached' });
      await click(page, 'Log out');
      await click(page, 'Sign in with a passkey');
      assert.match(await problem(page), /passkey is wrong/);
      await page.context().close();
    });

    it('an authenticator app works as a second step, and a recovery code instead of it', async () => {
      const email = 'app@example.org';
      const page = await signedUp(email);
      const { secret, codes } = await addApp(page);
      await click(page, 'Log out');
      await click(page, 'I have an account');
      await logIn(page, email);
      await see(page, 'One more step');
      const field = page.getByLabel('Six digits of your authenticator app');
      await field.fill('000000');
      await click(page, 'Continue');
      assert.match(await problem(page), /passkey is wrong/);
      await field.fill(codeOf(keyward, secret, 1));
      await click(page, 'Continue');
      await seeAccount(page);
      assert.deepEqual(await amrOf(page), ['pwd', 'otp', 'mfa']);
      await click(page, 'Log out');
      await logIn(page, email);
      await click(page, 'Use a recovery code');
      await page.getByLabel('A recovery code').fill(codes[0]?.toLowerCase() ?? '');
      await click(page, 'Continue');
      await seeAccount(page);
      await page.getByText('9 left').waitFor();
      await page.context().close();
    });

    it('a mailed link leads to the second step too, and changes need a recent proof', async () => {
      const email = 'link@example.org';
      const page = await signedUp(email);
      // Otherwise the first proof of the mailbox would drop the earlier credentials.
      await keyward.call('POST', '/send/email/link/verify', { body: { email } });
      await fetch(await linkTo(email, /confirm/i));
      const { secret } = await addApp(page);
      await click(page, 'Log out');
      await click(page, 'I have an account');
      await page.getByLabel('Email').fill(email);
      await click(page, 'Mail me a link');
      await page.getByText('Open the link').waitFor();
      keyward.clock.advance(60_000);
      await page.goto(await linkTo(email, /sign-in link/));
      await see(page, 'One more step');
      assert.equal(page.url(), `${example.url}/`);
      await page.getByLabel('Six digits of your authenticator app').fill(codeOf(keyward, secret));
      await click(page, 'Continue');
      await seeAccount(page);

      keyward.clock.advance(11 * 60_000);
      await click(page, 'Renew the recovery codes');
      await see(page, 'Is it you?');
      await page.getByLabel('Six digits of your authenticator app').fill(codeOf(keyward, secret));
      await click(page, 'Continue');
      await see(page, 'Your recovery codes');
      await page.context().close();
    });
  },
);
