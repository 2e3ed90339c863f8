import { setImmediate } from 'node:timers/promises';
import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Attribution } from '../audit/events/event.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { MissedConnection } from '../organizations/entrance.ts';

/** What is undone. Times are in milliseconds since the epoch. */
export interface Undo {
  /** The account whose acts are undone. */
  accountId: number;
  /** The roles of the deployment's organizations. */
  rules: OrganizationsSettings;
  missedConnection: MissedConnection;
  notices: Pick<Notices, 'trustLost'>;
  /** For the events of the undo. */
  told: Attribution;
}

/** The time of the acts that are undone, up to the first one that is not. */
export interface Times {
  from: number;
  to: number;
}

/** Those whose acts are undone, by id. */
export interface Makers {
  accounts: ReadonlyMap<number, Times>;
  keys: ReadonlyMap<number, Times>;
}

export function isWithin(times: Times | undefined, at: number): boolean {
  return times !== undefined && at >= times.from && at < times.to;
}

/** How long an undo works before other requests go on, in milliseconds. */
const WORK_MS = 10;

/**
 * Lets other requests go on now and then, because an undo can take back ten thousands of acts. Not after each act: on
 * SQLite, all writes wait for its transaction meanwhile.
 */
export function createBreaks(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < WORK_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Whether an act changed something besides names and descriptions. */
export function isMoreThan(cosmetic: readonly string[], changed: Record<string, unknown>): boolean {
  return Object.keys(changed).some((field) => !cosmetic.includes(field));
}
