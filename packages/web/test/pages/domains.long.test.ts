import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { txtRecordsOf } from '../../../server/src/features/organizations/txt-records.ts';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { asObject, asText } from '../../../server/test/http/expectations.ts';
import { addOrganization, ON } from '../../../server/test/http/organizations/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { type NameServer, startNameServer } from '../../../server/test/support/name-server.ts';
import { until } from '../../../server/test/support/until.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, press, see, signIn } from './people.ts';

describe('the domains of an organization', IN_BROWSER, () => {
  let dns: NameServer;
  before(async () => {
    dns = await startNameServer();
  });
  after(() => dns[Symbol.asyncDispose]());
  const site = suiteSite({
    settings: ON,
    parts: { readTxtRecords: (name) => txtRecordsOf(dns.address)(name) },
  });

  it('are claimed, proven by DNS, and removed by its owner', async () => {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const owner = await addPerson(keyward, { verified: true });
    const acme = await addOrganization(keyward, root, owner);
    await using visit = await site.open('/signin?return_to=/organization/acme?part=domains', {
      statuses: [409, 422],
    });
    const { page } = visit;
    await signIn(page, owner.email);
    await arriveAt(page, 'Acme');
    const field = page.getByRole('textbox', { name: 'Domain' });
    await field.fill('gmail.com');
    await press(page, 'Add domain');
    await see(page, 'Public mail providers are refused');
    await field.fill('acme.example.net');
    await press(page, 'Add domain');
    await see(page, 'The domain is added.');
    await page.getByText('_keyward.acme.example.net').waitFor();
    // Nothing can be required before it is proven.
    assert.equal(await page.getByRole('option', { name: 'must use single sign-on' }).count(), 0);
    await noViolations(page);
    await press(page, 'Verify acme.example.net');
    await see(page, 'DNS does not have the record yet.');
    const listed = await keyward.call('GET', `${acme.path}/domain`, { token: owner.token });
    const [domain] = Array.isArray(listed.body['domains']) ? listed.body['domains'] : [];
    const { name, value } = asObject(asObject(domain)['record']);
    dns.texts.set(asText(name), [asText(value)]);
    await press(page, 'Verify acme.example.net');
    await see(page, 'acme.example.net is verified.');
    await page.getByLabel('People with an email at acme.example.net').selectOption('suggest');
    await see(page, 'Saved.');
    await noViolations(page);
    // Its people must sign in with the company: only once the owner has read what that takes from them.
    const joining = page.getByLabel('People with an email at acme.example.net');
    const stored = async () =>
      (await keyward.call('GET', `${acme.path}/domain`, { token: owner.token })).text;
    await joining.selectOption('must use single sign-on');
    const question = page.getByRole('dialog', { name: 'Require single sign-on for acme.example.net?' });
    await question.getByText('all other ways stop working for them').waitFor();
    await noViolations(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await joining.inputValue(), 'suggest');
    assert.match(await stored(), /"joining":"suggest"/);
    await joining.selectOption('require');
    await question.getByRole('button', { name: 'Require' }).click();
    await question.waitFor({ state: 'detached' });
    await see(page, 'Saved.');
    assert.equal(await joining.inputValue(), 'require');
    assert.match(await stored(), /"joining":"require"/);
    await press(page, 'Remove acme.example.net');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await see(page, 'acme.example.net is removed.');
  });

  it('are vouched for in the console', async () => {
    const { keyward } = site;
    const owner = await addPerson(keyward, { verified: true });
    await using visit = await openConsole(site, '/console/organizations', { statuses: [409] });
    const { page, root } = visit;
    const beta = await addOrganization(keyward, root, owner, { name: 'Beta' });
    await page.goto(`${site.url}/console/organizations/${beta.id}`);
    const panel = page.getByRole('dialog').first();
    await panel.getByRole('button', { name: 'Add domain' }).click();
    const form = page.getByRole('dialog', { name: 'Add a domain' });
    await form.getByLabel('Domain').fill('beta.example.net');
    await form.getByRole('button', { name: 'Add domain' }).click();
    await panel.getByText('not verified').waitFor();
    await noViolations(page);
    await page.setViewportSize({ width: 360, height: 780 });
    const reach =
      "Math.max(...[...document.querySelectorAll('.kc-record *')].map((one) => one.getBoundingClientRect().right))";
    await until(async () => Number(await page.evaluate(reach)) <= 360, 'a panel that fits a phone');
    await panel.getByRole('button', { name: 'Vouch for beta.example.net' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Vouch' }).click();
    await panel.getByText('verified', { exact: true }).waitFor();
    const listed = await keyward.call('GET', `${beta.path}/domain`, { token: root.token });
    assert.match(listed.text, /"status":"verified"/);
    await panel.getByRole('button', { name: 'Change who joins by beta.example.net' }).click();
    const change = page.getByRole('dialog', { name: 'People with an email at beta.example.net' });
    await change.getByLabel('How they join or sign in').selectOption('require');
    await change.getByText('lose their other ways to sign in').waitFor();
    await noViolations(page);
    await change.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Its people sign in only by its connection').waitFor();
  });
});
