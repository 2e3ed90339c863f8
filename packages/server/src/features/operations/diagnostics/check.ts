import type { Facts } from './facts.ts';

/** `serious`: allows attacks or failures. `warning`: makes them easier or worse. `note`: information. */
export type Severity = 'serious' | 'warning' | 'note';

/** The result of a check that found something. */
export interface Diagnostic {
  severity: Severity;
  finding: string;
  /** How to fix it. */
  remedy: string;
}

/** One check. Ids are stable, because scripts look for them. */
export interface Check {
  id: string;
  /** The subject of the check, in a few words. */
  title: string;
  /** Set if the check is not useful in a running service. */
  beforeStart?: true;
  /** The page of the documentation that explains it, optionally with a section's anchor. */
  docs: string;
  /** Null if nothing is wrong, or if it cannot be determined. */
  look: (facts: Facts) => Diagnostic | null;
}

export const serious = (finding: string, remedy: string): Diagnostic => ({
  severity: 'serious',
  finding,
  remedy,
});
export const warning = (finding: string, remedy: string): Diagnostic => ({
  severity: 'warning',
  finding,
  remedy,
});
export const note = (finding: string, remedy: string): Diagnostic => ({ severity: 'note', finding, remedy });
