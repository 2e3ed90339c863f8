import type { RunningServices } from '../start/run-services.ts';
import type { Channel } from './channel.ts';
import { exposeCounters } from './counters.ts';
import type { SharedLogs } from './logs-supervisor.ts';
import { exposeStreamSlots } from './stream-slots.ts';
import { exposeMails } from './mails.ts';
import { type CatchUp, exposeSettings } from './settings.ts';

/** The process that owns the shared parts. */
export interface Owner extends Pick<RunningServices, 'services'> {
  logs: SharedLogs;
}

/**
 * Exposes the shared parts of this process to the process at the other end of `channel`; `remoteShared` is the
 * other side.
 * @param others the other processes to notify of a change of the settings
 */
export function exposeShared(
  channel: Channel,
  { services, logs }: Owner,
  others: () => readonly CatchUp[],
): void {
  exposeCounters(channel, services.counters);
  logs.expose(channel);
  exposeStreamSlots(channel, services.auditLog.slots);
  exposeMails(channel, services.mailer);
  exposeSettings(channel, { rows: services.versionRows, own: services.runtimeSettings, others });
}
