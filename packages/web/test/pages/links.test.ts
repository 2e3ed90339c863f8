import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { wrongCode } from '../../../server/test/http/codes/support/mailed.ts';
import { accountRow, addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';
import {
  arriveAt,
  linkFor,
  mailedLink,
  newEmail,
  press,
  see,
  seeAddress,
  signIn,
  typeIn,
  undoLinkFor,
} from './people.ts';

for (const mode of ['direct', 'confirm'])
  describe(`the pages behind mailed links, ${mode}`, IN_BROWSER, () => {
    const site = suiteSite({ settings: { KEYWARD_MAGIC_LINKS: mode } });

    /** A link whose code wrong guesses have closed. */
    async function guessedLink(purpose: 'signup' | 'verify' | 'reset', email: string): Promise<string> {
      const link = await mailedLink(site, purpose, email);
      const right = new URL(link).searchParams.get('otp') ?? '';
      for (let guess = 1; guess <= 5; guess += 1) {
        const body = { email, otp: wrongCode(right, guess) };
        const { status } = await site.keyward.call('POST', `/link/${purpose}`, { body });
        assert.equal(status, 401);
      }
      return link;
    }

    it('open an account, verify, sign in and set a password, and leave no code in the address', async () => {
      const email = newEmail();
      await using visit = await site.open(await guessedLink('signup', email), { statuses: [400, 404] });
      const { page, context } = visit;
      await page.waitForURL(({ search }) => search === '');
      await see(page, `For ${email}`);
      await typeIn(page, { Name: 'Ada', Password: 'weak' });
      await press(page, 'Create the account');
      await see(page, /password is too weak/);
      await typeIn(page, { Password: PASSWORD });
      await press(page, 'Create the account');
      await arriveAt(page, 'Your account');

      const verify = await guessedLink('verify', email);
      await page.goto(verify);
      if (mode === 'confirm') {
        await see(page, `Is ${email} yours?`);
        await noViolations(page);
        await press(page, 'Confirm');
      }
      await arriveAt(page, 'Your address is confirmed');
      await page.waitForURL(({ search }) => search === '');
      await page.goto(verify);
      if (mode === 'confirm') await press(page, 'Confirm');
      await see(page, /There is no valid code/);

      await page.goto(await guessedLink('reset', email));
      await see(page, `For the account of ${email}`);
      await page.waitForURL(({ search }) => search === '');
      await typeIn(page, { 'New password': 'Difference-2' });
      await press(page, 'Save the password');
      await arriveAt(page, 'The new password is saved');
      await press(page, 'Continue');
      await press(page, 'Sign out');
      await see(page, 'You are signed out');

      const login = await mailedLink(site, 'login', email);
      // From here on, each request of a script records the address of the page.
      await context.addInitScript(
        'const plain = fetch; globalThis.asked = []; globalThis.fetch = (...all) => { asked.push(location.href); return plain(...all); };',
      );
      const referrers: string[] = [];
      page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''));
      await page.goto(login);
      if (mode === 'confirm') {
        await see(page, `Sign in as ${email}?`);
        await seeAddress(page, '/magic-link/confirm');
        await noViolations(page);
      }
      await press(page, 'Sign in');
      await arriveAt(page, 'Your account');
      const asked: string[] = JSON.parse(await page.evaluate('JSON.stringify(asked)'));
      assert.ok(asked.length > 0);
      for (const address of [...asked, ...referrers]) assert.doesNotMatch(address, /token|code|otp/);
      await page.goBack();
      assert.doesNotMatch(page.url(), /token|code|otp/);
    });
  });

