import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOf } from '../../../server/test/http/admin/admin.ts';
import { asText } from '../../../server/test/http/expectations.ts';
import { addApplication, post, signInWith } from '../../../server/test/http/oauth/flows.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

describe('the page of the applications', IN_BROWSER, () => {
  const site = suiteSite();

  it('checks addresses while they are typed, creates one, shows its secret once, and deletes it by its name', async () => {
    await using visit = await openConsole(site, '/console/applications');
    const { page, root } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Create application').first().click();
    const form = page.getByRole('dialog', { name: 'Create an application' });
    await form.getByRole('radio', { name: 'Machine' }).check();
    assert.equal(await form.getByLabel('Redirect URIs').count(), 0);
    await form.getByText('Web server').click();
    await form.getByLabel('Name').fill('Orders');
    const addresses = form.getByLabel('Redirect URIs');
    await addresses.fill('http://app.example.com/callback');
    await form.getByText('must be https, unless it is on this device').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Create application' }).isDisabled());
    await noViolations(page);
    await addresses.fill('https://app.example.com/callback\nhttp://localhost:8787/callback');
    await form.getByText('must be https').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Create application' }).click();

    const secret = (await page.getByText(/^kw_app_[0-9A-Za-z]{20,}$/).textContent()) ?? '';
    await noViolations(page);
    await button('I have kept it').click();
    const panel = page.getByRole('dialog', { name: 'Orders' });
    await panel.getByText('How to connect it').waitFor();
    await noViolations(page);
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const isKnown = async (one: string) =>
      (await post(site.keyward, 'introspect', { id, secret: one }, { token: 'none' })).status === 200;
    assert.ok(await isKnown(secret));

    await panel.getByRole('button', { name: 'Add secret' }).click();
    const second = (await page.getByText(/^kw_app_[0-9A-Za-z]{20,}$/).textContent()) ?? '';
    await button('I have kept it').click();
    assert.ok((await isKnown(secret)) && (await isKnown(second)));
    assert.ok(await panel.getByRole('button', { name: 'Add secret' }).isDisabled());
    await panel
      .getByRole('button', { name: /^Remove the secret/ })
      .first()
      .click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The secret is removed.').waitFor();
    assert.notEqual(await isKnown(secret), await isKnown(second));

    await panel.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Change the application' });
    await edit.getByText('More settings').click();
    await edit.getByLabel('Minutes until an access token expires').fill('5');
    await noViolations(page);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const path = `/application/${id}`;
    const changed = await site.keyward.call('GET', path, { token: root.token });
    assert.equal(changed.body['access_minutes'], 5);
    await panel.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Turn off' }).click();
    await panel.getByRole('button', { name: 'Turn on' }).waitFor();

    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Orders?' });
    assert.ok(await question.getByRole('button', { name: 'Delete' }).isDisabled());
    await question.getByLabel('Type Orders to confirm').fill('Orders');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no applications').waitFor();
    assert.equal((await site.keyward.call('GET', path, { token: root.token })).status, 404);
  });

  it('takes keys of the application in place of a secret', async () => {
    await using visit = await openConsole(site, '/console/applications', { statuses: [422] });
    const { page, root } = visit;
    await page.getByRole('button', { name: 'Create application', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: 'Create an application' });
    await form.getByRole('radio', { name: 'Web server' }).and(page.locator(':checked')).waitFor();
    await form.getByLabel('Name').fill('With keys');
    await form.getByText('More settings').click();
    await form.getByLabel('How it authenticates').selectOption('private_key_jwt');
    await form.getByRole('button', { name: 'Create application' }).click();
    await form.getByText(/is needed for private_key_jwt/).waitFor();
    const keys = form.getByLabel('Public keys (JWK Set)');
    await keys.fill('{"keys": [');
    await form.getByText('This is not JSON').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Create application' }).isDisabled());
    await noViolations(page);
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] };
    await keys.fill(JSON.stringify(jwks));
    await form.getByRole('button', { name: 'Create application' }).click();
    const panel = page.getByRole('dialog', { name: 'With keys' });
    await panel.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Change the application' });
    assert.deepEqual(JSON.parse(await edit.getByLabel('Public keys (JWK Set)').inputValue()), jwks);
    await edit.getByText('More settings').click();
    await edit.getByLabel('Logo', { exact: true }).fill('https://app.example.com/logo.png');
    await edit.getByLabel('Algorithm that signs its tokens').selectOption('ES256');
    await noViolations(page);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const path = `/application/${id}`;
    const { body } = await site.keyward.call('GET', path, { token: root.token });
    assert.deepEqual(
      [body['token_endpoint_auth_method'], body['jwks'], body['signing_algorithm'], body['logo_url']],
      ['private_key_jwt', jwks, 'ES256', 'https://app.example.com/logo.png'],
    );
    assert.equal((await site.keyward.call('DELETE', path, { token: root.token })).status, 200);
  });

  it('tries one by a round trip, which shows what an application gets and leaves nothing behind', async () => {
    const kept = await addApplication(site.keyward, { name: 'Kept' });
    const person = await addPerson(site.keyward, { email: 'trial@example.org' });
    await using visit = await openConsole(site, '/console/applications', { used: false });
    const { page, root } = visit;
    await page.getByRole('button', { name: 'Try it' }).click();
    await noViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in to Console test?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Try it', level: 1 }).waitFor();
    await page.getByLabel('Userinfo').getByText('trial@example.org').waitFor();
    assert.equal(page.url(), `${site.url}/console/try`);
    await page.getByLabel('ID token').getByText('"aud": "app_').waitFor();
    await noViolations(page);
    const left = await site.keyward.call('GET', '/application', { token: root.token });
    assert.deepEqual(
      rowsOf(left, 'applications').map(({ client_id }) => client_id),
      [kept.id],
    );
    await page.reload();
    await page.getByText('Nothing came back').waitFor();
    await site.keyward.call('DELETE', `/application/${kept.id}`, { token: root.token });
  });

  it('says in German what is wrong with an address', async () => {
    await using visit = await openConsole(site, '/console/applications', { language: 'de' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Anwendung anlegen', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: 'Eine Anwendung anlegen' });
    await form.getByLabel('Redirect-URIs').fill('http://app.example.com/callback');
    await form.getByText('muss https sein, außer auf diesem Gerät').waitFor();
  });

  it('shows in the panel of an account what its owner has connected', async () => {
    const application = await addApplication(site.keyward, { name: 'Calendar' });
    const person = await addPerson(site.keyward);
    await signInWith(site.keyward, application, person.token);
    await using visit = await openConsole(site, `/console/accounts/${person.id}`);
    const { page } = visit;
    const card = page.getByRole('region', { name: 'Connected applications' });
    await card.getByText('openid profile email').waitFor();
    await noViolations(page);
    await card.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('dialog', { name: 'Calendar' }).getByText('How to connect it').waitFor();
    await page.goBack();
    await card.getByRole('button', { name: 'Disconnect Calendar' }).click();
    await noViolations(page);
    await page.getByRole('dialog').last().getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('Calendar is disconnected.').waitFor();
    await card.waitFor({ state: 'detached' });
    const connected = await site.keyward.call('GET', '/account/application', { token: person.token });
    assert.deepEqual(connected.body['applications'], []);
    const { token } = visit.root;
    await site.keyward.call('DELETE', `/application/${application.id}`, { token });
  });

  it('rotates the keys that sign tokens for applications', async () => {
    await using visit = await openConsole(site, '/console/applications');
    const { page, root } = visit;
    const made = await site.keyward.call('POST', '/application', {
      token: root.token,
      body: { name: 'Reports', type: 'machine' },
    });
    assert.equal(made.status, 201, made.text);
    const kids = async () => {
      const { body } = await site.keyward.callRoot('GET', '/.well-known/jwks.json');
      return asText(JSON.stringify(body['keys']));
    };
    const before = await kids();
    await page.reload();
    await page.getByRole('row', { name: /Reports/ }).waitFor();
    await noViolations(page);
    await page.getByRole('button', { name: 'Rotate signing keys' }).click();
    const question = page.getByRole('dialog');
    await noViolations(page);
    await question.getByRole('button', { name: 'Rotate signing keys' }).click();
    await page.getByText('New keys sign the tokens for applications.').waitFor();
    assert.notEqual(await kids(), before);
  });
});
