import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import {
  addCast,
  addInvitation,
  addMember,
  addOrganization,
  ON,
} from '../../../server/test/http/organizations/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { until } from '../../../server/test/support/until.ts';
import { suiteSite } from '../support/site.ts';
import {
  arriveAt,
  newEmail,
  press,
  scriptBytes,
  see,
  seeAddress,
  signIn,
  tokenOf,
  typeIn,
} from './people.ts';

describe('the pages of organizations', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { ...ON, KEYWARD_ORGANIZATIONS_CREATION: 'anyone', KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on' },
  });

  it('ask an owner for a mailed code whose email was only proven elsewhere, and go on', async () => {
    const { keyward } = site;
    const owner = await addPerson(keyward, { verified: true });
    await keyward.app.services.store.accounts.update(owner.id, { password_after_proof: 0 });
    await using visit = await site.open('/signin?return_to=/organizations', { statuses: [403] });
    const { page } = visit;
    await signIn(page, owner.email);
    await typeIn(page, { Name: 'Doubtful' });
    await press(page, 'Create organization');
    await page.getByRole('tab', { name: 'Invitations' }).click();
    const guest = newEmail();
    await typeIn(page, { 'Email addresses': guest });
    await press(page, 'Invite');
    await page.getByRole('dialog', { name: 'Verify your email first' }).waitFor();
    await noViolations(page);
    if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] });
    await press(page, 'Email me a code');
    await page.getByLabel('Code').waitFor();
    const { code } = await site.mailTo(owner.email);
    await typeIn(page, { Code: code ?? '' });
    await page.getByRole('status', { name: 'Results' }).getByText('is invited.').waitFor();
  });

  it('create, invite three, accept, hand over, leave', async () => {
    const { keyward } = site;
    const owner = await addPerson(keyward, { verified: true, name: 'Grace Hopper' });
    const guest = await addPerson(keyward, { verified: true, name: 'Alan Turing' });
    const stranger = newEmail();
    await using visit = await site.open('/signin?return_to=/organizations', { statuses: [403, 409, 422] });
    const { page } = visit;
    await signIn(page, owner.email);
    await arriveAt(page, 'Organizations');
    await see(page, 'You belong to no organization yet');
    await noViolations(page);
    await typeIn(page, { Name: 'Acme Corporation' });
    await press(page, 'Create organization');
    await arriveAt(page, 'Acme Corporation');
    await seeAddress(page, '/organization/acme-corporation');
    await page.getByRole('button', { name: 'Organization: Acme Corporation' }).waitFor();
    const members = page.getByRole('tabpanel', { name: 'Members' });
    await members.getByText(owner.email).waitFor();
    await noViolations(page);
    await page.reload();
    await members.getByText(owner.email).waitFor();
    const bytes = await scriptBytes(page);
    assert.ok(bytes > 20_000 && bytes < 45_000, `${bytes} bytes of script`);

    await page.getByRole('tab', { name: 'Invitations' }).click();
    await seeAddress(page, '/organization/acme-corporation?part=invitations');
    await typeIn(page, { 'Email addresses': `${guest.email}, nonsense\n${stranger}` });
    await press(page, 'Invite');
    const results = page.getByRole('status', { name: 'Results' });
    await results.getByText('This is not an email address.').waitFor();
    assert.equal(await results.getByText('is invited.').count(), 2);
    assert.equal(await page.getByLabel('Email addresses').inputValue(), 'nonsense');
    await noViolations(page);
    await press(page, `Send again to ${guest.email}`);
    await see(page, `${guest.email} gets another mail`);

    await using second = await site.open('/signin?return_to=/organizations');
    await signIn(second.page, guest.email);
    await second.page.getByRole('button', { name: 'Organizations 1 invitation' }).waitFor();
    await press(second.page, 'Accept the invitation to Acme Corporation');
    await see(second.page, 'You are a member of Acme Corporation.');
    await second.page.getByRole('link', { name: 'Acme Corporation' }).click();
    await arriveAt(second.page, 'Acme Corporation');
    // A plain member sees neither members nor invitations.
    assert.deepEqual(await second.page.getByRole('tab').allTextContents(), ['Roles', 'Domains', 'Settings']);
    await noViolations(second.page);

    await page.getByRole('tab', { name: 'Settings' }).click();
    const rules = page.getByRole('region', { name: 'Rules for sign-ins' });
    const save = () => rules.getByRole('button', { name: 'Save rules' }).click();
    await rules.getByLabel('Ask people to sign in again after').selectOption('12 hours');
    await rules.getByLabel('Mailed links').uncheck();
    await rules.getByLabel('Networks').fill('127.0.0.0/8 ::1\nnonsense');
    await save();
    await rules.getByText('One of these is neither an address nor a range.').waitFor();
    await noViolations(page);
    await rules.getByLabel('Networks').fill('127.0.0.0/8 ::1');
    await rules.getByLabel('Require a second factor').check();
    await save();
    await rules.getByText('Your own sign-in would not meet these rules').waitFor();
    await rules.getByLabel('Require a second factor').uncheck();
    await save();
    await rules.getByText('Saved.').waitFor();
    const kept = await keyward.call('GET', '/organization/acme-corporation', { token: await tokenOf(page) });
    assert.deepEqual(kept.body['policy'], {
      require_second_factor: false,
      methods: ['password', 'code', 'passkey', 'provider', 'connection'],
      session_minutes: 720,
      idle_minutes: null,
      allowed_addresses: ['127.0.0.0/8', '::1'],
    });
    await press(page, 'Leave');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await see(page, 'You are the last owner');
    await page.keyboard.press('Escape');
    await press(page, 'Hand over');
    const question = page.getByRole('dialog', { name: 'Hand over Acme Corporation?' });
    await question.getByLabel('Alan Turing').check();
    await noViolations(page);
    // An old session must show who it is.
    keyward.clock.advance(60 * 60_000);
    await question.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Continue');
    await see(page, 'Alan Turing is the owner now.');
    await see(page, 'you are Admin');
    await press(page, 'Leave');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await arriveAt(page, 'Organizations');
    await page.getByRole('button', { name: 'Organizations', exact: true }).waitFor();
    const left = await keyward.call('GET', '/organization/acme-corporation', { token: await tokenOf(page) });
    assert.equal(left.status, 404);
  });

  it('let an owner lift the rules of an admin that keep the owner out', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const acme = await addOrganization(keyward, cast.root, cast.owner, { name: 'Locked' });
    await addMember(keyward, cast.root, acme, cast.admin, 'admin');
    await using visit = await site.open('/signin?return_to=/organizations', { statuses: [403] });
    const { page } = visit;
    await signIn(page, cast.owner.email);
    keyward.clock.advance(11 * 60_000);
    const { token } = await keyward.logIn(cast.admin.email);
    const body = { policy: { session_minutes: 5 } };
    assert.equal((await keyward.call('PATCH', acme.path, { token, body })).status, 200);
    await page.getByRole('link', { name: 'Locked' }).click();
    const prove = async () => {
      await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press(page, 'Continue');
    };
    await prove();
    const admin = page.getByRole('listitem').filter({ hasText: cast.admin.email });
    await admin.waitFor();
    keyward.clock.advance(11 * 60_000);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Ask people to sign in again after').selectOption('No limit');
    await press(page, 'Save rules');
    await prove();
    await see(page, 'Saved.');
    await page.getByRole('tab', { name: 'Members' }).click();
    await admin.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await admin.waitFor({ state: 'detached' });
  });

  it('offer what the email can join, and show owners what has happened', async () => {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const owner = await addPerson(keyward, { verified: true });
    const acme = await addOrganization(keyward, root, owner, { name: 'Initech' });
    const { token } = root;
    const path = `${acme.path}/domain`;
    await keyward.call('POST', path, { token, body: { domain: 'initech.example', joining: 'suggest' } });
    const vouched = await keyward.call('POST', `${path}/initech.example/verify`, {
      token,
      body: { vouch: true },
    });
    assert.equal(vouched.status, 200, vouched.text);
    const person = await addPerson(keyward, {
      verified: true,
      email: 'milton@initech.example',
      name: 'Milton',
    });
    await using visit = await site.open('/signin?return_to=/organizations', { narrow: true });
    await signIn(visit.page, person.email);
    await see(visit.page, 'Organizations you can join');
    await noViolations(visit.page);
    await press(visit.page, 'Join Initech');
    await see(visit.page, 'You are a member of Initech.');
    await visit.page.getByRole('link', { name: 'Initech' }).waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Join Initech' }).count(), 0);

    await using second = await site.open('/signin?return_to=/organizations');
    const { page } = second;
    await signIn(page, owner.email);
    await page.getByRole('link', { name: 'Initech' }).click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    const activity = page.getByRole('tabpanel', { name: 'Activity' });
    await activity
      .getByRole('listitem')
      .filter({ hasText: 'Joined' })
      .filter({ hasText: 'Milton' })
      .waitFor();
    await activity.getByRole('listitem').filter({ hasText: `initech.example · by ` }).first().waitFor();
    assert.equal(await activity.getByRole('heading', { level: 3 }).count(), 1);
    await noViolations(page);
  });

  it('switch the active organization, and delete own ones; a superadmin restores them', async () => {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const owner = await addPerson(keyward, { verified: true });
    const acme = await addOrganization(keyward, root, owner, { name: 'Blue' });
    await addOrganization(keyward, root, owner, { name: 'Green' });
    await using visit = await site.open('/signin', { narrow: true });
    const { page } = visit;
    await signIn(page, owner.email);
    await arriveAt(page, 'Your account');
    const switcher = page.getByRole('button', { name: /^(Organizations|Organization: )/ });
    await switcher.click();
    await noViolations(page);
    await press(page, 'Switch to Green');
    await page.getByRole('button', { name: 'Organization: Green' }).waitFor();
    await seeAddress(page, '/account');
    const me = await keyward.call('GET', '/me', { token: await tokenOf(page) });
    assert.equal(Object(me.body['organization']).slug, 'green');
    await switcher.focus();
    await page.keyboard.press('Enter');
    await page.locator('.kw-switcher > button[aria-expanded="true"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.kw-switcher > button[aria-expanded="false"]:focus').waitFor();

    await page.goto(`${site.url}/organization/blue?part=settings`);
    await typeIn(page, { Address: 'sky' });
    await press(page, 'Save');
    await seeAddress(page, '/organization/sky?part=settings');
    // The old name leads on.
    await page.goto(`${site.url}/organization/blue`);
    await arriveAt(page, 'Blue');
    await seeAddress(page, '/organization/sky');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    // By the keyboard alone.
    await page.getByRole('tab', { name: 'Members' }).focus();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: 'Delete organization' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete Blue?' }).waitFor();
    await noViolations(page);
    await page.getByRole('dialog').getByLabel('Address').focus();
    await page.keyboard.type('sky');
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Organizations');
    assert.equal(await page.getByRole('link', { name: 'Blue' }).count(), 0);
    const restored = await keyward.call('POST', `${acme.path}/restore`, { token: root.token });
    assert.equal(restored.status, 200, restored.text);
    await page.reload();
    await page.getByRole('link', { name: 'Blue' }).waitFor();
  });

  it('change the roles of members, define a role, and take an invitation back', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const acme = await addOrganization(keyward, cast.root, cast.owner, { name: 'Lab' });
    await addMember(keyward, cast.root, acme, cast.admin, 'admin');
    await addMember(keyward, cast.root, acme, cast.member, 'member');
    const email = newEmail();
    await addInvitation(keyward, cast.owner, acme, email);
    await using visit = await site.open('/signin?return_to=/organization/lab', { statuses: [409] });
    const { page } = visit;
    await signIn(page, cast.admin.email);
    await arriveAt(page, 'Lab');
    const row = (who: { email: string }) => page.getByRole('listitem').filter({ hasText: who.email });
    await row(cast.owner).waitFor();
    // An admin can neither change nor remove an owner.
    assert.equal(await row(cast.owner).getByRole('button').count(), 0);
    await page.getByLabel('Search').fill(cast.member.email);
    await row(cast.owner).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Roles' }).click();
    await press(page, 'Add role');
    await typeIn(page, { 'Name of the role': 'reader', Description: 'Reads the members' });
    await page.getByRole('dialog').getByLabel('org:members:read').check();
    await noViolations(page);
    await press(page, 'Save');
    await see(page, 'The role reader is saved.');
    await page.getByRole('tab', { name: 'Members' }).click();
    await row(cast.member)
      .getByRole('button', { name: /^Roles of/ })
      .click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Owner').isDisabled(), true);
    await dialog.getByLabel('reader').check();
    await noViolations(page);
    await press(page, 'Save');
    await see(page, /The roles of .* are saved/);
    await page.getByRole('tab', { name: 'Roles' }).click();
    await press(page, 'Remove reader');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await see(page, 'Members still have this role');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Members' }).click();
    await row(cast.member)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await see(page, 'is no longer a member.');
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await press(page, `Revoke the invitation of ${email}`);
    await see(page, 'There are no open invitations.');
  });

  it('show the open tab on a phone', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    await addOrganization(keyward, cast.root, cast.owner, { name: 'Pocket' });
    await using visit = await site.open('/signin?return_to=/organization/pocket');
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 700 });
    await signIn(page, cast.owner.email);
    await arriveAt(page, 'Pocket');
    await page.goto(`${site.url}/organization/pocket?part=settings`);
    const tab = page.getByRole('tab', { name: 'Settings', selected: true });
    // Opened on the phone, and turned.
    for (const turns of [false, true]) {
      if (turns) {
        await page.setViewportSize({ width: 700, height: 360 });
        // Browsers tell nobody of a size that no frame has shown.
        await page.evaluate('new Promise((shown) => requestAnimationFrame(shown))');
        await page.setViewportSize({ width: 360, height: 700 });
      }
      await until(async () => {
        const { x, width } = (await tab.boundingBox()) ?? assert.fail('a tab');
        return x >= 0 && x + width <= 360;
      }, 'the tab to be on the screen');
    }
  });

  it('report a suspended organization, and one without a membership', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const acme = await addOrganization(keyward, cast.root, cast.owner, { name: 'Shut' });
    const suspended = await keyward.call('POST', `${acme.path}/suspend`, { token: cast.root.token });
    assert.equal(suspended.status, 200);
    await using visit = await site.open('/signin?return_to=/organization/shut?part=settings', {
      statuses: [404],
    });
    const { page } = visit;
    await signIn(page, cast.owner.email);
    await see(page, 'This organization is suspended.');
    assert.equal(await page.getByRole('button', { name: 'Delete organization' }).count(), 0);
    await page.getByRole('button', { name: 'Leave' }).waitFor();
    await noViolations(page);
    await page.goto(`${site.url}/organization/none`);
    await arriveAt(page, 'There is no such organization');
    await noViolations(page);
  });
});

describe('the pages without organizations', IN_BROWSER, () => {
  const site = suiteSite();

  it('have no switcher, and no page for them', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin', { statuses: [404] });
    const { page } = visit;
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    assert.equal(await page.locator('.kw-switcher').count(), 0);
    await page.goto(`${site.url}/organizations`);
    await arriveAt(page, 'There is no such page');
  });
});
