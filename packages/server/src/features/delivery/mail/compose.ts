import { randomBytes } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { BrandingSettings, EmailSettings } from '../../settings/settings.ts';
import type { Mail } from './mail.ts';
import { editKey, type MailParts, nameOf, withParts } from './mail-kinds.ts';
import { createTemplates, type Templates } from './templates.ts';
import type { MailTexts } from './texts/english.ts';
import { viewOf } from './view.ts';
import { oneLine } from '../../../lib/text.ts';
import { domainOf } from '../../../lib/email.ts';
import { productName } from '../../settings/email-settings.ts';

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

/** @param createdAt now, in milliseconds since the epoch */
export function queuedMail(mail: Mail, asker: string, createdAt: number): QueuedMail {
  return {
    id: randomBytes(10).toString('hex'),
    createdAt,
    mail,
    expiresAt: mail.expiresAt,
    asker,
  };
}

/** The input of nodemailer. Subject, HTML and text are always set. */
export type Message = SendMailOptions & { subject: string; html: string; text: string };

/**
 * The branding of mails. It has no logo, because mail programs block images, and a remote image would reveal who
 * reads the mail.
 */
export type MailBrand = Pick<BrandingSettings, 'name' | 'colour'>;

export interface ComposerParts {
  branding: () => MailBrand;
  /** A folder with templates that replace the built-in ones. */
  templates: string | null;
  /** The texts in the language that an `Accept-Language` header prefers. */
  texts: (acceptLanguage: string) => MailTexts;
  /** The replaced texts, by `editKey`. Default: none. */
  edits?: () => Readonly<Record<string, Partial<MailParts>>>;
  report: (error: unknown) => void;
}

/** @returns renders a mail for its one recipient, with `edited` in place of the texts that are saved for it */
export function createComposer({ branding, templates: folder, texts, edits, report }: ComposerParts) {
  const templates = createTemplates(folder, report);

  function textsOf(mail: Mail, edited?: Partial<MailParts>): MailTexts {
    const own = texts(mail.languages);
    const name = nameOf(mail);
    const replaced = edited ?? edits?.()[editKey(name, own.language)];
    return replaced === undefined ? own : withParts(own, name, replaced);
  }

  return (queued: QueuedMail, email: EmailSettings, edited?: Partial<MailParts>): Promise<Message> =>
    compose(queued, email, branding(), templates, textsOf(queued.mail, edited));
}

async function compose(
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
