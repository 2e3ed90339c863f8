import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IN_BROWSER } from './support/browser.ts';
import { noViolations } from './support/accessibility.ts';
import { suiteSite } from './support/site.ts';

/** Globals of pages, for which Node.js has no types. */
declare const getComputedStyle: (element: object) => { color: string; margin: string };

describe('the pages as the service serves them', IN_BROWSER, () => {
  const site = suiteSite();

  for (const path of ['/signin', '/console'])
    it(`${path} runs under its policy, in the language of the browser`, async () => {
      await using visit = await site.open(path, { language: 'de-AT' });
      await visit.page.locator('[lang="de"] #root > :not(style)').first().waitFor();
    });

  it('the sign-in has no finding', async () => {
    await using visit = await site.open('/signin');
    await visit.page.getByRole('button').first().waitFor();
    await noViolations(visit.page);
  });

  it('the preview shows only what the page around it posts', async () => {
    await using visit = await site.open('/web/preview');
    const { page } = visit;
    const posted = (name: string) =>
      `postMessage(${JSON.stringify({ branding: { name, logoUrl: null, links: [] }, style: {}, theme: 'light' })}, '*')`;
    await page.evaluate(posted('Opened'));
    await page.goto(`${site.url}/signin`);
    // Two frames, of which one posts to the other.
    await page.evaluate(
      `Promise.all([1, 2].map(() => new Promise((resolve) => {
        const frame = document.createElement('iframe');
        addEventListener('message', ({ source, data }) => {
          if (source === frame.contentWindow && data.ready) resolve();
        });
        frame.src = '/web/preview';
        document.body.append(frame);
      })))`,
    );
    await page.frames()[2]?.evaluate(`parent.frames[0].${posted('Beside')}`);
    await page.evaluate(`frames[0].${posted('Around')}`);
    const shown = page.frameLocator('iframe >> nth=0').getByRole('heading');
    await shown.waitFor();
    assert.equal(await shown.textContent(), 'Sign in to Around');
  });

  it('the frame for mails shows what is posted to it, with its styles and without its scripts', async () => {
    await using visit = await site.open('/signin');
    const mail = `<style>p { color: rgb(1, 2, 3) }</style><p style="margin: 7px">Hello</p><script>document.body.textContent = 'run'</script>`;
    const heard = await visit.page.evaluate(
      `new Promise((resolve) => {
        const frame = document.createElement('iframe');
        const heard = [];
        addEventListener('message', ({ source, data }) => {
          if (source !== frame.contentWindow) return;
          heard.push(Object.keys(data).join());
          if (data.ready) source.postMessage({ html: ${JSON.stringify(mail).replaceAll('<', '\\u003c')} }, '*');
          else resolve(heard);
        });
        frame.sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
        frame.src = '/web/mail-frame';
        document.body.append(frame);
      })`,
    );
    assert.deepEqual(heard, ['ready', 'height']);
    const paragraph = visit.page.frameLocator('iframe').getByText('Hello');
    assert.deepEqual(
      await paragraph.evaluate((element) => {
        const { color, margin } = getComputedStyle(element);
        return [color, margin];
      }),
      ['rgb(1, 2, 3)', '7px'],
    );
  });
});
