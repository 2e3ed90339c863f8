import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addAcme, addCast, addOrganization, ON } from '../../../server/test/http/organizations/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { until } from '../../../server/test/support/until.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';
import { lookAtTables } from '../support/tables.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim();

describe('the console’s page of organizations', IN_BROWSER, () => {
  const site = suiteSite({ settings: ON });

  it('creates one for an owner, suspends, activates, deletes and restores it', async () => {
    const { keyward } = site;
    const grace = await addPerson(keyward, { name: 'Grace Hopper', email: 'grace@example.org' });
    await using visit = await openConsole(site, '/console/organizations', { statuses: [409, 422] });
    const { page, root } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByText('There is no organization yet').waitFor();
    await noViolations(page);
    await button('Create organization').first().click();
    const form = page.getByRole('dialog', { name: 'Create an organization' });
    await form.getByLabel('Name').fill('Acme');
    await form.getByLabel('Slug').fill('A');
    await form.getByLabel('Owner').fill('grace');
    await page.getByRole('option', { name: grace.email }).click();
    await noViolations(page);
    await form.getByRole('button', { name: 'Create organization' }).click();
    await form.locator('[name="slug"][aria-invalid="true"]').waitFor();
    await form.getByLabel('Slug').fill('acme');
    await form.getByRole('button', { name: 'Create organization' }).click();
    const panel = page.getByRole('dialog', { name: /Acme/ });
    await panel.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await panel.getByText('Organization created').waitFor();
    await noViolations(page);
    const state = async () => (await keyward.call('GET', '/organization/acme', { token: root.token })).body;
    assert.equal((await state())['members_count'], 1);

    await panel.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Suspend' }).click();
    await panel.getByRole('button', { name: 'Activate' }).click();
    await panel.getByRole('button', { name: 'Suspend' }).waitFor();
    assert.equal((await state())['status'], 'active');
    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Acme?' });
    assert.ok(await question.getByRole('button', { name: 'Delete' }).isDisabled());
    await question.getByLabel('Type acme to confirm').fill('acme');
    await question.getByRole('button', { name: 'Delete' }).click();
    await panel.getByRole('button', { name: 'Restore' }).click();
    await panel.getByRole('button', { name: 'Suspend' }).waitFor();
    assert.equal((await state())['status'], 'active');
  });

  it('changes members, invites with a result for each, and shows what an account belongs to', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const acme = await addAcme(keyward, cast, { name: 'Lab' });
    await using visit = await openConsole(site, `/console/organizations/${acme.id}`);
    const { page } = visit;
    const panel = page.getByRole('dialog').first();
    const row = (who: { email: string }) => panel.getByRole('listitem').filter({ hasText: who.email });
    await row(cast.owner).waitFor();
    await panel.getByLabel('Search members').fill(cast.member.email);
    await row(cast.owner).waitFor({ state: 'detached' });
    await row(cast.member)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Remove' }).click();
    await panel.getByText('Nobody matches.').waitFor();
    await panel.getByRole('button', { name: 'Add member' }).click();
    const form = page.getByRole('dialog', { name: 'Add a member' });
    await form.getByLabel('Account').fill(cast.member.email);
    await page.getByRole('option', { name: cast.member.email }).click();
    await noViolations(page);
    await form.getByRole('button', { name: 'Add member' }).click();
    await row(cast.member).waitFor();

    await panel.getByRole('button', { name: 'Invite', exact: true }).click();
    const invite = page.getByRole('dialog', { name: 'Invite people' });
    await invite.getByLabel('Emails').fill(`new@example.org nonsense ${cast.owner.email}`);
    await invite.getByRole('button', { name: 'Invite' }).click();
    await invite.getByText(/nonsense: /).waitFor();
    await invite.getByText(`${cast.owner.email}: This account is a member already.`).waitFor();
    await noViolations(page);
    await page.keyboard.press('Escape');
    await row({ email: 'new@example.org' })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await panel.getByText('There are no open invitations.').waitFor();

    await row(cast.member).getByRole('link').click();
    const account = page.getByRole('dialog').first();
    await account.getByRole('heading', { name: 'Organizations' }).waitFor();
    await account.getByRole('link', { name: 'Lab' }).click();
    await page.waitForURL(`**/console/organizations/${acme.id}`);
  });

  it('finds them, keeps filters in the address, and cuts nothing', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const long = await addOrganization(keyward, cast.root, cast.owner, {
      name: LONG,
      external_id: 'customer-7',
    });
    await addOrganization(keyward, cast.root, cast.admin, { name: 'Short' });
    await using visit = await openConsole(site, '/console/organizations');
    const { page } = visit;
    const names = page.getByRole('table').getByRole('link');
    await page.getByRole('link', { name: 'Short' }).waitFor();
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await until(async () => (await lookAtTables(page)).lost.length === 0, `a table that fits ${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Search organizations').fill('external_id:customer-7');
    await page.getByRole('link', { name: 'Short' }).waitFor({ state: 'detached' });
    assert.equal(await names.count(), 1);
    assert.equal(
      await names.first().getAttribute('href'),
      `/console/organizations/${long.id}?q=external_id%3Acustomer-7`,
    );
    await page.goto(`${site.url}/console/organizations?member=${cast.admin.id}`);
    await page.getByRole('button', { name: `Member: ${cast.admin.email}` }).waitFor();
    await page.getByRole('link', { name: 'Short' }).waitFor();
    await page.getByRole('link', { name: LONG }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Member: ${cast.admin.email}` }).click();
    await page.getByRole('link', { name: LONG }).waitFor();
    await noViolations(page);
  });
});

describe('the console without organizations', IN_BROWSER, () => {
  const site = suiteSite();

  it('has no entry for them, and says how to turn them on', async () => {
    await using visit = await openConsole(site, '/console/organizations');
    const { page } = visit;
    await page.getByText('Organizations are off').waitFor();
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).count(), 0);
    await noViolations(page);
  });
});
