import { deriveKey } from '../../../lib/derive-key.ts';
import { createSeal } from '../../../lib/seal.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Settings } from '../../settings/settings.ts';
import type { OwnTexts } from '../texts/own-texts.ts';
import { createMailboxKey } from './mailbox-key.ts';
import { createMailer, type MailSender } from './mailer.ts';
import { createNotices, noticeLimits } from './notices.ts';

/** The mail queue, the notices to account owners, and the key to the mailbox of captured mails. */
export function createMailFeature(
  { store, config, secrets, clock, report, instrument }: Core,
  {
    settings,
    events,
    limiter,
    consume,
    sender,
    texts,
  }: {
    settings: Settings;
    events: Events;
    limiter: FailureLimiter;
    consume: Consume;
    /** The process that sends the mails of this process; undefined: this process sends them. */
    sender: MailSender | undefined;
    texts: OwnTexts;
  },
) {
  const mailer = createMailer({
    settings: () => settings.current.email,
    branding: () => settings.current.branding,
    production: config.production,
    dataDir: config.dataDir,
    templates: config.mail.templates ?? null,
    texts: texts.mails,
    edits: () => settings.current.mails.texts,
    store,
    events,
    seal: createSeal(deriveKey(secrets.masterKey, 'seal')),
    clock,
    sender,
    admit: noticeLimits(consume, config.limits),
    report: (error) => report(error, 'mail'),
    instrument,
  });
  const notices = createNotices({ mailer, clock });
  const mailboxKey = createMailboxKey({ masterKey: secrets.masterKey, limiter, limits: config.limits });
  return { mailer, mailboxKey, notices };
}
