import { createHmac, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LimitsConfig } from '../../../config/config.ts';
import { errorCode, type ErrorKind, KeywardError } from '../../../errors.ts';
import { addressBucket } from '../../../lib/address.ts';
import type { Clock } from '../../../lib/clock.ts';
import { lazily } from '../../../lib/lazily.ts';
import { isDatabaseUnavailable } from '../../../store/engine/database-errors.ts';
import type { EventAccount } from '../serializers/account.ts';
import type { EventFacts, Events } from '../events/events.ts';
import type { FactorMethod } from '../serializers/factor-kinds.ts';
import type { SignInMethod } from '../events/event-types.ts';
import type { EventType, Origin } from '../events/event-types.ts';
import type { CoalescedAttempts } from './coalesced-attempts.ts';
import { newEvent } from '../events/event.ts';

/** A sign-in or a proof that may be refused. */
export interface Attempt {
  method: SignInMethod | FactorMethod | 'current_password';
  by: Origin;
  /**
   * The account that was tried; null if there is none. Called only after a refusal, in the same way for both cases.
   */
  account: () => EventAccount | null | Promise<EventAccount | null>;
  /** The typed identifier. Distinguishes unknown accounts, and is never stored or sent. */
  typed: string;
  /** The reason for the event, instead of the error's code. */
  reason?: string | undefined;
}

export interface FailedAttempts {
  /**
   * Records a refused sign-in or code before it rethrows the refusal. Within a minute, refusals for one account or
   * unknown identifier from one address are one event. Beyond a hundred such events, all further refusals from an
   * address are one event.
   * @param facts for the log
   */
  record<T>(work: Promise<T>, attempt: Attempt, facts: EventFacts): Promise<T>;
  /** Stores the event of a refusal. It never fails, because a failure would change the answer. */
  recordFailure(kind: ErrorKind, attempt: Attempt): Promise<void>;
}

/** Refusals because of a wrong identity or a wrong code. Other errors do not belong in an audit log. */
const RECORDED: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'InvalidCredentialsError',
  'UserNotFoundError',
  'AccountInactiveError',
  'EmailProofRequiredError',
  'OTPInvalidError',
  'OTPExpiredError',
  'OTPNotFoundError',
  'SecondFactorInvalidError',
  'FactorLockedError',
  'RateLimitedError',
]);

const MINUTE_MS = 60_000;
/**
 * Events of one address in a minute. Further accounts and identifiers share one event: each event is a commit, a row
 * that displaces older activity, and a delivery for each webhook, and an attacker can make up any number of
 * identifiers. The limit for anonymous rows in an hour applies too. When the deployment has reached its own limit,
 * all addresses share one event.
 */
const MAX_EVENTS = 100;
/** The maximum number of addresses whose events are counted at the same time. */
const MAX_ADDRESSES = 10_000;

/** The rows within one time window. */
interface Window {
  rows: number;
  endsAt: number;
}

export function createFailedAttempts(deps: {
  events: Events;
  coalesced: CoalescedAttempts;
  /** Keeps typed input, perhaps a password in the wrong field, out of the keys. */
  hashKey: KeyObject;
  limits: Pick<LimitsConfig, 'anonymous' | 'total'>;
  clock: Clock;
  report: (error: unknown) => void;
}): FailedAttempts {
  const { events, coalesced, hashKey, limits, clock, report } = deps;
  // Each takes memory for all addresses at once.
  const ofAddresses = lazily(() => new LRUCache<string, Window>({ max: MAX_ADDRESSES }));
  const ofAll: Window = { rows: 0, endsAt: 0 };

  /** The keys of each address, and of the minute. */
  const counted = lazily(() => new LRUCache<string, Set<string>>({ max: MAX_ADDRESSES }));

  const hashed = (parts: readonly unknown[]) =>
    createHmac('sha256', hashKey).update(parts.join('\n')).digest('base64url');

  /** Begins the next window when one has ended. */
  function hasRoom(window: Window, { limit, windowMs }: LimitsConfig['total']): boolean {
    const now = clock.now();
    if (window.endsAt <= now) Object.assign(window, { rows: 0, endsAt: now + windowMs });
    return window.rows < limit;
  }

  /** Whether the attempt gets an event of its own, one for its address, or one for all addresses. */
  function roomFor(address: string, minute: number, key: string): 'own' | 'address' | 'all' {
    const keys = counted().get(`${address} ${minute}`) ?? new Set();
    counted().set(`${address} ${minute}`, keys);
    if (keys.has(key)) return 'own';
    const ofAddress = ofAddresses().get(address) ?? { rows: 0, endsAt: 0 };
    ofAddresses().set(address, ofAddress);
    if (!hasRoom(ofAll, limits.total)) return 'all';
    if (keys.size >= MAX_EVENTS || !hasRoom(ofAddress, limits.anonymous)) return 'address';
    keys.add(key);
    ofAll.rows += 1;
    ofAddress.rows += 1;
    return 'own';
  }

  async function store(kind: ErrorKind, attempt: Attempt): Promise<void> {
    const { method, by, account: find, typed, reason = errorCode(kind) } = attempt;
    const at = clock.now();
    const minute = Math.floor(at / MINUTE_MS);
    const address = addressBucket(by.client?.ip_address ?? '');
    const type = typeOf(kind);
    const keyOf = (...from: unknown[]) => hashed([type, method, reason, ...from, minute]);
    const found = await find();
    const own = keyOf(found === null ? `?${typed}` : String(found.id), address);
    const room = roomFor(address, minute, own);
    const account = room === 'own' ? found : null;
    const merge_key = room === 'own' ? own : room === 'address' ? keyOf('', address) : keyOf('', '');
    const event =
      type === 'login.locked_out'
        ? newEvent('login.locked_out', { account, method, count: 1 }, { by, at })
        : newEvent('login.failed', { account, method, reason, count: 1 }, { by, at });
    await coalesced.add({ ...event, merge_key }, (minute + 1) * MINUTE_MS);
  }

  async function recordFailure(kind: ErrorKind, attempt: Attempt): Promise<void> {
    try {
      await store(kind, attempt);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) report(error);
    }
  }

  return {
    recordFailure,

    async record(work, attempt, facts) {
      try {
        return await work;
      } catch (error) {
        if (error instanceof KeywardError && RECORDED.has(error.kind)) {
          const { kind, reason } = error;
          const metadata = { ...facts.metadata, reason: reason ?? errorCode(kind) };
          events.emit(kind.startsWith('OTP') ? 'code.failed' : typeOf(kind), {
            ...facts,
            metadata,
          });
          await recordFailure(kind, { ...attempt, reason });
        }
        throw error;
      }
    },
  };
}

function typeOf(kind: ErrorKind): EventType & ('login.failed' | 'login.locked_out') {
  return kind === 'RateLimitedError' || kind === 'FactorLockedError' ? 'login.locked_out' : 'login.failed';
}
