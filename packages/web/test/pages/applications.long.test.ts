import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { asText } from '../../../server/test/http/expectations.ts';
import {
  addApplication,
  authorizePath,
  CALLBACK,
  exchange,
  pkce,
  post,
  type TestApplication,
} from '../../../server/test/http/oauth/flows.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { type OpenOptions, suiteSite } from '../support/site.ts';
import { arriveAt, press, see, signIn, tokenOf, typeIn } from './people.ts';

const APPLICATION = new URL(CALLBACK).origin;
const MOST_TABS = 30;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Moves the focus to an element by the keyboard, and asserts that the focus shows. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  const isFocused = async () => (await element.and(page.locator(':focus-visible')).count()) === 1;
  for (let count = 0; count < MOST_TABS && !(await isFocused()); count += 1) await page.keyboard.press('Tab');
  assert.ok(await isFocused(), `Tab does not lead to ${String(element)}`);
}

describe('the pages on which people answer applications', IN_BROWSER, () => {
  const site = suiteSite();

  const { verifier, challenge } = pkce();
  const authorize = (application: TestApplication, more: Record<string, string> = {}) =>
    `/auth${authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256', ...more })}`;

  /** Opens a path in a browser that also knows the page of the application. */
  async function openFor(path: string, options: OpenOptions = {}) {
    const visit = await site.open('/llms.txt', { origins: [APPLICATION], statuses: [403, 404], ...options });
    await visit.context.route(`${APPLICATION}/**`, (route) => route.fulfill({ body: 'the application' }));
    await visit.page.goto(new URL(path, site.url).href);
    return visit;
  }

  it('consent: signs in first, says who asks for what, refuses by keyboard, and allows', async () => {
    const application = await addApplication(site.keyward, {
      type: 'browser',
      homepage_url: `${APPLICATION}/about`,
      policy_url: `${APPLICATION}/privacy`,
    });
    const [{ email }, other] = [await addPerson(site.keyward), await addPerson(site.keyward)];
    await using visit = await openFor(authorize(application, { login_hint: email }));
    const { page } = visit;
    await arriveAt(page, /^Sign in to Keyward/);
    assert.equal(await page.getByLabel('Email').inputValue(), email);
    await signIn(page, other.email);
    await arriveAt(page, 'Sign in to Orders?');
    await see(page, 'Takes you to app.example.com');
    await see(page, 'See your email address');
    await noViolations(page);
    const privacy = page.getByRole('link', { name: 'Privacy' });
    assert.equal(await privacy.getAttribute('href'), `${APPLICATION}/privacy`);

    await press(page, 'Use another account');
    await signIn(page, email);
    await arriveAt(page, 'Sign in to Orders?');
    await page.reload();
    await arriveAt(page, 'Sign in to Orders?');
    await see(page, email);
    await page.getByRole('button', { name: 'Deny' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ origin }) => origin === APPLICATION);
    const refused = new URL(page.url()).searchParams;
    assert.deepEqual(
      [refused.get('error'), refused.get('state'), refused.get('iss')],
      ['access_denied', 'a state', site.url],
    );

    await page.goto(site.url + authorize(application));
    await arriveAt(page, 'Sign in to Orders?');
    const asked = page.url();
    await press(page, 'Allow');
    await page.waitForURL(({ origin }) => origin === APPLICATION);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const tokens = await exchange(site.keyward, application, code, verifier);
    assert.equal(tokens.status, 200, tokens.text);

    // Nobody is asked twice for the same consent.
    const again = await page.request.get(site.url + authorize(application), { maxRedirects: 0 });
    assert.equal(new URL(again.headers()['location'] ?? '').origin, APPLICATION);
    await page.goto(asked);
    await arriveAt(page, 'This request is over');
    await see(page, /This request has expired, was already answered/);
  });

  it('consent: leaves out what the person unticks, and asks for it the next time', async () => {
    const application = await addApplication(site.keyward, { type: 'browser' });
    const { email } = await addPerson(site.keyward);
    await using visit = await openFor(authorize(application, { login_hint: email }));
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Sign in to Orders?');
    // The sign-in itself cannot be left out.
    assert.equal(await page.getByRole('checkbox').count(), 2);
    await page.getByRole('checkbox', { name: 'See your email address' }).uncheck();
    await press(page, 'Allow');
    await page.waitForURL(({ origin }) => origin === APPLICATION);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const tokens = await exchange(site.keyward, application, code, verifier);
    assert.equal(tokens.body['scope'], 'openid profile', tokens.text);
    await page.goto(site.url + authorize(application));
    await arriveAt(page, 'Sign in to Orders?');
  });

  it('consent: shows the picture of the application, and its initial if there is none', async () => {
    const application = await addApplication(site.keyward, { logo_url: `${APPLICATION}/logo.svg` });
    const { email } = await addPerson(site.keyward);
    await using visit = await openFor(authorize(application, { login_hint: email }));
    const { page, context } = visit;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
    let shows = true;
    await context.route(/\/oauth\/logo\?/, (route) =>
      route.fulfill(shows ? { contentType: 'image/svg+xml', body: svg } : { status: 404 }),
    );
    await signIn(page, email);
    await arriveAt(page, 'Sign in to Orders?');
    const picture = page.locator('img.kw-avatar');
    await picture.waitFor();
    assert.ok((await picture.getAttribute('src'))?.startsWith(`${site.url}/auth/oauth/logo?`));
    shows = false;
    await page.reload();
    await page.locator('span.kw-avatar[data-initial="O"]').first().waitFor();
    assert.equal(await picture.count(), 0);
  });

  it('consent: asks for a new proof where the application wants one, and warns of programs on this device', async () => {
    const application = await addApplication(site.keyward, {
      type: 'native',
      name: 'Notes',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const { email } = await addPerson(site.keyward);
    const program = 'http://127.0.0.1:33418';
    await using visit = await openFor('/signin', { origins: [program] });
    const { page, context } = visit;
    await context.route(`${program}/**`, (route) => route.fulfill({ body: 'the program' }));
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    site.keyward.clock.advance(1000);
    const redirect_uri = `${program}/callback`;
    await page.goto(site.url + authorize(application, { redirect_uri, acr_values: 'urn:keyward:2' }));
    await see(page, 'Any program on this device can call itself Notes');
    await noViolations(page);
    await press(page, 'Allow');
    await see(page, /Notes asks for a second step, and your account has none/);
    await noViolations(page);

    await page.goto(site.url + authorize(application, { redirect_uri, prompt: 'login' }));
    site.keyward.clock.advance(1000);
    await press(page, 'Allow');
    await page.getByRole('dialog', { name: 'Show that it is you' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await arriveAt(page, 'Sign in to Notes?');
    await press(page, 'Deny');
    await page.waitForURL(({ origin }) => origin === program);
  });

  it('consent: speaks German, cannot be framed, and explains an expired request', async () => {
    const application = await addApplication(site.keyward);
    const { email } = await addPerson(site.keyward);
    await using visit = await openFor(authorize(application), { language: 'de', narrow: true });
    const { page } = visit;
    await typeIn(page, { 'E-Mail': email, Passwort: PASSWORD });
    await press(page, 'Anmelden');
    await arriveAt(page, 'Bei Orders anmelden?');
    await see(page, 'Ihre E-Mail-Adresse sehen');
    await noViolations(page);
    const answer = await page.goto(`${site.url}/consent?request=none`);
    assert.match(answer?.headers()['content-security-policy'] ?? '', /frame-ancestors 'none'/);
    await see(page, /Gehen Sie zurück zur Anwendung/);
    await page.waitForURL('**/consent?request=none');
  });

  it('device: confirms the code, says who asks from where, and lets it in or not', async () => {
    const application = await addApplication(site.keyward, {
      type: 'native',
      name: 'Television',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const { email } = await addPerson(site.keyward);
    const begin = async () => {
      const form = { scope: 'openid email' };
      const begun = await post(site.keyward, 'device', application, form, { 'user-agent': 'television/8' });
      assert.equal(begun.status, 200, begun.text);
      return begun.body;
    };
    const poll = (begun: Record<string, unknown>) =>
      post(site.keyward, 'token', application, {
        grant_type: DEVICE_GRANT,
        device_code: asText(begun['device_code']),
      });

    const first = await begin();
    await using visit = await openFor(asText(first['verification_uri_complete']));
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Connect a device');
    const code = page.getByLabel('Code');
    assert.equal(await code.inputValue(), first['user_code']);
    await noViolations(page);
    await code.fill('bcdf-ghjk');
    await press(page, 'Continue');
    await see(page, /No device is waiting for this code/);
    await code.fill(asText(first['user_code']).toLowerCase());
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Sign in to Television on another device?');
    await see(page, /Requested from .* with television\/8/);
    await see(page, /If somebody sent you this code or link, they want to get into your account/);
    await noViolations(page);
    await press(page, 'Continue');
    await arriveAt(page, 'The device is signed in');
    assert.equal((await poll(first)).status, 200);

    const second = await begin();
    await page.goto(asText(second['verification_uri']));
    await page.getByLabel('Code').fill(asText(second['user_code']));
    await press(page, 'Continue');
    await press(page, 'Deny');
    await arriveAt(page, 'The device was refused');
    assert.equal((await poll(second)).body['error'], 'access_denied');
  });

  it('consent and device: need no mouse', async () => {
    const application = await addApplication(site.keyward, { type: 'browser' });
    const device = await addApplication(site.keyward, {
      type: 'native',
      name: 'Television',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const { email } = await addPerson(site.keyward);
    await using visit = await openFor(authorize(application));
    const { page } = visit;
    await arriveAt(page, /^Sign in to Keyward/);
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(email);
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Sign in to Orders?');
    await tabTo(page, page.getByRole('checkbox', { name: 'See your email address' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Allow' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(({ origin }) => origin === APPLICATION);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const tokens = await exchange(site.keyward, application, code, verifier);
    assert.equal(tokens.body['scope'], 'openid profile', tokens.text);

    const { body: begun } = await post(site.keyward, 'device', device, { scope: 'openid' });
    await page.goto(asText(begun['verification_uri']));
    await arriveAt(page, 'Connect a device');
    await tabTo(page, page.getByLabel('Code'));
    await page.keyboard.type(asText(begun['user_code']));
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Sign in to Television on another device?');
    await tabTo(page, page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await arriveAt(page, 'The device is signed in');
  });

  it('account: lists what is connected, and disconnects it', async () => {
    const application = await addApplication(site.keyward, { type: 'browser' });
    const { email } = await addPerson(site.keyward);
    await using visit = await openFor(authorize(application, { scope: 'openid profile' }));
    const { page } = visit;
    await signIn(page, email);
    await press(page, 'Allow');
    await page.waitForURL(({ origin }) => origin === APPLICATION);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    await exchange(site.keyward, application, code, verifier);
    await page.goto(`${site.url}/account`);
    const section = page.getByRole('region', { name: 'Connected applications' });
    await section.getByText('See your name, handle and picture', { exact: false }).waitFor();
    await noViolations(page);
    await press(page, 'Disconnect Orders');
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await see(page, 'Orders is disconnected.');
    const token = await tokenOf(page);
    const left = await site.keyward.call('GET', '/account/application', { token });
    assert.deepEqual(left.body['applications'], []);
  });
});
