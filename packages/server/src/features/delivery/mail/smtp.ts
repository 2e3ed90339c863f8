import type * as Nodemailer from 'nodemailer';
import type { EmailSettings } from '../../settings/settings.ts';
import { smtpSecurity } from '../../settings/email-settings.ts';

/** A server's time limits, in milliseconds. */
export interface SmtpTimeouts {
  /** For the name look-up, the connection, the greeting and the start of TLS. */
  connect: number;
  /** The maximum time without a response. */
  silence: number;
  /** The limit for one whole mail, because a server that sends a byte now and then is never idle. */
  mail: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connect: 15_000, silence: 20_000, mail: 60_000 };

/**
 * A burst of mails shares connections. Servers close idle ones at a time of their choice, which would cost a mail a
 * retry.
 */
const IDLE_MS = 5_000;
const MAILS_PER_CONNECTION = 100;
/** One immediate retry, for a shared connection that turns out to be closed before the mail is handed over. */
const REQUEUES = 1;

export interface SmtpSender {
  /** Resolves when the server has accepted the mail. @throws nodemailer's errors, see `outcomeOf` */
  send(email: EmailSettings, message: Nodemailer.SendMailOptions, signal: AbortSignal): Promise<void>;
  /** Whether the server answers, and lets the service in, without any mail. False once the signal aborts. */
  isAvailable(email: EmailSettings, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** Sends over a few connections at once. They stay open until the settings change. */
export function createSmtpSender(connections: number, timeouts: SmtpTimeouts): SmtpSender {
  let current: { email: EmailSettings; transport: ReturnType<typeof open> } | null = null;

  function open({ createTransport }: typeof Nodemailer, email: EmailSettings) {
    const { host, port, username, password } = email;
    return createTransport({
      pool: true,
      host,
      port,
      ...(username !== '' && { auth: { user: username, pass: password } }),
      ...smtpSecurity(email),
      // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      maxConnections: connections,
      maxMessages: MAILS_PER_CONNECTION,
      maxRequeues: REQUEUES,
      idleTimeout: IDLE_MS,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
    });
  }

  function transportFor(nodemailer: typeof Nodemailer, email: EmailSettings) {
    if (current?.email !== email) {
      current?.transport.close();
      current = { email, transport: open(nodemailer, email) };
      // Each send reports its failure. Without a listener an event would end the process.
      current.transport.on('error', () => {});
    }
    return current.transport;
  }

  let asked: { email: EmailSettings; answer: Promise<boolean> } | null = null;

  /** One connection for all that ask at the same time. */
  function ask(nodemailer: typeof Nodemailer, email: EmailSettings): Promise<boolean> {
    if (asked?.email === email) return asked.answer;
    const own = { email, answer: Promise.resolve(false) };
    const verified = transportFor(nodemailer, email)
      .verify()
      .catch(() => false);
    // A server that sends a byte now and then is never idle.
    own.answer = unlessAborted(verified, AbortSignal.timeout(timeouts.mail)).finally(() => {
      if (asked === own) asked = null;
    });
    asked = own;
    return own.answer;
  }

  return {
    async isAvailable(email, signal) {
      const nodemailer = await import('nodemailer');
      return !signal.aborted && unlessAborted(ask(nodemailer, email), signal);
    },
    async send(email, message, signal) {
      const timeout = AbortSignal.timeout(timeouts.mail);
      // Loaded with the first mail, so that the start is fast.
      const nodemailer = await import('nodemailer');
      signal.throwIfAborted();
      await transportFor(nodemailer, email).sendMail({
        ...message,
        signal: AbortSignal.any([signal, timeout]),
      });
    },
    close() {
      current?.transport.close({ force: true });
      current = null;
    },
  };
}

/** @returns false as soon as the signal aborts */
async function unlessAborted(answer: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const aborted = Promise.withResolvers<boolean>();
  const stop = () => aborted.resolve(false);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export type FailureOutcome = 'refused' | 'later' | 'away' | 'unanswered';

/**
 * The outcome of a failed delivery. `refused`: this mail will never be accepted. `later`: this mail is not accepted
 * now. `away`: no mail can be delivered now, because the server is busy, or refuses all mails, for example because of
 * a wrong password. `unanswered`: the server is unavailable, or it breaks off or takes long for this recipient, whom
 * somebody has chosen.
 */
export function outcomeOf(error: unknown): FailureOutcome {
  const { code, command, responseCode } = details(error);
  if (code === 'EAUTH') return 'away';
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unanswered';
  // The server is closing, or it requires authentication or encryption first.
  const refusesAll = responseCode === 421 || responseCode === 530;
  if (refusesAll) return command === 'MAIL FROM' ? 'away' : 'later';
  // 503 says that the session went wrong, not that the mail is bad.
  const forNow = responseCode !== undefined && (responseCode < 500 || responseCode === 503);
  return forNow ? 'later' : 'refused';
}

function details(error: unknown): { code?: string; command?: string; responseCode?: number } {
  if (!(error instanceof Error)) return {};
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('command' in error && typeof error.command === 'string' && { command: error.command }),
    ...('responseCode' in error &&
      typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
  };
}
