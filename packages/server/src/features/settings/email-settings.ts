import { isLoopback, unbracket } from '../../config/addresses.ts';
import type { MailConfig } from '../../config/config.ts';
import type { EmailSettings } from './settings.ts';
import { domainOf } from '../../lib/email.ts';
import { oneLine } from '../../lib/text.ts';

const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** The mail settings of the boot configuration. */
export function emailEnvironment({ smtpUrl, from }: MailConfig): Partial<EmailSettings> {
  return { ...(smtpUrl !== undefined && readServer(smtpUrl)), ...(from !== undefined && readSender(from)) };
}

function readServer(smtpUrl: string): Partial<EmailSettings> {
  const url = new URL(smtpUrl);
  const tls = url.protocol === 'smtps:';
  const host = unbracket(url.hostname);
  const username = decodeURIComponent(url.username);
  return {
    host,
    port: url.port === '' ? (tls ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    username,
    password: decodeURIComponent(url.password),
    use_tls: tls || (username !== '' && !isLoopback(host)),
  };
}

/** `Name <address>` or `address`. */
function readSender(from: string): Pick<EmailSettings, 'sender' | 'sender_name'> {
  const [, name = '', address = from] = /^(.*?) ?<(.*)>$/.exec(from) ?? [];
  return { sender: address, sender_name: name.trim() };
}

/** nodemailer's options for TLS. */
export interface SmtpSecurity {
  /** TLS from the first byte. */
  secure: boolean;
  /** STARTTLS, or no mail. */
  requireTLS: boolean;
  /** No STARTTLS, even if the server offers it. */
  ignoreTLS: boolean;
}

/**
 * The security of a connection. The port decides how TLS begins, and `use_tls` decides whether TLS may be
 * missing:
 *
 * - a port that ends in 465: TLS from the first byte, always;
 * - any other port with `use_tls`: STARTTLS, and no mail if the server does not offer it;
 * - any other port without `use_tls`: STARTTLS if the server offers it. With a user name STARTTLS is required, so that a password is never sent unencrypted. Neither rule applies to a server on this machine.
 *
 * Certificates are checked in every case.
 */
export function smtpSecurity({ host, port, username, use_tls }: EmailSettings): SmtpSecurity {
  const secure = String(port).endsWith(String(IMPLICIT_TLS_PORT));
  const local = isLoopback(host);
  const requireTLS = !secure && (use_tls || (username !== '' && !local));
  // A relay on this machine usually has a self-signed certificate, and nobody can intercept the connection.
  return { secure, requireTLS, ignoreTLS: !secure && !requireTLS && local };
}

/** The name of the service: the sender's name, or without one the domain of the sender. */
export function productName({ sender, sender_name }: Pick<EmailSettings, 'sender' | 'sender_name'>): string {
  const name = oneLine(sender_name);
  return name === '' ? domainOf(oneLine(sender)) : name;
}
