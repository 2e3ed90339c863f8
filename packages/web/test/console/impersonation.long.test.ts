import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf, enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import type { KeywardOptions } from '../../../server/test/support/keyward.ts';
import { arriveAt, press, see, signIn, typeIn } from '../pages/people.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { type Site, suiteSite } from '../support/site.ts';

const REASON = 'Ticket 4711';
const ORGANIZATIONS = { KEYWARD_ORGANIZATIONS_ENABLED: 'on' };
const MODES: Record<string, KeywardOptions> = {
  'with tokens': { settings: ORGANIZATIONS },
  'with cookies': { settings: { ...ORGANIZATIONS, KEYWARD_COOKIE_MODE: 'on' } },
};

/** Acts for somebody, from the panel of the account in the console. */
async function actFor(site: Site, page: Page, account: { id: number; email: string }, secret: string) {
  await page.goto(`${site.url}/console/accounts/${account.id}`);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Act for' }).click();
  const dialog = page.getByRole('dialog', { name: `Act for ${account.email}` });
  await noViolations(page);
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Act for', exact: true }).click();
  await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
  await typeIn(page, { 'Code of your authenticator app': codeOf(site.keyward, secret) });
  await press(page, 'Continue');
  await arriveAt(page, 'Your account');
}

for (const [mode, options] of Object.entries(MODES))
  describe(`acting for somebody ${mode}`, IN_BROWSER, () => {
    const site = suiteSite(options);

    it('leaves the other sessions of the browser alone, and leads back to the console', async () => {
      const { keyward } = site;
      const [owner, own] = [
        await addPerson(keyward, { email: 'owner@example.org' }),
        await addPerson(keyward, { email: 'own@example.org' }),
      ];
      await using visit = await openConsole(site, '/console', { statuses: [403] });
      const { page, context, root } = visit;
      const { secret } = await enrolTotp(keyward, root);
      keyward.clock.advance(60_000);
      const other = await context.newPage();
      await other.goto(`${site.url}/signin`);
      await signIn(other, own.email);
      await arriveAt(other, 'Your account');

      await actFor(site, page, owner, secret);
      await see(page, 'You are acting for ');
      await see(page, owner.email);
      await noViolations(page);
      await typeIn(page, { Name: 'Renamed by support' });
      await press(page, 'Save');
      await see(page, 'Saved.');
      await page.reload();
      await see(page, 'You are acting for ');
      await see(page, 'Only the owner can change the sign-in');
      for (const act of ['Change email', 'Change password', 'Export your data', 'Delete account'])
        assert.ok(await page.getByRole('button', { name: act }).isDisabled(), act);
      assert.ok(await page.getByLabel('Handle').isDisabled());

      await page.goto(`${site.url}/organizations`);
      await see(page, 'You are acting for Renamed by support');
      await arriveAt(page, 'Organizations');
      await noViolations(page);

      await other.reload();
      await arriveAt(other, 'Your account');
      await see(other, own.email);
      assert.equal(await other.getByText('You are acting for ').count(), 0);

      await press(page, 'Stop acting');
      await page.waitForURL(`${site.url}/console/accounts/${owner.id}`);
      await see(page, 'Renamed by support');
      await see(page, /, acting for /);
      await other.reload();
      await see(other, own.email);
    });

    it('comes back to the console when its time is over', async () => {
      const owner = await addPerson(site.keyward);
      await using visit = await openConsole(site, '/console', { statuses: [403] });
      const { page, root } = visit;
      const { secret } = await enrolTotp(site.keyward, root);
      site.keyward.clock.advance(60_000);
      await actFor(site, page, owner, secret);
      site.keyward.clock.advance(15 * 60_000);
      await press(page, 'Save');
      await page.waitForURL(`${site.url}/console/accounts/${owner.id}`);
      await page.getByRole('dialog').first().waitFor();
    });
  });
