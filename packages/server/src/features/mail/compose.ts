import type { SendMailOptions } from 'nodemailer';
import type { EmailSettings } from '../settings/settings.ts';
import type { Mail } from './mail.ts';
import type { Templates } from './templates.ts';
import { textsFor } from './texts/languages.ts';
import { oneLine, viewOf } from './view.ts';

/** A mail that was taken. It is rendered at each attempt: what waits in memory stays small. */
export interface QueuedMail {
  /** Letters and digits; the same at each attempt, so that a mail that arrives twice is recognised. */
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  mail: Mail;
  /** Of the mail. */
  expiresAt: number;
}

/** What nodemailer is given. Subject, HTML and text are always there. */
export type Message = SendMailOptions & { subject: string; html: string; text: string };

/** Renders a mail for its one recipient. */
export async function compose(
  { id, createdAt, mail }: QueuedMail,
  email: EmailSettings,
  templates: Templates,
): Promise<Message> {
  const sender = oneLine(email.sender);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const name = oneLine(email.sender_name);
  const view = viewOf(mail, textsFor(mail.languages), name === '' ? domain : name);
  const { html, text } = await templates.render(view);
  return {
    from: { name, address: sender },
    to: { name: '', address: mail.to },
    // Said outright: nobody else gets this mail, whatever a header might be read as.
    envelope: { from: sender, to: [mail.to] },
    subject: view.subject,
    text,
    html,
    date: new Date(createdAt),
    messageId: `<${id}@${domain}>`,
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
