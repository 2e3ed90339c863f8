import type { PostgresPool } from 'kysely';
import { currentAsker, SERVICE } from '../../lib/asker.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';

/** Connections to PostgreSQL: all, those without work, and statements that wait for one. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** A pool of `pg`. A separate type, because the published types must not depend on the types of `pg`. */
type Pool = PostgresPool & PoolCounts & { on(event: 'release', listener: () => void): unknown };

interface Waiter {
  asker: string;
  take: () => void;
}

/**
 * Gives the connections of a pool to askers in turn. The queue of `pg` is one line: an address with hundreds of requests
 * would make everybody else wait for longer than a request may.
 * @param most the number of connections of the pool
 * @param timeoutMs how long a statement waits for its turn, and again for a new connection
 */
export function inTurnByAsker(pool: Pool, most: number, timeoutMs: number): PostgresPool & PoolCounts {
  const waiting = createFairQueue<Waiter>(({ asker }) => asker);
  let taken = 0;

  function free(): void {
    const next = waiting.next();
    if (next === undefined) taken -= 1;
    else next.take();
  }

  async function turn(): Promise<void> {
    if (taken < most) {
      taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { asker: currentAsker.getStore() ?? SERVICE, take: resolve };
    waiting.add(waiter);
    const timer = setTimeout(() => {
      if (waiting.delete(waiter)) reject(new Error('timeout exceeded when trying to connect'));
    }, timeoutMs);
    await promise.finally(() => clearTimeout(timer));
  }

  pool.on('release', free);
  return {
    async connect() {
      await turn();
      try {
        return await pool.connect();
      } catch (error) {
        free();
        throw error;
      }
    },
    end: () => pool.end(),
    options: pool.options,
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return pool.waitingCount + waiting.size;
    },
  };
}
