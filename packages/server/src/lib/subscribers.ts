/** A subscriber to a stream. */
export interface Subscriber {
  /** The identity for which the number of streams is limited. */
  who: string;
  ping: () => void;
  end: () => void;
}

/** The subscribers to one kind of stream, limited in number. */
export interface Subscribers<F extends Subscriber> extends Iterable<F> {
  readonly size: number;
  /** @returns false if the limit is reached, in total or for this identity */
  add(subscriber: F): boolean;
  delete(subscriber: F): void;
  /** Ends and removes all of them. */
  endAll(): void;
}

const PER_FOLLOWER = 10;
const IN_ALL = 100;
const PING_MS = 15_000;

/** Whether `who` may open another stream. */
export function maySubscribe(all: Iterable<Pick<Subscriber, 'who'>>, who: string): boolean {
  const present = [...all];
  return present.length < IN_ALL && present.filter((one) => one.who === who).length < PER_FOLLOWER;
}

/** Slots for streams, limited in number over all processes. */
export interface StreamSlots {
  /** @returns false if the limit is reached, in total or for this identity */
  take(who: string): boolean | Promise<boolean>;
  leave(who: string): void;
}

export function createStreamSlots(): StreamSlots {
  const taken: { who: string }[] = [];
  return {
    take(who) {
      if (!maySubscribe(taken, who)) return false;
      taken.push({ who });
      return true;
    },
    leave(who) {
      const index = taken.findIndex((one) => one.who === who);
      if (index !== -1) taken.splice(index, 1);
    },
  };
}

export function createSubscribers<F extends Subscriber>(): Subscribers<F> {
  const all = new Set<F>();
  let pings: NodeJS.Timeout | undefined;

  function remove(subscriber: F): void {
    all.delete(subscriber);
    if (all.size > 0) return;
    clearInterval(pings);
    pings = undefined;
  }

  return {
    get size() {
      return all.size;
    },
    [Symbol.iterator]: () => all.values(),
    add(subscriber) {
      if (!maySubscribe(all, subscriber.who)) return false;
      all.add(subscriber);
      pings ??= setInterval(() => {
        for (const one of all) one.ping();
      }, PING_MS).unref();
      return true;
    },
    delete: remove,
    endAll() {
      for (const subscriber of all) {
        remove(subscriber);
        subscriber.end();
      }
    },
  };
}
