import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../lib/clock.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import type { Count, CountedEvent, Span } from '../../../store/tables/activity.ts';
import type { Store } from '../../../store/database.ts';
import type { EventNotifier } from '../log/event-notifier.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The interval lengths for counting events. */
export const INTERVALS = { hour: HOUR_MS, day: DAY_MS } as const;

/** The maximum number of intervals in an answer. Counts are kept for the same number of days. */
export const MAX_BUCKETS = 750;

/** The counts of the hour or the day that begins at `at`. */
export interface ActivityBucket {
  at: number;
  /** Accounts that people opened themselves. */
  sign_ups: number;
  /** Sessions that began, including those of sign-ups. */
  sign_ins: number;
  /** Refused sign-ins and codes. */
  failures: number;
  /** Sign-ins that were refused because of too many failures. */
  lockouts: number;
  /** Deliveries to webhooks that succeeded, and deliveries that were given up. */
  delivered: number;
  undelivered: number;
  /** Deliveries whose last attempt failed in this interval, and which will be retried. */
  retrying: number;
}

export interface Activity {
  /** Without gaps. */
  buckets: ActivityBucket[];
  /** How people signed in, the most frequent method first. */
  methods: { method: string; via: string | null; sign_ins: number }[];
}

/** The number of events to count at once. It takes a few milliseconds on SQLite, which runs in the main thread. */
const STEP = 2_000;
/** Repeated attempts raise the count of an event for a minute, and are written within seconds. */
const REPEATED_MS = 70_000;
/** The time span that one statement adds up. */
const SUMMED_MS = 90 * DAY_MS;
const COUNTED_MS = 6 * HOUR_MS;
/** A finished delivery is kept this long. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** How long a number of people is cached, because it reads all sessions. */
const PEOPLE_KEPT_MS = 300_000;
/** How long counts of past deliveries are cached; only another attempt changes them. */
const OUTCOMES_KEPT_MS = 60_000;

const SIGN_IN = 'sign_in:';
const OPENED_BY_PEOPLE: ReadonlySet<string> = new Set(['password', 'code', 'provider', 'invitation']);

/** The name under which an event is counted; null if it is not. Names are stored. */
function nameOf({ type, method, via }: CountedEvent): string | null {
  if (type === 'session.started') return SIGN_IN + method + (via === null ? '' : `:${via}`);
  if (type === 'account.created') return OPENED_BY_PEOPLE.has(method ?? '') ? 'sign_up' : null;
  if (type === 'login.failed') return 'failure';
  return type === 'login.locked_out' ? 'lockout' : null;
}

const FIELDS = {
  sign_up: 'sign_ups',
  failure: 'failures',
  lockout: 'lockouts',
  succeeded: 'delivered',
  failed: 'undelivered',
} as const satisfies Record<string, keyof ActivityBucket>;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

/**
 * Counts events. Each event is counted once, in the hour in which it happened. A year takes some thousand rows, which
 * are kept when the events are removed.
 */
