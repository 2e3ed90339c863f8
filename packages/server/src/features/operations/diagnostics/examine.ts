import type { Check, Diagnostic, Severity } from './check.ts';
import { EXPOSURE_CHECKS } from './exposure-checks.ts';
import type { Facts } from './facts.ts';
import { OAUTH_CHECKS } from './oauth-checks.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';

export const CHECKS: readonly Check[] = [...EXPOSURE_CHECKS, ...OAUTH_CHECKS, ...OPERATION_CHECKS];

const ORDER: readonly (Severity | undefined)[] = ['serious', 'warning', 'note', undefined];

/** The checks with their diagnostics, the most serious first. Checks that found nothing come last. */
export function examine(facts: Facts, checks = CHECKS): { check: Check; found: Diagnostic | null }[] {
  return checks
    .map((check) => ({ check, found: check.look(facts) }))
    .sort((a, b) => ORDER.indexOf(a.found?.severity) - ORDER.indexOf(b.found?.severity));
}
