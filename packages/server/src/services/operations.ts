import type { Core } from '../features/core.ts';
import { mailboxKeyOf } from '../features/delivery/mail/mailbox-key.ts';
import { createDiagnostics } from '../features/operations/diagnostics/diagnostics.ts';
import type { CreateKeeper } from '../features/operations/logs/keeper.ts';
import { createLogs } from '../features/operations/logs/logs.ts';
import type { Files } from '../features/operations/logs/open-log.ts';
import { terminal } from '../features/operations/logs/terminal.ts';
import { createEventUpkeep } from '../features/operations/maintenance/event-upkeep.ts';
import { createReadiness, warnOfPoolerErrors } from '../features/operations/readiness/readiness.ts';
import type { AuditServices } from './audit.ts';
import type { SettingsServices } from './settings.ts';

export type OperationsServices = ReturnType<typeof createOperationsServices>;

/** What operators need: logs, diagnostics, readiness, and the upkeep of the audit log. */
export function createOperationsServices(
  core: Core,
  parts: {
    audit: AuditServices;
    settings: SettingsServices;
    /** The opener of the log files. */
    logFiles: Files | undefined;
    createLogKeeper: CreateKeeper | undefined;
  },
) {
  const { store, secrets, clock, report, warn } = core;
  const { events, auditLog, activity } = parts.audit;
  const { settings, tokens } = parts.settings;
  const logs = createLogs({
    settings,
    events,
    store,
    tokens,
    clock,
    report: (error) => report(error, 'logs'),
    secrets: [
      secrets.masterKey.toString('hex'),
      secrets.masterKey.toString('base64'),
      mailboxKeyOf(secrets.masterKey),
    ],
    files: parts.logFiles,
    createKeeper: parts.createLogKeeper,
  });
  warnOfPoolerErrors(store, clock, (line) => {
    terminal.silently(() => warn(line));
    logs.print(line, 'ERROR');
  });
  return {
    logs,
    diagnostics: createDiagnostics(core, settings),
    readiness: createReadiness(store, clock),
    eventUpkeep: createEventUpkeep(core, {
      feed: auditLog.feed,
      settings,
      tokens,
      count: () => activity.count(),
    }),
  };
}
