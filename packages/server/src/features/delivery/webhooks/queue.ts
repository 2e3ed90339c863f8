import type { Clock } from '../../../lib/clock.ts';
import type { ClaimedDelivery } from '../../../store/tables/deliveries.ts';

/** A claimed delivery, and until when nobody else may claim it. */
export type Held = ClaimedDelivery & { until: number };

/**
 * The deliveries of one webhook that this instance makes. Each webhook has a separate queue, so that they do not delay
 * each other.
 */
export interface Queue {
  /** Claims deliveries that are due, as many as there is room for. */
  pull(): void;
  /** How many more claimed deliveries the queue accepts. */
  room(): number;
  /** Accepts a delivery that was claimed for this queue. */
  take(delivery: Held): void;
  /** Claims nothing more, and releases the deliveries that have not begun. Resolves when the others have finished */
  stop(): Promise<void>;
}

/** Simultaneous messages to one receiver from one instance. */
export const IN_FLIGHT = 8;
/** A receiver that failed so many times in a row gets one message at a time until it succeeds. */
const STREAK = 8;
/**
 * The minimum number of deliveries in one claim; it grows while they are made quickly, because each claim is a commit.
 */
const FEWEST = 32;
const MOST = 128;
const QUICK_MS = 500;

export function createQueue(deps: {
  /** @throws the database's errors */
  claim: (limit: number) => Promise<Held[]>;
  /** Makes an attempt. @returns whether it succeeded */
  deliver: (delivery: Held) => Promise<boolean>;
  giveBack: (delivery: Held) => void;
  /** The minimum time that must remain of a lease before an attempt begins, in milliseconds. */
  needsMs: number;
  clock: Clock;
  report: (error: unknown) => void;
}): Queue {
  const { claim, deliver, giveBack, needsMs, clock, report } = deps;
  const waiting: Held[] = [];
  const running = new Set<Promise<void>>();
  let streak = 0;
  let size = FEWEST;
  let claimedAt = 0;
  let claiming: Promise<void> | null = null;
  let more = false;
  let stopped = false;

  const room = () => (streak < STREAK ? IN_FLIGHT : 1);

  function pump(): void {
    while (running.size < room()) {
      const delivery = waiting.shift();
      if (delivery === undefined) break;
      if (delivery.until - clock.now() < needsMs) {
        giveBack(delivery);
        continue;
      }
      const run = attempt(delivery).finally(() => {
        running.delete(run);
        pump();
      });
      running.add(run);
    }
    if (more) pull();
  }

  async function attempt(delivery: Held): Promise<void> {
    try {
      streak = (await deliver(delivery)) ? 0 : streak + 1;
    } catch (error) {
      report(error);
    }
  }

  function pull(): void {
    more = true;
    if (stopped || claiming !== null || waiting.length >= room()) return;
    more = false;
    claiming = claimSome()
      .catch(report)
      .finally(() => {
        claiming = null;
        pump();
      });
  }

  async function claimSome(): Promise<void> {
    const now = performance.now();
    size = now - claimedAt < QUICK_MS ? Math.min(size * 2, MOST) : Math.max(size / 2, FEWEST);
    claimedAt = now;
    const limit = room() === 1 ? 1 : size;
    const claimed = await claim(limit);
    more = claimed.length === limit;
    if (stopped) claimed.forEach(giveBack);
    else waiting.push(...claimed);
  }

  return {
    pull,
    // Deliveries that are already due come first.
    room: () =>
      stopped || more || claiming !== null || streak > 0 ? 0 : Math.max(0, FEWEST - waiting.length),
    take(delivery) {
      waiting.push(delivery);
      pump();
    },
    async stop() {
      stopped = true;
      await claiming;
      waiting.splice(0).forEach(giveBack);
      await Promise.all(running);
    },
  };
}
