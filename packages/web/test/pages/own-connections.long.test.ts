import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { connect, CONNECTIONS_ON } from '../../../server/test/http/connections/help.ts';
import { connectSaml, createSamlIdp, metadataOf } from '../../../server/test/http/connections/saml-idp.ts';
import { addCast, addMember, addOrganization } from '../../../server/test/http/organizations/help.ts';
import { CLIENT, startOidcProvider } from '../../../server/test/support/oidc-provider.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, press, scriptBytes, see, signIn, typeIn } from './people.ts';

/** Where a connection is active, the page asks for the email first. */
async function enter(page: Page, email: string) {
  await typeIn(page, { Email: email });
  await press(page, 'Continue');
  await signIn(page, email);
}

describe('the company sign-ins of an organization', IN_BROWSER, () => {
  const site = suiteSite({ settings: CONNECTIONS_ON });

  it('are approved and turned off by an owner, who invites the administrator', async () => {
    const { keyward } = site;
    await using provider = await startOidcProvider();
    const { root, owner, admin } = await addCast(keyward);
    const acme = await addOrganization(keyward, root, owner);
    await addMember(keyward, root, acme, admin, 'admin');
    const { path } = await connect(keyward, admin, acme, provider, {
      name: 'Acme Okta',
      mapping: { engineers: ['admin'] },
    });
    const read = async () => (await keyward.call('GET', path, { token: root.token })).body;
    assert.equal((await read())['signs_in_owners'], false);

    await using visit = await site.open('/signin?return_to=/organization/acme?part=connections', {
      statuses: [400],
    });
    const { page } = visit;
    await enter(page, owner.email);
    await arriveAt(page, 'Acme');
    await see(page, 'Owners cannot sign in with it until an owner approves it.');
    await see(page, 'People in the group engineers become Admin.');
    await noViolations(page);
    const bytes = await scriptBytes(page);
    assert.ok(bytes < 45_000, `${bytes} bytes of script`);

    await press(page, 'Approve Acme Okta');
    const question = page.getByRole('dialog', { name: 'Approve Acme Okta?' });
    await question.getByText(provider.issuer).first().waitFor();
    await question.getByText(`Client ID: ${CLIENT.id}`).waitFor();
    await question.getByRole('button', { name: 'Approve' }).click();
    await see(page, 'Acme Okta is approved.');
    assert.equal((await read())['signs_in_owners'], true);
    await page.getByRole('button', { name: 'Approve Acme Okta' }).waitFor({ state: 'detached' });

    await press(page, 'Turn off Acme Okta');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await see(page, 'Acme Okta is off.');
    assert.equal((await read())['status'], 'disabled');
    // An admin points it elsewhere meanwhile: to turn it on is to approve it.
    const away = { oidc: { client_id: 'another' } };
    assert.equal((await keyward.call('PATCH', path, { token: admin.token, body: away })).status, 200);
    await press(page, 'Turn on Acme Okta');
    const turning = page.getByRole('dialog', { name: 'Turn on Acme Okta?' });
    await turning.getByText('Client ID: another').waitFor();
    await turning.getByText(`Whoever runs ${provider.issuer}`).waitFor();
    await noViolations(page);
    assert.equal((await read())['status'], 'disabled');
    await turning.getByRole('button', { name: 'Turn on' }).click();
    await see(page, 'Acme Okta is on.');
    assert.equal((await read())['status'], 'active');

    await press(page, 'Make a link');
    const link = await page.locator('.kw-record code').textContent();
    await noViolations(page);
    await page.setViewportSize({ width: 360, height: 780 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await press(page, 'End all links');
    await see(page, 'All links have ended.');
    await page.goto(link ?? assert.fail('no link'));
    await see(page, 'This link is no longer valid');
  });

  it('show an owner the address and the certificate that they have become', async () => {
    const { keyward } = site;
    const { root, owner, admin } = await addCast(keyward);
    const delta = await addOrganization(keyward, root, owner, { name: 'Delta' });
    await addMember(keyward, root, delta, admin, 'admin');
    const [idp, other] = [await createSamlIdp('delta'), await createSamlIdp('other')];
    const { path } = await connectSaml(keyward, owner, delta, idp, {}, { name: 'Delta SAML' });
    await using visit = await site.open('/signin?return_to=/organization/delta?part=connections', {
      statuses: [409],
    });
    const { page } = visit;
    await enter(page, owner.email);
    await see(page, `Sign-in page: ${idp.ssoUrl}`);
    await see(page, new X509Certificate(idp.certificate).fingerprint256);

    const server = createServer((_request, response) => void response.end(metadataOf(other)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = `http://127.0.0.1:${portOf(server)}/metadata`;
    const saml = { metadata_url: address };
    const changed = await keyward.call('PATCH', path, { token: admin.token, body: { saml } });
    await closeServer(server);
    assert.equal(changed.status, 200, changed.text);
    await page.reload();
    await press(page, 'Approve Delta SAML');
    const question = page.getByRole('dialog', { name: 'Approve Delta SAML?' });
    await question.getByText('Whoever holds the keys of these certificates').waitFor();
    await question.getByText(other.ssoUrl).waitFor();
    await question.getByText(new X509Certificate(other.certificate).fingerprint256).waitFor();
    await question.getByText(`Whoever runs ${address} can replace the certificates each day.`).waitFor();
    await noViolations(page);

    // Somebody changes it again while the question is open.
    const token = root.token;
    const third = await createSamlIdp('third');
    const again = { saml: { idp_certificates: [third.certificate] } };
    assert.equal((await keyward.call('PATCH', path, { token: admin.token, body: again })).status, 200);
    const approve = question.getByRole('button', { name: 'Approve' });
    await approve.click();
    await question.getByText('Somebody has changed this sign-in meanwhile.').waitFor();
    await question.getByText(new X509Certificate(third.certificate).fingerprint256).waitFor();
    assert.equal((await keyward.call('GET', path, { token })).body['signs_in_owners'], false);
    await approve.click();
    await see(page, 'Delta SAML is approved.');
    assert.equal((await keyward.call('GET', path, { token })).body['signs_in_owners'], true);
  });

  it('are shown to an admin, who approves nothing', async () => {
    const { keyward } = site;
    await using provider = await startOidcProvider();
    const { root, owner, admin } = await addCast(keyward);
    const beta = await addOrganization(keyward, root, owner, { name: 'Beta' });
    await addMember(keyward, root, beta, admin, 'admin');
    await connect(keyward, admin, beta, provider, { name: 'Beta Okta' });
    await using visit = await site.open('/signin?return_to=/organization/beta?part=connections');
    const { page } = visit;
    await enter(page, admin.email);
    await page.getByRole('button', { name: 'Turn off Beta Okta' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Approve|Make a link/ }).count(), 0);
    await keyward.call('POST', `${beta.path}/suspend`, { token: root.token, body: {} });
    await page.reload();
    await see(page, 'This organization is suspended.');
    assert.equal(await page.getByRole('tab', { name: 'Single sign-on' }).count(), 0);
  });
});
