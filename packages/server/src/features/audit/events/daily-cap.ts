import type { EventStore } from '../../../store/tables/events.ts';
import type { EventType } from './event-types.ts';

const MOST_A_DAY = 100;
const DAY_MS = 86_400_000;

/**
 * Whether the audit log already has the maximum number of events of a type about an account for this day. For events
 * that an account can cause without a limited act: use of an old token, or wrong codes of its own app.
 * @param events in the transaction that would add one
 */
export async function isAtDailyCap(
  events: Pick<EventStore, 'countOf'>,
  accountId: number,
  type: EventType,
  now: number,
): Promise<boolean> {
  return (await events.countOf(accountId, type, now - DAY_MS)) >= MOST_A_DAY;
}
