import { createActivity } from '../features/audit/activity/activity.ts';
import { createEvents } from '../features/audit/events/events.ts';
import { createAuditLogFeature } from '../features/audit/log/audit-log-feature.ts';
import type { Core } from '../features/core.ts';
import type { StreamSlots } from '../lib/subscribers.ts';

export type AuditServices = ReturnType<typeof createAuditServices>;

/** Events, the audit log that keeps them, and the daily counts of activity. */
export function createAuditServices(
  core: Core,
  parts: {
    /** The configured name of the provider with this issuer. */
    providerName: (issuer: string) => string;
    /** The limit of streams that another process keeps; undefined: this process keeps it. */
    streamSlots: StreamSlots | undefined;
  },
) {
  const { store, clock, report } = core;
  const { providerName, streamSlots: slots = null } = parts;
  const events = createEvents(
    () => clock.now(),
    (error) => report(error, 'event'),
  );
  const auditLog = createAuditLogFeature(core, { providerName, events, slots });
  return {
    events,
    auditLog,
    failedAttempts: auditLog.failedAttempts,
    activity: createActivity({ store, news: auditLog.news, clock }),
  };
}
