import type { SendMailOptions } from 'nodemailer';
import type { BrandingSettings, EmailSettings } from '../../settings/settings.ts';
import type { Mail } from './mail.ts';
import type { Templates } from './templates.ts';
import type { MailTexts } from './texts/english.ts';
import { viewOf } from './view.ts';
import { oneLine } from '../../../lib/text.ts';
import { domainOf, productName } from '../../settings/email-settings.ts';

/** A mail in the queue. Rendered at each attempt, so that waiting mails take little memory. */
export interface QueuedMail {
  /** Letters and digits; the same at each attempt, so that a receiver recognises a mail that arrives twice. */
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  mail: Mail;
  /** The mail's own expiry. */
  expiresAt: number;
  /** The sender of the request that caused it. The mails of different senders take turns: see `lib/fair-queue.ts`. */
  asker: string;
  /** A notice. An address gets a limited number of each kind: see `notices.ts`. */
  isNotice?: true;
}

/** The input of nodemailer. Subject, HTML and text are always set. */
export type Message = SendMailOptions & { subject: string; html: string; text: string };

/**
 * The branding of mails. It has no logo, because mail programs block images, and a remote image would reveal who
 * reads the mail.
 */
export type MailBrand = Pick<BrandingSettings, 'name' | 'colour'>;

/** Renders a mail for its one recipient. */
export async function compose(
  { id, createdAt, mail }: QueuedMail,
  email: EmailSettings,
  brand: MailBrand,
  templates: Templates,
  texts: MailTexts,
): Promise<Message> {
  const sender = oneLine(email.sender);
  const view = viewOf(mail, texts, oneLine(brand.name) || productName(email), brand.colour);
  const { html, text } = await templates.render(view);
  return {
    from: { name: oneLine(email.sender_name), address: sender },
    to: { name: '', address: mail.to },
    // Explicit, so that only this recipient gets the mail, however a server parses the headers.
    envelope: { from: sender, to: [mail.to] },
    subject: view.subject,
    text,
    html,
    date: new Date(createdAt),
    messageId: `<${id}@${domainOf(sender)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': view.language,
    },
    xMailer: false,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
