import type { StreamSlots } from '../lib/subscribers.ts';
import type { Counters } from '../features/limits/limits-feature.ts';
import type { CreateKeeper } from '../features/operations/logs/keeper.ts';
import type { MailSender } from '../features/delivery/mail/mailer.ts';
import type { SharedSettings } from '../features/settings/settings-feature.ts';

/**
 * The parts that all processes of a service share, for a process that does not own them. Only the owner sends mails,
 * dispatches webhooks, sweeps, and keeps shared state in memory.
 */
export interface Shared {
  /** The number of processes that share the machine. */
  processes: number;
  counters: Counters;
  mails: MailSender;
  settings: SharedSettings;
  createLogKeeper: CreateKeeper;
  /** The limit for streams of events. */
  streamSlots: StreamSlots;
  /** Makes the owner check for due deliveries. */
  wakeDispatcher: () => void;
}
