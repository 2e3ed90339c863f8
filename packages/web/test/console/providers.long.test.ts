import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  CLIENT,
  startOidcProvider,
  type TestOidcProvider,
} from '../../../server/test/support/oidc-provider.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { startSite, type Site } from '../support/site.ts';

describe('the providers of the console', IN_BROWSER, () => {
  let provider: TestOidcProvider;
  let site: Site;
  before(async () => {
    provider = await startOidcProvider();
    site = await startSite();
    provider.register([`${site.url}/auth/acme/callback`]);
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it('come from a catalogue, sign people in, and are turned off and removed', async () => {
    const origins = [provider.issuer];
    await using visit = await openConsole(site, '/console/settings/providers', {
      origins,
      statuses: [403, 422],
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const { page } = visit;
    const looksRight = async () => {
      for (const width of [1280, 1024, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await noViolations(page);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await page.getByText('No provider is set up yet.').waitFor();
    await looksRight();

    await page.getByRole('button', { name: 'OpenID Connect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Acme');
    await dialog.getByLabel('Name in addresses').fill('idp2');
    await dialog.getByLabel('Issuer').fill(provider.issuer);
    await dialog.getByLabel('Client ID').fill(CLIENT.id);
    await dialog.getByLabel('Client secret').fill(CLIENT.secret);
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await dialog.getByText('is taken by another provider').waitFor();
    await dialog.getByLabel('Name in addresses').fill('acme');
    await dialog.getByText(`${site.url}/auth/acme/callback`).waitFor();
    await looksRight();
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    await looksRight();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A sign-in opens a new account.').waitFor();

    const signedIn = async () => {
      await using person = await site.open('/signin', { origins, statuses: [400] });
      await person.page.getByRole('button', { name: 'Continue with Acme' }).click();
      await person.page.getByRole('heading', { name: 'Your account' }).waitFor();
    };
    await signedIn();

    await page.getByRole('switch', { name: 'Sign-ins' }).uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The change applies now.').waitFor();
    await using stranger = await site.open('/signin');
    await stranger.page.getByLabel('Email').waitFor();
    assert.equal(await stranger.page.getByRole('button', { name: 'Continue with Acme' }).count(), 0);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('One person is linked to it').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No provider is set up yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('link', { name: /Acme.*Off/ }).click();
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
  });

  it('fill an empty slot of the start, with the fields of their kind', async () => {
    await using visit = await openConsole(site, '/console/settings/providers');
    const { page } = visit;
    await page.getByRole('button', { name: 'Apple' }).click();
    await page.getByLabel('Private key').waitFor();
    assert.equal(await page.getByLabel('Client secret').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Google' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${site.url}/auth/idp1/callback`).waitFor();
    await dialog.getByLabel('Client ID').fill('client');
    await dialog.getByLabel('Client secret').fill('secret of the client');
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('heading', { name: 'Google' }).waitFor();
    assert.equal(site.keyward.app.services.providers.choices()[0]?.slot, 'idp1');
  });
});
