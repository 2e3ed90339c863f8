import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { changeOf, periodsIn } from '../../src/console/pages/overview/changes.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

const counted = (at: string, more = {}) => ({
  at,
  sign_ins: 0,
  sign_ups: 0,
  failures: 0,
  undelivered: 0,
  retrying: 0,
  ...more,
});

describe('the numbers of a period', () => {
  it('are compared with those of the period before', () => {
    const buckets = [
      counted('2026-01-01T00:00:00.000Z', { sign_ins: 4, sign_ups: 2 }),
      counted('2026-01-02T00:00:00.000Z', { sign_ins: 3, failures: 1, undelivered: 1, retrying: 2 }),
      counted('2026-01-02T01:00:00.000Z', { sign_ins: 3, failures: 1 }),
    ];
    const { now, before } = periodsIn(buckets, Date.parse('2026-01-02T00:00:00.000Z'));
    assert.deepEqual(now, { signIns: 6, signUps: 0, success: 75, failing: 3 });
    assert.deepEqual(before, { signIns: 4, signUps: 2, success: 100, failing: 0 });
    assert.equal(changeOf(6, 4), 50);
    assert.equal(changeOf(0, 2), -100);
    assert.equal(changeOf(3, 0), null);
    assert.equal(periodsIn([], 0).now.success, null);
  });

  it('are not compared with a period that had hardly begun', () => {
    const quiet = [0, 1, 2].map((hour) => counted(`2026-01-01T0${hour}:00:00.000Z`));
    const first = counted('2026-01-01T03:00:00.000Z', { sign_ins: 1 });
    const since = Date.parse('2026-01-02T00:00:00.000Z');
    assert.equal(periodsIn([...quiet, first], since).before, null);
    assert.equal(periodsIn([first, ...quiet], since).before?.signIns, 1);
  });
});

describe('the tiles of the overview', IN_BROWSER, () => {
  const site = suiteSite();

  it('count the chosen period, and lead to what they count', async () => {
    const { keyward } = site;
    const { email } = await addPerson(keyward);
    await using visit = await openConsole(site, '/console');
    const logIn = (password: string) =>
      keyward.call('POST', '/login', { body: { identifier: email, password } });
    for (const password of [PASSWORD, PASSWORD, 'Wrong-1']) await logIn(password);
    const { page } = visit;
    await page.reload();
    const tile = (name: RegExp) =>
      page.getByRole('list', { name: 'In the last 24 hours' }).getByRole('link', { name });
    // With the two sessions of the superadmin, and the first of the person.
    await tile(/^Sign-ins\s*5/).waitFor();
    await tile(/^Sign-ins that succeed\s*83%/).waitFor();
    // The superadmin and the person, whatever they did how often.
    await tile(/^Active people\s*2/).waitFor();
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await noViolations(page);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    }
    await page.getByText('7 days', { exact: true }).click();
    await page.getByRole('list', { name: 'In the last 7 days' }).waitFor();
    await page.getByRole('link', { name: /^Sign-ins that succeed/ }).click();
    await page.waitForURL('**/console/events?type=login.failed');
  });
});
