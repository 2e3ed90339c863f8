import { isDatabaseUnavailable } from '../../../store/engine/database-errors.ts';
import { deriveKey } from '../../../lib/derive-key.ts';
import { createSeal } from '../../../lib/seal.ts';
import type { EventRow } from '../../../store/engine/schema.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { EventBody } from '../../audit/events/event-types.ts';
import type { EventNotifier } from '../../audit/log/event-notifier.ts';
import { createDisable } from './disable.ts';
import { createDispatcher } from './dispatcher.ts';
import { createMessenger } from './messenger.ts';
import { addressRule } from './networks.ts';
import { createOutcomes } from './outcomes.ts';
import { type Resolve, systemResolve } from './resolve.ts';
import { createSecrets } from './secrets.ts';
import { createWebhooks } from './webhooks.ts';

/** A receiver that does not answer within this time has failed. */
const TIMEOUT_MS = 15_000;

/** The network access, which tests replace. */
export interface WebhookNetwork {
  resolve?: Resolve;
  /** The time for an attempt, in milliseconds. */
  timeoutMs?: number;
}

/** Webhooks, and the deliveries of events to them. */
export function createWebhooksFeature(
  { store, config, secrets: { masterKey }, clock, report, instrument }: Core,
  parts: {
    auditLog: { news: EventNotifier; bodyOf: (row: EventRow) => EventBody | null };
    mailer: Mailer;
    events: Events;
    network: WebhookNetwork | undefined;
    /** Makes the dispatcher of another process look for work; undefined: this process dispatches. */
    wake: (() => void) | undefined;
  },
) {
  const { auditLog, mailer, events, network = {} } = parts;
  const { resolve = systemResolve, timeoutMs = TIMEOUT_MS } = network;
  // Not reported here: requests report an unavailable database.
  const tell = (error: unknown) => {
    if (!isDatabaseUnavailable(error)) report(error, 'webhooks');
  };

  const secrets = createSecrets(createSeal(deriveKey(masterKey, 'webhooks')));
  const rule = addressRule(config.webhookNetworks);
  const messenger = createMessenger({
    secrets,
    bodyOf: auditLog.bodyOf,
    clock,
    sender: { rule, resolve, timeoutMs },
    instrument,
  });
  const outcomes = createOutcomes({
    store,
    clock,
    random: Math.random,
    disable: createDisable({ store, mailer, events, clock }),
    report: tell,
  });
  const dispatcher = createDispatcher({
    store,
    clock,
    news: auditLog.news,
    messenger,
    outcomes,
    timeoutMs,
    report: tell,
  });
  const webhooks = createWebhooks({
    store,
    clock,
    news: auditLog.news,
    events,
    secrets,
    rule,
    sendTest: (webhook, { by }) => messenger.test(webhook, by),
    wake: parts.wake ?? (() => dispatcher.wake()),
  });
  return { webhooks, dispatcher, deliveryCounts: outcomes.counts };
}
