import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { codeOf } from '../../../server/test/http/factors/enrol.ts';
import { authorizePath, CALLBACK, post } from '../../../server/test/http/oauth/flows.ts';
import { PASSWORD, type TestKeyward } from '../../../server/test/support/keyward.ts';
import type { Seeded } from './seed.ts';

/** One picture: an address, and the actions before it is taken. */
export interface Shot {
  name: string;
  path: string;
  /** Brings the page into the state of the picture. */
  act?: (page: Page) => Promise<unknown>;
}

/** Any picture. */
const PICTURE = join(import.meta.dirname, '../../../server/docs/images/sign-in.webp');

const press = (page: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** The console, for a superadmin who is signed in. */
export function consoleShots(seeded: Seeded): Shot[] {
  const sections = [
    'email',
    'providers',
    'jwt',
    'cookie',
    'logging',
    'signup',
    'factors',
    'events',
    'branding',
    'oauth',
    'organizations',
    'mail-texts',
  ];
  return [
    { name: 'overview', path: '/console' },
    { name: 'overview-week', path: '/console?span=week' },
    { name: 'accounts', path: '/console/accounts' },
    {
      name: 'accounts-selected',
      path: '/console/accounts',
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
        await press(page, 'Suspend');
      },
    },
    { name: 'accounts-search', path: '/console/accounts?q=ka' },
    {
      name: 'accounts-create',
      path: '/console/accounts',
      act: (page) => press(page, 'Create account'),
    },
    { name: 'account', path: `/console/accounts/${seeded.grace.id}` },
    { name: 'account-locked-out', path: `/console/accounts/${seeded.lockedOut.id}` },
    {
      name: 'account-delete',
      path: `/console/accounts/${seeded.lockedOut.id}`,
      act: (page) => press(page, /^Delete/),
    },
    {
      name: 'account-act-for',
      path: `/console/accounts/${seeded.lockedOut.id}`,
      act: async (page) => {
        await press(page, 'More');
        await page.getByRole('menuitem', { name: 'Act for' }).click();
      },
    },
    { name: 'organizations', path: '/console/organizations' },
    { name: 'organization', path: `/console/organizations/${seeded.organization}` },
    {
      name: 'organizations-create',
      path: '/console/organizations',
      act: (page) => press(page, 'Create organization'),
    },
    {
      name: 'organization-connect',
      path: `/console/organizations/${seeded.organization}`,
      act: (page) => press(page, 'Add connection'),
    },
    {
      name: 'organization-approve',
      path: `/console/organizations/${seeded.organization}`,
      act: (page) => press(page, /^Turn on /),
    },
    {
      name: 'organization-approve-by-edit',
      path: `/console/organizations/${seeded.organization}`,
      act: (page) => press(page, /^Edit Langley/),
    },
    {
      name: 'organization-invite',
      path: `/console/organizations/${seeded.organization}`,
      act: (page) => press(page, 'Invite'),
    },
    { name: 'sessions', path: '/console/sessions' },
    { name: 'codes', path: '/console/codes' },
    { name: 'logs', path: '/console/logs' },
    { name: 'logs-search', path: '/console/logs?q=status_code:401' },
    { name: 'logs-time', path: '/console/logs', act: (page) => press(page, 'Any time') },
    {
      name: 'logs-record',
      path: '/console/logs?q=status_code:401',
      act: async (page) => {
        await page.locator('.kc-row').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'events', path: '/console/events' },
    {
      name: 'events-event',
      path: '/console/events?type=account.updated',
      act: async (page) => {
        await page.locator('.kc-row').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'webhooks', path: '/console/webhooks' },
    { name: 'webhook', path: `/console/webhooks/${seeded.webhook}` },
    { name: 'webhook-failing', path: `/console/webhooks/${seeded.failingWebhook}` },
    {
      name: 'webhook-delivery',
      path: `/console/webhooks/${seeded.failingWebhook}`,
      act: (page) => page.getByRole('dialog').locator('tr[data-opens]').first().click(),
    },
    { name: 'webhook-add', path: '/console/webhooks', act: (page) => press(page, 'Add webhook') },
    { name: 'invitations', path: '/console/invitations' },
    { name: 'invitations-invite', path: '/console/invitations', act: (page) => press(page, 'Invite') },
    { name: 'api-keys', path: '/console/api-keys' },
    { name: 'api-keys-create', path: '/console/api-keys', act: (page) => press(page, 'Create key') },
    { name: 'applications', path: '/console/applications' },
    { name: 'application', path: `/console/applications/${seeded.application}` },
    {
      name: 'applications-create',
      path: '/console/applications',
      act: async (page) => {
        await press(page, 'Create application');
        await page.getByLabel('Redirect URIs').fill('http://app.example.com/callback');
      },
    },
    {
      name: 'applications-rotate',
      path: '/console/applications',
      act: (page) => press(page, 'Rotate signing keys'),
    },
    {
      name: 'applications-keys',
      path: '/console/applications',
      act: async (page) => {
        await press(page, 'Create application');
        await page.getByText('More settings').click();
        await page.getByLabel('How it authenticates').selectOption('private_key_jwt');
        await page.getByLabel('Public keys (JWK Set)').fill('{"keys": [');
      },
    },
    {
      name: 'application-edit',
      path: `/console/applications/${seeded.application}`,
      act: async (page) => {
        await press(page, 'Edit');
        await page.getByText('More settings').click();
      },
    },
    { name: 'applications-try', path: '/console/applications', act: (page) => press(page, 'Try it') },
    {
      name: 'applications-tried',
      path: '/console/applications',
      act: async (page) => {
        await press(page, 'Try it');
        await press(page.getByRole('dialog'), 'Sign in');
        await page.getByLabel('Email').fill('margaret.hamilton@example.org');
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await press(page, 'Sign in');
        await press(page, 'Allow');
        await page.getByLabel('Userinfo').waitFor();
      },
    },
    { name: 'settings', path: '/console/settings' },
    ...sections.map((section) => ({ name: `settings-${section}`, path: `/console/settings/${section}` })),
    {
      name: 'settings-oauth-typed',
      path: '/console/settings/oauth',
      act: async (page) => {
        await press(page, 'Add scope');
        await page.locator('[name="scopes.0.name"]').fill('orders:read');
        await page.locator('[name="scopes.0.description"]').fill('See your orders');
        await press(page, 'Add scope');
        await page.locator('[name="scopes.1.name"]').fill('orders write');
        await press(page, 'Add resource');
        await page.locator('[name="resources.0.address"]').fill('https://api.example.com');
      },
    },
    {
      name: 'settings-organizations-typed',
      path: '/console/settings/organizations',
      act: async (page) => {
        await press(page, 'Add permission');
        await page.locator('[name="permissions.0.name"]').fill('invoices:write');
        await press(page, 'Add role');
        await page.locator('[name="roles.0.name"]').fill('billing');
        await page.getByLabel('See the members').check();
      },
    },
    { name: 'settings-provider', path: '/console/settings/providers?slot=acme' },
    {
      name: 'settings-provider-add',
      path: '/console/settings/providers',
      act: (page) => press(page, 'OpenID Connect'),
    },
    {
      name: 'settings-branding-typed',
      path: '/console/settings/branding',
      act: async (page) => {
        await page.locator('[name=name]').fill('Langley');
        await page.locator('[name=colour]').fill('#0f766e');
        await page.locator('[name=radius]').fill('12');
      },
    },
    { name: 'settings-mail-texts', path: '/console/settings/mail-texts' },
    { name: 'mailbox', path: '/console/mailbox' },
    {
      name: 'mailbox-mail',
      path: '/console/mailbox',
      act: async (page) => {
        await page.locator('.kc-mails button').nth(2).click();
        await page.frameLocator('iframe').getByRole('heading').first().waitFor();
      },
    },
    {
      name: 'api',
      path: '/console/api',
      act: (page) => page.frameLocator('iframe').locator('.section').first().waitFor({ timeout: 30_000 }),
    },
    { name: 'missing', path: '/console/nothing' },
    {
      name: 'palette',
      path: '/console/accounts',
      act: async (page) => {
        await page.getByRole('row').nth(1).waitFor();
        await page.keyboard.press('Control+k');
        await page.keyboard.type('ka');
        await page.getByRole('option', { name: /Katherine/ }).waitFor();
      },
    },
    {
      name: 'palette-settings',
      path: '/console/accounts',
      act: async (page) => {
        await page.getByRole('row').nth(1).waitFor();
        await page.keyboard.press('Control+k');
        await page.keyboard.type('email');
        await page.getByRole('option', { name: /verified email/ }).waitFor();
      },
    },
    {
      name: 'settings-sought',
      path: '/console/settings/signup?field=deletion_grace_days',
      act: (page) => page.locator('[data-sought]').waitFor(),
    },
    { name: 'shortcuts', path: '/console', act: (page) => page.keyboard.press('?') },
  ];
}

/** The pages that everybody may open. */
export function openShots(keyward: TestKeyward, seeded: Seeded): Shot[] {
  const orders = { id: seeded.application, secret: '' };
  const { invitations } = seeded;
  return [
    { name: 'console-door', path: '/console' },
    { name: 'signin', path: '/signin' },
    {
      name: 'signin-company',
      path: '/signin',
      async act(page) {
        await page.route('**/signin', async (route) => {
          const answer = await route.fetch();
          const body = (await answer.text()).replace('"connections":false', '"connections":true');
          await route.fulfill({ response: answer, body });
        });
        await page.route('**/login/discover', (route) =>
          route.fulfill({ json: { connection: { id: 'con_1', name: 'Langley Entra ID', url: '' } } }),
        );
        await page.reload();
        await page.getByLabel('Email').fill('mary.jackson@langley.example.net');
        await press(page, 'Continue');
        await page.getByRole('button', { name: 'Continue with Langley Entra ID' }).waitFor();
      },
    },
    {
      name: 'signin-refused',
      path: '/signin',
      act: async (page) => {
        await page.getByLabel('Email').fill('grace.hopper@example.org');
        await page.getByLabel('Password', { exact: true }).fill('Wrong-guess-1');
        await press(page, 'Sign in');
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'second-step',
      path: '/signin',
      act: async (page) => {
        await page.getByLabel('Email').fill(seeded.grace.email);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await press(page, 'Sign in');
        await page.getByRole('heading', { name: 'One more step' }).waitFor();
      },
    },
    {
      name: 'signin-code',
      path: '/signin',
      act: async (page) => {
        await page.getByLabel('Email').fill('rosa.peter@example.org');
        await press(page, 'Email me a code');
        await page.getByLabel('Code').waitFor();
      },
    },
    { name: 'signup', path: '/signup' },
    {
      name: 'signup-weak',
      path: '/signup',
      act: (page) => page.getByLabel('Password', { exact: true }).fill('weak'),
    },
    { name: 'reset-password', path: '/reset-password' },
    { name: 'link-failed', path: '/magic-link/callback?error=InvalidTokenError' },
    { name: 'provider-failed', path: '/oauth/callback?error=access_denied&error_code=oauth_denied' },
    { name: 'invitation', path: invitations.account },
    { name: 'invitation-organization', path: invitations.organization },
    { name: 'invitation-ended', path: '/invitation?token=none' },
    { name: 'email-undo', path: '/email-undo?token=none' },
    { name: 'page-missing', path: '/nothing' },
    { name: 'portal', path: seeded.portal },
    { name: 'portal-over', path: '/portal#none' },
    { name: 'docs', path: '/docs' },
    { name: 'docs-quick-start', path: '/docs/quick-start' },
    { name: 'docs-settings', path: '/docs/settings' },
    { name: 'docs-examples', path: '/docs/react/examples' },
    {
      name: 'docs-search',
      path: '/docs',
      act: async (page) => {
        await page.keyboard.press('/');
        await page.keyboard.type('passkey');
        await page.locator('.results').getByRole('link').first().waitFor();
      },
    },
    {
      name: 'reference',
      path: '/reference',
      act: (page) => page.getByRole('heading', { name: 'Keyward' }).waitFor(),
    },
    { name: 'setup-dead', path: '/setup#none' },
    { name: 'mailbox-no-key', path: '/mailbox' },
    {
      name: 'account-user',
      path: '/signin',
      act: async (page) => {
        await page.getByLabel('Email').fill('katherine.johnson@example.org');
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await press(page, 'Sign in');
        await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      },
    },
    {
      name: 'own-organizations-impersonated',
      path: '/llms.txt',
      act: async (page) => {
        const session = JSON.stringify(JSON.stringify(seeded.impersonation));
        await page.evaluate(`sessionStorage.setItem('keyward-impersonation', ${session})`);
        await page.goto(new URL('/organizations', page.url()).href);
        await page.locator('.kw-acting').waitFor();
      },
    },
    { name: 'own-organizations', path: '/organizations' },
    {
      name: 'switcher',
      path: '/organizations',
      act: async (page) => {
        await press(page, 'Switch to Flight Research');
        await press(page, /^Organization: Flight Research/);
      },
    },
    { name: 'own-organization', path: '/organization/flight-research' },
    ...['invitations', 'roles', 'domains', 'connections', 'activity', 'settings'].map((part) => ({
      name: `own-organization-${part}`,
      path: `/organization/flight-research?part=${part}`,
    })),
    {
      name: 'own-organization-approve',
      path: '/organization/flight-research?part=connections',
      act: (page: Page) => press(page, /^Approve /),
    },
    {
      name: 'own-organization-member',
      path: '/organization/flight-research',
      act: (page: Page) => press(page, /^Roles of Dorothy/),
    },
    {
      name: 'own-organization-role',
      path: '/organization/flight-research?part=roles',
      act: (page: Page) => press(page, 'Add role'),
    },
    {
      name: 'own-organization-hand-over',
      path: '/organization/flight-research?part=settings',
      act: (page: Page) => press(page, 'Hand over'),
    },
    { name: 'own-organization-none', path: '/organization/none' },
    {
      name: 'account-impersonated',
      path: '/llms.txt',
      act: async (page) => {
        const session = JSON.stringify(JSON.stringify(seeded.impersonation));
        await page.evaluate(`sessionStorage.setItem('keyward-impersonation', ${session})`);
        await page.goto(new URL('/account', page.url()).href);
        await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      },
    },
    {
      name: 'authenticator',
      path: '/account',
      act: async (page) => {
        await press(page, 'Add an authenticator app');
        await page.locator('.kw-qr').waitFor();
      },
    },
    {
      name: 'recovery-codes',
      path: '/account',
      act: async (page) => {
        await press(page, 'Add an authenticator app');
        const secret = await page.locator('.kw-secret code').textContent();
        const code = codeOf(keyward, (secret ?? assert.fail('a secret')).replaceAll(' ', ''));
        await page.getByLabel('Code').fill(code);
        await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
      },
    },
    {
      name: 'invitation-join',
      path: invitations.member,
      act: (page) => page.getByRole('button', { name: 'Join' }).waitFor(),
    },
    {
      name: 'consent',
      path: `/auth${authorizePath(orders, { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' })}`,
      act: (page) => page.getByRole('button', { name: 'Allow' }).waitFor(),
    },
    {
      name: 'account-applications',
      path: `/auth${authorizePath(orders, { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' })}`,
      async act(page) {
        const application = new URL(CALLBACK).origin;
        await page.route(`${application}/**`, (route) => route.fulfill({ body: 'the application' }));
        const { origin } = new URL(page.url());
        await press(page, 'Allow');
        await page.waitForURL(`${application}/**`);
        await page.goto(`${origin}/account`);
        await page.getByRole('heading', { name: 'Connected applications' }).waitFor();
      },
    },
    {
      name: 'consent-over',
      path: '/consent?request=none',
      act: (page) => page.getByRole('heading', { name: 'This request is over' }).waitFor(),
    },
    { name: 'device-code', path: '/device?user_code=BDWP-HQPK' },
    {
      name: 'device',
      path: '/device',
      async act(page) {
        const agent = { 'user-agent': 'orders-cli/2.1 (linux; x64)' };
        const begun = await post(
          keyward,
          'device',
          { id: seeded.commandLine, secret: '' },
          { scope: 'openid profile' },
          agent,
        );
        await page.getByLabel('Code').fill(String(begun.body['user_code']));
        await press(page, 'Continue');
        await page.getByRole('button', { name: 'Deny' }).waitFor();
      },
    },
    {
      name: 'account-picture',
      path: '/account',
      act: async (page) => {
        await press(page, 'Change your picture');
        await page.locator('[type=file]').setInputFiles(PICTURE);
        await page.getByLabel('Zoom').fill('2');
      },
    },
    {
      name: 'account-leave',
      path: '/account',
      act: (page) => press(page, 'Delete account'),
    },
  ];
}
