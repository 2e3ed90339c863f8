import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { type Around, unmeasured } from '../../lib/around.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { OutboxStore } from '../../store/outbox.ts';
import type { Events } from '../events/events.ts';
import type { EmailSettings } from '../settings/settings.ts';
import { caughtMailsIn, type CaughtMails } from './caught-mail.ts';
import { compose, type Message, type QueuedMail, type MailBrand } from './compose.ts';
import { createDeliveryQueue, type DeliveryQueue, type Outcome, type QueueState } from './delivery-queue.ts';
import type { Mail } from './mail.ts';
import { keepMails, takeKeptMails } from './outbox.ts';
import { createSmtpSender, outcomeOf, SMTP_TIMEOUTS, type SmtpTimeouts } from './smtp.ts';
import { createTemplates } from './templates.ts';

export type { Mail, MailContent } from './mail.ts';

/** Accepts mails and delivers them in the background. */
export interface Mailer {
  /**
   * Accepts a mail and returns at once. The mail is rendered and sent in the background, until `expiresAt`. In
   * production without a mail server it is dropped and counted as failed.
   * @throws KeywardError `ServiceUnavailableError` when the queue is full
   */
  send(mail: Mail): void;
  /** Accepts a mail that another process of this service has accepted: without room, the database keeps it for later. */
  takeOver(queued: QueuedMail): Promise<void>;
  /**
   * Asserts that a mail could be accepted now. Called before it is known whether there is one to send, so that the
   * answer does not reveal it.
   * @throws KeywardError `EmailNotConfiguredError` in production without a mail server, `ServiceUnavailableError` when
   * the queue is full
   */
  assertConfigured(): void;
  /**
   * Sends one mail at once, past the queue, with settings that may differ from those in force.
   * @returns whether it was sent, or caught because there is no mail server
   * @throws KeywardError `EmailNotConfiguredError` in production without a mail server; nodemailer's errors
   */
  sendNow(mail: Mail, email: EmailSettings): Promise<'sent' | 'caught'>;
  state(): MailerState;
  /** The number of further mails that fit into the queue. */
  room(): number;
  /**
   * Loads the mails that a shutdown, of this instance or another, has kept. Called at the start and every 30 seconds.
   */
  start(): Promise<void>;
  /**
   * Accepts nothing more, delivers due mails for `deadlineMs`, and keeps the rest encrypted in the database. To be
   * called before the database is closed.
   */
  close(deadlineMs: number): Promise<void>;
  /** The mails that are caught because there is no mail server; null if there is one, and in production. */
  readonly caught: CaughtMails | null;
}

export interface MailerState extends QueueState {
  /** The last failure. `message` may hold the server's words. */
  lastError: { at: number; message: string } | null;
}

export interface MailerParts {
  /** Read for each mail. Returns the same object until a setting changes. */
  settings: () => EmailSettings;
  branding: () => MailBrand;
  production: boolean;
  /** Holds the folder `mail`, which catches mails if there is no mail server. */
  dataDir: string;
  /** A folder with templates that replace the built-in ones. */
  templates: string | null;
  outbox: OutboxStore;
  /** Another process sends what goes in there; undefined: this one sends. */
  queue?: DeliveryQueue<QueuedMail> | undefined;
  events: Events;
  seal: Seal;
  clock: Clock;
  report: (error: unknown) => void;
  around?: Around | undefined;
  /** From 0 to below 1; spreads retries. */
  random?: () => number;
  timeouts?: SmtpTimeouts;
}

/** A person waits for the answer. */
const NOW_TIMEOUTS: SmtpTimeouts = { connect: 4_000, silence: 5_000, mail: 8_000 };
/** Mails that wait in memory: some 2 MB, and minutes of work for any mail server. */
export const MAIL_QUEUE_SIZE = 1_000;
const CONNECTIONS = 4;
const MAX_ERROR_LENGTH = 300;
const FULL_RETRY_AFTER_S = 10;

