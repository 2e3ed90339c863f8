import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { oidcSlot } from '../../../server/test/http/providers/harness.ts';
import { startOidcProvider, type TestOidcProvider } from '../../../server/test/support/oidc-provider.ts';
import { arriveAt, press, see, seeAddress, signIn, tokenOf } from '../pages/people.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { type Site, startSite } from '../support/site.ts';

describe('one sign-in for the console and the account page', IN_BROWSER, () => {
  let provider: TestOidcProvider;
  let site: Site;
  before(async () => {
    provider = await startOidcProvider();
    site = await startSite({
      settings: {
        ...oidcSlot('IDP1', provider.issuer),
        KEYWARD_IDP1_LABEL: 'Acme',
        KEYWARD_BRANDING_NAME: 'Langley',
      },
    });
    provider.register([`${site.url}/auth/idp1/callback`]);
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it('CK1: continues a session of the account page in the console’s own cookies, and ends it in both', async () => {
    const { email } = await addSuperadmin(site.keyward);
    await using visit = await site.open('/signin');
    const { page, context } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    const token = await tokenOf(page);
    const sessions = async () => (await site.keyward.call('GET', '/me/sessions', { token })).text;
    const idsIn = (text: string) => [...text.matchAll(/"id":(\d+)/g)].map(([, id]) => id);
    const had = idsIn(await sessions());
    assert.ok(had.length > 0);
    await page.goto(`${site.url}/console/sessions`);
    await arriveAt(page, 'Sessions');
    assert.deepEqual(idsIn(await sessions()), had);
    const cookie = (await context.cookies()).find(({ name }) => name === 'keyward_console');
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
    await page.goto(`${site.url}/account`);
    await arriveAt(page, 'Your account');
    await page.goto(`${site.url}/console`);
    await page.getByRole('button', { name: `Signed in as ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await arriveAt(page, 'Sign in to Langley');
    await page.goto(`${site.url}/account`);
    await seeAddress(page, '/signin?return_to=%2Faccount');
  });

  it('leaves a person who is no superadmin signed in on the account page', async () => {
    const { email } = await addPerson(site.keyward);
    await using visit = await site.open('/signin');
    const { page, context } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await page.goto(`${site.url}/console`);
    await arriveAt(page, 'Sign in to Langley');
    await noViolations(page);
    assert.ok(!(await context.cookies()).some(({ name }) => name === 'keyward_console'));
    await page.goto(`${site.url}/account`);
    await arriveAt(page, 'Your account');
  });

  it('shows the account of the console on the account page, without a token in reach of scripts', async () => {
    await using visit = await openConsole(site, '/console');
    const { page, root } = visit;
    await arriveAt(page, 'Overview');
    await page.goto(`${site.url}/account`);
    await see(page, root.email);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await press(page, 'Sign out');
    await seeAddress(page, '/signin');
    const person = await addPerson(site.keyward);
    await signIn(page, person.email);
    await see(page, person.email);
    assert.deepEqual(
      (await visit.context.cookies()).filter(({ name }) => name.startsWith('keyward_console')),
      [],
    );
  });

  it('signs in to the console with a provider', async () => {
    const { email } = await addSuperadmin(site.keyward);
    provider.user = { sub: 'root', email, email_verified: true, name: 'Root' };
    await using visit = await site.open('/signin', { origins: [provider.issuer] });
    const { page } = visit;
    await signIn(page, email);
    await press(page, 'Connect Acme');
    await arriveAt(page, 'Acme is connected');
    await page.goto(`${site.url}/account`);
    await press(page, 'Sign out');
    await seeAddress(page, '/signin');
    await page.goto(`${site.url}/console/accounts?q=ada`);
    await press(page, 'Continue with Acme');
    await arriveAt(page, 'Accounts');
    await seeAddress(page, '/console/accounts?q=ada');
  });
});

for (const mode of ['KEYWARD_COOKIE_MODE', 'KEYWARD_DUAL_TOKEN_MODE'])
  describe(`the console with ${mode}`, IN_BROWSER, () => {
    it('asks for a sign-in of its own', async () => {
      await using site = await startSite({ settings: { [mode]: 'on' } });
      const { email } = await addSuperadmin(site.keyward);
      await using visit = await site.open('/signin');
      const { page } = visit;
      await signIn(page, email);
      await arriveAt(page, 'Your account');
      await page.goto(`${site.url}/console`);
      await arriveAt(page, 'Sign in to Keyward');
      await page.goto(`${site.url}/account`);
      await arriveAt(page, 'Your account');
    });
  });
