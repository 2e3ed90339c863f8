import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf, enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { addPerson, newSession } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { until } from '../../../server/test/support/until.ts';
import { authenticatorOf } from '../../../client/test/support/browser.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { type Site, suiteSite } from '../support/site.ts';
import {
  arriveAt,
  codeFor,
  mailedLink,
  newEmail,
  press,
  scriptBytes,
  tokenOf,
  see,
  signIn,
  typeIn,
} from './people.ts';

/** Globals of pages, for which Node.js has no types. */
declare const navigator: { clipboard: { readText(): Promise<string> } };

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.tagName');

/** The requests of the page before the first factor. */
async function proveMailbox(page: Page, site: Site, email: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Verify your email first' }).waitFor();
  await noViolations(page);
  await press(page, 'Email me a code');
  await page.getByLabel('Code').waitFor();
  const { code } = await site.mailTo(email);
  await typeIn(page, { Code: code ?? '' });
}

describe('the page of the account', IN_BROWSER, () => {
  const site = suiteSite();

  it('changes the profile and the password', async () => {
    const [{ email }, other] = [await addPerson(site.keyward), await addPerson(site.keyward)];
    await using visit = await site.open('/signin', { statuses: [409, 422] });
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    // The sign-in and the account together.
    const bytes = await scriptBytes(page);
    assert.ok(bytes > 20_000 && bytes < 45_000, `${bytes} bytes of script`);
    assert.equal(await focused(page), 'MAIN');
    await noViolations(page);
    await page.getByRole('navigation').getByRole('button', { name: 'Sessions' }).click();
    assert.equal(await focused(page), 'H2');
    await typeIn(page, { Handle: other.handle });
    await press(page, 'Save');
    await see(page, 'This handle is taken');
    await typeIn(page, { Handle: 'countess', Name: 'Ada King', Phone: 'none' });
    await press(page, 'Save');
    await see(page, 'Enter the number with + and the country code');
    await typeIn(page, { Phone: '' });
    await press(page, 'Save');
    await see(page, 'Saved.');
    await see(page, `Ada King · ${email}`);
    await press(page, 'Verify email');
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await see(page, 'Your email is verified');

    await press(page, 'Change password');
    await typeIn(page, { 'New password': 'Difference-2' });
    await press(page, 'Save the password');
    await see(page, /The new password is saved/);
    await press(page, 'Sign out');
    await signIn(page, 'countess', 'Difference-2');
    await arriveAt(page, 'Your account');
  });

  it('lists the sessions, ends one of them, and all', async () => {
    const { id, email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page } = visit;
    await signIn(page, email);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This one').waitFor();
    await sessions.getByText('Chrome on Linux').waitFor();
    const { token } = await newSession(site.keyward, id);
    for (const end of await sessions.getByRole('button', { name: /^End the session/ }).all())
      await end.click();
    await see(page, 'The session has ended');
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 200, 'this one was not listed');
    await page.reload();
    const own = await tokenOf(page);
    await press(page, 'Sign out other devices');
    await see(page, 'One other device is signed out');
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 401);
    assert.equal((await site.keyward.call('GET', '/me', { token: own })).status, 200);
    await page.locator('button:disabled', { hasText: 'Sign out other devices' }).waitFor();
    await press(page, 'Sign out everywhere');
    const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await question.getByText('including this one').waitFor();
    assert.equal((await site.keyward.call('GET', '/me', { token: own })).status, 200, 'it asks');
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await see(page, 'You are signed out');
    assert.equal((await site.keyward.call('GET', '/me', { token: own })).status, 401);
  });

  it('exports all stored data, and deletes the account after its email is typed', async () => {
    const { email, token } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page } = visit;
    await signIn(page, email);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export your data' }).click(),
    ]);
    const { account }: { account: { email: string } } = JSON.parse(
      await readFile(await download.path(), 'utf8'),
    );
    assert.equal(account.email, email);

    await press(page, 'Delete account');
    const dialog = page.getByRole('dialog', { name: `Delete ${email}?` });
    const remove = dialog.getByRole('button', { name: 'Delete account' });
    assert.ok(await remove.isDisabled());
    await dialog.getByLabel('Email').fill(`x${email}`);
    assert.ok(await remove.isDisabled());
    await noViolations(page);
    await dialog.getByLabel('Email').fill(email);
    await remove.click();
    await arriveAt(page, 'Your account is deleted');
    // A leftover of the session must not make the sign-in page say that it has ended.
    await until(
      () => page.evaluate<boolean>("localStorage.getItem('keyward') === null"),
      'the session is forgotten',
    );
    await press(page, 'Continue');
    await arriveAt(page, /Sign in/);
    assert.equal(await page.getByText('Your session has ended').count(), 0);
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 401);
  });

  it('adds an authenticator app, which is then asked for; a recovery code stands in for it', async () => {
    const { email } = await addPerson(site.keyward);
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using visit = await site.open('/signin', { context: { permissions }, statuses: [403] });
    const { page } = visit;
    await signIn(page, email);
    await press(page, 'Add an authenticator app');
    await proveMailbox(page, site, email);
    const secret = ((await page.locator('.kw-secret code').textContent()) ?? '').replaceAll(' ', '');
    await page.locator('img.kw-qr').evaluate((image: { decode: () => Promise<void> }) => image.decode());
    assert.ok(await page.evaluate('document.querySelector("img.kw-qr").naturalWidth > 0'), 'a picture');
    await noViolations(page);
    await typeIn(page, { Code: '000000' });
    await see(page, 'The code or the passkey is wrong');
    await typeIn(page, { Code: codeOf(site.keyward, secret) });
    const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await saving.getByText('The authenticator app is added').waitFor();
    await press(page, 'Copy codes');
    await see(page, 'Copied');
    const codes = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n');
    assert.equal(codes.length, 10);
    await noViolations(page);
    await press(page, 'I have saved them');
    await see(page, 'The authenticator app is added');

    await press(page, 'Sign out');
    await signIn(page, email);
    await arriveAt(page, 'One more step');
    await noViolations(page);
    await typeIn(page, { Code: '000000' });
    await see(page, 'The code or the passkey is wrong');
    await typeIn(page, { Code: codeOf(site.keyward, secret, 1) });
    await arriveAt(page, 'Your account');

    await press(page, 'Sign out');
    await signIn(page, email);
    await press(page, 'Use a recovery code');
    await typeIn(page, { 'Recovery code': (codes[0] ?? '').toLowerCase() });
    await press(page, 'Continue');
    await see(page, /9 codes are left/);

    // Later, a change of factors needs a fresh proof.
    site.keyward.clock.advance(11 * 60_000);
    await press(page, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await typeIn(page, { Code: codeOf(site.keyward, secret) });
    await see(page, 'The authenticator app is removed');
  });

  it('adds, names, uses and removes a passkey', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin', { statuses: [403] });
    const { page } = visit;
    const authenticator = await authenticatorOf(page, { verifies: true });
    await signIn(page, email);
    await press(page, 'Add a passkey');
    await proveMailbox(page, site, email);
    await press(page, 'I have saved them');
    await see(page, 'The passkey is added');
    await press(page, /^Rename: Passkey \(Chrome, /);
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await see(page, 'Laptop');

    await authenticator.touches(false);
    await press(page, 'Sign out');
    await arriveAt(page, /Sign in/);
    // By autofill: the person chooses it in the field.
    await authenticator.touches(true);
    await page.reload();
    await arriveAt(page, 'Your account');

    await authenticator.touches(false);
    await press(page, 'Sign out');
    await signIn(page, email);
    await arriveAt(page, 'One more step');
    await authenticator.touches(true);
    await press(page, 'Use a passkey');
    await arriveAt(page, 'Your account');
    await press(page, 'Remove: Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await see(page, 'The passkey is removed');

    // The authenticator still has it, and offers it in the field.
    await press(page, 'Sign out');
    await see(page, 'The code or the passkey is wrong');
    await authenticator.touches(false);
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    assert.equal(await page.getByText('Recovery codes').count(), 0);
  });

  it('asks for the password before a factor is added to an old session', async () => {
    const { email, id } = await addPerson(site.keyward);
    await site.keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
    await using visit = await site.open('/signin', { statuses: [403] });
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    site.keyward.clock.advance(11 * 60_000);
    await press(page, 'Add an authenticator app');
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await noViolations(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('Wrong-horse-1');
    await press(page, 'Continue');
    await see(page, 'The password is wrong.');
    assert.equal(await page.locator('.kw-secret code').count(), 0);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Continue');
    await page.locator('.kw-secret code').waitFor();
  });

  it('asks for the second step after a link and a new password too', async () => {
    const { email, token } = await addPerson(site.keyward);
    // Otherwise the link would be the first proof of the mailbox, which drops earlier credentials.
    await site.keyward.database.query('update accounts set email_verified = 1');
    const { secret } = await enrolTotp(site.keyward, { token });
    await using visit = await site.open(await mailedLink(site, 'login', email));
    const { page } = visit;
    await arriveAt(page, 'One more step');
    await page.waitForURL(({ search }) => search === '');
    await typeIn(page, { Code: codeOf(site.keyward, secret) });
    // This browser did not begin the sign-in.
    await arriveAt(page, `Sign in as ${email}?`);
    await press(page, 'Sign in');
    await arriveAt(page, 'Your account');
    await press(page, 'Sign out');
    await see(page, 'You are signed out');

    site.keyward.clock.advance(120_000);
    await page.goto(`${site.url}/reset-password`);
    await typeIn(page, { Email: email });
    await press(page, 'Email me a code');
    await typeIn(page, { Code: await codeFor(site, email, 'code'), 'New password': 'Difference-2' });
    await press(page, 'Save the password');
    await see(page, 'Your new password is saved. One more step and you’re signed in.');
    await typeIn(page, { Code: codeOf(site.keyward, secret) });
    await arriveAt(page, 'The new password is saved');
  });
});

describe('the page of the account where everybody needs a second step', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { KEYWARD_FACTORS_POLICY: 'everyone', KEYWARD_SIGNUP_DELETION_GRACE_DAYS: '7' },
  });

  it('opens nothing before one is set up, and says until when a deleted account comes back', async () => {
    const email = newEmail();
    await using visit = await site.open('/signup', { statuses: [403] });
    const { page } = visit;
    await authenticatorOf(page, { verifies: true });
    await typeIn(page, { Name: 'Ada', Email: email, Password: 'Analytical-1' });
    await press(page, 'Create the account');
    await see(page, /Your account needs a second step before you can continue/);
    assert.equal(await page.getByRole('heading', { name: 'Sessions' }).count(), 0);
    await press(page, 'Add a passkey');
    await proveMailbox(page, site, email);
    await press(page, 'I have saved them');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();

    await press(page, 'Delete account');
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
    await arriveAt(page, 'Your account will be deleted');
    await see(page, /Sign in before then to keep it/);
  });
});
