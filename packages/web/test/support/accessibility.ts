import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules that another look can break: it changes colours and nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** A script that does nothing, for a page in which axe is already. */
const THERE = ';';

/** Lets a new look come, which scripts hear of in the next frame, and ends the changes of colours that it begins. */
const SETTLE = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled))).then(() => {
  for (const change of document.getAnimations())
    if (change.effect.getComputedTiming().endTime !== Infinity) change.finish();
})`;

/** Asserts that axe finds nothing on a page as it is, in its light and its dark look. */
export async function noViolations(page: Page): Promise<void> {
  // For frames of other origins, axe opens a page of its own to put the results together, which takes longer than a look.
  const isAlone = page.frames().length === 1;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(SETTLE);
    const axe = new AxeBuilder(colorScheme === 'dark' && isAlone ? { page, axeSource: THERE } : { page })
      .options({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } })
      .setLegacyMode(isAlone);
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(OF_COLOURS)).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}, ${help}: ${html}\n${failureSummary ?? ''}`),
    );
    assert.deepEqual(found, [], `${page.url()}, ${colorScheme}`);
  }
}
