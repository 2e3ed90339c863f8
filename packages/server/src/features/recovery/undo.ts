import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Attribution } from '../audit/events/event.ts';

/** What is undone. Times are in milliseconds since the epoch. */
export interface Undo {
  /** The account whose acts are undone. */
  accountId: number;
  since: number;
  /** The roles of the deployment's organizations. */
  rules: OrganizationsSettings;
  /** For the events of the undo. */
  told: Attribution;
}

/** Whose acts an undo takes back, as `account:7`, and since when. */
export type Followed = ReadonlyMap<string, number>;

/** Whether an act changed something besides names and descriptions. */
export function isMoreThan(cosmetic: readonly string[], changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => !cosmetic.includes(field));
}
