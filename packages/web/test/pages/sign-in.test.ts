import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { addPerson, proveMailbox } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';
import {
  arriveAt,
  codeFor,
  comeBack,
  linkFor,
  mailedLink,
  newEmail,
  press,
  scriptBytes,
  see,
  seeAddress,
  signIn,
  tokenOf,
  typeIn,
} from './people.ts';

describe('signing up and in on the pages', IN_BROWSER, () => {
  const site = suiteSite();

  it('opens an account with a password, and says at the field what is wrong', async () => {
    const email = newEmail();
    await using visit = await site.open('/signup', { statuses: [400, 409] });
    const { page } = visit;
    await press(page, 'Create the account');
    const name = page.getByLabel('Name');
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    await name.and(page.locator(':focus')).waitFor();
    await typeIn(page, { Name: 'Ada', Email: email, Password: 'weak' });
    await see(page, 'A lowercase letter (met)');
    await see(page, 'A digit (still needed)');
    await press(page, 'Create the account');
    await see(page, /The password is too weak/);
    const unmet = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.kw-rules [data-met="false"]')].map((rule) => getComputedStyle(rule).color)`,
    );
    assert.deepEqual([...new Set(unmet)], ['rgb(179, 38, 30)']);
    await noViolations(page);
    await typeIn(page, { Password: PASSWORD });
    await press(page, 'Create the account');
    await arriveAt(page, 'Your account');
    await see(page, 'Not verified');
    await seeAddress(page, '/account');

    await press(page, 'Sign out');
    await see(page, 'You are signed out');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await typeIn(page, { Name: 'Ada', Email: email, Password: PASSWORD });
    await press(page, 'Create the account');
    await see(page, /An account with this email already exists/);
    assert.equal(await page.getByLabel('Email').getAttribute('aria-invalid'), 'true');
  });

  it('opens an account with a mailed code', async () => {
    const email = newEmail();
    await using visit = await site.open('/signup');
    const { page } = visit;
    await typeIn(page, { Name: 'Grace', Email: email });
    await press(page, 'Email me a code');
    await arriveAt(page, 'Check your mail');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Grace');
    await typeIn(page, { Code: '000000', Password: PASSWORD });
    await press(page, 'Create the account');
    await see(page, 'The code is wrong');
    const code = await codeFor(site, email, 'code');
    await typeIn(page, { Code: `${code.slice(0, 3)} ${code.slice(3)}` });
    await arriveAt(page, 'Your account');
    await see(page, 'Verified');
  });

  it('keeps what was typed for a sign-up when somebody goes back to correct the email', async () => {
    await using visit = await site.open('/signup');
    const { page } = visit;
    await typeIn(page, { Name: 'Grace', Email: 'grace@exmple.org' });
    await press(page, 'Email me a code');
    await arriveAt(page, 'Check your mail');
    await press(page, 'Back');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Grace');
    assert.equal(await page.getByLabel('Email').inputValue(), 'grace@exmple.org');
  });

  it('signs in with a password, and leads to where the person came from', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin?return_to=%2Fllms.txt%3Fa%3D1%23b', { statuses: [404] });
    const { page } = visit;
    await signIn(page, email, 'Wrong-password-1');
    await see(page, 'The email or the password is wrong');
    await press(page, 'Show');
    await page.getByLabel('Password').and(page.locator('[type="text"]')).waitFor();
    await signIn(page, email);
    await page.waitForURL('**/llms.txt?a=1#b');

    // People who are signed in need no form.
    await page.goto(`${site.url}/signin`);
    await arriveAt(page, 'Your account');
    for (const foreign of ['//example.org/x', '/.//example.org/x', 'https://example.org', '/\\example.org']) {
      await page.goto(`${site.url}/signin?${new URLSearchParams({ return_to: foreign }).toString()}`);
      await page.waitForURL((url) => url.pathname !== '/signin');
      assert.equal(new URL(page.url()).origin, site.url, foreign);
    }
  });

  it('signs in for another frontend, which gets a code and no token, whatever way leads in', async () => {
    const frontend = 'http://localhost:5173';
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = (return_to: string) =>
      new URLSearchParams({ return_to, code_challenge: challenge, state: '/cart?a=b' }).toString();
    const { email, token } = await addPerson(site.keyward);
    await proveMailbox(site.keyward, token);
    await using visit = await site.open(`/signin?${query(`${frontend}/in`)}`, {
      origins: [frontend],
      statuses: [400],
    });
    const { page, context } = visit;
    await context.route(`${frontend}/**`, (route) => route.fulfill({ body: 'the application' }));
    const arrived = async (on: typeof page) => {
      await on.waitForURL(({ origin }) => origin === frontend);
      const { token_code: code, ...rest } = Object.fromEntries(new URL(on.url()).searchParams);
      assert.deepEqual(rest, { code_challenge: challenge, state: '/cart?a=b' });
      const body = { code, code_verifier: verifier };
      const taken = await site.keyward.call('POST', '/token/exchange', { body });
      assert.equal(Object(taken.body['account']).email, email, taken.text);
    };
    await signIn(page, email);
    await arrived(page);

    // The session is the frontend's now. By mail, the way leads through another tab.
    await page.goto(`${site.url}/signup?${query(`${frontend}/in`)}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    // Both pages have a field for the email.
    await arriveAt(page, 'Sign in to Keyward');
    await typeIn(page, { Email: email });
    await press(page, 'Email me a magic link');
    await arriveAt(page, 'Check your mail');
    const tab = await context.newPage();
    await page.close();
    await tab.goto(await linkFor(site, email, 'link'));
    await arrived(tab);

    await tab.goto(`${site.url}/signin?${query('https://evil.example/in')}`);
    await signIn(tab, email);
    await arriveAt(tab, 'Your account');
  });

  it('signs in with a mailed code, and reveals to nobody whether an account exists', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page } = visit;
    await press(page, 'Email me a code');
    await see(page, /Enter your email so/);
    await typeIn(page, { Email: 'nobody@example.org' });
    await press(page, 'Email me a code');
    await see(page, /if it has an account here/);
    await press(page, 'Use another email');
    await typeIn(page, { Email: email });
    await press(page, 'Email me a code');
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await arriveAt(page, 'Your account');
  });

  it('signs in with a magic link: at once in the same browser, elsewhere after a confirmation', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin?return_to=%2Faccount%3Fx');
    const { page } = visit;
    await typeIn(page, { Email: email });
    await press(page, 'Email me a magic link');
    await arriveAt(page, 'Check your mail');
    // The link opens a tab of its own. Both tabs are then signed in.
    const tab = await visit.context.newPage();
    await tab.goto(await linkFor(site, email, 'link'));
    await arriveAt(tab, 'Your account');
    await arriveAt(page, 'Your account');

    await using elsewhere = await site.open(await mailedLink(site, 'login', email));
    await arriveAt(elsewhere.page, `Sign in as ${email}?`);
    await seeAddress(elsewhere.page, '/oauth/callback');
    await noViolations(elsewhere.page);
    await press(elsewhere.page, 'Cancel');
    await see(elsewhere.page, 'This sign-in did not begin in this browser');
    await elsewhere.page.goto(await mailedLink(site, 'login', email));
    await press(elsewhere.page, 'Sign in');
    await arriveAt(elsewhere.page, 'Your account');
  });

  it('sets a new password by a mailed code', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page } = visit;
    await typeIn(page, { Email: email });
    await press(page, 'Forgot password');
    await arriveAt(page, 'Choose a new password');
    assert.equal(await page.getByLabel('Email').inputValue(), email);
    await seeAddress(page, '/reset-password');
    await noViolations(page);
    await press(page, 'Email me a code');
    await typeIn(page, { Code: await codeFor(site, email, 'code'), 'New password': 'Difference-2' });
    await press(page, 'Save the password');
    await see(page, 'The new password is saved');
    await press(page, 'Continue');
    await arriveAt(page, 'Your account');
    await press(page, 'Sign out');
    await signIn(page, email, 'Difference-2');
    await arriveAt(page, 'Your account');
  });

  it('says that a session has ended, and comes back to the same place', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/account');
    const { page } = visit;
    await page.waitForURL('**/signin?return_to=%2Faccount');
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await site.keyward.call('POST', '/logout', { token: await tokenOf(page) });
    await comeBack(page);
    await see(page, 'Your session has ended. Sign in again to continue.');
    await seeAddress(page, '/signin?return_to=%2Faccount');
    await signIn(page, email);
    await arriveAt(page, 'Your account');
  });

  it('speaks German, also for errors', async () => {
    await using visit = await site.open('/signin', { language: 'de-CH' });
    const { page } = visit;
    await typeIn(page, { 'E-Mail': 'niemand@example.org', Passwort: 'Falsch-1' });
    await press(page, 'Anmelden');
    await see(page, 'Die E-Mail-Adresse oder das Passwort ist falsch.');
    for (const name of ['Passkey verwenden', 'Code per E-Mail', 'Magic Link per E-Mail'])
      await page.getByRole('button', { name }).waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = await scriptBytes(page);
    assert.ok(bytes > 20_000 && bytes < 40_000, `${bytes} bytes of script`);
  });
});

describe('the pages where sign-ups are not open', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { KEYWARD_SIGNUP_MODE: 'invite', KEYWARD_FACTORS_PASSKEYS: 'off' },
  });

  it('offer no account, and nothing that is turned off', async () => {
    await using visit = await site.open('/signin');
    const { page } = visit;
    await page.getByRole('button', { name: 'Email me a code' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0);
    await page.goto(`${site.url}/signup`);
    await see(page, /You need an invitation/);
  });
});

describe('the pages where the mailbox must be proven', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_SIGNUP_REQUIRE_VERIFIED_EMAIL: 'on' } });

  it('ask for the code of a mail before they open an account', async () => {
    const email = newEmail();
    await using visit = await site.open('/signup', { statuses: [403] });
    const { page } = visit;
    await typeIn(page, { Name: 'Ada', Email: email, Password: PASSWORD });
    await press(page, 'Create the account');
    await see(page, /To confirm that this mailbox is yours/);
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await arriveAt(page, 'Your account');

    await press(page, 'Sign out');
    await page.waitForURL('**/signin*');

    // An account from before this setting. While it is signed in, its page would ask for a proof of the mailbox.
    await site.keyward.database.query('update accounts set email_verified = 0');
    await signIn(page, email);
    await see(page, /Choose “Email me a code” to verify it/);
  });
});

describe('the pages in cookie mode', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_COOKIE_MODE: 'on', KEYWARD_DUAL_TOKEN_MODE: 'on' } });

  it('keep the session in cookies alone', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    assert.equal(await page.evaluate('localStorage.getItem("keyward")'), null);
    await page.reload();
    await arriveAt(page, 'Your account');
    await press(page, 'Sign out everywhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await see(page, 'You are signed out');
    await page.goto(`${site.url}/account`);
    await page.waitForURL('**/signin?return_to=%2Faccount');

    await typeIn(page, { Email: email });
    await press(page, 'Email me a magic link');
    await arriveAt(page, 'Check your mail');
    await page.goto(await linkFor(site, email, 'link'));
    await arriveAt(page, 'Your account');
  });
});
