import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules that another colour scheme can break: it changes only colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The axe of the builder, which adds this half megabyte again for each look. */
const { source }: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core');

/** A script that does nothing, for pages that already have axe. */
const THERE = ';';

/**
 * Waits until a new colour scheme applies, which scripts notice in the next frame, and ends the transitions that it
 * starts.
 */
const SETTLE = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled))).then(() => {
  for (const change of document.getAnimations())
    if (change.effect.getComputedTiming().endTime !== Infinity) change.finish();
})`;

/** Asserts that axe finds no violations on a page, in its light and its dark scheme. */
export async function noViolations(page: Page): Promise<void> {
  // For frames of other origins, axe opens a separate page to merge the results, which takes longer than the check
  // itself.
  const isAlone = page.frames().length === 1;
  if (isAlone && !(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(SETTLE);
    const axe = new AxeBuilder(isAlone ? { page, axeSource: THERE } : { page })
      .options({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } })
      .setLegacyMode(isAlone);
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(OF_COLOURS)).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}, ${help}: ${html}\n${failureSummary ?? ''}`),
    );
    assert.deepEqual(found, [], `${page.url()}, ${colorScheme}`);
  }
}
