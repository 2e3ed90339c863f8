import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../lib/clock.ts';
import type { Seal } from '../../../lib/seal.ts';
import { createTaskQueue } from '../../../lib/task-queue.ts';
import { isDatabaseUnavailable } from '../../../store/engine/database-errors.ts';
import { domainOf } from '../../../lib/email.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { MailRow } from '../../../store/engine/schema.ts';
import { MAIL_LINES, type MailLine } from '../../../store/tables/mail-queue.ts';
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

/** A claimed mail. `domain` is the registered one of the recipient. */
export type ClaimedMail = QueuedMail & {
  claim: Pick<MailRow, 'id' | 'lease' | 'attempts' | 'is_bulk'> & { domain: string };
};

/** The number of mails that are claimed at the same time. The rest waits in the database. */
const CLAIMED = 100;
/** The number of claimed mails from which on bulk mails wait, so that others find room. */
const CLAIMED_WITH_BULK = CLAIMED / 2;
/** The duration of a claim: longer than the time between two queries and an attempt. */
const LEASE_MS = 180_000;
/** The number of domains that are known to keep the mail server waiting. */
const STALLED_DOMAINS = 1_000;
/** A check follows a commit with this delay, because its work would delay the answer. */
const GATHER_MS = 20;
const FIRST_BACK_OFF_MS = 30_000;
const LONGEST_BACK_OFF_MS = 900_000;

/** Stores mails, with their act in an open transaction. */
export async function addToOutbox(
  { mailQueue }: Pick<Tables, 'mailQueue'>,
  seal: Seal,
  mails: readonly QueuedMail[],
  now: number,
): Promise<void> {
  await mailQueue.keep(
    mails.map((mail) => ({
      id: mail.id,
      sealed_mail: seal.close(JSON.stringify(mail), context(mail.id, mail.expiresAt)),
      expires_at: mail.expiresAt,
      is_bulk: mail.asker === BULK ? MAIL_LINES.bulk : MAIL_LINES.first,
    })),
    now,
  );
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
  /** The claimed mails of the last line. */
  const claimedStalled = new Set<string>();
  /** The domains whose recipients have kept the mail server waiting, with the time of the last one. */
  const stalledAt = new LRUCache<string, number>({ max: STALLED_DOMAINS });
  let isWoken = false;
  let mayHaveMore = false;
  let closed = false;

  const queue = createDeliveryQueue<ClaimedMail>({
    capacity: CLAIMED,
    concurrency: parts.concurrency,
    mostOfNetwork: parts.concurrency - 1,
    deliver: attempt,
    onDropped(mail, why) {
      if (why === 'expired') onExpired(mail);
      void settle(mail.id, why === 'expired' ? null : clock.now());
    },
    clock,
    random,
  });

  /**
   * @param dueAt null: removes the mail
   * @param line its line from now on; absent: the same
   */
  async function settle(id: string, dueAt: number | null, line?: MailLine): Promise<void> {
    claimedStalled.delete(id);
    try {
      await store.mailQueue.settle({ id, lease, dueAt, line });
      finished.delete(id);
    } catch (error) {
      if (dueAt === null) finished.add(id);
      if (!isDatabaseUnavailable(error)) report(error);
    }
  }

  async function attempt(mail: ClaimedMail, signal: AbortSignal): Promise<Outcome> {
    const { domain, attempts } = mail.claim;
    // Whoever chooses recipients that keep the server waiting keeps no mails of others waiting, not even by their number.
    if (
      mail.claim.is_bulk !== MAIL_LINES.stalled &&
      clock.now() - (stalledAt.get(domain) ?? 0) < LONGEST_BACK_OFF_MS
    ) {
      await settle(mail.id, clock.now(), MAIL_LINES.stalled);
      wake();
      return 'left';
    }
    const outcome = await deliver(mail, signal);
    if (outcome === 'away') return outcome;
    const isStalled = outcome === 'stalled';
    const isLater = outcome === 'later' || isStalled;
    if (isStalled) stalledAt.set(domain, clock.now());
    else if (!isLater) stalledAt.delete(domain);
    const dueAt = isLater ? clock.now() + backOff(attempts) : null;
    await settle(mail.id, dueAt, isStalled ? MAIL_LINES.stalled : undefined);
    if (mayHaveMore) wake();
    // A deferred mail waits in the database, so that it does not occupy the queue for hours.
    return isLater ? 'left' : outcome;
  }

  function backOff(attempts: number): number {
    const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempts - 1));
    return longest * (0.5 + random() / 2);
  }

  async function claim(): Promise<void> {
    const now = clock.now();
    const { queued } = queue.state();
    if (queued > 0) await store.mailQueue.extend(lease, now + LEASE_MS);
    if (closed) return;
    const claimed = { lease, now, until: now + LEASE_MS };
    const rows: MailRow[] = [];
    mayHaveMore = false;
    for (const [line, most] of [
      [MAIL_LINES.first, CLAIMED],
      [MAIL_LINES.bulk, CLAIMED_WITH_BULK],
      [MAIL_LINES.stalled, CLAIMED_WITH_BULK],
    ] as const) {
      const room = most - queued - rows.length;
      // One at a time, so that together they never take up all deliveries.
      const limit = line === MAIL_LINES.stalled ? Math.min(room, 1 - claimedStalled.size) : room;
      const found = limit <= 0 ? [] : await store.mailQueue.claim({ ...claimed, line, limit });
      rows.push(...found);
      if (found.length === Math.max(limit, 0)) mayHaveMore = true;
    }
    if (rows.length === 0) return;
    // Loaded with the first mail, because the list takes 8 MB.
    const { registrableDomain } = await import('../../../lib/registrable-domain.ts');
    const unreadable = rows.filter((row) => !take(row, registrableDomain));
    for (const { id } of unreadable) await settle(id, null);
    if (unreadable.length > 0)
      report(
        new Error(
          `${unreadable.length} mails of the outbox could not be decrypted; check whether the master key was changed`,
        ),
      );
  }

  /** @returns false for a mail that cannot be read */
  function take(
    { id, sealed_mail, expires_at, attempts, is_bulk }: MailRow,
    registrableDomain: (host: string) => string,
  ): boolean {
    if (finished.has(id)) {
      void settle(id, null);
      return true;
    }
    const text = seal.open(sealed_mail, context(id, expires_at));
    if (text === null) return false;
    // A text that decrypts was encrypted by this service.
    const mail: QueuedMail = JSON.parse(text);
    const domain = registrableDomain(domainOf(mail.mail.to));
    // A domain that keeps the mail server waiting keeps no others waiting.
    const asker = is_bulk === MAIL_LINES.bulk ? `${BULK} ${domain}` : `@${domain}`;
    if (is_bulk === MAIL_LINES.stalled) claimedStalled.add(id);
    if (!queue.add({ ...mail, asker, claim: { id, lease, attempts, is_bulk, domain } }))
      void settle(id, clock.now());
    return true;
  }

  /** Takes over the mails that a shutdown of an earlier release has stored. */
  async function takeOver(): Promise<void> {
    await store.transaction(async ({ outbox, mailQueue }) => {
      const now = clock.now();
      const mails = await outbox.take(CLAIMED, now);
      await mailQueue.keep(
        mails.map((mail) => ({ ...mail, is_bulk: MAIL_LINES.first })),
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
      for (const { id } of await queue.close(deadlineMs)) await settle(id, clock.now());
    },
  };
}

function context(id: string, expiresAt: number): string {
  return `outbox:${id}:${expiresAt}`;
}
