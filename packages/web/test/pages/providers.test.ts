import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oidcSlot } from '../../../server/test/http/providers/harness.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { startOidcProvider, type TestOidcProvider } from '../../../server/test/support/oidc-provider.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { arriveAt, press, see, seeAddress, signIn } from './people.ts';

describe('providers on the pages', IN_BROWSER, () => {
  let provider: TestOidcProvider;
  let site: Site;
  before(async () => {
    provider = await startOidcProvider();
    site = await startSite({
      settings: { ...oidcSlot('IDP1', provider.issuer), KEYWARD_IDP1_LABEL: 'Acme' },
    });
    provider.register([`${site.url}/auth/idp1/callback`]);
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it('sign in, and lead to where the person came from', async () => {
    const origins = [provider.issuer];
    await using visit = await site.open('/signin?return_to=%2Faccount%3Fback', { origins, statuses: [400] });
    const { page } = visit;
    await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
    await press(page, 'Continue with Acme');
    await arriveAt(page, 'Your account');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Lovelace');
    await seeAddress(page, '/account');

    // It is the only way in.
    await press(page, 'Disconnect Acme');
    await see(page, /This is the only way into your account/);
  });

  it('report that the person cancelled there', async () => {
    const { user } = provider;
    provider.user = null;
    await using visit = await site.open('/signin', { origins: [provider.issuer] });
    await press(visit.page, 'Continue with Acme');
    await see(visit.page, 'You cancelled the sign-in at the provider');
    provider.user = user;
  });

  it('are connected and disconnected', async () => {
    const { email } = await addPerson(site.keyward);
    provider.user = { sub: 'other', email, email_verified: true, name: 'Other' };
    await using visit = await site.open('/signin', { origins: [provider.issuer] });
    const { page } = visit;
    await signIn(page, email);
    await press(page, 'Connect Acme');
    await arriveAt(page, 'Acme is connected');
    await seeAddress(page, '/oauth/callback');
    await press(page, 'Continue');
    await see(page, /^Connected /);
    await press(page, 'Disconnect Acme');
    await see(page, 'Acme is disconnected');
    await see(page, 'Not connected');
  });
});
