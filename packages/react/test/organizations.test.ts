import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createVerifier, type Verifier } from '../../client/src/verify.ts';
import { invoicesApi } from '../../../examples/b2b/api.ts';
import { addSuperadmin } from '../../server/test/http/admin/admin.ts';
import { addMember, addOrganization, ON } from '../../server/test/http/organizations/help.ts';
import { addPerson } from '../../server/test/http/people.ts';
import type { SignedUp } from '../../server/test/support/keyward.ts';
import { noViolations } from '../../web/test/support/accessibility.ts';
import { IN_BROWSER } from '../../web/test/support/browser.ts';
import { suiteSite } from '../../web/test/support/site.ts';
import { arriveAt, press, see, signIn, typeIn } from '../../web/test/pages/people.ts';
import { type Application, startApplication } from './application.ts';

/** What a page has; Node.js has no types for it. */
declare const getComputedStyle: (element: unknown) => { backgroundColor: string };

const EXAMPLE = fileURLToPath(new URL('../../../examples/b2b', import.meta.url));
const SECRET = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

describe('the example for companies, with an API that asks for permissions', IN_BROWSER, () => {
  const site = suiteSite({
    settings: {
      ...ON,
      KEYWARD_ORGANIZATIONS_CREATION: 'anyone',
      KEYWARD_ORGANIZATIONS_PERMISSIONS: 'invoices:read,invoices:write',
      KEYWARD_ORGANIZATIONS_ROLES: JSON.stringify([
        { name: 'clerk', permissions: ['org:read', 'invoices:read'] },
      ]),
      KEYWARD_BRANDING_NAME: 'Example',
      KEYWARD_BRANDING_COLOUR: '#0f766e',
      KEYWARD_JWT_ALGORITHM: 'ES256',
      KEYWARD_JWT_SECRET: String(SECRET),
    },
  });
  let application: Application;
  let verifier: Verifier;
  let root: SignedUp;
  before(async () => {
    root = await addSuperadmin(site.keyward);
    verifier = createVerifier({
      url: site.url,
      credentials: { token: () => root.token },
      now: () => site.keyward.clock.now(),
    });
    application = await startApplication(EXAMPLE, site.url, invoicesApi(verifier));
  });
  after(async () => {
    await verifier.close();
    await application.close();
  });
  const visit = (path = '/') =>
    site.open(application.url + path, { origins: [application.url], statuses: [403, 404] });

  it('takes name and colour from the service, and leaves a wide page room', async () => {
    await using opened = await visit();
    const { page } = opened;
    await arriveAt(page, 'Sign in to Example');
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    const colour = () => button.evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.equal(await colour(), 'rgb(15, 118, 110)');
    assert.ok(Number((await button.boundingBox())?.width) <= 440);
    // The application has the last word, whatever the order of the sheets.
    await page.evaluate(
      "document.head.insertAdjacentHTML('afterbegin', '<style>:root { --keyward-colour: #ff0000 }</style>')",
    );
    assert.equal(await colour(), 'rgb(255, 0, 0)');
  });

  it('creates an organization, and shows only what its member may do', async () => {
    const { keyward } = site;
    const owner = await addPerson(keyward, { verified: true });
    await using opened = await visit();
    const { page } = opened;
    await signIn(page, owner.email);
    await arriveAt(page, 'Welcome');
    await typeIn(page, { Name: 'North' });
    await press(page, 'Create organization');
    await arriveAt(page, 'Invoices of North');
    await typeIn(page, { Customer: 'Ada', Amount: '12.5' });
    await press(page, 'Add');
    await page.getByRole('cell', { name: '12.50' }).waitFor();

    // Another organization, in which the person may only read, at the same address.
    const south = await addOrganization(keyward, root, root, { name: 'South' });
    await addMember(keyward, root, south, owner, 'clerk');
    await page.reload();
    await press(page, 'Organization: North');
    await press(page, 'Switch to South');
    await arriveAt(page, 'Invoices of South');
    assert.equal(page.url(), `${application.url}/`);
    assert.equal(await page.getByRole('cell').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Add', exact: true }).count(), 0);

    // A role that is taken away: the API follows within a second, the page with the next token.
    const body = { roles: ['member'] };
    const path = `${south.path}/member/${owner.id}`;
    assert.equal((await keyward.call('PATCH', path, { token: root.token, body })).status, 200);
    await page.reload();
    await see(page, 'Ask an admin for the role billing.');

    await page.getByRole('link', { name: 'Organization', exact: true }).click();
    await arriveAt(page, 'South');
    await press(page, 'Organization: South');
    await press(page, 'Switch to North');
    await arriveAt(page, 'North');
    await page.getByText(owner.email).waitFor();
    await noViolations(page);
  });

  it('gets an error from the API for what the page only hides', async () => {
    const member = await addPerson(site.keyward, { verified: true });
    const ask = (method: string, path = '/api/invoices') =>
      fetch(application.url + path, { method, headers: { authorization: `Bearer ${member.token}` } });
    // No organization is active.
    assert.equal((await ask('GET')).status, 404);
    const body = { name: 'West' };
    const { token } = member;
    const made = await site.keyward.call('POST', '/organization', { token, body });
    assert.equal(made.status, 201, made.text);
    const active = await site.keyward.call('POST', '/token/organization', {
      token,
      body: { organization: 'west' },
    });
    assert.equal(active.status, 200, active.text);
    member.token = String(active.body['access_token']);
    assert.deepEqual(await (await ask('GET')).json(), []);
    assert.equal((await ask('POST')).status, 400);
    assert.equal((await ask('GET', '/api/nothing')).status, 404);
  });
});
