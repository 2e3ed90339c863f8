import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { accountRow, addPerson, newSession } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { until } from '../../../server/test/support/until.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

const panelOf = (page: Page) => page.getByRole('dialog').first();

async function fromMenu(page: Page, act: string): Promise<void> {
  await panelOf(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

describe('the panel of an account', IN_BROWSER, () => {
  const site = suiteSite();
  const guess = (identifier: string, password = 'Wrong-guess-1') =>
    site.keyward.call('POST', '/login', { body: { identifier, password } });

  it('explains why somebody cannot sign in, and fixes it', async () => {
    const ada = await addPerson(site.keyward, { name: 'Ada Lovelace', email: 'ada@example.org' });
    for (let count = 0; count < 11; count += 1) await guess(ada.email);
    await using visit = await openConsole(site, `/console/accounts/${ada.id}`);
    const { page } = visit;
    const panel = panelOf(page);
    const verdict = panel.getByRole('region', { name: 'Sign-in' });
    await verdict.getByText('Can sign in, but was refused').waitFor();
    await verdict.getByText(/Only that browser or address is refused/).waitFor();
    await verdict
      .getByText(/^10 refusals from .*: wrong password, by password\. Send a reset code/)
      .waitFor();
    await panel.getByText('Sign-in refused', { exact: true }).first().waitFor();
    await noViolations(page);
    await verdict.getByRole('button', { name: 'Send reset code' }).click();
    await page
      .getByText(/is on its way to ada@example\.org/)
      .first()
      .waitFor();
    await verdict.getByRole('button', { name: 'Unlock' }).click();
    await verdict.getByText(/Only that browser or address is refused/).waitFor({ state: 'detached' });
    assert.equal((await guess(ada.email, PASSWORD)).status, 200);

    await panel.getByRole('button', { name: 'Suspend' }).click();
    await verdict.getByText('The account is suspended').waitFor();
    await page.getByText('is suspended and signed out everywhere').waitFor();
    assert.equal((await guess(ada.email, PASSWORD)).status, 403);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Suspend' }).waitFor();
    await page.getByText('is active and can sign in again').waitFor();
    assert.equal((await accountRow(site.keyward, ada.id))['status'], 'active');
  });

  it('shows sessions and ways to sign in, and ends them', async () => {
    const person = await addPerson(site.keyward, { email: 'grace@example.org' });
    for (let more = 1; more < 6; more += 1) await newSession(site.keyward, person.id);
    await site.keyward.database.query(
      'insert into provider_links (account_id, provider, subject, created_at) values ($1, $2, $3, $4)',
      [person.id, 'https://id.example', 'x', site.keyward.clock.now()],
    );
    await using visit = await openConsole(site, `/console/accounts/${person.id}`);
    const { page } = visit;
    const panel = panelOf(page);
    await panel.getByRole('heading', { name: 'Sessions (6)' }).waitFor();
    // Nobody has pressed a key yet.
    const ring = () => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    await until(async () => (await ring()) === 'none', 'no ring');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    assert.equal(await ring(), 'solid');
    const ends = panel.getByRole('button', { name: 'End session' });
    assert.equal(await ends.count(), 4);
    await panel.getByRole('button', { name: 'Show all 6' }).click();
    assert.equal(await ends.count(), 6);
    await ends.first().click();
    await panel.getByRole('heading', { name: 'Sessions (5)' }).waitFor();
    await panel.getByRole('button', { name: 'End all sessions' }).click();
    const question = page.getByRole('dialog', { name: /End all sessions/ });
    await question.waitFor();
    await idle(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.ok(await panel.isVisible(), 'Escape closes only the question');
    await panel.getByRole('button', { name: 'End all sessions' }).click();
    await question.getByRole('button', { name: 'End all sessions' }).click();
    await panel.getByText('They are not signed in.').waitFor();

    await panel.getByRole('button', { name: 'Remove link' }).click();
    await page
      .getByRole('dialog', { name: /Remove https/ })
      .getByRole('button', { name: 'Remove link' })
      .click();
    await panel.getByText('https://id.example').first().waitFor();
    await panel.getByRole('button', { name: 'Remove link' }).waitFor({ state: 'detached' });
    assert.deepEqual(await site.keyward.database.query('select * from provider_links', []), []);
  });

  it('edits the profile and the data, and says what a change ends', async () => {
    const person = await addPerson(site.keyward, { name: 'Joan', email: 'joan@example.org', handle: 'joan' });
    await addPerson(site.keyward, { email: 'taken@example.org' });
    await using visit = await openConsole(site, `/console/accounts/${person.id}`, { statuses: [409, 422] });
    const { page } = visit;
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await panel.getByLabel('Email', { exact: true }).fill('taken@example.org');
    await panel.getByText('A new email ends all sessions').waitFor();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('exists already').waitFor();
    await noViolations(page);
    await panel.getByLabel('Email', { exact: true }).fill('clarke@example.org');
    await panel.getByLabel('Email verified').check();
    await panel.getByLabel('Name').fill('Joan Clarke');
    await panel.getByLabel('Role').fill('superadmin');
    await panel.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: /Make joan@example.org a superadmin/ });
    assert.ok(await question.getByRole('button', { name: 'Save' }).isDisabled());
    await question.getByLabel('Type superadmin to confirm').fill('superadmin');
    await question.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('clarke@example.org').first().waitFor();
    const row = await accountRow(site.keyward, person.id);
    assert.deepEqual(
      [row['name'], row['email'], row['role'], Number(row['email_verified'])],
      ['Joan Clarke', 'clarke@example.org', 'superadmin', 1],
    );

    await panel.getByRole('button', { name: 'Edit app_metadata' }).click();
    const editor = panel.getByLabel('app_metadata');
    await editor.fill('{"plan": ');
    await panel.getByText('This is not JSON').waitFor();
    assert.ok(await panel.getByRole('button', { name: 'Save' }).isDisabled());
    await editor.fill('{"plan": "pro", "seats": 3}');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.locator('pre', { hasText: '"seats": 3' }).waitFor();
  });

  it('sets a password, mails codes and links, and deletes by the typed email', async () => {
    const { id, email } = await addPerson(site.keyward, { email: 'sophie@example.org' });
    await using visit = await openConsole(site, `/console/accounts/${id}`, { statuses: [400] });
    const { page } = visit;
    const panel = panelOf(page);
    for (const [button, kind] of [
      ['Send reset code', 'reset'],
      ['Send magic link', 'login'],
      ['Send verification', 'verify'],
    ] as const) {
      await fromMenu(page, button);
      await page
        .getByText(new RegExp(`is on its way to ${email}`))
        .nth(0)
        .waitFor();
      assert.ok((await site.mailTo(email)).to === email, kind);
    }
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    // A greyed act says why.
    await page.getByRole('menuitem', { name: /^Reset factors\s*There is no second factor/ }).waitFor();
    await noViolations(page);
    await page.keyboard.press('Escape');
    await fromMenu(page, 'Set password');
    const dialog = page.getByRole('dialog', { name: /Set the password/ });
    await dialog.getByLabel('New password').fill('weak');
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await dialog
      .getByText(/at least|too weak/)
      .first()
      .waitFor();
    await dialog.getByLabel('New password').fill('Another-horse-2');
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('has a new password').waitFor();
    assert.equal((await guess(email, 'Another-horse-2')).status, 200);

    await panel.getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${email}?` });
    assert.ok(await question.getByRole('button', { name: 'Delete account' }).isDisabled());
    await question.getByLabel(`Type ${email} to confirm`).fill(email);
    await question.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL('**/console/accounts');
    assert.equal((await site.keyward.call('GET', `/account/${id}`, { token: visit.root.token })).status, 404);
  });

  it('resets factors, after a fresh proof where the sign-in was long ago', async () => {
    const person = await addPerson(site.keyward, { email: 'radia@example.org' });
    await enrolTotp(site.keyward, person);
    await using visit = await openConsole(site, `/console/accounts/${person.id}`, { statuses: [403] });
    const { page } = visit;
    const panel = panelOf(page);
    await panel.getByText('Authenticator app', { exact: true }).waitFor();
    site.keyward.clock.advance(11 * 60_000);
    await panel.getByRole('button', { name: 'Reset factors' }).click();
    await page
      .getByRole('dialog', { name: /Remove all second/ })
      .getByRole('button', { name: 'Reset factors' })
      .click();
    const proof = page.getByRole('dialog', { name: 'Show that it is you' });
    await proof.getByLabel('Your password').fill('Wrong-guess-1');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await proof.getByRole('alert').waitFor();
    await noViolations(page);
    await proof.getByLabel('Your password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await panel.getByText('All second factors removed').waitFor();
    assert.equal(Number((await accountRow(site.keyward, person.id))['second_factors']), 0);
  });

  it('reports a missing account', async () => {
    await using visit = await openConsole(site, '/console/accounts/999999', { statuses: [404] });
    await visit.page.getByText('There is no such account').waitFor();
  });
});