export function createActivity(deps: { store: Store; news: Pick<EventNotifier, 'look'>; clock: Clock }) {
  const { store, news, clock } = deps;
  const inTurn = createTaskQueue();

  /**
   * Counts the new events, and stores the counts of those that no longer change.
   * @returns the position up to which counts are stored, and the counts of the events after it
   */
  const advance = () =>
    inTurn(async () => {
      const upTo = await news.look();
      const settled = clock.now() - REPEATED_MS;
      const isSettled = ({ merge_key, at }: CountedEvent) => merge_key === null || at < settled;
      let kept = await store.activity.head();
      let at = kept;
      let later = new Map<string, Count>();
      while (at < upTo) {
        const events = await store.activity.next(at, upTo, STEP);
        const last = events.at(-1)?.position;
        if (last === undefined) break;
        const unsettled = at === kept ? events.findIndex((event) => !isSettled(event)) : 0;
        const final = unsettled < 0 ? events : events.slice(0, unsettled);
        const until = final.at(-1)?.position ?? kept;
        if (until > kept && !(await store.activity.add(kept, until, [...counted(final).values()]))) {
          // Another instance has stored them.
          kept = at = await store.activity.head();
          continue;
        }
        kept = Math.max(kept, until);
        later = counted(events.slice(final.length), later);
        at = last;
      }
      return { kept, later: [...later.values()] };
    });

  const countedPeople = new LRUCache<string, { people: number; until: number }>({ max: 100 });
  const known = new LRUCache<string, { counts: Count[]; until: number }>({ max: 500 });

  async function outcomesOf(span: Span, ms: number): Promise<Count[]> {
    const key = `${span.since} ${span.until} ${ms}`;
    const now = clock.now();
    const before = known.get(key);
    if (before !== undefined && now < before.until) return before.counts;
    const counts = await store.activity.outcomes(span, ms);
    if (span.until <= now) known.set(key, { counts, until: now + OUTCOMES_KEPT_MS });
    return counts;
  }

  /** The deliveries that finished in a time span, read in small steps. */
  async function outcomes({ since, until }: Span, ms: number): Promise<Count[]> {
    const counts: Count[] = [];
    const first = clock.now() - DELIVERIES_KEPT_MS;
    for (let at = Math.max(since, first - (first % ms)); at < until; at += COUNTED_MS)
      counts.push(...(await outcomesOf({ since: at, until: Math.min(at + COUNTED_MS, until) }, ms)));
    return counts;
  }

  async function happened({ since, until }: Span, ms: number): Promise<Count[]> {
    for (;;) {
      const { kept, later } = await advance();
      const counts = later.filter(({ at }) => at >= since && at < until);
      for (let at = since; at < until; at += SUMMED_MS) {
        counts.push(
          ...(await store.activity.sums({ since: at, until: Math.min(at + SUMMED_MS, until) }, ms)),
        );
      }
      // Otherwise another instance has stored counts that this one would add again.
      if ((await store.activity.head()) === kept) return counts;
    }
  }

  return {
    /**
     * The counts of a time span.
     * @param span begins and ends with an hour, or a day of UTC
     * @param ms the length of an interval, of {@link INTERVALS}
     */
    async counts(span: Span, ms: number): Promise<Activity> {
      const buckets = Array.from({ length: (span.until - span.since) / ms }, (_, index): ActivityBucket => ({
        at: span.since + index * ms,
        sign_ups: 0,
        sign_ins: 0,
        failures: 0,
        lockouts: 0,
        delivered: 0,
        undelivered: 0,
        retrying: 0,
      }));
      for (const at of await store.activity.retrying()) {
        const bucket = buckets[Math.floor((at - span.since) / ms)];
        if (bucket !== undefined) bucket.retrying += 1;
      }
      const methods = new Map<string, number>();
      const found = [...(await happened(span, ms)), ...(await outcomes(span, ms))];
      for (const { at, name, count } of found) {
        const bucket = buckets[Math.floor((at - span.since) / ms)];
        if (bucket === undefined) continue;
        if (isField(name)) bucket[FIELDS[name]] += count;
        if (!name.startsWith(SIGN_IN)) continue;
        bucket.sign_ins += count;
        const method = name.slice(SIGN_IN.length);
        methods.set(method, (methods.get(method) ?? 0) + count);
      }
      return {
        buckets,
        methods: [...methods]
          .map(([name, sign_ins]) => {
            const [, method = '', via = null] = /^([^:]*)(?::(.*))?$/s.exec(name) ?? [];
            return { method, via, sign_ins };
          })
          .sort((a, b) => b.sign_ins - a.sign_ins),
      };
    },

    /**
     * The number of accounts that were active in a time span: they signed in, or a session of theirs was in use.
     * @param span begins and ends with an hour, or a day of UTC
     */
    async people({ since, until }: Span): Promise<number> {
      const now = clock.now();
      const key = `${since} ${until}`;
      const before = countedPeople.get(key);
      if (before !== undefined && now < before.until) return before.people;
      const people = await store.activity.people({ since, until }, await store.events.firstSince(since));
      countedPeople.set(key, { people, until: now + PEOPLE_KEPT_MS });
      return people;
    },

    /** Counts new events. Called before events are removed. */
    async count(): Promise<void> {
      await advance();
    },

    /** Removes old counts. Called every hour. */
    async sweep(): Promise<void> {
      await store.activity.forget(clock.now() - MAX_BUCKETS * DAY_MS);
    },
  };
}

/** Adds events to the counts of their hours. */
function counted(events: readonly CountedEvent[], counts = new Map<string, Count>()): Map<string, Count> {
  for (const event of events) {
    const name = nameOf(event);
    if (name === null) continue;
    const at = event.at - (event.at % HOUR_MS);
    const key = `${at} ${name}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { at, name, count: event.count });
    else known.count += event.count;
  }
  return counts;
}
