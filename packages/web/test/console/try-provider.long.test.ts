import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import {
  CLIENT,
  startOidcProvider,
  type TestOidcProvider,
} from '../../../server/test/support/oidc-provider.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { startSite, type Site } from '../support/site.ts';

describe('trying a provider in the console', IN_BROWSER, () => {
  let provider: TestOidcProvider;
  let site: Site;
  before(async () => {
    provider = await startOidcProvider();
    site = await startSite({
      settings: {
        KEYWARD_IDP1_PRESET: 'oidc',
        KEYWARD_IDP1_ISSUER: provider.issuer,
        KEYWARD_IDP1_LABEL: 'Acme',
        KEYWARD_IDP1_CLIENT_ID: CLIENT.id,
        KEYWARD_IDP1_CLIENT_SECRET: CLIENT.secret,
      },
    });
    provider.register([`${site.url}/auth/idp1/callback`]);
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it('goes to the provider and back, signs nobody in, and shows what came back', async () => {
    const { email } = await addPerson(site.keyward, { email: 'ada@example.org', verified: true });
    await using visit = await openConsole(site, '/console/settings/providers?slot=idp1', {
      origins: [provider.issuer],
    });
    const { page } = visit;
    await page.getByRole('button', { name: 'Try it' }).click();
    // By default, an own provider proves no mailbox.
    await page.getByText('A sign-in is refused.').waitFor();
    await page.getByRole('link', { name: email }).waitFor();
    await page.getByText('Everything that the provider said').click();
    await page.getByText('"email_verified": true').waitFor();
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await noViolations(page);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    }
    const [sessions] = await site.keyward.database.query('select count(*) as rows from provider_links');
    assert.equal(Number(sessions?.['rows']), 0);
  });
});
