import { KeywardError } from '../../../errors.ts';
import { type Instrument, uninstrumented } from '../../../lib/instrument.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Seal } from '../../../lib/seal.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { Events } from '../../audit/events/events.ts';
import type { EmailSettings } from '../../settings/settings.ts';
import { capturedMailsIn, type CapturedMails } from './captured-mails.ts';
import { type ComposerParts, createComposer, type Message, type QueuedMail, queuedMail } from './compose.ts';
import { createDeliveryQueue, type DeliveryQueue, type Outcome, type QueueState } from './delivery-queue.ts';
import { BULK, type ClaimedMail, createOutbox, addToOutbox } from './outbox.ts';
import type { Mail } from './mail.ts';
import type { MailParts } from './mail-kinds.ts';
import { createSmtpSender, outcomeOf, SMTP_TIMEOUTS, type SmtpTimeouts } from './smtp.ts';

/** Accepts mails and delivers them in the background. */
export interface Mailer {
  /**
   * Accepts a mail that people can request again, and returns at once. The mail is rendered and sent in the background,
   * until `expiresAt`. It is given up if the queue is full, if the process is killed, and in production without a mail
   * server.
   * @param asker the source of the request, which fair queues use. In a full queue, the mails of the askers with the
   * most mails are replaced
   */
  send(mail: Mail, asker: string): void;
  /**
   * Stores a mail with its act, in an open transaction. It is sent once, after the commit and before `expiresAt`,
   * even if the service is killed.
   * @param is `notice`: limited by its kind and address. `bulk`: sent after all others, because people can cause many.
   * `unproven`: both, a notice to a mailbox that nobody has proven, also limited by the address that caused it
   */
  keep(tables: Transaction, mail: Mail, is?: 'notice' | 'unproven' | 'bulk'): Promise<void>;
  /** Accepts a mail that another process of this service has accepted. */
  takeOver(queued: QueuedMail): void;
  /** Whether a mail of this asker would be accepted now. */
  hasRoom(asker: string): boolean | Promise<boolean>;
  /** @throws KeywardError `EmailNotConfiguredError` in production without a mail server */
  assertConfigured(): void;
  /**
   * Asserts that a mail could be accepted now. Called whether or not there is a mail to send, so that the answer does
   * not reveal it.
   * @throws KeywardError `EmailNotConfiguredError` in production without a mail server, `ServiceUnavailableError`
   * when the queue has no room for this asker
   */
  assertRoom(asker: string): Promise<void>;
  /**
   * Sends one mail at once, past the queue, with settings that may differ from those in force.
   * @returns whether it was sent, or captured because there is no mail server
   * @throws KeywardError `EmailNotConfiguredError` in production without a mail server; nodemailer's errors
   */
  sendNow(mail: Mail, email: EmailSettings): Promise<'sent' | 'caught'>;
  /** A mail as it would be sent now, with these texts in place of those that are saved for it. */
  preview(mail: Mail, edited: Partial<MailParts>): Promise<Pick<Message, 'subject' | 'html' | 'text'>>;
  state(): MailerState;
  /** Sends the mails in the database that are due. Called at the start and every 30 seconds. */
  start(): Promise<void>;
  /** Called when another process has stored a mail. */
  wake(): void;
  /**
   * Accepts nothing more, delivers due mails for `deadlineMs`, and keeps the rest encrypted in the database.
   * Call it before the database is closed.
   */
  close(deadlineMs: number): Promise<void>;
  /** The captured mails; null if there is a mail server, and in production. */
  readonly captured: CapturedMails | null;
}

export interface MailerState extends QueueState {
  /** The last failure. `message` may contain the server's own words. */
  lastError: { at: number; message: string } | null;
}

/** A process that sends the mails of others. */
export interface MailSender {
  queue: DeliveryQueue<QueuedMail>;
  /** Tells it to check for mails in the database. */
  wake: () => void;
}

export interface MailerParts extends ComposerParts {
  /** Read for each mail. Returns the same object until a setting changes. */
  settings: () => EmailSettings;
  production: boolean;
  /** Contains the folder `mail`, which captures mails if there is no mail server. */
  dataDir: string;
  store: Pick<Store, 'transaction' | 'mailQueue' | 'onMails'>;
  /** The process that sends the mails of this process; undefined: this process sends them. */
  sender?: MailSender | undefined;
  /** Whether one more notice of this kind may go to this address. */
  admit?: (notice: QueuedMail) => Promise<boolean>;
  events: Events;
  seal: Seal;
  clock: Clock;
  instrument?: Instrument | undefined;
  /** From 0 to below 1; spreads retries. */
  random?: () => number;
  timeouts?: SmtpTimeouts;
}

/** A person waits for the answer. */
const NOW_TIMEOUTS: SmtpTimeouts = { connect: 4_000, silence: 5_000, mail: 8_000 };
/** Mails that wait in memory: some 2 MB, and minutes of work for any mail server. */
export const MAIL_QUEUE_SIZE = 1_000;
const CONNECTIONS = 5;
/** Fewer than half of them, because known devices and strangers of a network are two. */
const MOST_OF_NETWORK = 2;
/** Separate connections for the outbox, so that its mails never wait for those in memory. */
const OUTBOX_CONNECTIONS = 3;
const MAX_ERROR_LENGTH = 300;
const FULL_RETRY_AFTER_S = 10;

