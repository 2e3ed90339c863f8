import type { Core } from '../features/core.ts';
import { createMailFeature } from '../features/delivery/mail/mail-feature.ts';
import type { MailSender } from '../features/delivery/mail/mailer.ts';
import { createOwnTexts } from '../features/delivery/texts/own-texts.ts';
import {
  createWebhooksFeature,
  type WebhookNetwork,
} from '../features/delivery/webhooks/webhooks-feature.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import type { Settings } from '../features/settings/settings.ts';
import type { AuditServices } from './audit.ts';

export type DeliveryServices = ReturnType<typeof createDeliveryServices>;

/** Mails to people, and webhooks to programs. */
export function createDeliveryServices(
  core: Core,
  parts: {
    audit: AuditServices;
    settings: Settings;
    limits: Limits;
    network: WebhookNetwork | undefined;
    /** The process that sends the mails of this process; undefined: this process sends them. */
    sender: MailSender | undefined;
    /** Makes the dispatcher of another process look for work; undefined: this process dispatches. */
    wake: (() => void) | undefined;
  },
) {
  const { settings, network, sender, wake } = parts;
  const { events, auditLog } = parts.audit;
  const { limiter, consume } = parts.limits;
  const texts = createOwnTexts(core.config.texts ?? null);
  const mail = createMailFeature(core, { texts, settings, events, limiter, consume, sender });
  const { mailer } = mail;
  return {
    texts,
    ...mail,
    ...createWebhooksFeature(core, { auditLog, mailer, events, network, wake }),
  };
}
