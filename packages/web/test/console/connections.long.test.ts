import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, CONNECTIONS_ON } from '../../../server/test/http/connections/help.ts';
import { createSamlIdp, metadataOf } from '../../../server/test/http/connections/saml-idp.ts';
import { addCast, addMember, addOrganization } from '../../../server/test/http/organizations/help.ts';
import { startOidcProvider } from '../../../server/test/support/oidc-provider.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

describe('the connections of an organization in the console', IN_BROWSER, () => {
  const site = suiteSite({ settings: CONNECTIONS_ON });

  it('are added by OpenID Connect and SAML, turned on and off, changed and deleted', async () => {
    const { keyward } = site;
    await using provider = await startOidcProvider();
    provider.register([]);
    const cast = await addCast(keyward);
    const acme = await addOrganization(keyward, cast.root, cast.owner);
    await using visit = await openConsole(site, `/console/organizations/${acme.id}`, {
      statuses: [422, 502],
      origins: [provider.issuer],
    });
    const { page, root, context } = visit;
    const card = page.getByRole('dialog').first().getByRole('region', { name: 'Connections' });
    const dialog = () => page.getByRole('dialog').last();
    const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
    const stored = async () => {
      const { body } = await keyward.call('GET', `${acme.path}/connection`, { token: root.token });
      return Object(body['connections']);
    };
    await card.getByText('Its members sign in with Keyward accounts').waitFor();
    await card.getByRole('button', { name: 'Add connection' }).click();
    await dialog().getByLabel('Name').fill('Acme Okta');
    await dialog().getByLabel('Issuer').fill('nonsense');
    await dialog().getByLabel('Client ID').fill('keyward');
    await dialog().getByRole('textbox', { name: 'Client secret' }).fill('secret of the client');
    await dialog().getByLabel('Roles by group').fill('engineers = member\nnonsense');
    await dialog().getByText('Write each line as').waitFor();
    await dialog().getByLabel('Roles by group').fill('engineers = member\nou=admins = admin, member');
    await press('Add connection');
    await dialog().locator('[name="issuer"][aria-invalid="true"]').waitFor();
    await noViolations(page);
    await dialog().getByLabel('Issuer').fill(provider.issuer);
    await press('Add connection');
    const okta = card.getByRole('listitem').filter({ hasText: 'Acme Okta' });
    await okta.getByText('draft').waitFor();
    const [{ id, mapping }] = await stored();
    assert.deepEqual(mapping, { engineers: ['member'], 'ou=admins': ['admin', 'member'] });
    await okta.getByText(`${site.url}/auth/connection/${id}/callback`).waitFor();
    await noViolations(page);

    provider.register([`${site.url}/auth/connection/${id}/callback`]);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      okta.getByRole('button', { name: 'Try it: Acme Okta' }).click(),
    ]);
    await tab.getByText(/^The test (?:succeeded|failed)$/).waitFor();
    await tab.close();

    await okta.getByRole('button', { name: 'Turn on Acme Okta' }).click();
    await dialog().getByText(provider.issuer).waitFor();
    await dialog().getByText('ou=admins = admin, member').waitFor();
    await noViolations(page);
    assert.equal((await stored())[0].status, 'draft');
    await press('Turn on');
    await okta.getByText('active').waitFor();
    await okta.getByRole('button', { name: 'Edit Acme Okta' }).click();
    assert.equal(await dialog().getByLabel('Issuer').inputValue(), provider.issuer);
    await dialog().getByLabel('Name').fill('Okta');
    await dialog().getByLabel('Roles follow the groups').check();
    await press('Save');
    await card.getByRole('button', { name: 'Turn off Okta' }).click();
    await card.getByText('off', { exact: true }).waitFor();
    const [changed] = await stored();
    assert.deepEqual(
      [changed.name, changed.status, changed.keep_roles, changed.mapping],
      ['Okta', 'disabled', true, mapping],
    );

    const idp = await createSamlIdp();
    await card.getByRole('button', { name: 'Add connection' }).click();
    await dialog().getByText('SAML', { exact: true }).click();
    await dialog().getByLabel('Name').fill('Entra');
    await dialog().getByLabel('Metadata').fill('<nonsense/>');
    await press('Add connection');
    await dialog().locator('[name="metadata"][aria-invalid="true"]').waitFor();
    await noViolations(page);
    await dialog().getByLabel('Metadata').fill(metadataOf(idp));
    await press('Add connection');
    const entra = card.getByRole('listitem').filter({ hasText: 'Entra' });
    await entra.getByText(/Certificate ends/).waitFor();
    const [, { saml }] = await stored();
    await entra.getByText(saml.sp_acs_url).waitFor();

    await entra.getByRole('button', { name: 'Delete Entra' }).click();
    await page.getByLabel('Type Entra to confirm').fill('Entra');
    await press('Delete');
    await entra.waitFor({ state: 'detached' });
    assert.equal((await stored()).length, 1);

    // An administrator of the customer begins with the name.
    const begun = { name: 'Okta 2', saml: {} };
    const draft = await keyward.call('POST', `${acme.path}/connection`, { token: root.token, body: begun });
    assert.equal(draft.status, 201, draft.text);
    await page.reload();
    const okta2 = card.getByRole('listitem').filter({ hasText: 'Okta 2' });
    await okta2.getByRole('button', { name: 'Delete Okta 2' }).waitFor();
    assert.deepEqual(await okta2.getByRole('button', { name: 'Okta 2' }).allTextContents(), [
      'Edit',
      'Delete',
    ]);
  });

  it('are approved, and set up by an administrator of the customer, who gets a link', async () => {
    const { keyward } = site;
    const cast = await addCast(keyward);
    const acme = await addOrganization(keyward, cast.root, cast.owner);
    await addMember(keyward, cast.root, acme, cast.member, 'admin');
    await using provider = await startOidcProvider();
    const connected = await connect(keyward, cast.member, acme, provider, {
      name: 'Acme Okta',
      status: 'draft',
    });
    await using visit = await openConsole(site, `/console/organizations/${acme.id}`, {
      statuses: [400, 409],
    });
    const { page, context } = visit;
    const dialog = () => page.getByRole('dialog').last();
    const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
    const card = page.getByRole('dialog').first().getByRole('region', { name: 'Connections' });
    await card.getByRole('button', { name: 'Approve Acme Okta' }).click();
    await dialog().getByText('Whoever runs this provider').waitFor();
    await dialog().getByText(provider.issuer).waitFor();
    await noViolations(page);
    // Somebody changes it while the question is open.
    const { token } = cast.member;
    const again = { oidc: { client_id: 'another' } };
    const changed = await keyward.call('PATCH', connected.path, { token, body: again });
    assert.equal(changed.status, 200, changed.text);
    await press('Approve');
    await dialog().getByText('has changed since it was read').waitFor();
    await dialog().getByText('another', { exact: true }).waitFor();
    const now = await keyward.call('GET', connected.path, { token });
    assert.equal(now.body['signs_in_owners'], false);
    await press('Cancel');
    await card.getByRole('button', { name: 'Edit Acme Okta' }).click();
    await dialog().getByText('Saving approves this connection').waitFor();
    await noViolations(page);
    await press('Cancel');
    await card.getByRole('button', { name: 'Approve Acme Okta' }).click();
    await press('Approve');
    await page.getByText('Acme Okta is approved.').waitFor();
    await card.getByRole('button', { name: 'Invite their administrator' }).click();
    await dialog().getByLabel('Domains').uncheck();
    await dialog().getByLabel('Days until it expires').fill('3');
    await noViolations(page);
    await press('Make the link');
    await page.getByText('The link is made').waitFor();
    const url = await dialog().locator('code').textContent();
    await noViolations(page);
    await press('I have kept it');
    const portal = await context.newPage();
    await portal.goto(url ?? '');
    await portal.getByRole('button', { name: 'Set up Acme Okta' }).waitFor();
    assert.equal(await portal.getByRole('heading', { name: 'Domains' }).count(), 0);
    await card.getByRole('button', { name: 'Invite their administrator' }).click();
    await press('End all earlier links');
    await page.getByText('All earlier links have ended.').waitFor();
    await portal.reload();
    await portal.getByText('This link is no longer valid').waitFor();
  });
});