export function createMailer(parts: MailerParts): Mailer {
  const { settings, production, store, events, seal, clock, report, random = Math.random } = parts;
  const { instrument = uninstrumented, admit = async () => true } = parts;
  const compose = createComposer(parts);
  const smtp = createSmtpSender(CONNECTIONS + OUTBOX_CONNECTIONS, parts.timeouts ?? SMTP_TIMEOUTS);
  const capturedMails = capturedMailsIn(parts.dataDir);
  let lastError: MailerState['lastError'] = null;
  let closed = false;

  const outbox = createOutbox({
    store,
    seal,
    deliver: deliverFromOutbox,
    onExpired: expired,
    concurrency: OUTBOX_CONNECTIONS,
    clock,
    random,
    report,
  });
  store.onMails(() => (parts.sender ?? outbox).wake());
  const queue =
    parts.sender?.queue ??
    createDeliveryQueue<QueuedMail>({
      capacity: MAIL_QUEUE_SIZE,
      concurrency: CONNECTIONS,
      mostOfNetwork: MOST_OF_NETWORK,
      deliver,
      onDropped(queued, why) {
        if (why === 'expired') return expired(queued);
        failed(new Error('The mail queue is full: the mail server accepts fewer mails than people request.'));
        reportFailed(queued);
      },
      clock,
      random,
    });

  function expired(queued: QueuedMail): void {
    // An earlier delivery error is a better reason, if there was one.
    lastError ??= { at: clock.now(), message: 'A mail expired before it was sent.' };
    reportFailed(queued);
  }

  function failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    lastError = { at: clock.now(), message: message.replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH) };
  }

  /** Reports a mail that is given up, with the last error as the reason. */
  function reportFailed({ mail }: QueuedMail): void {
    events.emit('mail.failed', { metadata: { kind: mail.kind, to: mail.to, reason: lastError?.message } });
  }

  /** Notices that were already counted: repeated attempts while the mail server is unavailable count once. */
  const admitted = new WeakSet<ClaimedMail>();

  async function deliverFromOutbox(mail: ClaimedMail, signal: AbortSignal): Promise<Outcome> {
    if (mail.isNotice && mail.claim.attempts === 1 && !admitted.has(mail)) {
      try {
        if (!(await admit(mail))) return 'left';
      } catch {
        // The database is unavailable. A later attempt would not ask again.
        return 'away';
      }
      admitted.add(mail);
    }
    return deliver(mail, signal);
  }

  async function deliver(queued: QueuedMail, signal: AbortSignal): Promise<Outcome> {
    const outcome = await attempt(queued, signal);
    const { kind, to } = queued.mail;
    if (outcome === 'done') events.emit('mail.sent', { metadata: { kind, to } });
    if (outcome === 'refused') reportFailed(queued);
    return outcome;
  }

  async function attempt(queued: QueuedMail, signal: AbortSignal): Promise<Outcome> {
    const email = settings();
    if (email.host === '' && production) {
      failed(new Error('There is no mail server.'));
      return 'refused';
    }
    let message: Message;
    try {
      message = await compose(queued, email);
    } catch (error) {
      failed(error);
      report(error);
      return 'refused';
    }
    try {
      if (email.host === '') await capturedMails.add(queued, message);
      else await instrument('mail send', () => smtp.send(email, message, signal));
      return 'done';
    } catch (error) {
      failed(error);
      const outcome = outcomeOf(error);
      if (outcome !== 'unanswered') return outcome;
      return (await smtp.isAvailable(email, signal)) ? 'later' : 'away';
    }
  }

  function full(): KeywardError {
    return new KeywardError('ServiceUnavailableError', {
      message: 'Too many mails are waiting to be sent; try again shortly.',
      retryAfter: FULL_RETRY_AFTER_S,
    });
  }

  function takeOver(queued: QueuedMail): void {
    if (queue.add(queued)) return;
    failed(full());
    reportFailed(queued);
  }

  function assertConfigured(): void {
    if (production && settings().host === '') throw new KeywardError('EmailNotConfiguredError');
  }

  return {
    send: (mail, asker) => takeOver(queuedMail(mail, asker, clock.now())),
    keep: (tables, mail, is) =>
      addToOutbox(
        tables,
        seal,
        [
          {
            ...queuedMail(mail, is === 'bulk' || is === 'unproven' ? BULK : '', clock.now()),
            ...((is === 'notice' || is === 'unproven') && { isNotice: true }),
          },
        ],
        clock.now(),
      ),
    takeOver,
    hasRoom: (asker) => queue.hasRoom(asker),

    async sendNow(mail, email) {
      if (email.host === '' && production) throw new KeywardError('EmailNotConfiguredError');
      const queued = queuedMail(mail, '', clock.now());
      const message = await compose(queued, email);
      if (email.host === '') {
        await capturedMails.add(queued, message);
        return 'caught';
      }
      const sender = createSmtpSender(1, NOW_TIMEOUTS);
      try {
        await sender.send(email, message, new AbortController().signal);
        return 'sent';
      } finally {
        sender.close();
      }
    },

    preview: (mail, edited) => compose(queuedMail(mail, '', clock.now()), settings(), edited),

    assertConfigured,

    async assertRoom(asker) {
      assertConfigured();
      if (!(await queue.hasRoom(asker))) throw full();
    },

    state() {
      const [now, later] = [queue.state(), outbox.state()];
      return {
        queued: now.queued + later.queued,
        retrying: now.retrying + later.retrying,
        sent: now.sent + later.sent,
        failed: now.failed + later.failed,
        lastError,
      };
    },

    start: () => outbox.look(),
    wake: () => outbox.wake(),

    async close(deadlineMs) {
      if (closed) return;
      closed = true;
      const [rest] = await Promise.all([queue.close(deadlineMs), outbox.close(deadlineMs)]);
      smtp.close();
      try {
        await addToOutbox(store, seal, rest, clock.now());
      } catch (error) {
        report(new Error(`${rest.length} mails were lost: they could not be stored`, { cause: error }));
      }
    },

    get captured() {
      return !production && settings().host === '' ? capturedMails : null;
    },
  };
}
