import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { until } from '../../../server/test/support/until.ts';
import { signOuts } from '../../../server/src/features/settings/sign-outs.ts';
import { inWords } from '../../src/console/pages/settings/in-words.ts';
import { settingsDe } from '../../src/console/texts/settings-de.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type ConsoleVisit, openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';

/** A global of pages, for which Node.js has no types. */
declare const getComputedStyle: (element: object) => { backgroundColor: string };

const CLIPBOARD = { context: { permissions: ['clipboard-read', 'clipboard-write'] } };

describe('the settings in the console', IN_BROWSER, () => {
  const site = suiteSite({
    settings: { KEYWARD_COOKIE_MAX_AGE: '600', KEYWARD_IDP4_PRESET: 'slack' },
  });
  const inForce = () => site.keyward.app.services.settings.current;
  const openSettings = (part: string, options = {}) =>
    openConsole(site, `/console/settings/${part}`, options);
  const field = ({ page }: ConsoleVisit, name: string) => page.locator(`[name="${name}"]`);
  const button = ({ page }: ConsoleVisit, name: string) => page.getByRole('button', { name, exact: true });
  const patch = async (visit: ConsoleVisit, section: string, body: object) => {
    const { token } = visit.root;
    const answer = await site.keyward.call('PATCH', `/config/${section}`, { token, body });
    assert.equal(answer.status, 200, answer.text);
  };
  const copied = ({ page }: ConsoleVisit) => page.evaluate<string>('navigator.clipboard.readText()');

  it('shows the changes first, saves them, and undoes them', async () => {
    await using visit = await openSettings('cookies');
    const { page } = visit;
    await page.getByText('From KEYWARD_COOKIE_MAX_AGE').waitFor();
    await page.getByText('Your own session here survives every change').waitFor();
    assert.ok(await button(visit, 'Save').isDisabled());
    await field(visit, 'max_age').fill('900');
    await field(visit, 'httponly').uncheck();
    await field(visit, 'samesite').selectOption('strict');
    await page.getByText('3 changes').waitFor();
    assert.equal(await page.locator('.kc-save tr').count(), 2);
    await button(visit, 'and 1 more').click();
    assert.match(await page.locator('.kc-save table').innerText(), /Lifetime of the cookies\s+600\s+900/);
    await noViolations(page);
    await button(visit, 'Save').click();
    await page.getByText('Saved. The change applies now.').waitFor();
    await page.locator('.kc-save button[type="submit"]:focus').waitFor();
    const { max_age, httponly, samesite } = inForce().cookie;
    assert.deepEqual({ max_age, httponly, samesite }, { max_age: 900, httponly: false, samesite: 'strict' });
    await button(visit, 'Undo').click();
    await page.locator('main:focus').waitFor();
    await until(
      () => inForce().cookie.max_age === 600 && inForce().cookie.httponly,
      'the values from before',
    );
  });

  it('gives single fields back to the environment, and none where a field may be empty', async () => {
    await using visit = await openSettings('cookies');
    const { page } = visit;
    await patch(visit, 'cookie', { max_age: 50, path: '/shop' });
    await page.reload();
    await page.getByText(`Saved by ${visit.root.email}`).first().waitFor();
    await button(visit, 'Reset Lifetime of the cookies').click();
    await page.getByText('Goes back to 600').waitFor();
    assert.equal(await field(visit, 'max_age').inputValue(), '600');
    await button(visit, 'Save').click();
    await page.getByText('From KEYWARD_COOKIE_MAX_AGE').waitFor();
    assert.deepEqual([inForce().cookie.max_age, inForce().cookie.path], [600, '/shop']);
    // The environment has a value, so none must be saved.
    await field(visit, 'max_age').fill('');
    await page.keyboard.press('Control+s');
    await until(() => inForce().cookie.max_age === null, 'no life of its own');
    assert.equal(inForce().cookie.path, '/shop', 'the others stay');
  });

  it('shows a refusal of the service at its field, and keeps what was typed', async () => {
    await using visit = await openSettings('cookie', { statuses: [400] });
    const { page } = visit;
    await field(visit, 'samesite').selectOption('none');
    await field(visit, 'domain').fill('example.org');
    await button(visit, 'Save').click();
    await page.getByText('must be true with samesite "none"').waitFor();
    await page.locator('[name="secure"][aria-invalid="true"]:focus').waitFor();
    assert.equal(await field(visit, 'domain').inputValue(), 'example.org');
    await page.getByTitle('not saved: a field has a problem').waitFor();
    assert.notEqual(inForce().cookie.samesite, 'none');

    // Other sections of the settings do not lose it; other pages ask.
    await page.getByRole('list', { name: 'Sections of the settings' }).getByText('Factors').click();
    await page.getByRole('heading', { name: 'Factors', exact: true }).waitFor();
    await page.goBack();
    assert.equal(await field(visit, 'domain').inputValue(), 'example.org');
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Your changes to Cookies will be lost.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.match(page.url(), /settings/);
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('edits scopes and resources entry by entry, and shows a refusal in its entry', async () => {
    await using visit = await openSettings('oauth', { statuses: [400] });
    const { page } = visit;
    await button(visit, 'Add scope').click();
    const claims = page.getByRole('combobox', { name: 'Fields of the account' });
    await page.locator('[name="scopes.0.name"]:focus').fill('orders read');
    await field(visit, 'scopes.0.description').fill('See your orders');
    await page.getByText('Use no spaces').waitFor();
    assert.ok(await button(visit, 'Save').isDisabled());
    await page.keyboard.press('Control+s');
    await page.locator('[name="scopes.0.name"][aria-invalid="true"]:focus').fill('orders:read');
    await claims.fill('plan');
    await page.keyboard.press('Enter');
    await button(visit, 'Add resource').click();
    await field(visit, 'resources.0.address').fill('https://api.example.com');
    await field(visit, 'resources.0.access_minutes').fill('5');
    await page.getByRole('combobox', { name: 'Scopes' }).fill('ord');
    await page.getByRole('option', { name: 'orders:read' }).click();
    await field(visit, 'default_resource').selectOption('https://api.example.com');
    // Only one entry of a table is open, unless it is wrong.
    await page.getByRole('button', { name: 'orders:read See your orders' }).click();
    await page.getByRole('button', { name: 'orders:read See your orders' }).click();
    await button(visit, 'Save').click();
    await page.getByText('must be a field of the account').waitFor();
    await noViolations(page);
    await claims.press('Backspace');
    await claims.fill('app_metadata.plan');
    await button(visit, 'Save').click();
    await until(() => inForce().oauth.scopes['orders:read'] !== undefined, 'the scopes');
    const { scopes, resources, default_resource } = inForce().oauth;
    assert.deepEqual(scopes, {
      'orders:read': { description: 'See your orders', claims: ['app_metadata.plan'] },
    });
    assert.deepEqual(resources, {
      'https://api.example.com': { scopes: ['orders:read'], access_minutes: 5 },
    });
    assert.equal(default_resource, 'https://api.example.com');
    await page.reload();
    await field(visit, 'default_resource').selectOption('');
    await button(visit, 'Remove orders:read').click();
    await button(visit, 'Remove https://api.example.com').click();
    await button(visit, 'Save').click();
    await until(() => Object.keys(inForce().oauth.scopes).length === 0, 'no scopes');
    assert.deepEqual(inForce().oauth.resources, {});
  });

  it('edits roles with checkboxes for their permissions, also those of the application', async () => {
    await using visit = await openSettings('organizations');
    const { page } = visit;
    await button(visit, 'Add permission').click();
    await field(visit, 'permissions.0.name').fill('invoices:write');
    await button(visit, 'Add role').click();
    await field(visit, 'roles.0.name').fill('billing');
    await page.getByLabel('See the members').check();
    await page.getByRole('checkbox', { name: 'invoices:write' }).check();
    await field(visit, 'default_role').selectOption('billing');
    await page.getByLabel('Permissions', { exact: true }).last().uncheck();
    await page.getByText('billing · Permissions: org:members:read, invoices:write').waitFor();
    await noViolations(page);
    await button(visit, 'Save').click();
    await until(() => inForce().organizations.roles.length === 1, 'the role');
    const { roles, permissions, default_role, claims } = inForce().organizations;
    assert.deepEqual(roles, [{ name: 'billing', permissions: ['org:members:read', 'invoices:write'] }]);
    assert.deepEqual([permissions, default_role, claims], [['invoices:write'], 'billing', ['roles']]);
  });

  it('asks before it signs anybody out, and says whether that is you too', async () => {
    await using visit = await openSettings('tokens');
    const { page } = visit;
    await patch(visit, 'jwt', { audience: ['shop'] });
    await page.reload();
    await field(visit, 'audience').fill('market\nstall');
    await button(visit, 'Save').click();
    const question = page.getByRole('dialog');
    await question.getByText('Your own session ends too').waitFor();
    await question.getByText('audience no longer has any of its old names').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(inForce().jwt.audience, ['shop']);
    await button(visit, 'Discard').click();
    await page.locator('.kc-save button[type="submit"]:focus').waitFor();
    await button(visit, 'Add claim').click();
    await page.locator('[name="claims.0.name"]:focus').fill('plan');
    await field(visit, 'claims.0.field').fill('app_metadata.plan');
    await field(visit, 'session_duration_days').fill('9');
    await button(visit, 'Save').click();
    await until(() => inForce().jwt.session_duration_days === 9, 'the new length');
    assert.deepEqual(inForce().jwt.claims, { plan: 'app_metadata.plan' });
  });

  it('creates a key that other services verify with, and signs out nobody or everybody, as chosen', async () => {
    await using visit = await openSettings('tokens');
    const { page } = visit;
    const { secret_key: before } = inForce().jwt;
    await button(visit, 'Create a key').click();
    const question = page.getByRole('dialog', { name: 'Create a signing key?' });
    await question.getByText('Nobody is signed out').waitFor();
    assert.equal(await question.getByLabel('Keep tokens of the old key valid').inputValue(), '1440');
    await noViolations(page);
    await question.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Key created').waitFor();
    const { secret_key: after, algorithm, previous_key } = inForce().jwt;
    assert.equal(algorithm, 'ES256');
    assert.match(after, /^-----BEGIN PRIVATE KEY-----/);
    assert.equal(previous_key?.secret_key, before);
    await question.waitFor({ state: 'hidden' });
    await button(visit, 'Create a key').click();
    await question.getByLabel('Keep tokens of the old key valid').selectOption('0');
    await question.getByText('Your own session ends too').waitFor();
    await question.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Your session has ended').waitFor();
    assert.equal(inForce().jwt.previous_key, null);
  });

  it('notices what another superadmin saves meanwhile, and asks whose values count', async () => {
    await using visit = await openSettings('events');
    const { page } = visit;
    const grace = await addSuperadmin(site.keyward);
    await field(visit, 'audit_days').fill('500');
    await field(visit, 'activity_days').fill('20');
    await site.keyward.call('PATCH', '/config/events', { token: grace.token, body: { audit_days: 450 } });
    await button(visit, 'Save').click();
    await page.getByText(`${grace.email} saved it meanwhile`).waitFor();
    assert.equal(inForce().events.audit_days, 450, 'nothing is saved unseen');
    await button(visit, 'Take theirs').click();
    await until(async () => (await field(visit, 'audit_days').inputValue()) === '450', 'the value of theirs');
    await button(visit, 'Save').click();
    await until(() => inForce().events.activity_days === 20, 'the rest');
    assert.equal(inForce().events.audit_days, 450);
  });

  it('shows the history and rolls back to a version', async () => {
    await using visit = await openSettings('factors');
    const { page } = visit;
    await patch(visit, 'factors', { rp_name: 'Shop' });
    await patch(visit, 'factors', { rp_name: 'Market', step_up: 'sensitive' });
    await page.reload();
    await page.getByText('Name in authenticators, Require recent authentication').click();
    await button(visit, 'Restore version 1').waitFor({ state: 'hidden' });
    await button(visit, 'Roll back').click();
    const question = page.getByRole('dialog', { name: 'Roll back' });
    await question.getByRole('cell', { name: 'Market' }).waitFor();
    await question.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Version 1 is restored.').waitFor();
    assert.deepEqual([inForce().factors.rp_name, inForce().factors.step_up], ['Shop', 'factors']);
    await question.waitFor({ state: 'hidden' });
    await button(visit, 'Roll back').click();
    await question.getByLabel('Version to restore').selectOption('0');
    await question.getByRole('cell', { name: 'Shop' }).waitFor();
    await question.getByRole('button', { name: 'Roll back' }).click();
    await until(() => inForce().factors.rp_name === null, 'the state before the first change');
  });

  it('sends a test mail with the typed values, and shows the result', async () => {
    await using visit = await openSettings('mail', { statuses: [400] });
    const { page } = visit;
    await button(visit, 'Send test mail').click();
    await page.getByText('There is no mail server: the test mail is in the mailbox').waitFor();
    await field(visit, 'host').fill('127.0.0.1');
    await field(visit, 'port').fill('1');
    await field(visit, 'use_tls').uncheck();
    await button(visit, 'Send test mail').click();
    await page.getByText(/cannot be connected to|does not answer/).waitFor();
    await button(visit, 'Discard').click();
  });

  it('sets up a provider with its redirect URI, and copies both URI and environment', async () => {
    await using visit = await openSettings('providers?slot=idp4', CLIPBOARD);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Slack Not set up' }).waitFor();
    await button(visit, 'Copy redirect URI').click();
    const redirect = `${site.url}/auth/idp4/callback`;
    await until(async () => (await copied(visit)) === redirect, 'the redirect URI on the clipboard');
    await field(visit, 'client_id').fill('the client');
    await field(visit, 'client_secret').fill('its secret');
    await button(visit, 'Save').click();
    await page.getByText('Saved. The change applies now.').waitFor();
    const { client_id, client_secret, redirect_uri } = inForce().providers['idp4'] ?? {};
    assert.deepEqual([client_id, client_secret, redirect_uri], ['the client', 'its secret', redirect]);
    await page.getByText(`Saved by ${visit.root.email}`).first().waitFor();
    await button(visit, 'Copy as environment').click();
    await page.getByText('Fill in the secrets').waitFor();
    assert.deepEqual((await copied(visit)).trim().split('\n'), [
      "KEYWARD_IDP4_CLIENT_ID='the client'",
      "KEYWARD_IDP4_CLIENT_SECRET='<client_secret>'",
      'KEYWARD_IDP4_TRUSTS_EMAIL=off',
      `KEYWARD_IDP4_REDIRECT_URI=${redirect}`,
    ]);
    const otherHost = page.getByText('work only where they begin on id.example.org');
    assert.equal(await otherHost.count(), 0);
    await field(visit, 'redirect_uri').fill('https://id.example.org/auth/idp4/callback');
    await button(visit, 'Save').click();
    await otherHost.waitFor();
  });

  it('tries the redaction on a line with the typed values', async () => {
    await using visit = await openSettings('logs', { statuses: [400] });
    const { page } = visit;
    await field(visit, 'redact_patterns').fill('order \\d+\nada@\\S+');
    await field(visit, 'line').fill('order 12 by ada@example.org, password=x');
    await button(visit, 'Try it').click();
    await until(
      async () =>
        (await page.locator('.kc-kept').innerText()) === '[redacted] by [redacted] password=[redacted]',
      'the line without secrets',
    );
    await field(visit, 'redact_patterns').fill('fine\n(?=x)');
    await button(visit, 'Save').click();
    await page.getByText(/Line 2 is not a regular expression of RE2/).waitFor();
    await button(visit, 'Discard').click();
  });

  it('brands the pages, and shows the real sign-in page while a person types: light, dark, on a phone', async () => {
    await using visit = await openSettings('branding', { statuses: [422] });
    const { page } = visit;
    const picture = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.locator('.kc-save').getByText('Picture, 1 kB').waitFor();
    await noViolations(page);
    // The preview follows the theme of the console.
    await page.frameLocator('.kc-preview iframe').locator('html[data-theme="dark"]').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await button(visit, 'Remove').click();
    assert.equal(await field(visit, 'logo_url').inputValue(), '');
    await field(visit, 'name').fill('Shop');
    await field(visit, 'colour').fill('#0f766e');
    await field(visit, 'radius').fill('12');
    await field(visit, 'font').selectOption('serif');
    for (const [index, [label, url]] of [
      ['Terms', 'https://example.com/terms'],
      ['Help', 'nowhere'],
    ].entries()) {
      await button(visit, 'Add link').click();
      await field(visit, `links.${index}.label`).fill(label ?? '');
      await field(visit, `links.${index}.url`).fill(url ?? '');
    }
    const preview = page.frameLocator('.kc-preview iframe');
    await preview.getByText('Sign in to Shop').waitFor();
    const colour = () =>
      preview.locator('.kw-primary').evaluate((element) => getComputedStyle(element).backgroundColor);
    const width = () => preview.locator('html').evaluate((element) => Number(Object(element).clientWidth));
    await until(async () => (await colour()) === 'rgb(15, 118, 110)', 'the colour');
    assert.ok((await width()) > 500, 'wider than a phone');
    await page.getByRole('radiogroup', { name: 'Theme of the preview' }).getByText('Dark').click();
    await until(async () => (await colour()) !== 'rgb(15, 118, 110)', 'lighter on dark pages');
    await page.getByRole('radiogroup', { name: 'Size of the preview' }).getByText('Phone').click();
    await until(async () => (await width()) <= 360, 'the width of a phone');
    await field(visit, 'colour').fill('');
    await until(async () => /rgb\((2\d\d), 2\d\d, 2\d\d\)/.test(await colour()), 'white');
    await field(visit, 'colour').fill('#0f766e');
    await noViolations(page);
    // The service knows nothing of it before it is saved.
    await page.getByText('with changes that you have not saved').waitFor();
    assert.equal(inForce().branding.name, '');
    await button(visit, 'Save').click();
    await page.locator('[name="links.1.url"][aria-invalid="true"]:focus').waitFor();
    await button(visit, 'Remove Help').click();
    await page.getByRole('button', { name: 'Add link' }).and(page.locator(':focus')).waitFor();
    await button(visit, 'Save').click();
    await until(() => inForce().branding.name === 'Shop', 'the brand');
    await page.getByText('as people see it now').waitFor();
    const { radius, font, links } = inForce().branding;
    assert.deepEqual(
      { radius, font, links },
      { radius: 12, font: 'serif', links: [{ label: 'Terms', url: 'https://example.com/terms' }] },
    );
  });

  it('speaks German, and works at 360 px', async () => {
    await using visit = await openSettings('sign-up', { language: 'de', narrow: true });
    const { page } = visit;
    await page.getByLabel('Wer ein Konto eröffnen darf').waitFor();
    await field(visit, 'mode').selectOption('invite');
    await field(visit, 'blocked_domains').fill('example.net\nexample.com');
    await noViolations(page);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(wide <= 360, `${wide} px wide`);
    await button(visit, 'Speichern').click();
    await until(() => inForce().signup.mode === 'invite', 'by invitation');
    assert.deepEqual(inForce().signup.blocked_domains, ['example.net', 'example.com']);
    await page.getByRole('combobox', { name: 'Abschnitte der Einstellungen' }).selectOption('Cookies');
    await page.getByRole('heading', { name: 'Cookies', level: 2, exact: true }).waitFor();
  });

  it('explains in German why sessions end, for every reason', async () => {
    const { current } = site.keyward.app.services.settings;
    const jwt = { ...current.jwt, dual_token_mode: false, audience: [], idle_minutes: null };
    const cookie = { ...current.cookie, cookie_mode: false };
    const before = { ...current, jwt, cookie };
    const dual = { ...before, jwt: { ...jwt, dual_token_mode: true } };
    const cookies = { ...dual, cookie: { ...cookie, cookie_mode: true } };
    const rotated = { ...jwt, key_generation: jwt.key_generation + 1, previous_key: null };
    const named = { ...before, jwt: { ...jwt, audience: ['shop'] } };
    const changes = [
      [before, { ...before, jwt: rotated }],
      [before, { ...before, jwt: { ...rotated, algorithm: 'HS512' } }],
      [dual, before],
      [named, before],
      [cookies, dual],
      [cookies, { ...cookies, cookie: { ...cookies.cookie, access_cookie_name: 'other' } }],
      [cookies, { ...cookies, cookie: { ...cookies.cookie, refresh_cookie_name: 'other' } }],
      [before, { ...before, jwt: { ...jwt, idle_minutes: 30 } }],
    ] as const;
    for (const [from, to] of changes)
      for (const reset of [new Set<string>(), new Set(['dual_token_mode'])]) {
        const { reasons } = await signOuts(from, to, reset, () => Promise.resolve(3));
        assert.equal(reasons.length, 1);
        for (const reason of reasons) {
          const own = inWords(reason, settingsDe.signOut.reasons);
          assert.notEqual(own, reason);
          assert.doesNotMatch(own, /\$\d/);
        }
      }
  });
});
