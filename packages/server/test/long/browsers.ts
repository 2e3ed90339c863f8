import { PASSWORD } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';
import type { AnyBrowser } from './browsers/browser.ts';
import { startChromium } from './browsers/chromium.ts';
import { startFirefox } from './browsers/firefox.ts';
import { startWebKit } from './browsers/webkit.ts';
import { recordCompatibility } from './compatibility.ts';
import { type Part, Skipped } from './part.ts';

const JOBS = 8;

/** Waits until the page shows a text. @throws Error with what it shows instead */
async function see(browser: AnyBrowser, text: string): Promise<void> {
  const shown = () => browser.evaluate('document.body.innerText');
  try {
    await until(async () => (await shown()).includes(text), `the page shows "${text}"`);
  } catch (error) {
    throw new Error(`${browser.name}: no "${text}" in ${await shown()}`, { cause: error });
  }
}

async function press(browser: AnyBrowser, name: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].find((one) => one.innerText.trim() === ${JSON.stringify(name)})`;
  await until(async () => (await browser.evaluate(`Boolean(${button})`)) === 'true', `a button "${name}"`);
  await browser.evaluate(`${button}.click()`);
}

/** Types texts, as input events, into the fields with labels that begin so. */
async function typeIn(browser: AnyBrowser, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = `[...document.querySelectorAll('label')].find((one) => one.innerText.trim().startsWith(${JSON.stringify(label)}))?.control`;
    await until(async () => (await browser.evaluate(`Boolean(${field})`)) === 'true', `a field "${label}"`);
    await browser.evaluate(
      `(${field}.focus(), document.execCommand('insertText', false, ${JSON.stringify(text)}))`,
    );
  }
}

/** The jobs that each browser must do, one after the other. */
async function useKeyward(browser: AnyBrowser): Promise<void> {
  await using keyward = await startProcess({ ready: /(http:\/\/\S+\/setup#\S+)/ });
  const setUp = keyward.url;
  const { origin } = new URL(setUp);
  const who = { Name: 'Ada', Email: 'ada@example.org', Password: PASSWORD };
  await browser.open(setUp);
  await typeIn(browser, who);
  await press(browser, 'Create superadmin');
  await see(browser, 'The superadmin is created');
  await browser.open(`${origin}/console/accounts`);
  await see(browser, 'ada@example.org');
  await browser.open(`${origin}/signup`);
  await typeIn(browser, { ...who, Email: 'grace@example.org' });
  await press(browser, 'Create the account');
  await see(browser, 'Your account');
  await press(browser, 'Sign out');
  await see(browser, 'You are signed out');
  await browser.open(`${origin}/signin`);
  await typeIn(browser, { Email: 'grace@example.org', Password: PASSWORD });
  await press(browser, 'Sign in');
  await see(browser, 'Your account');
  await browser.open(`${origin}/docs`);
  await see(browser, 'Quick start');
  await browser.open(`${origin}/reference`);
  await see(browser, 'signup');
}

export const browsers: Part = {
  name: 'browsers',
  about: 'Chromium, Firefox and WebKit: set-up, console, sign-up, sign-out, sign-in, documents',
  limit: 10,
  async run(tell) {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Skipped('needs Linux on x64');
    const worked: string[] = [];
    for (const start of [startChromium, startFirefox, startWebKit]) {
      await using browser = await start();
      await useKeyward(browser);
      tell(`${browser.name}: ${JOBS} jobs`);
      worked.push(browser.name);
    }
    recordCompatibility('Browsers', worked);
    return { sent: 0, injected: '–', checked: JOBS * worked.length, lost: 0, worstMs: null, slopeKib: null };
  },
};
