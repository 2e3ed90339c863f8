/** Somebody who follows a stream. */
export interface Follower {
  /** Who it is, of whom only so many may follow. */
  who: string;
  ping: () => void;
  end: () => void;
}

/** Those who follow the streams of one kind, bounded in number. */
export interface Followers<F extends Follower> extends Iterable<F> {
  readonly size: number;
  /** @returns false if as many follow as may, in all or of this one */
  add(follower: F): boolean;
  delete(follower: F): void;
  /** Ends all, and lets them go. */
  endAll(): void;
}

const PER_FOLLOWER = 10;
const IN_ALL = 100;
const PING_MS = 15_000;

/** Whether `who` may follow besides those who do. */
export function mayFollow(all: Iterable<Pick<Follower, 'who'>>, who: string): boolean {
  const present = [...all];
  return present.length < IN_ALL && present.filter((one) => one.who === who).length < PER_FOLLOWER;
}

/** Places for streams, bounded in number: one for each follower, whichever process they follow in. */
export interface Seats {
  /** @returns false if as many follow as may, in all or of this one */
  take(who: string): boolean | Promise<boolean>;
  leave(who: string): void;
}

export function createSeats(): Seats {
  const taken: { who: string }[] = [];
  return {
    take(who) {
      if (!mayFollow(taken, who)) return false;
      taken.push({ who });
      return true;
    },
    leave(who) {
      const index = taken.findIndex((one) => one.who === who);
      if (index !== -1) taken.splice(index, 1);
    },
  };
}

export function createFollowers<F extends Follower>(): Followers<F> {
  const all = new Set<F>();
  let pings: NodeJS.Timeout | undefined;

  function remove(follower: F): void {
    all.delete(follower);
    if (all.size > 0) return;
    clearInterval(pings);
    pings = undefined;
  }

  return {
    get size() {
      return all.size;
    },
    [Symbol.iterator]: () => all.values(),
    add(follower) {
      if (!mayFollow(all, follower.who)) return false;
      all.add(follower);
      pings ??= setInterval(() => {
        for (const one of all) one.ping();
      }, PING_MS).unref();
      return true;
    },
    delete: remove,
    endAll() {
      for (const follower of all) {
        remove(follower);
        follower.end();
      }
    },
  };
}
