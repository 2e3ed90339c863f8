import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { Settlement } from '../../../store/tables/deliveries.ts';
import type { WebhookRow } from '../../../store/engine/schema.ts';
import { type Attempt, readAttempts, withAttempt } from './attempts.ts';
import type { Held } from './queue.ts';
import { pauseAfter } from './schedule.ts';

/** Writes the outcomes of deliveries, many in one transaction. */
export interface Outcomes {
  /** Tells it which webhooks are marked as failing. */
  know(webhooks: readonly WebhookRow[]): void;
  /** @param url the address of the attempt, because the webhook's address may have changed since */
  attempted(delivery: Held, url: string, attempt: Attempt): void;
  /** Ends the claim of a delivery that was not attempted. */
  giveBack(delivery: Held): void;
  /** The results of attempts since the start. */
  readonly counts: Readonly<Record<'succeeded' | 'pending' | 'failed', number>>;
  /** Resolves once everything is written, or cannot be written. */
  flush(): Promise<void>;
}

/** Outcomes that come closer together share a commit. */
const GATHER_MS = 50;
/** After a failed write. */
const RETRY_MS = 500;
/** A receiver that has failed for this long is disabled. */
const GIVE_UP_MS = 5 * 24 * 3_600_000;
const GONE = 410;

interface Outcome {
  webhookId: number;
  settlement: Settlement;
  until: number;
  /** Null if there was none. */
  attempted: Attempted | null;
}

interface Attempted {
  url: string;
  attempt: Attempt;
}

export function createOutcomes(deps: {
  store: Store;
  clock: Clock;
  /** From 0 to below 1; spreads retries. */
  random: () => number;
  /** Disables a webhook whose receiver at this URL is gone, or has failed since before a time. */
  disable: (webhookId: number, url: string, why: 'gone' | { failingBefore: number }) => Promise<void>;
  report: (error: unknown) => void;
}): Outcomes {
  const { store, clock, random, disable, report } = deps;
  /** When each webhook began to fail, as far as this instance knows. */
  const failing = new Map<number, number>();
  const counts = { succeeded: 0, pending: 0, failed: 0 };
  let outcomes: Outcome[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(outcome: Outcome): void {
    outcomes.push(outcome);
    writeIn(GATHER_MS);
  }

  function writeIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void writeNow();
    }, ms);
  }

  function writeNow(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const batch = outcomes;
    outcomes = [];
    if (batch.length === 0) return;
    try {
      await keep(batch);
    } catch (error) {
      report(error);
      // After the lease, another instance makes the attempt.
      const now = clock.now();
      outcomes.push(...batch.filter(({ until }) => until > now));
      if (outcomes.length > 0) writeIn(RETRY_MS);
      return;
    }
    for (const { webhookId, url, attempts } of attemptsOf(batch)) {
      try {
        const since = failing.get(webhookId);
        const failingBefore = clock.now() - GIVE_UP_MS;
        if (attempts.some(({ status_code }) => status_code === GONE)) await disable(webhookId, url, 'gone');
        else if (since !== undefined && since <= failingBefore)
          await disable(webhookId, url, { failingBefore });
      } catch (error) {
        report(error);
      }
    }
  }

  function keep(batch: readonly Outcome[]): Promise<void> {
    return store.transaction(async ({ deliveries, webhooks }) => {
      await deliveries.settle(batch.map(({ settlement }) => settlement));
      for (const { webhookId, url, attempts } of attemptsOf(batch)) {
        if (attempts.some(({ error }) => error === null)) {
          failing.delete(webhookId);
          await webhooks.recovered(webhookId, url);
        } else if (!failing.has(webhookId)) {
          const since = Math.min(...attempts.map(({ at }) => at));
          failing.set(webhookId, since);
          await webhooks.failed(webhookId, url, since);
        }
      }
    });
  }

  return {
    counts,

    know(webhooks) {
      failing.clear();
      for (const { id, failing_since: since } of webhooks) if (since !== null) failing.set(id, since);
    },

    attempted(delivery, url, attempt) {
      const attempts = withAttempt(readAttempts(delivery.attempts), attempt);
      const now = clock.now();
      const pause = attempt.error === null ? null : pauseAfter(attempts.length, random());
      const state = attempt.error === null ? 'succeeded' : pause === null ? 'failed' : 'pending';
      counts[state] += 1;
      const { id, lease, webhook_id: webhookId, until } = delivery;
      const settlement = {
        id,
        lease,
        state,
        attempts: JSON.stringify(attempts),
        next_attempt_at: pause === null ? null : now + pause,
        finished_at: pause === null ? now : null,
      } as const;
      add({ webhookId, settlement, until, attempted: { url, attempt } });
    },

    giveBack({ id, lease, webhook_id: webhookId, until, attempts, next_attempt_at }) {
      const settlement = {
        id,
        lease,
        state: 'pending',
        attempts,
        next_attempt_at,
        finished_at: null,
      } as const;
      add({ webhookId, settlement, until, attempted: null });
    },

    async flush() {
      clearTimeout(timer);
      timer = undefined;
      await writeNow();
      clearTimeout(timer);
    },
  };
}

/** The attempts for each webhook and each URL to which they went. */
function attemptsOf(outcomes: readonly Outcome[]): { webhookId: number; url: string; attempts: Attempt[] }[] {
  const groups = new Map<string, { webhookId: number; url: string; attempts: Attempt[] }>();
  for (const { webhookId, attempted } of outcomes) {
    if (attempted === null) continue;
    const { url, attempt } = attempted;
    const key = `${webhookId} ${url}`;
    const group = groups.get(key) ?? { webhookId, url, attempts: [] };
    group.attempts.push(attempt);
    groups.set(key, group);
  }
  return [...groups.values()];
}