describe('the pages that mails lead to', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { KEYWARD_SIGNUP_MODE: 'invite' },
  });

  it('show nothing from the address but what the service itself could have written', async () => {
    await using visit = await site.open('/magic-link/callback?error=Call%20us&error_code=otp_expired');
    const { page } = visit;
    await arriveAt(page, 'That did not work');
    await see(page, 'The code has expired');
    assert.doesNotMatch(await page.content(), /Call us/);
    await noViolations(page);
    await press(page, 'Get a new link');
    await seeAddress(page, '/signin');
    await page.goto(`${site.url}/reset-password?error=Call%20us&error_code=otp_expired`);
    await page.getByRole('link', { name: 'Go to sign in' }).waitFor();
    await press(page, 'Get a new link');
    await arriveAt(page, 'Choose a new password');
    await page.goto(`${site.url}/oauth/callback?linked=Call%20us`);
    await arriveAt(page, 'Open the link again');
    for (const path of ['/oauth/callback', '/signup', '/reset-password', '/magic-link/confirm']) {
      await page.goto(`${site.url}${path}?error=Call%20us&error_code=constructor`);
      await see(page, 'That did not work. Try again.');
    }

    const pageFor = (email: string) =>
      page.goto(
        `${site.url}/magic-link/confirm?${new URLSearchParams({ purpose: 'login', otp: '123456', email }).toString()}`,
      );
    const address = "ada.o'hara+`{|}~^/?=#&%$!*_-@xn--bcher-kva.example";
    await pageFor(address);
    await see(page, `Sign in as ${address}?`);
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
      await pageFor(email);
      await arriveAt(page, 'Open the link again');
      assert.equal((await page.content()).includes(email), false, email);
    }
  });

  it('open the account of an invitation', async () => {
    const { token } = await addSuperadmin(site.keyward);
    const email = newEmail();
    await site.keyward.call('POST', '/invitation/', { token, body: { email, name: 'Ada' } });
    const link = await linkFor(site, email, 'invitation');
    await using visit = await site.open(link, { statuses: [400] });
    const { page } = visit;
    await seeAddress(page, '/invitation');
    await arriveAt(page, 'Open your account');
    await noViolations(page);
    await typeIn(page, { Password: PASSWORD });
    await press(page, 'Open the account');
    await arriveAt(page, 'Your account');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada');
    // Before anything is typed.
    await page.goto(link);
    await see(page, /This invitation is not valid/);
    await page.getByRole('link', { name: 'Go to your account' }).waitFor();
  });

  it('join an organization with an account that is there', async () => {
    const { token, id } = await addSuperadmin(site.keyward);
    const on = { token, body: { enabled: true } };
    assert.equal((await site.keyward.call('PATCH', '/config/organizations', on)).status, 200);
    const { email } = await addPerson(site.keyward, { verified: true });
    await site.keyward.call('POST', '/organization', { token, body: { name: 'Acme', owner: id } });
    const other = newEmail();
    const body = { emails: [email, other] };
    await site.keyward.call('POST', '/organization/acme/invitation', { token, body });
    const { link } = await site.mailTo(email, 'organization_invitation');
    assert.ok(link !== null);
    await using visit = await site.open(link);
    const { page } = visit;
    await noViolations(page);
    await see(page, 'Sign in to join Acme.');
    await signIn(page, email);
    await arriveAt(page, 'Join Acme');
    await press(page, 'Not now');
    await arriveAt(page, 'Your account');
    await page.goto(link);
    await arriveAt(page, 'Join Acme');
    await see(page, `${String((await accountRow(site.keyward, id))['name'])} invites you.`);
    await see(page, new RegExp(`signed in as ${email}`));
    await noViolations(page);
    await press(page, 'Join');
    await arriveAt(page, 'Acme');
    await seeAddress(page, '/organization/acme');
    const members = await site.keyward.call('GET', '/organization/acme', { token });
    assert.equal(members.body['members_count'], 2);

    const { link: second } = await site.mailTo(other, 'organization_invitation');
    await addPerson(site.keyward, { email: other });
    await using stranger = await site.open(second ?? assert.fail('no link'));
    await arriveAt(stranger.page, 'Join Acme');
    await see(stranger.page, `This invitation is for ${other}.`);
    await see(stranger.page, /an account with this email that nobody has confirmed/);
    await typeIn(stranger.page, { Name: 'Grace', Password: PASSWORD });
    await press(stranger.page, 'Open the account');
    await seeAddress(stranger.page, '/organization/acme');
    await stranger.page.getByRole('button', { name: 'Acme' }).waitFor();
    const both = await site.keyward.call('GET', '/organization/acme', { token });
    assert.equal(both.body['members_count'], 3);
  });

  it('change an email when its mailbox is proven, and bring the old one back', async () => {
    const { email } = await addPerson(site.keyward);
    const next = newEmail();
    await using visit = await site.open('/signin', { statuses: [400] });
    const { page } = visit;
    await signIn(page, email);
    await press(page, 'Change email');
    await page.getByLabel('New email').fill(next);
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click();
    // Also where the settings do not ask for it.
    await see(page, `Confirm ${next} to use it`);
    await see(page, email);
    const { code } = await site.mailTo(next);
    await typeIn(page, { Code: code ?? '' });
    await see(page, 'Your email has changed');
    await see(page, next);

    const { link } = await site.mailTo(email, 'email_change_made');
    await page.goto(link ?? assert.fail('no link'));
    await arriveAt(page, 'Keep your old address?');
    await seeAddress(page, '/email-undo');
    await noViolations(page);
    await press(page, 'Keep the old address');
    await arriveAt(page, 'Your account has its old address');
    await page.goto(link ?? '');
    await press(page, 'Keep the old address');
    await see(page, 'This link was used, or has expired.');
    assert.equal(await page.getByRole('button', { name: 'Keep the old address' }).count(), 0);
  });

  it('undo a new password, and end the session of whoever set it', async () => {
    const { email, token, id } = await addPerson(site.keyward);
    await site.keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
    const body = { password: 'Difference-2' };
    const changed = await site.keyward.call('PUT', '/update/password', { token, body });
    assert.equal(changed.status, 200, changed.text);
    await using visit = await site.open(await undoLinkFor(site, email, 'password_changed'), {
      statuses: [400],
    });
    const { page } = visit;
    await arriveAt(page, 'Wasn’t this you?');
    await noViolations(page);
    // Opening the page undoes nothing: scanners of mails open it too.
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 200);
    await press(page, 'Undo the change');
    await arriveAt(page, 'The change is undone');
    await see(page, /Open the mail that we have just sent you/);
    await page.getByRole('link', { name: 'Send another mail' }).waitFor();
    await see(page, /remove people whom you did not let in/);
    await noViolations(page);
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 401);
    await page.goto(await linkFor(site, email, 'link'));
    await typeIn(page, { 'New password': 'Difference-3' });
    await press(page, 'Save the password');
    await arriveAt(page, 'The new password is saved');
  });

  it('drop all ways into an account that somebody else opened with the address', async () => {
    const { email, token } = await addPerson(site.keyward);
    await site.keyward.call('POST', '/send/email/otp/verify', { body: { email } });
    const { code } = await site.mailTo(email, 'code');
    const proven = await site.keyward.call('POST', '/link/verify', { body: { email, otp: code } });
    assert.equal(proven.status, 200, proven.text);
    await using visit = await site.open(await undoLinkFor(site, email, 'mailbox_proven'));
    const { page } = visit;
    await arriveAt(page, 'Didn’t you open this account?');
    await noViolations(page);
    await press(page, 'Remove everything');
    await arriveAt(page, 'Nobody else can sign in');
    assert.equal((await site.keyward.call('GET', '/me', { token })).status, 401);
  });
});

