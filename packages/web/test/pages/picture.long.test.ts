import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, press, see, signIn } from './people.ts';

/** A picture of 640 by 480 pixels, drawn by the browser. */
const DRAW = `(async () => {
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d');
  context.fillStyle = 'teal';
  context.fillRect(0, 0, 640, 480);
  context.fillStyle = 'gold';
  context.fillRect(0, 0, 80, 480);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return Array.from(bytes);
})()`;

const WIDTH = `(async () => {
  const image = document.querySelector('.kw-head img.kw-avatar');
  await image.decode();
  return image.naturalWidth;
})()`;

describe('the picture on the page of the account', IN_BROWSER, () => {
  const site = suiteSite();

  it('is cropped in the browser, uploaded, shown and removed', async () => {
    const { email, id } = await addPerson(site.keyward, { verified: true });
    const { services } = site.keyward.app;
    await using visit = await site.open('/signin');
    const { page } = visit;
    await signIn(page, email);
    await arriveAt(page, 'Your account');
    await press(page, 'Change your picture');
    const file = page.locator('input[type="file"]');
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await see(page, 'Your browser cannot read this file as a picture.');

    const buffer = Buffer.from(await page.evaluate<number[]>(DRAW));
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    const dialog = page.getByRole('dialog', { name: 'Change your picture' });
    await dialog.getByLabel('Zoom').fill('1.5');
    await dialog.getByRole('img').focus();
    for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press('ArrowLeft');
    await noViolations(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const shown = page.locator('.kw-head img.kw-avatar');
    await shown.waitFor();
    assert.equal(await page.evaluate(WIDTH), 256);
    const picture = await services.store.pictures.ofAccount(id);
    assert.equal(picture?.type, 'image/webp');
    await noViolations(page);

    await using console = await openConsole(site, `/console/accounts/${id}`);
    const portrait = console.page.getByRole('dialog').locator('img.kc-initials');
    await portrait.waitFor();
    assert.equal(await portrait.getAttribute('src'), await shown.getAttribute('src'));

    await press(page, 'Change your picture');
    await noViolations(page);
    await press(page, 'Remove');
    await shown.waitFor({ state: 'detached' });
    assert.equal(await services.store.pictures.ofAccount(id), null);
  });

  it('is requested from no other address of the service', async () => {
    const { email, id, token } = await addPerson(site.keyward, { verified: true });
    const avatar_url = `${site.url}/auth/login/options?/picture/${'a'.repeat(22)}`;
    assert.equal((await site.keyward.call('PATCH', '/me', { token, body: { avatar_url } })).status, 200);
    await using visit = await site.open('/signin');
    await using console = await openConsole(site, '/console');
    const requested: string[] = [];
    for (const { page } of [visit, console])
      page.on('request', (request) => void requested.push(request.url()));
    await signIn(visit.page, email);
    await arriveAt(visit.page, 'Your account');
    await console.page.goto(`${site.url}/console/accounts/${id}`);
    await see(console.page, email);
    assert.ok(requested.length > 2);
    assert.equal(requested.includes(avatar_url), false);
  });
});
