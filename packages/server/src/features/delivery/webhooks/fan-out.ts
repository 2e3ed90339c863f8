import { randomBytes } from 'node:crypto';
import type { Tables } from '../../../store/database.ts';
import type { Claim, ClaimedDelivery, NewDelivery } from '../../../store/tables/deliveries.ts';
import type { PlacedEvent } from '../../../store/tables/events.ts';
import type { WebhookRow } from '../../../store/engine/schema.ts';
import { isSubscribed, readTypes } from './types.ts';

/** The maximum number of events that one transaction hands out. */
const PAGE = 500;
/** The maximum number of deliveries that one transaction adds. */
const ROWS = 1_000;
const ID_BYTES = 16;

/** The number of events that one transaction hands out to this number of webhooks. */
export function pageSize(webhooks: number): number {
  return Math.min(PAGE, Math.ceil(ROWS / Math.max(1, webhooks)));
}

export interface FannedOut {
  /** Whether there may be more events. */
  more: boolean;
  /** Whether deliveries wait for a claim. */
  waiting: boolean;
}

/** Claims deliveries for an instance. */
export interface Taker {
  claim: Claim;
  /** How many deliveries of a webhook it can attempt at once. */
  room: (webhook: WebhookRow) => number;
  take: (delivery: ClaimedDelivery) => void;
}

/**
 * Creates a delivery for each event after the cursors of the webhooks, which an open transaction has locked, and
 * moves the cursors. So each event gets exactly one delivery for each webhook, even if several instances do this and
 * are interrupted.
 * @param taker claims the first of them as they are added, which saves a commit
 */
export async function fanOut(
  { events, webhooks, deliveries }: Tables,
  locked: readonly WebhookRow[],
  now: number,
  size = PAGE,
  taker?: Taker,
): Promise<FannedOut> {
  if (locked.length === 0) return { more: false, waiting: false };
  const page = await events.typesAfter(Math.min(...locked.map(({ cursor }) => cursor)), size);
  const last = page.at(-1)?.position;
  if (last === undefined) return { more: false, waiting: false };
  const behind = locked.filter(({ cursor }) => cursor < last);
  const waiting: NewDelivery[] = [];
  for (const webhook of behind) {
    const added = deliveriesFor(
      webhook,
      page.filter(({ position }) => position > webhook.cursor),
    );
    const taken = taker === undefined ? [] : added.splice(0, taker.room(webhook));
    if (taker !== undefined && taken.length > 0)
      for (const delivery of await deliveries.addClaimed(taken, taker.claim)) taker.take(delivery);
    waiting.push(...added);
  }
  await deliveries.add(waiting, now);
  await webhooks.moveCursor(
    behind.map(({ id }) => id),
    last,
  );
  return { more: page.length === size, waiting: waiting.length > 0 };
}

/**
 * Replays the next batch of events to a locked webhook.
 * @returns whether there may be more
 */
export async function replay(
  { events, webhooks, deliveries }: Tables,
  webhook: WebhookRow,
  now: number,
  size: number,
): Promise<boolean> {
  const { replay_cursor: cursor, replay_until: until, replay_since: since } = webhook;
  if (cursor === null || until === null || since === null) return false;
  const page = (await events.typesAfter(cursor, size)).filter(({ position }) => position <= until);
  await deliveries.add(
    deliveriesFor(
      webhook,
      page.filter(({ at }) => at >= since),
    ),
    now,
  );
  const last = page.at(-1)?.position;
  const more = last !== undefined && last < until;
  await webhooks.update(
    webhook.id,
    more ? { replay_cursor: last } : { replay_cursor: null, replay_until: null, replay_since: null },
  );
  return more;
}

function deliveriesFor(
  { id, types, organization }: WebhookRow,
  events: readonly PlacedEvent[],
): NewDelivery[] {
  const patterns = readTypes(types);
  return events
    .filter((event) => organization === null || event.organization === organization)
    .filter(({ type }) => isSubscribed(patterns, type))
    .map((event) => ({
      uid: `dlv_${randomBytes(ID_BYTES).toString('base64url')}`,
      webhook_id: id,
      event_id: event.id,
    }));
}
