import type { StreamSlots } from '../lib/subscribers.ts';
import type { Counters } from '../features/limits/limits-feature.ts';
import type { CreateKeeper } from '../features/operations/logs/keeper.ts';
import type { MailSender } from '../features/delivery/mail/mailer.ts';
import type { SharedSettings } from '../features/settings/settings-feature.ts';

/**
 * What exists once for all processes of a service, as a process has it that does not own it. The owner alone sends
 * mails, dispatches webhooks, sweeps, and has in its memory what a single process would have in its own.
 */
export interface Shared {
  /** The number of processes that share the machine. */
  processes: number;
  counters: Counters;
  mails: MailSender;
  settings: SharedSettings;
  createLogKeeper: CreateKeeper;
  /** For streams of events. */
  streamSlots: StreamSlots;
  /** Lets the owner look for deliveries that are due. */
  wakeDispatcher: () => void;
}
