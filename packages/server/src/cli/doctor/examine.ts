import { docsPath } from '../../lib/docs-path.ts';
import type { Check, Finding, Severity } from './check.ts';
import { EXPOSURE_CHECKS } from './exposure-checks.ts';
import type { Facts } from './facts.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';

export const CHECKS: readonly Check[] = [...EXPOSURE_CHECKS, ...OPERATION_CHECKS];

/** With the page's path in `docs`. */
export type Result = Pick<Check, 'id' | 'docs'> & Finding;

const ORDER: readonly Severity[] = ['serious', 'warning', 'note'];

/** All findings, the most serious first. */
export function examine(facts: Facts): Result[] {
  return CHECKS.flatMap(({ id, docs, look }) => {
    const found = look(facts);
    return found === null ? [] : [{ id, ...found, docs: docsPath(docs) }];
  }).sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}
