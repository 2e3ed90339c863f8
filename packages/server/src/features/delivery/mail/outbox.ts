import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../lib/clock.ts';
import type { Seal } from '../../../lib/seal.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import { isDatabaseUnavailable } from '../../../store/engine/database-errors.ts';
import { domainOf } from '../../../lib/email.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { MailRow } from '../../../store/engine/schema.ts';
import type { QueuedMail } from './compose.ts';
import { createDeliveryQueue, type Outcome, type QueueState } from './delivery-queue.ts';

/**
 * The outbox: encrypted mails in the database. It holds notices, which are stored with their acts, and mails that a
 * shutdown could not deliver. A mail is claimed, and removed once it has been sent. So a kill loses no mail, and
 * mails in memory never delay these.
 */
export interface Outbox {
  /** Claims the mails that are due, and delivers them in the background. Called at the start and every 30 seconds. */
  look(): Promise<void>;
  /** Schedules a check soon. */
  wake(): void;
  state(): QueueState;
  /** Delivers claimed mails for `deadlineMs`, and releases the claims of the rest. */
  close(deadlineMs: number): Promise<void>;
}

/** The asker of bulk mails: in a fair queue, they take turns with all others. */
export const BULK = 'bulk';

/** A claimed mail. */
export type ClaimedMail = QueuedMail & {
  claim: Pick<MailRow, 'id' | 'lease' | 'attempts'> & { domain: string };
};

/** The number of mails that are claimed at the same time. The rest waits in the database. */
const CLAIMED = 100;
/** The number of claimed mails from which on bulk mails wait, so that others find room. */
const CLAIMED_WITH_BULK = CLAIMED / 2;
/** The duration of a claim: longer than the time between two queries and an attempt. */
const LEASE_MS = 180_000;
/** The number of claimed mails of one domain: whoever chooses recipients that keep the server waiting keeps no others waiting. */
const CLAIMED_OF_DOMAIN = 10;
/** A check follows a commit with this delay, because its work would delay the answer. */
const GATHER_MS = 20;
const HASH_LENGTH = 16;
const FIRST_BACK_OFF_MS = 30_000;
const LONGEST_BACK_OFF_MS = 900_000;

/** Stores mails, with their act in an open transaction. */
export async function addToOutbox(
  { mailQueue }: Pick<Tables, 'mailQueue'>,
  seal: Seal,
  mails: readonly QueuedMail[],
  now: number,
): Promise<void> {
  // Loaded with the first mail, because the list takes 8 MB.
  const { registrableDomain } = await import('../../../lib/registrable-domain.ts');
  await mailQueue.keep(
    mails.map((mail) => {
      const host = domainOf(mail.mail.to);
      return {
        id: mail.id,
        sealed_mail: seal.close(JSON.stringify(mail), context(mail.id, mail.expiresAt)),
        expires_at: mail.expiresAt,
        is_bulk: Number(mail.asker === BULK),
        domain_hash: hashOf(registrableDomain(host)),
        host_hash: hashOf(host),
      };
    }),
    now,
  );
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, HASH_LENGTH);
}

