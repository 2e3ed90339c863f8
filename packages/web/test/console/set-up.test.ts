import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authenticatorOf } from '../../../client/test/support/browser.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';

describe('the set-up page', IN_BROWSER, () => {
  const site = suiteSite();

  it('tells the first visitors of the console where the link is, and how to get another', async () => {
    await using visit = await site.open('/console/accounts');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Set up Keyward' }).waitFor();
    await page.getByText('Open the set-up link that Keyward printed').waitFor();
    await page.getByText('keyward superadmin create --email you@example.org').waitFor();
    assert.equal(await page.locator('form').count(), 0);
    await noViolations(page);
  });

  it('says what to do where the link does not work', async () => {
    await using visit = await site.open('/setup#not-a-token');
    await visit.page.getByText('This link is older than 30 minutes').waitFor();
    await visit.page.getByText('keyward superadmin create --email you@example.org').waitFor();
    assert.equal(await visit.page.locator('form').count(), 0);
    await noViolations(visit.page);
  });

  it('creates the first superadmin, offers a passkey, and leads into the console', async () => {
    const token = await site.keyward.app.services.setUpLink.issue();
    const requested: string[] = [];
    await using visit = await site.open('/signin');
    const { page } = visit;
    page.on('request', (request) => requested.push(request.url() + JSON.stringify(request.headers())));
    await authenticatorOf(page, { verifies: true });
    await page.goto(`${site.url}/setup#${token}`);
    await page.getByLabel('Name').fill('Ada');
    await page.waitForURL(({ hash }) => hash === '');
    for (const [label, purpose] of [
      ['Name', 'name'],
      ['Email', 'email'],
      ['Password', 'new-password'],
    ] as const)
      assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('autocomplete'), purpose);
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('weak');
    await page.getByRole('listitem').filter({ hasText: 'a digit' }).getByText('still needed').waitFor();
    // Enough for other accounts.
    await page.getByLabel('Password', { exact: true }).fill('Abcdef1');
    await page.getByRole('status').filter({ hasText: 'Weak' }).waitFor();
    await page.getByRole('button', { name: 'Create superadmin' }).click();
    await page.getByText('Choose a longer password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('Analytical-1');
    await page.getByRole('status').filter({ hasText: 'Good' }).waitFor();
    await noViolations(page);
    await page.getByRole('button', { name: 'Create superadmin' }).click();
    await page.getByRole('heading', { name: 'The superadmin is created' }).waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 10);
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    assert.ok(!requested.some((one) => one.includes(token)), 'no request carried the token but the body');
    const cookies = await visit.context.cookies();
    assertProtected(cookies);
  });

  it('no longer works after its use', async () => {
    await using visit = await site.open('/setup#anything');
    await visit.page.getByText('a superadmin exists already').waitFor();
    await visit.page.goto(`${site.url}/console`);
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });
});

describe('the set-up page in cookie mode', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_COOKIE_MODE: 'on', KEYWARD_DUAL_TOKEN_MODE: 'on' } });

  it('offers a passkey, and leads into the console', async () => {
    const token = await site.keyward.app.services.setUpLink.issue();
    await using visit = await site.open('/signin');
    const { page } = visit;
    await authenticatorOf(page, { verifies: true });
    await page.goto(`${site.url}/setup#${token}`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('Analytical-1');
    await page.getByRole('button', { name: 'Create superadmin' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const [passkeys] = await site.keyward.database.query('select count(*) as rows from passkeys');
    assert.equal(passkeys?.['rows'], 1);
    const cookies = await visit.context.cookies();
    assertProtected(cookies);
  });
});

/** Asserts that scripts read no cookie, and that other sites send none of the session. */
function assertProtected(cookies: readonly { name: string; httpOnly: boolean; sameSite: string }[]): void {
  const session = cookies.filter(({ name }) => name !== 'keyward_device');
  assert.ok(session.length > 0);
  assert.ok(cookies.every(({ httpOnly }) => httpOnly));
  assert.ok(session.every(({ sameSite }) => sameSite === 'Strict'));
}
