import { deriveKey } from '../../lib/derive-key.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Core } from '../core.ts';
import type { Events } from '../events/events.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { Consume } from '../limits/quota.ts';
import type { Settings } from '../settings/settings.ts';
import { createMailboxKey } from './mailbox-key.ts';
import { createMailer } from './mailer.ts';
import { createNotices } from './notices.ts';

/** The mail queue, the notices to account owners, and the key to the mailbox of caught mails. */
export function createMailFeature(
  { store, config, secrets, clock, report }: Core,
  {
    settings,
    events,
    limiter,
    consume,
  }: { settings: Settings; events: Events; limiter: FailureLimiter; consume: Consume },
) {
  const mailer = createMailer({
    settings: () => settings.current.email,
    production: config.production,
    dataDir: config.dataDir,
    templates: config.mail.templates ?? null,
    outbox: store.outbox,
    events,
    seal: createSeal(deriveKey(secrets.masterKey, 'seal')),
    clock,
    report: (error) => report(error, 'mail'),
  });
  const notices = createNotices({ mailer, clock, consume, report: (error) => report(error, 'notice') });
  const mailboxKey = createMailboxKey({ masterKey: secrets.masterKey, limiter, limits: config.limits });
  return { mailer, mailboxKey, notices };
}
