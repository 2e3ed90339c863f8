import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

interface Act {
  /** Routes that refuse it while the sign-in is old. */
  route: string;
  path: string;
  act: (page: Page) => Promise<void>;
  /** Shows once it has happened. */
  done: RegExp;
}

const OLD_MS = 11 * 60_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The button of the dialog that a button of the same name opens. */
const confirm = async (page: Page, name: string) => {
  await button(page, name).first().click();
  await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
};
describe('acts of the console that need a recent sign-in', IN_BROWSER, () => {
  const site = suiteSite();

  it('asks for a proof where the sign-in is old, and acts after it', async () => {
    const factored = await addPerson(site.keyward, { email: 'factored@example.org' });
    await enrolTotp(site.keyward, factored);
    const acts: readonly Act[] = [
      {
        route: 'POST /apikey',
        path: 'api-keys',
        async act(page) {
          await button(page, 'Create key').first().click();
          await page.getByLabel('Name').fill('Exporter');
          await page.getByLabel('accounts:read').check();
          await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
        },
        done: /^kw_live_/,
      },
      {
        route: 'DELETE /account/factors',
        path: `accounts/${factored.id}`,
        act: (page) => confirm(page, 'Reset factors'),
        done: /All second factors removed/,
      },
    ];
    await using visit = await openConsole(site, '/console', { statuses: [403] });
    const { page } = visit;
    for (const { route, path, act, done } of acts) {
      await page.goto(`${site.url}/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      site.keyward.clock.advance(OLD_MS);
      await act(page);
      const proof = page.getByRole('dialog', { name: 'Show that it is you' });
      await proof.waitFor().catch((error: unknown) => {
        throw new Error(`${route} asked for no proof`, { cause: error });
      });
      await proof.getByLabel('Your password').fill(PASSWORD);
      await proof.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(done).first().waitFor();
    }
  });

  it('keeps what was typed where the person gives no proof', async () => {
    await using visit = await openConsole(site, '/console/api-keys', { statuses: [403] });
    const { page } = visit;
    await button(page, 'Create key').first().click();
    await page.getByLabel('Name').fill('Importer');
    await page.getByLabel('accounts:write').check();
    site.keyward.clock.advance(OLD_MS);
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Importer');
  });
});
