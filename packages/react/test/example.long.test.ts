import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addSuperadmin } from '../../server/test/http/admin/admin.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../../web/test/support/browser.ts';
import { suiteSite } from '../../web/test/support/site.ts';
import {
  arriveAt,
  codeFor,
  linkFor,
  newEmail,
  press,
  see,
  seeAddress,
  typeIn,
} from '../../web/test/pages/people.ts';
import { type Application, startApplication } from './application.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/react-vite', import.meta.url));
const B2B = fileURLToPath(new URL('../../../examples/b2b', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));

/** Whom a link signs in that this browser did not ask for. */
const tokensIn = ({ token, refreshToken }: { token: string; refreshToken: string }) =>
  new URLSearchParams({ access_token: token, ...(refreshToken !== '' && { refresh_token: refreshToken }) });

describe('the example with Vite, an application of its own origin', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { KEYWARD_MAGIC_LINKS: 'confirm', KEYWARD_SIGNUP_CONFIRM_EMAIL_CHANGE: 'on' },
  });
  let application: Application;
  let url: string;
  before(async () => {
    application = await startApplication(EXAMPLE, site.url);
    ({ url } = application);
  });
  after(() => application.close());

  it('signs up, signs in by a mailed link to its own page, and signs out', async () => {
    const email = newEmail();
    await using visit = await site.open(url, { origins: [url] });
    const { page } = visit;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await typeIn(page, { Name: 'Ada', Email: email, Password: PASSWORD });
    await press(page, 'Create the account');
    await see(page, 'Hello Ada.');
    await page.getByRole('link', { name: 'your account' }).click();
    await arriveAt(page, 'Your account');
    await press(page, 'Verify email');
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await see(page, 'Your email is verified');
    await press(page, 'Sign out');
    await page.waitForURL('**/signin');

    await typeIn(page, { Email: email });
    await press(page, 'Email me a magic link');
    await arriveAt(page, 'Check your mail');
    const link = await linkFor(site, email, 'link');
    assert.ok(link.startsWith(`${url}/magic-link/confirm?`), link);
    await page.goto(link);
    await see(page, `Sign in as ${email}?`);
    await seeAddress(page, '/magic-link/confirm');
    await press(page, 'Sign in');
    await see(page, 'Hello Ada.');
  });

  it('comes back to the page that asked for a sign-in, also after a sign-up', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open(`${url}/signin?return_to=%2Faccount`, { origins: [url] });
    const { page } = visit;
    await page.getByRole('link', { name: 'Create an account' }).click();
    await typeIn(page, { Name: 'Ada', Email: newEmail(), Password: PASSWORD });
    await press(page, 'Create the account');
    await arriveAt(page, 'Your account');
    await press(page, 'Sign out');
    await page.waitForURL('**/signin');
    await page.goto(`${url}/account`);
    await page.waitForURL('**/signin?return_to=%2Faccount');
    await page.goto(`${url}/signin?return_to=%2F%2Fexample.org`);
    await typeIn(page, { Email: email, Password: PASSWORD });
    await page.keyboard.press('Enter');
    await see(page, 'Hello Added');
    await seeAddress(page, '/');
  });

  /** What a mail to the service's own page leads to, in the application. */
  const here = (link: string) => url + link.slice(new URL(link).origin.length);

  it('shows each component and uses each hook that the package has', () => {
    const names = (text: string) => text.split(/[\s,]+/).filter((name) => /^(?:use)?[A-Z]/.test(name));
    const exported = readFileSync(join(PACKAGES, 'react/src/index.ts'), 'utf8')
      .replaceAll(/type \w+/g, '')
      .matchAll(/export \{([^}]*)\}/g);
    const files = [
      ...['app', 'main'].map((file) => join(EXAMPLE, `src/${file}.jsx`)),
      // Those of organizations.
      ...['app', 'invoices'].map((file) => join(B2B, `src/${file}.jsx`)),
    ];
    const used = files.map((file) => readFileSync(file, 'utf8')).join();
    for (const [, list = ''] of exported)
      for (const name of names(list)) assert.match(used, new RegExp(`(?:<|\\b)${name}[ (/>]`), name);
  });

  it('sets a password by a mailed code, and signs out by the hook', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open(`${url}/reset-password`, { origins: [url], statuses: [400] });
    const { page } = visit;
    await typeIn(page, { Email: email });
    await press(page, 'Email me a code');
    await typeIn(page, { Code: '000000', 'New password': 'Difference-2' });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
    const code = await codeFor(site, email, 'code');
    await typeIn(page, { 'New password': 'weak', Code: code });
    await press(page, 'Save the password');
    await page.getByRole('alert').filter({ hasText: 'password is too weak' }).waitFor();
    await typeIn(page, { 'New password': 'Difference-2' });
    await press(page, 'Save the password');
    await arriveAt(page, 'The new password is saved');
    await page.goto(url);
    await press(page, 'Sign out');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('asks before it accepts a sign-in that began elsewhere', async () => {
    const person = await addPerson(site.keyward);
    const callback = `${url}/oauth/callback?${tokensIn(person).toString()}`;
    await using visit = await site.open(callback, { origins: [url] });
    const { page } = visit;
    await arriveAt(page, `Sign in as ${person.email}?`);
    await press(page, 'Cancel');
    await see(page, 'This sign-in did not begin in this browser. Start again here.');
    const other = await addPerson(site.keyward);
    await page.goto(`${url}/oauth/callback?${tokensIn(other).toString()}`);
    await press(page, 'Sign in');
    await see(page, 'Hello Added');
  });

  it('reports the result of a link, accepts an invitation, and undoes a change', async () => {
    const { token } = await addSuperadmin(site.keyward);
    const email = newEmail();
    await site.keyward.call('POST', '/invitation/', { token, body: { email, name: 'Grace' } });
    await using visit = await site.open(here(await linkFor(site, email, 'invitation')), { origins: [url] });
    const { page } = visit;
    await arriveAt(page, 'Open your account');
    await typeIn(page, { Password: PASSWORD });
    await press(page, 'Open the account');
    await see(page, 'Hello Grace.');

    await page.goto(`${url}/magic-link/callback?verified=true&email=${email}`);
    await arriveAt(page, 'Your address is confirmed');
    await page.goto(`${url}/magic-link/callback?error=x&error_code=otp_expired`);
    await see(page, 'The code has expired');

    await page.goto(`${url}/account`);
    await press(page, 'Change email');
    const next = newEmail();
    await page.getByLabel('New email').fill(next);
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click();
    await typeIn(page, { Code: (await site.mailTo(next)).code ?? '' });
    await see(page, 'Your email has changed');
    await page.goto(here(await linkFor(site, email, 'email_change_made')));
    await arriveAt(page, 'Keep your old address?');
    await press(page, 'Keep the old address');
    await arriveAt(page, 'Your account has its old address');
  });
});
