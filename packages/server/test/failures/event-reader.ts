import { setTimeout as delay } from 'node:timers/promises';
import type { Asker } from '../long/asked.ts';

/** An event as the feed shows it. */
interface Told {
  id: string;
  timestamp: string;
}

export interface EventReader {
  /** The ids, in the order in which they came. */
  ids: string[];
  /** Milliseconds from each event to its arrival here. */
  delays: number[];
  /** Reads to the end of the feed, then stops. */
  finish(): Promise<void>;
}

const PAUSE_MS = 50;
const WAIT_SECONDS = 1;

/**
 * Follows the feed by its cursor from its beginning, through instances that are killed and started.
 * @param asker returns an instance for each request
 */
export function followEvents(asker: () => Asker, token: string): EventReader {
  const ids: string[] = [];
  const delays: number[] = [];
  let cursor = '';
  let finishing = false;

  async function follow(): Promise<void> {
    for (let isOver = false; !isOver;) {
      // Only requests from now on can reach the end.
      const isLast = finishing;
      const after = cursor === '' ? 'order=asc' : `after=${cursor}&wait=${isLast ? 0 : WAIT_SECONDS}`;
      const answer = await asker()
        .ask('GET', `/event/?${after}&limit=500`, { token })
        .catch(() => null);
      if (answer?.status !== 200) {
        if (answer !== null && answer.status !== 503)
          throw new Error(`the feed was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        await delay(PAUSE_MS);
        continue;
      }
      const {
        events,
        cursor: next,
        has_more: more,
      }: { events: Told[]; cursor: string; has_more: boolean } = Object(answer.body);
      const now = Date.now();
      for (const { id, timestamp } of events) {
        ids.push(id);
        delays.push(now - Date.parse(timestamp));
      }
      cursor = next;
      isOver = isLast && !more;
    }
  }

  const over = follow();
  // Reported by `finish`.
  over.catch(() => {});
  return {
    ids,
    delays,
    finish() {
      finishing = true;
      return over;
    },
  };
}
