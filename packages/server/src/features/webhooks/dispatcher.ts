import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { WebhookRow } from '../../store/schema.ts';
import type { News } from '../trail/news.ts';
import { fanOut, pageSize, replay } from './fan-out.ts';
import type { Messenger } from './messenger.ts';
import type { Outcomes } from './outcomes.ts';
import { createQueue, type Held, IN_FLIGHT, type Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/**
 * Gives every event its deliveries, and makes those that are due, together with the other instances. No request waits
 * for any of it.
 */
export interface Dispatcher {
  start(): void;
  /** Looks for work soon. */
  wake(): void;
  /** Lets attempts under way finish for `ms` milliseconds, breaks off the others, and gives back what is claimed. */
  close(ms: number): Promise<void>;
}

/** How often each instance looks for what others have changed and for what has become due. */
const LOOK_MS = 200;
/** The same without a webhook. */
const IDLE_LOOK_MS = 1_000;
/** Looks are at least so far apart: each may be a commit. */
const GATHER_MS = 25;
/** A claim that nobody ends is over after this time. */
const LEASE_MS = 30_000;
/** The time for an outcome to be written. */
const WRITE_MS = 5_000;

/** What this instance has open for a webhook. */
interface Line {
  webhook: WebhookRow;
  sender: Sender;
  queue: Queue;
}

export function createDispatcher(deps: {
  store: Store;
  clock: Clock;
  news: News;
  messenger: Messenger;
  outcomes: Outcomes;
  /** The longest time of an attempt, in milliseconds. */
  timeoutMs: number;
  report: (error: unknown) => void;
}): Dispatcher {
  const { store, clock, news, messenger, outcomes, timeoutMs, report } = deps;
  const lines = new Map<number, Line>();
  /** Lines that take nothing more, until what has begun is over. */
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
        if (await handOutPage()) wake();
        all = await store.webhooks.watch();
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
      if (webhook.due_at !== null && webhook.due_at <= now) queue.pull();
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
   * Gives the next events that are new their deliveries. One page per look, so that a backlog or a replay of millions of
   * events holds up no queue and no change of a webhook.
   * @returns whether there may be more
   */
  function handOutPage(): Promise<boolean> {
    return store.transaction(async (tables) => {
      const locked = await tables.webhooks.lockBehind(head);
      const now = clock.now();
      const size = pageSize(locked.length);
      let more = await fanOut(tables, locked, now, size);
      for (const webhook of locked) more = (await replay(tables, webhook, now, size)) || more;
      return more;
    });
  }

  function lineOf(webhook: WebhookRow): Line {
    const open = lines.get(webhook.id);
    if (open?.webhook.url === webhook.url) {
      open.webhook = webhook;
      return open;
    }
    // Another receiver: what is under way to the old one ends by itself.
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
    const now = clock.now();
    const until = now + LEASE_MS;
    // Each claim has its own: after a lease that was lost, this instance may hold the delivery anew.
    const lease = randomBytes(12).toString('base64url');
    const claimed = await store.deliveries.claim(webhookId, { lease, now, until, limit });
    return claimed.map((delivery) => ({ ...delivery, until }));
  }

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

function isActive({ enabled, deleted_at }: WebhookRow): boolean {
  return enabled === 1 && deleted_at === null;
}