export function createOutbox(parts: {
  store: Pick<Store, 'transaction' | 'mailQueue'>;
  seal: Seal;
  deliver: (mail: ClaimedMail, signal: AbortSignal) => Promise<Outcome>;
  /** Called for each mail that has expired. */
  onExpired: (mail: QueuedMail) => void;
  /** Simultaneous deliveries. */
  concurrency: number;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
  report: (error: unknown) => void;
}): Outbox {
  const { store, seal, deliver, onExpired, clock, random, report } = parts;
  const lease = randomBytes(10).toString('hex');
  const inTurn = createTaskQueue();
  /** Mails that were sent but could not be removed. They must not be sent again. */
  const finished = new Set<string>();
  /** The domains of the claimed mails, by the ids of the mails. */
  const claimedOf = new Map<string, string>();
  /** The ids of the claimed mails that were tried, so that the limits of notices have counted them. */
  const tried = new Set<string>();
  let isWoken = false;
  let mayHaveMore = false;
  let closed = false;

  const queue = createDeliveryQueue<ClaimedMail>({
    capacity: CLAIMED,
    concurrency: parts.concurrency,
    mostOfNetwork: parts.concurrency - 1,
    // Also for notices and invitations together.
    serverOf: (mail) => mail.claim.domain,
    deliver: attempt,
    onDropped(mail, why) {
      if (why !== 'expired') return void release(mail.id);
      onExpired(mail);
      void settle(mail.id, null);
    },
    clock,
    random,
  });

  /** @param dueAt null: removes the mail */
  async function settle(id: string, dueAt: number | null, wasTried = true): Promise<void> {
    claimedOf.delete(id);
    tried.delete(id);
    try {
      await store.mailQueue.settle({ id, lease, dueAt, wasTried });
      finished.delete(id);
    } catch (error) {
      if (dueAt === null) finished.add(id);
      if (!isDatabaseUnavailable(error)) report(error);
    }
  }

  /** Ends a claim. The first attempt asks the limits of notices, so a mail without one stays as it was. */
  const release = (id: string) => settle(id, clock.now(), tried.has(id));

  async function attempt(mail: ClaimedMail, signal: AbortSignal): Promise<Outcome> {
    tried.add(mail.id);
    const outcome = await deliver(mail, signal);
    if (outcome === 'away') return outcome;
    await settle(mail.id, outcome === 'later' ? clock.now() + backOff(mail.claim.attempts) : null);
    if (mayHaveMore) wake();
    // A deferred mail waits in the database, so that it does not occupy the queue for hours.
    return outcome === 'later' ? 'left' : outcome;
  }

  function backOff(attempts: number): number {
    const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempts - 1));
    // A whole number, as its column in PostgreSQL takes.
    return Math.round(longest * (0.5 + random() / 2));
  }

  async function claim(): Promise<void> {
    const now = clock.now();
    const { queued } = queue.state();
    const claimedIds = [...claimedOf.keys()];
    if (claimedIds.length > 0) await store.mailQueue.extend(lease, claimedIds, now + LEASE_MS);
    if (closed) return;
    const claimed = { lease, now, until: now + LEASE_MS, most: CLAIMED_OF_DOMAIN };
    let taken = 0;
    const unreadable: MailRow[] = [];
    let isLimited = false;
    for (const [isBulk, most] of [
      [false, CLAIMED],
      [true, CLAIMED_WITH_BULK],
    ] as const) {
      const limit = most - queued - taken;
      const without = fullDomains();
      const found = limit <= 0 ? [] : await store.mailQueue.claim({ ...claimed, isBulk, limit, without });
      // Before the next statement, which may fail: a claim without an item in the queue would never end.
      unreadable.push(...found.filter((row) => !take(row)));
      taken += found.length;
      isLimited ||= found.length === Math.max(limit, 0) || without.length > 0 || fullDomains().length > 0;
    }
    mayHaveMore = isLimited;
    // Otherwise the end of the next attempt does so.
    if (isLimited && queue.state().queued === 0) wake();
    for (const { id } of unreadable) await settle(id, null);
    if (unreadable.length > 0)
      report(
        new Error(
          `${unreadable.length} mails of the outbox could not be decrypted; check whether the master key was changed`,
        ),
      );
  }

  /** The domains with as many claimed mails as one may have. */
  function fullDomains(): string[] {
    const counts = new Map<string, number>();
    for (const domain of claimedOf.values()) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= CLAIMED_OF_DOMAIN).map(([domain]) => domain);
  }

  /** @returns false for a mail that cannot be read */
  function take(row: MailRow): boolean {
    const { id, sealed_mail, expires_at, attempts, domain_hash: domain, host_hash: host } = row;
    if (finished.has(id)) {
      void settle(id, null);
      return true;
    }
    const text = seal.open(sealed_mail, context(id, expires_at));
    if (text === null) return false;
    // A text that decrypts was encrypted by this service.
    const mail: QueuedMail = JSON.parse(text);
    claimedOf.set(id, domain);
    const asker = row.is_bulk === 1 ? `${BULK} ${host}` : `${domain} ${host}`;
    if (!queue.add({ ...mail, asker, claim: { id, lease, attempts, domain } })) void release(id);
    return true;
  }

  /** Takes over the mails that a shutdown of an earlier release has stored. */
  async function takeOver(): Promise<void> {
    await store.transaction(async ({ outbox, mailQueue }) => {
      const now = clock.now();
      const mails = await outbox.take(CLAIMED, now);
      await mailQueue.keep(
        mails.map((mail) => ({ ...mail, is_bulk: 0 })),
        now,
      );
    });
  }

  const look = () =>
    inTurn(async () => {
      isWoken = false;
      if (!closed) await claim();
    });

  function wake(): void {
    if (isWoken || closed) return;
    isWoken = true;
    void clock
      .sleep(GATHER_MS)
      .then(look)
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) report(error);
      });
  }

  return {
    async look() {
      await takeOver();
      await look();
    },
    wake,
    state: () => queue.state(),
    async close(deadlineMs) {
      closed = true;
      await inTurn(async () => {});
      for (const { id } of await queue.close(deadlineMs)) await release(id);
    },
  };
}

function context(id: string, expiresAt: number): string {
  return `outbox:${id}:${expiresAt}`;
}
