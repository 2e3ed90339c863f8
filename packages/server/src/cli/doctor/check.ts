import type { Facts } from './facts.ts';

/** `serious` lets attackers or failures in, `warning` makes them easier or worse, `note` is good to know. */
export type Severity = 'serious' | 'warning' | 'note';

/** What a check has found open. */
export interface Finding {
  severity: Severity;
  finding: string;
  /** What to do about it. */
  remedy: string;
}

/** One thing to look at. Ids are stable: scripts may look for them. */
export interface Check {
  id: string;
  /** The page of the documentation that explains it, perhaps with the anchor of a section. */
  docs: string;
  /** Null when nothing is open, or when it cannot be told. */
  look: (facts: Facts) => Finding | null;
}

export const serious = (finding: string, remedy: string): Finding => ({
  severity: 'serious',
  finding,
  remedy,
});
export const warning = (finding: string, remedy: string): Finding => ({
  severity: 'warning',
  finding,
  remedy,
});
export const note = (finding: string, remedy: string): Finding => ({ severity: 'note', finding, remedy });
