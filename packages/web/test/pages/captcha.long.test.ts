import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { arriveAt, newEmail, press, see, typeIn } from './people.ts';

const PROVIDER = 'https://challenges.cloudflare.com';

/** What the provider's script does, as far as the pages use it. Each answer counts once. */
const WIDGET = `let serial = 0;
globalThis.turnstile = { render(place, { sitekey, callback }) {
  const button = document.createElement('button');
  button.textContent = 'I am a person at ' + sitekey;
  button.addEventListener('click', () => callback('right-' + (serial += 1)));
  place.append(button);
} };`;

describe('the pages where a captcha is asked for', IN_BROWSER, () => {
  let provider: Server;
  let site: Site;
  before(async () => {
    provider = createServer((request, response) => {
      let form = '';
      request.on('data', (chunk: Buffer) => (form += chunk.toString()));
      request.on('end', () =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ success: new URLSearchParams(form).get('response')?.startsWith('right-') })),
      );
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    site = await startSite({
      settings: {
        KEYWARD_SIGNUP_CAPTCHA: 'turnstile',
        KEYWARD_SIGNUP_CAPTCHA_SECRET: 'secret',
        KEYWARD_SIGNUP_CAPTCHA_SITE_KEY: 'site-1',
        KEYWARD_SIGNUP_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${portOf(provider)}/siteverify`,
      },
    });
  });
  after(async () => {
    await site[Symbol.asyncDispose]();
    await closeServer(provider);
  });

  it('show it in a dialog, and send its answer', async () => {
    await using visit = await site.open('/signup', { origins: [PROVIDER] });
    const { page, context } = visit;
    let loads = 0;
    await context.route(`${PROVIDER}/**`, (route) => {
      loads += 1;
      return route.fulfill({ contentType: 'text/javascript', body: WIDGET });
    });
    await typeIn(page, { Name: 'Ada', Email: newEmail(), Password: PASSWORD });
    await press(page, 'Create the account');
    // A cancelled captcha keeps the fields.
    await press(page, 'Cancel');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada');
    await press(page, 'Create the account');
    await press(page, 'I am a person at site-1');
    await arriveAt(page, 'Your account');
    await press(page, 'Verify email');
    await press(page, 'I am a person at site-1');
    await see(page, /We sent a code/);
    assert.equal(loads, 1);
  });
});
