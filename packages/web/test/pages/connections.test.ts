import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect, CONNECTIONS_ON, verifyDomain } from '../../../server/test/http/connections/help.ts';
import {
  type Acme,
  addCast,
  addMember,
  addOrganization,
  type Cast,
} from '../../../server/test/http/organizations/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { startOidcProvider, type TestOidcProvider } from '../../../server/test/support/oidc-provider.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { type Site, startSite } from '../support/site.ts';
import { arriveAt, codeFor, press, scriptBytes, see, seeAddress, signIn, typeIn } from './people.ts';

describe('the sign-in page and the connections of organizations', IN_BROWSER, () => {
  let provider: TestOidcProvider;
  let site: Site;
  let cast: Cast;
  let acme: Acme;
  before(async () => {
    provider = await startOidcProvider();
    site = await startSite({ settings: CONNECTIONS_ON });
    cast = await addCast(site.keyward);
    acme = await addOrganization(site.keyward, cast.root, cast.owner);
    await verifyDomain(site.keyward, acme, 'acme.example');
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const open = () => site.open('/signin', { origins: [provider.issuer], statuses: [403] });

  it('stays unchanged where no connection signs anybody in', async () => {
    await connect(site.keyward, cast.root, acme, provider, { status: 'draft' });
    await using visit = await open();
    await signIn(visit.page, cast.member.email);
    await arriveAt(visit.page, 'Your account');
  });

  it('asks for the identifier first, and leads people of a domain to its connection', async () => {
    const { id } = await connect(site.keyward, cast.root, acme, provider, { name: 'Acme Entra ID' });
    provider.register([`${site.url}/auth/connection/${id}/callback`]);
    await using visit = await open();
    const { page } = visit;
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await noViolations(page);
    await press(page, 'Continue');
    await see(page, 'Fill in this field');
    await page.getByLabel('Email').fill('grace@acme.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue with Acme Entra ID' }).waitFor();
    await noViolations(page);
    await page.waitForLoadState('networkidle');
    const bytes = await scriptBytes(page);
    assert.ok(bytes < 40_000, `${bytes} bytes of script`);

    // Another identifier is asked about anew.
    await typeIn(page, { Email: 'grace@elsewhere.example' });
    await press(page, 'Continue');
    await page.getByLabel('Password').and(page.locator(':focus')).waitFor();
    await typeIn(page, { Email: 'grace@acme.example' });
    assert.equal(await page.getByLabel('Password').count(), 0);
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Continue with Acme Entra ID' }).waitFor();
    provider.user = { sub: 'grace', email: 'grace@acme.example', name: 'Grace Hopper' };
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Your account');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Grace Hopper');
    await seeAddress(page, '/account');
  });

  it('lets people sign in another way, unless their organization requires the connection', async () => {
    const { email } = await addPerson(site.keyward, { email: 'ada@acme.example', verified: true });
    await using visit = await open();
    const { page } = visit;
    const proceed = async () => {
      await typeIn(page, { Email: email });
      await press(page, 'Continue');
      await press(page, 'Sign in another way');
      await page.getByLabel('Password').and(page.locator(':focus')).waitFor();
    };
    await proceed();
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await press(page, 'Sign out');
    await see(page, 'You are signed out');

    await addMember(site.keyward, cast.root, acme, await site.keyward.logIn(email), 'member');
    await site.keyward.database.query("update organization_domains set joining = 'require'");
    await proceed();
    await signIn(page, email);
    await see(page, 'Your organization requires its own sign-in.');
    await page.getByRole('button', { name: 'Continue with Acme Entra ID' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in another way' }).count(), 0);

    await page.goto(`${site.url}/signin`);
    await proceed();
    await press(page, 'Email me a code');
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await see(page, 'Your organization requires its own sign-in.');
    provider.user = { sub: 'ada', email, name: 'Ada Lovelace' };
    await press(page, 'Continue with Acme Entra ID');
    await arriveAt(page, 'Your account');
  });

  it('leads a member to the connection that an organization requires before it is entered', async () => {
    const { keyward } = site;
    const joining = (how: string) =>
      keyward.database.query('update organization_domains set joining = $1', [how]);
    await joining('none');
    const firm = await addOrganization(keyward, cast.root, cast.owner, { name: 'Firm' });
    await verifyDomain(keyward, firm, 'firm.example');
    const { id } = await connect(keyward, cast.root, firm, provider, { name: 'Firm Okta' });
    provider.register([`${site.url}/auth/connection/${id}/callback`]);
    const member = await addPerson(keyward, { email: 'lin@firm.example', verified: true });
    await addMember(keyward, cast.root, firm, member, 'admin');
    await using visit = await site.open('/signin', { origins: [provider.issuer], statuses: [403] });
    const { page } = visit;
    await typeIn(page, { Email: member.email });
    await press(page, 'Continue');
    await press(page, 'Sign in another way');
    await signIn(page, member.email);
    await arriveAt(page, 'Your account');
    await joining('require');
    await page.goto(`${site.url}/organizations`);
    await press(page, 'Switch to Firm');
    await see(page, 'Your organization requires its own sign-in.');
    await noViolations(page);
    // Its page says the same of what it refuses, and comes back to it.
    await page.goto(`${site.url}/organization/firm`);
    await see(page, 'Your organization requires its own sign-in.');
    await noViolations(page);
    provider.user = { sub: 'lin', email: member.email, name: 'Lin' };
    await press(page, 'Continue with Firm Okta');
    await arriveAt(page, 'Firm');
    await seeAddress(page, '/organization/firm');
    await page.getByRole('listitem').filter({ hasText: member.email }).waitFor();
    await page.goto(`${site.url}/organizations`);
    await press(page, 'Switch to Firm');
    await see(page, 'Active');
  });

  it('says what a session lacks for the policy of an organization', async () => {
    const { keyward } = site;
    await keyward.database.query("update organization_domains set joining = 'none'");
    const strict = await addOrganization(keyward, cast.root, cast.owner, { name: 'Strict' });
    const member = await addPerson(keyward, { email: 'mae@elsewhere.example', verified: true });
    await addMember(keyward, cast.root, strict, member, 'admin');
    const policy = {
      require_second_factor: true,
      methods: ['passkey'],
      allowed_addresses: ['203.0.113.0/24'],
    };
    const saved = await keyward.call('PATCH', strict.path, { token: cast.root.token, body: { policy } });
    assert.equal(saved.status, 200, saved.text);
    await using visit = await site.open('/signin?return_to=/organization/strict', { statuses: [403] });
    const { page } = visit;
    await typeIn(page, { Email: member.email });
    await press(page, 'Continue');
    await signIn(page, member.email);
    await see(page, 'This organization requires a stronger sign-in.');
    await see(page, 'Require a second factor, or a passkey');
    await see(page, 'Accepted ways to sign in: Passkeys');
    await see(page, 'Networks: 203.0.113.0/24');
    await page.getByRole('link', { name: 'Go to your account' }).waitFor();
    await noViolations(page);
    await page.goto(`${site.url}/organizations`);
    await press(page, 'Switch to Strict');
    await see(page, 'Accepted ways to sign in: Passkeys');
    await press(page, 'Sign out');
    await see(page, 'You are signed out');
  });
});
