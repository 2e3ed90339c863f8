import type { RunningServices } from '../start/run-services.ts';
import type { Channel } from './channel.ts';
import { offerCounters } from './counters.ts';
import type { SharedLogs } from './logs-supervisor.ts';
import { exposeStreamSlots } from './stream-slots.ts';
import { offerMails } from './mails.ts';
import { type CatchUp, offerSettings } from './settings.ts';

/** The process that owns what exists once. */
export interface Owner extends Pick<RunningServices, 'services'> {
  logs: SharedLogs;
}

/**
 * Lets the process at the other end of `channel` use what this one owns; `sharedOver` is the other side.
 * @param others the further processes that must know of a change of the settings
 */
export function offerShared(
  channel: Channel,
  { services, logs }: Owner,
  others: () => readonly CatchUp[],
): void {
  offerCounters(channel, services.counters);
  logs.offer(channel);
  exposeStreamSlots(channel, services.trail.slots);
  offerMails(channel, services.mailer);
  offerSettings(channel, { rows: services.versionRows, own: services.runtimeSettings, others });
}
