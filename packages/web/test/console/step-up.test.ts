import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stepUpOf } from '../../../server/src/http/wire/endpoint/route.ts';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { enrolTotp } from '../../../server/test/http/factors/enrol.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { declaredRoutes } from '../../../server/test/support/routes.ts';
import { usually } from '../../../server/test/support/usual-size.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

interface Act {
  path: string;
  act: (page: Page) => Promise<void>;
  /** Shows once it has happened. */
  done: RegExp;
}

const OLD_MS = 11 * 60_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').last();
/** The button of the dialog that a button of the same name opens. */
const confirm = (name: string) => async (page: Page) => {
  await button(page, name).first().click();
  await dialogOf(page).getByRole('button', { name, exact: true }).click();
};
/** Changes a field of a section of the settings, and saves. */
const saving = (part: string, name: string, value: string): Act => ({
  path: `settings/${part}`,
  async act(page) {
    await page.locator(`[name="${name}"]`).fill(value);
    await button(page, 'Save').click();
  },
  done: /Saved\. The change applies now/,
});

/**
 * The console sends some for the same buttons as the PATCH of their section, where a field is given back. Acting for
 * somebody needs a second factor, and has a test of its own. Acts on organizations are sent by the same call.
 */
const ELSEWHERE =
  /^POST \/auth\/(?:config\/(?!rollback|providers)|account\/impersonate$)|^(?:POST|PATCH|DELETE) \/auth\/organization\//;

async function confirmSuperadmin(page: Page, email: string, act: string): Promise<void> {
  const question = page.getByRole('dialog', { name: `Make ${email} a superadmin?` });
  await question.getByLabel('Type superadmin to confirm').fill('superadmin');
  await question.getByRole('button', { name: act }).click();
}

