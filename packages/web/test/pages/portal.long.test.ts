import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { txtRecordsOf } from '../../../server/src/features/organizations/txt-records.ts';
import { LANGUAGES } from '../../../server/src/lib/languages.ts';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { CONNECTIONS_ON } from '../../../server/test/http/connections/help.ts';
import { createSamlIdp, metadataOf } from '../../../server/test/http/connections/saml-idp.ts';
import { asText } from '../../../server/test/http/expectations.ts';
import { addOrganization } from '../../../server/test/http/organizations/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { assertSignedIn, FRONTEND } from '../../../server/test/http/providers/harness.ts';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { createBrowser } from '../../../server/test/support/browser.ts';
import { type NameServer, startNameServer } from '../../../server/test/support/name-server.ts';
import {
  CLIENT,
  startOidcProvider,
  type TestOidcProvider,
} from '../../../server/test/support/oidc-provider.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, assertInside, press, scriptBytes, see } from './people.ts';
import { portalTextsIn } from './texts-in.ts';

describe('the portal for the administrator of a customer', IN_BROWSER, () => {
  let dns: NameServer;
  let provider: TestOidcProvider;
  before(async () => {
    dns = await startNameServer();
    provider = await startOidcProvider();
    provider.user = {
      sub: 'grace',
      email: 'grace@acme.example.net',
      name: 'Grace Hopper',
      groups: ['engineers'],
    };
  });
  after(async () => {
    await dns[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const { path } = tempFolder();
  writeFileSync(
    join(path, 'ar.json'),
    JSON.stringify({ portal: { title: 'الدخول الموحد إلى {organization}' } }),
  );
  const site = suiteSite({
    settings: { ...CONNECTIONS_ON, KEYWARD_TEXTS: path },
    parts: { readTxtRecords: (name) => txtRecordsOf(dns.address)(name) },
  });

  const valueOf = (page: Page, label: string) =>
    page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').locator('code').innerText();

  const portalOf = async (sections: string[]) => {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const acme = await addOrganization(keyward, root, await addPerson(keyward, { verified: true }));
    const sent = { token: root.token, body: { sections } };
    const made = await keyward.call('POST', `${acme.path}/portal`, sent);
    assert.equal(made.status, 201, made.text);
    return { root, acme, url: asText(made.body['url']) };
  };

  it('proves a domain, connects and tries a provider, turns it on, and ends', async () => {
    const { keyward } = site;
    const { root, acme, url } = await portalOf(['domains', 'connections', 'scim']);
    await using visit = await site.open(url, {
      origins: [provider.issuer],
      statuses: [400, 404, 409, 422, 502],
    });
    const { page, context } = visit;
    await arriveAt(page, 'Single sign-on for Acme');
    assert.ok(!page.url().includes('#'), 'the token leaves the address');
    assert.ok((await scriptBytes(page)) < 45_000);
    await noViolations(page);

    await page.getByRole('textbox', { name: 'Domain' }).fill('acme.example.net');
    await press(page, 'Add domain');
    await press(page, 'Verify acme.example.net');
    await see(page, 'DNS does not have the record yet.');
    dns.texts.set(await valueOf(page, 'Name'), [await valueOf(page, 'Value')]);
    await press(page, 'Verify acme.example.net');
    await see(page, 'acme.example.net is yours.');

    await press(page, 'Keycloak (OpenID Connect)');
    await arriveAt(page, 'Connect Keycloak');
    provider.register([await valueOf(page, 'Valid redirect URIs')]);
    assert.ok(await page.getByRole('button', { name: 'Turn on' }).isDisabled());
    const clientId = page.getByRole('textbox', { name: 'Client ID' });
    assert.equal(await clientId.inputValue(), await valueOf(page, 'Client ID'));
    await clientId.fill(CLIENT.id);
    await page.getByLabel('Client secret').fill('wrong');
    for (const [issuer, problem] of [
      [provider.issuer.replace('http://', ''), 'Enter the whole address, beginning with https://.'],
      ['https://10.0.0.1/realms/acme', 'This address is in a private network'],
    ] as const) {
      await page.getByLabel('Issuer').fill(issuer);
      await press(page, 'Save');
      await see(page, problem);
      assert.equal(await page.getByLabel('Issuer').getAttribute('aria-invalid'), 'true');
    }
    await page.getByLabel('Issuer').fill(provider.issuer);
    await press(page, 'Save');
    await see(page, 'Saved.');
    await noViolations(page);
    const tested = async (button: string) => {
      const [other] = await Promise.all([context.waitForEvent('page'), press(page, button)]);
      await other.getByRole('heading', { level: 1 }).waitFor();
      return other;
    };
    const failed = await tested('Start the test');
    await arriveAt(failed, 'The test failed');
    await noViolations(failed);
    await failed.close();
    await see(page, 'The identity provider refused the client.');
    await page.getByLabel('Issuer').fill('nowhere');
    await press(page, 'Save');
    await see(page, 'Enter the whole address');
    assert.equal(await page.getByText('Saved.').count(), 0);
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client secret').fill(CLIENT.secret);
    await press(page, 'Save');
    await see(page, 'Saved.');
    assert.equal(await page.getByText('The identity provider refused the client.').count(), 0);
    const roles = page.getByRole('region', { name: '4. Give roles by group' });
    await roles.getByRole('button', { name: 'Set up' }).click();
    await see(page, 'No group gives a role yet: everybody gets the role Member.');
    await press(page, 'Add group');
    const group = roles.getByRole('textbox', { name: 'Group' });
    await group.fill('engineers');
    await roles.getByRole('button', { name: 'Save' }).click();
    await see(page, 'Choose at least one role.');
    const offered = roles.getByRole('group', { name: 'Roles' }).getByRole('checkbox');
    assert.equal(await offered.count(), 2, 'admin and member, but not owner');
    await roles.getByRole('checkbox', { name: 'Admin' }).check();
    await press(page, 'Add group');
    await group.last().fill('engineers');
    await roles.getByRole('button', { name: 'Save' }).click();
    await see(page, 'This group is already in the list.');
    await noViolations(page);
    await roles.getByRole('button', { name: 'Remove engineers' }).last().click();
    await roles.getByRole('checkbox', { name: 'Roles follow the groups at each sign-in' }).check();
    await roles.getByRole('button', { name: 'Save' }).click();
    await roles.getByText('Saved.').waitFor();
    await see(page, 'Everybody else gets the role Member.');
    const passed = await tested('Start the test');
    await arriveAt(passed, 'The test succeeded');
    await see(passed, 'Grace Hopper');
    await noViolations(passed);
    await passed.close();
    await see(page, 'This is how grace@acme.example.net would arrive:');
    assert.equal(await page.locator('dt:text-is("Roles") + dd').innerText(), 'admin');
    await press(page, 'Turn on');
    await see(page, 'It is turned on.');
    assert.match(await valueOf(page, 'Address to sign in'), /\/auth\/connection\/con_.*\/login$/);
    await press(page, 'Turn off');
    await noViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await press(page, 'Turn on');
    await see(page, 'It is turned on.');
    await press(page, 'Back');
    await see(page, 'turned on');

    // Loaded again: the tab keeps the token.
    await page.reload();
    await press(page, 'Add another one');
    await press(page, 'Microsoft Entra ID');
    await arriveAt(page, 'Connect Microsoft Entra ID');
    await page.getByLabel('Address of the metadata').fill('https://10.0.0.1/metadata');
    await press(page, 'Save');
    await see(page, 'This address is in a private network');
    await page.getByLabel('Address of the metadata').fill('');
    assert.match(await valueOf(page, 'Reply URL (Assertion Consumer Service URL)'), /\/acs$/);
    await page.getByLabel('Or its content, as XML').fill('nonsense');
    await press(page, 'Save');
    await see(page, 'This could not be read.');
    const idp = await createSamlIdp();
    await page.getByLabel('Or its content, as XML').fill(metadataOf(idp));
    await press(page, 'Save');
    await see(page, `Saved: ${idp.entityId}`);
    await press(page, 'Back');
    await press(page, 'Create token for Microsoft Entra ID');
    await see(page, 'Copy the token now: it is shown only once.');
    assert.match(await valueOf(page, 'Secret Token'), /^kw_scim_/);
    assert.match(await valueOf(page, 'Tenant URL'), /\/auth\/scim\/v2\/con_/);
    await noViolations(page);

    await press(page, 'I am done');
    await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
    await arriveAt(page, 'All done');
    await page.goto('about:blank');
    await page.goto(url);
    await arriveAt(page, 'This link is no longer valid');
    assert.equal(await page.getByRole('link', { name: 'Go to sign in' }).count(), 0);

    const { body } = await keyward.call('GET', `${acme.path}/connection`, { token: root.token });
    assert.ok(Array.isArray(body['connections']));
    const [{ id, mapping, keep_roles }] = body['connections'];
    assert.deepEqual({ mapping, keep_roles }, { mapping: { engineers: ['admin'] }, keep_roles: true });
    const login = `${site.url}/auth/connection/${asText(id)}/login?frontend_url=${encodeURIComponent(FRONTEND)}`;
    const { searchParams } = await createBrowser().followTo(login, FRONTEND);
    const { account } = await assertSignedIn(keyward, searchParams);
    assert.equal(account['email'], 'grace@acme.example.net');
  });

  it('guides through Keycloak by SAML, and names another provider', async () => {
    const { url } = await portalOf(['connections', 'scim']);
    await using visit = await site.open(url);
    const { page } = visit;
    await press(page, 'Keycloak (SAML)');
    await arriveAt(page, 'Connect Keycloak');
    await see(page, 'in the realm of your people');
    const entity = await valueOf(page, 'Client ID');
    assert.equal(entity, (await valueOf(page, 'Master SAML Processing URL')).replace(/acs$/, 'metadata'));
    await see(page, 'Keys: Client signature required');
    await press(page, 'Back');
    await see(page, 'Keycloak does not support SCIM.');
    // Whoever only looked leaves one draft, however often, and removes it with one act.
    await press(page, 'Add another one');
    await press(page, 'Keycloak (SAML)');
    await arriveAt(page, 'Connect Keycloak');
    await press(page, 'Back');
    await see(page, 'SAML · Not turned on yet');
    await press(page, 'Remove Keycloak');
    await page.getByRole('button', { name: 'Remove Keycloak' }).waitFor({ state: 'detached' });
    await press(page, 'Other, by SAML');
    await arriveAt(page, 'Connect Acme');
    const idp = await createSamlIdp();
    await page.getByLabel('Or its content, as XML').fill(metadataOf(idp));
    await press(page, 'Save');
    await see(page, `Saved: ${idp.entityId}`);
    await page.getByLabel('Name on the sign-in page').fill('Acme Login');
    await page.getByLabel('Or its content, as XML').fill('');
    await press(page, 'Save');
    await arriveAt(page, 'Connect Acme Login');
  });

  it('shows its sections alone', async () => {
    const { url } = await portalOf(['domains']);
    await using visit = await site.open(url);
    await see(visit.page, 'Prove your domain');
    assert.equal(await visit.page.getByText('Connect your identity provider').count(), 0);
  });

  for (const language of LANGUAGES)
    it(`fits a phone in ${language}`, async () => {
      const { title, domains, connections, steps } = await portalTextsIn(language);
      const { url } = await portalOf(['domains', 'connections', 'scim']);
      await using visit = await site.open(url, { language, narrow: true });
      const { page } = visit;
      await arriveAt(page, title('Acme'));
      await see(page, domains.title);
      await assertInside(page);
      await press(page, connections.otherSaml);
      await arriveAt(page, steps.title('Acme'));
      await assertInside(page);
      await noViolations(page);
      assert.ok((await scriptBytes(page)) < 45_000);
    });

  it('shows texts of the operator, from right to left', async () => {
    const { url } = await portalOf(['domains', 'connections']);
    await using visit = await site.open(url, { language: 'ar', narrow: true });
    const { page } = visit;
    await arriveAt(page, 'الدخول الموحد إلى Acme');
    await see(page, 'Prove your domain');
    await assertInside(page);
  });
});
