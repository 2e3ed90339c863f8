import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { Claim } from '../../../store/tables/deliveries.ts';
import type { WebhookRow } from '../../../store/engine/schema.ts';
import type { WatchedWebhook } from '../../../store/tables/webhooks.ts';
import type { EventNotifier } from '../../audit/log/event-notifier.ts';
import { type FannedOut, fanOut, pageSize, replay } from './fan-out.ts';
import type { Messenger } from './messenger.ts';
import type { Outcomes } from './outcomes.ts';
import { createQueue, type Held, IN_FLIGHT, type Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/**
 * Creates the deliveries of every event, and attempts those that are due, together with the other instances. No
 * request waits for it.
 */
export interface Dispatcher {
  start(): void;
  /** Schedules a check for work soon. */
  wake(): void;
  /** Lets running attempts finish for `ms` milliseconds, aborts the others, and releases all claims. */
  close(ms: number): Promise<void>;
}

/** How often each instance checks for changes by others, and for deliveries that have become due. */
const LOOK_MS = 200;
/** The interval while there are no webhooks. */
const IDLE_LOOK_MS = 1_000;
/** The shortest interval between two queries, because each may be a commit. */
const GATHER_MS = 100;
/** A claim expires after this time. */
const LEASE_MS = 30_000;
/** The time reserved for writing an outcome. */
const WRITE_MS = 5_000;

/** The running deliveries of this instance for a webhook. */
interface Line {
  webhook: WebhookRow;
  sender: Sender;
  queue: Queue;
}

export function createDispatcher(deps: {
  store: Store;
  clock: Clock;
  news: EventNotifier;
  messenger: Messenger;
  outcomes: Outcomes;
  /** The longest time of an attempt, in milliseconds. */
  timeoutMs: number;
  report: (error: unknown) => void;
}): Dispatcher {
  const { store, clock, news, messenger, outcomes, timeoutMs, report } = deps;
  const lines = new Map<number, Line>();
  /** Queues that accept nothing more and finish their running attempts. */
  const ending = new Map<Line, Promise<void>>();
  let head = 0;
  let unfollow: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let wanted = false;
  let lookedAt = 0;
  let stopped = false;
  let breakingOff = false;
  let removing: Promise<void> | null = null;

  const goesOn = () => !stopped;

  function lookIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      wanted = false;
      lookedAt = performance.now();
      looking = look()
        .catch(report)
        .finally(() => {
          looking = null;
          if (wanted) wake();
          else if (!stopped) lookIn(lines.size > 0 ? LOOK_MS : IDLE_LOOK_MS);
        });
    }, ms).unref();
  }

  function wake(): void {
    wanted = true;
    if (!stopped && looking === null) lookIn(Math.max(0, lookedAt + GATHER_MS - performance.now()));
  }

  async function follow(): Promise<void> {
    if (unfollow !== null) return;
    unfollow = news.follow((position) => {
      head = Math.max(head, position);
      wake();
    });
    head = Math.max(head, await news.look());
  }

  async function look(): Promise<void> {
    let all = await store.webhooks.watch();
    if (all.some(isActive)) {
      await follow();
      if (all.some((webhook) => isActive(webhook) && isBehind(webhook))) {
        const { more, waiting, changed } = await handOutPage(all);
        if (more) {
          // With a backlog, waiting would not make the batches larger.
          lookedAt = 0;
          wake();
        }
        all = waiting
          ? await store.webhooks.watch()
          : all.map((webhook) => changed.get(webhook.id) ?? webhook);
      }
    } else {
      unfollow?.();
      unfollow = null;
    }
    if (stopped) return;
    outcomes.know(all);
    const active = new Map(all.filter(isActive).map((webhook) => [webhook.id, webhook]));
    for (const [id, line] of lines) if (!active.has(id)) end(id, line);
    const now = clock.now();
    for (const webhook of active.values()) {
      const { queue } = lineOf(webhook);
      if (isDue(webhook, now)) queue.pull();
    }
    const deleted = all.filter(({ deleted_at }) => deleted_at !== null);
    if (deleted.length > 0)
      removing ??= remove(deleted)
        .catch(report)
        .finally(() => {
          removing = null;
        });
  }

  const isBehind = ({ cursor, replay_cursor }: WebhookRow) => cursor < head || replay_cursor !== null;

  /**
   * Creates the deliveries of the next new events. It handles one page at a time, so that a backlog or a replay of
   * millions of events blocks no queue and no change of a webhook.
   *
   * Deliveries that this instance can begin at once are claimed as they are added. Otherwise, at a low rate,
   * each delivery would need another commit.
   */
  async function handOutPage(
    watched: readonly WatchedWebhook[],
  ): Promise<FannedOut & { changed: ReadonlyMap<number, WatchedWebhook> }> {
    const taken: Held[] = [];
    const changed = new Map<number, WatchedWebhook>();
    const handedOut = await store.transaction(async (tables) => {
      const locked = await tables.webhooks.lockBehind(head);
      for (const webhook of locked) {
        const due = watched.find(({ id }) => id === webhook.id)?.due_at ?? null;
        changed.set(webhook.id, { ...webhook, due_at: due });
      }
      const now = clock.now();
      const own = newClaim(now);
      const size = pageSize(locked.length);
      const { more, waiting } = await fanOut(tables, locked, now, size, {
        claim: own,
        room: ({ id }) => roomOf(changed.get(id), now),
        take: (delivery) => taken.push({ ...delivery, until: own.until }),
      });
      const replays = locked.filter(({ replay_cursor }) => replay_cursor !== null);
      let replaying = false;
      for (const webhook of replays) replaying = (await replay(tables, webhook, now, size)) || replaying;
      return { more: more || replaying, waiting: waiting || replays.length > 0 };
    });
    for (const delivery of taken) {
      const line = lines.get(delivery.webhook_id);
      if (stopped || line === undefined) {
        outcomes.giveBack(delivery);
        continue;
      }
      line.webhook = changed.get(delivery.webhook_id) ?? line.webhook;
      line.queue.take(delivery);
    }
    return { ...handedOut, changed };
  }

  /** How many new deliveries of a locked webhook this instance can take; 0 while older ones are due. */
  function roomOf(webhook: WatchedWebhook | undefined, now: number): number {
    const line = webhook && lines.get(webhook.id);
    if (line === undefined || line.webhook.url !== webhook?.url || isDue(webhook, now)) return 0;
    return line.queue.room();
  }

  function lineOf(webhook: WebhookRow): Line {
    const open = lines.get(webhook.id);
    if (open?.webhook.url === webhook.url) {
      open.webhook = webhook;
      return open;
    }
    // The receiver has changed: running attempts to the old one may finish.
    if (open !== undefined) end(webhook.id, open);
    const line: Line = {
      webhook,
      sender: messenger.open(IN_FLIGHT),
      queue: createQueue({
        claim: (limit) => claim(webhook.id, limit),
        deliver: (delivery) => deliver(line, delivery),
        giveBack: (delivery) => outcomes.giveBack(delivery),
        needsMs: timeoutMs + WRITE_MS,
        clock,
        report,
      }),
    };
    lines.set(webhook.id, line);
    return line;
  }

  async function claim(webhookId: number, limit: number): Promise<Held[]> {
    const one = newClaim(clock.now());
    const claimed = await store.deliveries.claim(webhookId, { ...one, limit });
    return claimed.map((delivery) => ({ ...delivery, until: one.until }));
  }

  // Each claim has a lease of its own, because this instance may claim a delivery again after its lease has expired.
  const newClaim = (now: number): Claim => ({
    lease: randomBytes(12).toString('base64url'),
    now,
    until: now + LEASE_MS,
  });

  async function deliver({ webhook, sender }: Line, delivery: Held): Promise<boolean> {
    const attempt = await messenger.deliver(webhook, sender, delivery.event);
    if (breakingOff && attempt.error !== null) outcomes.giveBack(delivery);
    else outcomes.attempted(delivery, webhook.url, attempt);
    return attempt.error === null;
  }

  function end(id: number, line: Line): void {
    lines.delete(id);
    const over = line.queue.stop().finally(() => {
      line.sender.close();
      ending.delete(line);
    });
    ending.set(line, over);
  }

  /** Removes deleted webhooks with their deliveries. */
  async function remove(deleted: readonly WebhookRow[]): Promise<void> {
    for (const { id } of deleted) {
      for (let more = true; more && goesOn(); await setImmediate())
        ({ more } = await store.deliveries.removeOf(id));
      if (!stopped) await store.webhooks.remove(id);
    }
  }

  return {
    start: () => lookIn(0),
    wake,
    async close(ms) {
      stopped = true;
      clearTimeout(timer);
      unfollow?.();
      await looking;
      await removing;
      for (const [id, line] of lines) end(id, line);
      const breakOff = setTimeout(() => {
        breakingOff = true;
        for (const { sender } of ending.keys()) sender.close();
      }, ms);
      await Promise.all(ending.values());
      clearTimeout(breakOff);
      await outcomes.flush();
    },
  };
}

function isDue({ due_at }: WatchedWebhook, now: number): boolean {
  return due_at !== null && due_at <= now;
}

function isActive({ enabled, deleted_at }: WebhookRow): boolean {
  return enabled === 1 && deleted_at === null;
}
