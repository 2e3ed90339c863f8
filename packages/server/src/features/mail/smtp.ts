import type * as Nodemailer from 'nodemailer';
import type { EmailSettings } from '../settings/settings.ts';
import { smtpSecurity } from './email-settings.ts';

/** How long a server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** To look its name up, connect, greet and begin TLS. */
  connect: number;
  /** Without any sign from it. */
  silence: number;
  /** For one mail in all; a server that trickles its answers never falls silent. */
  mail: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connect: 15_000, silence: 20_000, mail: 60_000 };

/** A burst of mails shares connections; servers close idle ones in their own time, which would cost a mail a retry. */
const IDLE_MS = 5_000;
const MAILS_PER_CONNECTION = 100;
/** Once more at once, when a shared connection turns out to be closed before a mail was handed over. */
const REQUEUES = 1;

export interface SmtpSender {
  /** Resolves when the server has taken the mail. @throws what nodemailer throws, see `outcomeOf` */
  send(email: EmailSettings, message: Nodemailer.SendMailOptions, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Sends over a few connections at once. They are kept for as long as the settings are the same object. */
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
      // Said outright, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
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
      // What fails is told by each send; without a listener an event would end the process.
      current.transport.on('error', () => {});
    }
    return current.transport;
  }

  return {
    async send(email, message, signal) {
      const timeout = AbortSignal.timeout(timeouts.mail);
      // A start without mails need not wait for it.
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

export type FailureOutcome = 'refused' | 'later' | 'away';

/**
 * What it means that a mail could not be delivered. `refused`: this mail is not wanted, now or ever. `later`: this mail
 * is not wanted now. `away`: no mail can be delivered now; the server is away, busy, not to be trusted, or refuses us
 * as a whole, as with a wrong password.
 */
export function outcomeOf(error: unknown): FailureOutcome {
  const { code, responseCode } = details(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'away';
  // It is closing, or it wants us to authenticate or encrypt first.
  if (responseCode === 421 || responseCode === 530) return 'away';
  // 503 says that the session went wrong, not that the mail is bad.
  const forNow = responseCode !== undefined && (responseCode < 500 || responseCode === 503);
  return forNow ? 'later' : 'refused';
}

function details(error: unknown): { code?: string; responseCode?: number } {
  if (!(error instanceof Error)) return {};
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error &&
      typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
  };
}