export function createMailer(parts: MailerParts): Mailer {
  const { settings, branding, production, outbox, events, seal, clock, report, random = Math.random } = parts;
  const { around = unmeasured } = parts;
  const templates = createTemplates(parts.templates, report);
  const smtp = createSmtpSender(CONNECTIONS, parts.timeouts ?? SMTP_TIMEOUTS);
  const caughtMails = caughtMailsIn(parts.dataDir);
  let lastError: MailerState['lastError'] = null;
  /** Loads of kept mails that are in progress. */
  let takingUp: Promise<void> = Promise.resolve();
  let closed = false;

  const queue =
    parts.queue ??
    createDeliveryQueue<QueuedMail>({
      capacity: MAIL_QUEUE_SIZE,
      concurrency: CONNECTIONS,
      deliver,
      // The delivery error says more, if there was one.
      onExpired: (queued) => {
        lastError ??= { at: clock.now(), message: 'A mail expired before it was sent.' };
        tellFailed(queued);
      },
      clock,
      random,
    });

  function failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    lastError = { at: clock.now(), message: message.replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH) };
  }

  /** Reports a mail that is given up, with the last error as the reason. */
  function tellFailed({ mail }: QueuedMail): void {
    events.emit('mail.failed', { metadata: { kind: mail.kind, to: mail.to, reason: lastError?.message } });
  }

  async function deliver(queued: QueuedMail, signal: AbortSignal): Promise<Outcome> {
    const outcome = await attempt(queued, signal);
    const { kind, to } = queued.mail;
    if (outcome === 'done') events.emit('mail.sent', { metadata: { kind, to } });
    if (outcome === 'refused') tellFailed(queued);
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
      message = await compose(queued, email, branding(), templates);
    } catch (error) {
      failed(error);
      report(error);
      return 'refused';
    }
    try {
      if (email.host === '') await caughtMails.add(queued, message);
      else await around('mail send', () => smtp.send(email, message, signal));
      return 'done';
    } catch (error) {
      failed(error);
      return outcomeOf(error);
    }
  }

  async function takeUp(): Promise<void> {
    const mails = await takeKeptMails(outbox, seal, queue.room(), clock.now());
    const readable = mails.filter((mail) => mail !== null);
    // There may be less room by now.
    await keepMails(
      outbox,
      seal,
      readable.filter((mail) => !queue.add(mail)),
    );
    const lost = mails.length - readable.length;
    if (lost > 0)
      report(
        new Error(`${lost} kept mails could not be decrypted; check whether the master key was changed`),
      );
  }

  function full(): KeywardError {
    return new KeywardError('ServiceUnavailableError', {
      message: 'Too many mails are waiting to be sent; try again shortly.',
      retryAfter: FULL_RETRY_AFTER_S,
    });
  }

  function queuedMail(mail: Mail): QueuedMail {
    return {
      id: randomBytes(10).toString('hex'),
      createdAt: clock.now(),
      mail,
      expiresAt: mail.expiresAt,
    };
  }

  return {
    send(mail) {
      if (!queue.add(queuedMail(mail))) throw full();
    },

    async takeOver(queued) {
      if (!queue.add(queued)) await keepMails(outbox, seal, [queued]);
    },

    async sendNow(mail, email) {
      if (email.host === '' && production) throw new KeywardError('EmailNotConfiguredError');
      const queued = queuedMail(mail);
      const message = await compose(queued, email, branding(), templates);
      if (email.host === '') {
        await caughtMails.add(queued, message);
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

    assertConfigured() {
      if (production && settings().host === '') throw new KeywardError('EmailNotConfiguredError');
      if (queue.room() === 0) throw full();
    },

    state: () => ({ ...queue.state(), lastError }),
    room: () => queue.room(),

    start() {
      takingUp = takeUp();
      return takingUp;
    },

    async close(deadlineMs) {
      if (closed) return;
      closed = true;
      const rest = await queue.close(deadlineMs);
      smtp.close();
      // Ends soon, because there is no room any more.
      await takingUp.catch(() => {});
      try {
        await keepMails(outbox, seal, rest);
      } catch (error) {
        report(new Error(`${rest.length} mails were lost: they could not be stored`, { cause: error }));
      }
    },

    get caught() {
      return !production && settings().host === '' ? caughtMails : null;
    },
  };
}