describe('the page behind the mail of a first proof', IN_BROWSER, () => {
  const site = suiteSite();

  it('give an account back to the mailbox that it had before', async () => {
    const { email: earlier, token, id } = await addPerson(site.keyward);
    await site.keyward.database.query('update accounts set email_verified = 1 where id = $1', [id]);
    const email = newEmail();
    const moved = await site.keyward.call('PATCH', '/me', { token, body: { email } });
    assert.equal(moved.status, 200, moved.text);
    const otp = new URL(await mailedLink(site, 'verify', email)).searchParams.get('otp');
    const proven = await site.keyward.call('POST', '/link/verify', { body: { email, otp } });
    assert.equal(proven.status, 200, proven.text);
    const link = await undoLinkFor(site, email, 'mailbox_proven');
    await using visit = await site.open(link);
    const { page } = visit;
    await see(page, /another mailbox before, it goes back there/);
    // The second time, the account is back already.
    for (const _ of ['first', 'second']) {
      await press(page, 'Remove everything');
      await arriveAt(page, 'The account is back');
      await see(page, /Yours is free; you can open an account of your own/);
      await noViolations(page);
      await page.goto(link);
    }
    const rows = await site.keyward.database.query('select email from accounts where id = $1', [id]);
    assert.deepEqual(rows, [{ email: earlier }]);
  });
});