describe('acts of the console that need a recent sign-in', IN_BROWSER, () => {
  const site = suiteSite();

  /** By the route that refuses them while the sign-in is old. */
  async function prepareActs(): Promise<Readonly<Record<string, Act>>> {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const admin = (method: string, path: string, body: object) =>
      keyward.call(method, path, { token: root.token, body });
    const factored = await addPerson(keyward);
    await enrolTotp(keyward, factored);
    const plain = await addPerson(keyward);
    const [leaving, locked] = [await addSuperadmin(keyward), await addSuperadmin(keyward)];
    for (let tries = 0; tries < 10; tries += 1)
      await keyward.call('POST', '/login', { body: { identifier: locked.email, password: 'Wrong-guess-1' } });
    const hook = { url: 'https://hooks.example.org/', types: ['account.created'] };
    const { id: webhook } = (await admin('POST', '/webhook', hook)).body;
    await keyward.app.services.store.providerLinks.insert({
      account_id: root.id,
      provider: 'https://id.example',
      subject: 'root',
      created_at: 0,
    });
    await admin('POST', '/invitation', { email: 'invited@example.org', role: 'superadmin' });
    const application = await admin('POST', '/application', { name: 'Shop' });
    await admin('PATCH', '/config/signup', { send_verification: true });
    await admin('POST', '/config/providers', {
      preset: 'slack',
      name: 'slack',
      client_id: 'the client',
      client_secret: 'its secret',
    });
    await admin('PATCH', '/config/signup', { send_verification: false });
    return {
      // First, because the lock ends by itself.
      'DELETE /auth/account/lock': {
        path: `accounts/${locked.id}`,
        act: (page) => button(page, 'Unlock').click(),
        done: /The account is unlocked/,
      },
      'POST /auth/apikey': {
        path: 'api-keys',
        async act(page) {
          await button(page, 'Create key').first().click();
          await page.getByLabel('Name').fill('Exporter');
          await page.getByLabel('accounts:read').check();
          await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
        },
        done: /^kw_live_/,
      },
      'POST /auth/account': {
        path: 'accounts?new=1',
        async act(page) {
          await page.locator('[name="name"]').fill('Root');
          await page.locator('[name="email"]').fill('second@example.org');
          await page.locator('[name="role"]').fill('superadmin');
          await dialogOf(page).getByRole('button', { name: 'Create account' }).click();
          await confirmSuperadmin(page, 'second@example.org', 'Create account');
        },
        done: /The account of second@example.org/,
      },
      'PATCH /auth/account': {
        path: `accounts/${plain.id}`,
        async act(page) {
          await button(page, 'More').click();
          await page.getByRole('menuitem', { name: 'Set password' }).click();
          await page.getByLabel('New password').fill('Another-horse-2');
          await dialogOf(page).getByRole('button', { name: 'Set password' }).click();
        },
        done: /has a new password/,
      },
      'DELETE /auth/account': {
        path: `accounts/${leaving.id}`,
        async act(page) {
          await button(page, 'Delete account').first().click();
          await dialogOf(page)
            .getByLabel(/^Type .* to confirm$/)
            .fill(leaving.email);
          await dialogOf(page).getByRole('button', { name: 'Delete account' }).click();
        },
        done: new RegExp(`${leaving.email} is deleted`),
      },
      'POST /auth/webhook': {
        path: 'webhooks',
        async act(page) {
          await button(page, 'Add webhook').first().click();
          await page.getByLabel('Address').fill('https://new.example.org/');
          await dialogOf(page).getByRole('button', { name: 'Add webhook' }).click();
        },
        done: /^whsec_/,
      },
      'PATCH /auth/webhook/:id': {
        path: `webhooks/${String(webhook)}`,
        async act(page) {
          await button(page, 'Edit').click();
          await page.getByLabel('Address').fill('https://moved.example.org/');
          await dialogOf(page).getByRole('button', { name: 'Save' }).click();
        },
        done: /^https:\/\/moved\.example\.org\/?$/,
      },
      'POST /auth/webhook/:id/secret': {
        path: `webhooks/${String(webhook)}`,
        act: confirm('Rotate secret'),
        done: /^whsec_/,
      },
      'DELETE /auth/oauth': {
        path: `accounts/${root.id}`,
        act: confirm('Remove link'),
        done: /The provider link is removed/,
      },
      'DELETE /auth/account/factors': {
        path: `accounts/${factored.id}`,
        act: confirm('Reset factors'),
        done: /All second factors removed/,
      },
      'POST /auth/invitation': {
        path: 'invitations',
        async act(page) {
          await button(page, 'Invite').first().click();
          await page.locator('[name="email"]').fill('third@example.org');
          await page.getByRole('combobox', { name: 'Role' }).click();
          await page.getByRole('option', { name: 'superadmin' }).click();
          await button(page, 'Send invitation').click();
          await confirmSuperadmin(page, 'third@example.org', 'Send invitation');
        },
        done: /The invitation to third@example.org/,
      },
      'POST /auth/invitation/:id/resend': {
        path: 'invitations?q=invited',
        act: (page) => button(page, 'Resend').first().click(),
        done: /Another mail goes to/,
      },
      'POST /auth/application': {
        path: 'applications',
        async act(page) {
          await button(page, 'Create application').first().click();
          await page.locator('[name="name"]').fill('Own shop');
          await page.getByText('More settings').click();
          await page.locator('[name="first_party"]').check();
          await dialogOf(page).getByRole('button', { name: 'Create application' }).click();
        },
        done: /^kw_app_/,
      },
      'PATCH /auth/application/:id': {
        path: `applications/${String(application.body['client_id'])}`,
        async act(page) {
          await button(page, 'Edit').click();
          await page.getByText('More settings').click();
          await page.locator('[name="first_party"]').check();
          await dialogOf(page).getByRole('button', { name: 'Save' }).click();
        },
        done: /^own$/,
      },
      'POST /auth/application/:id/secrets': {
        path: `applications/${String(application.body['client_id'])}`,
        act: (page) => button(page, 'Add secret').click(),
        done: /^kw_app_[0-9A-Za-z]{20,}$/,
      },
      'POST /auth/config/rollback': {
        path: 'settings/sign-up',
        act: confirm('Roll back'),
        done: /Version \d+ is restored/,
      },
      'PATCH /auth/config/email': saving('mail', 'sender_name', 'Shop'),
      'PATCH /auth/config/jwt': saving('tokens', 'session_duration_days', '6'),
      'PATCH /auth/config/cookie': saving('cookies', 'max_age', '900'),
      'PATCH /auth/config/events': saving('events', 'audit_days', '500'),
      'PATCH /auth/config/factors': saving('factors', 'rp_name', 'Shop'),
      'PATCH /auth/config/signup': saving('sign-up', 'blocked_domains', 'example.net'),
      'PUT /auth/config/mails/:kind/:language': {
        path: 'settings/mail-texts',
        async act(page) {
          await page.getByLabel('Subject').fill('Welcome');
          await button(page, 'Save').click();
        },
        done: /Saved\. The next mail has these texts/,
      },
      'PATCH /auth/config/branding': saving('branding', 'name', 'Shop'),
      'PATCH /auth/config/organizations': saving('organizations', 'deletion_days', '20'),
      'PATCH /auth/config/oauth': saving('applications', 'rotate_days', '60'),
      'POST /auth/config/providers': {
        path: 'settings/providers',
        async act(page) {
          await button(page, 'Twitch').click();
          await dialogOf(page).getByLabel('Client ID').fill('the client');
          await dialogOf(page).getByLabel('Client secret').fill('its secret');
          await dialogOf(page).getByRole('button', { name: 'Add provider' }).click();
        },
        done: /Twitch is set up/,
      },
      'DELETE /auth/config/:provider': {
        path: 'settings/providers?slot=slack',
        act: confirm('Remove'),
        done: /Slack is removed/,
      },
      'PATCH /auth/config/:provider': {
        ...saving('providers?slot=idp1', 'client_id', 'the client'),
        async act(page) {
          await page.locator('[name="client_secret"]').fill('its secret');
          await saving('', 'client_id', 'the client').act(page);
        },
      },
    };
  }

  it('ask for a proof where the sign-in is old, and act after it', async () => {
    const acts = await prepareActs();
    const routes = (await declaredRoutes('/auth'))
      .filter(({ route }) => route.access === 'superadmin' && stepUpOf(route) !== 'never')
      .map(({ route, path }) => `${route.method} ${path}`);
    assert.deepEqual(routes.filter((route) => !ELSEWHERE.test(route)).sort(), Object.keys(acts).sort());
    await using visit = await openConsole(site, '/console', { statuses: [403] });
    const { page } = visit;
    // A usual run plays every fourth act: on the server, all routes have a test of their own.
    for (const [place, [route, { path, act, done }]] of Object.entries(acts).entries()) {
      if (usually(place % 4 !== 0, false)) continue;
      await page.goto(`${site.url}/console/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      site.keyward.clock.advance(OLD_MS);
      try {
        await act(page);
        const proof = page.getByRole('dialog', { name: 'Show that it is you' });
        await proof.getByLabel('Your password').fill(PASSWORD);
        await proof.getByRole('button', { name: 'Continue' }).click();
        await page.getByText(done).first().waitFor();
      } catch (cause) {
        throw new Error(`${route} does not ask for a proof, or not act after it`, { cause });
      }
    }
  });

  it('keep what was typed where the person gives no proof', async () => {
    await using visit = await openConsole(site, '/console/api-keys', { statuses: [403] });
    const { page } = visit;
    await button(page, 'Create key').first().click();
    await page.getByLabel('Name').fill('Importer');
    await page.getByLabel('accounts:write').check();
    site.keyward.clock.advance(OLD_MS);
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Importer');
  });

  it('offer no passkey where the browser refuses it', async () => {
    const { port } = new URL(site.url);
    const url = `http://127.0.0.1:${port}`;
    await using visit = await openConsole(site, '/console', { statuses: [403], origins: [url] });
    const { page, context } = visit;
    const cookies = await context.cookies();
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
    const refusal = (methods: string[]) => ({
      status: 403,
      json: { success: false, error: 'ReauthenticationRequiredError', message: '', details: { methods } },
    });
    let methods = ['passkey', 'password'];
    await page.route(/\/auth\/apikey/, (route) =>
      route.request().method() === 'GET' ? route.fulfill(refusal(methods)) : route.continue(),
    );
    await page.goto(`${url}/console/api-keys`);
    const proof = page.getByRole('dialog', { name: 'Show that it is you' });
    await proof.getByLabel('Your password').waitFor();
    assert.equal(await proof.getByRole('button', { name: /passkey/ }).count(), 0);
    await noViolations(page);
    methods = ['passkey'];
    await page.reload();
    await proof.getByText('Your passkey does not work here').waitFor();
    const link = proof.getByRole('link', { name: 'Open this page at localhost' });
    assert.equal(await link.getAttribute('href'), `${site.url}/console/api-keys`);
  });
});
