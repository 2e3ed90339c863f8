import type { Core } from '../features/core.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { sweepExpired } from '../features/operations/maintenance/sweep.ts';
import type { AuditServices } from './audit.ts';
import type { ConnectionServices } from './connections.ts';
import type { IdentityServices } from './identity.ts';
import type { OAuthServices } from './oauth.ts';
import type { OperationsServices } from './operations.ts';
import type { OrganizationServices } from './organizations.ts';
import type { SettingsServices } from './settings.ts';

/** The work that timers start. */
export function createUpkeep(
  { store, clock }: Core,
  parts: {
    audit: AuditServices;
    settings: SettingsServices;
    limits: Limits;
    identity: IdentityServices;
    operations: OperationsServices;
    organizations: OrganizationServices['organizations'];
    connections: ConnectionServices;
    oauth: OAuthServices['oauth'];
  },
) {
  const { limits, organizations, oauth } = parts;
  const { auditLog, activity } = parts.audit;
  const { settings, runtimeSettings } = parts.settings;
  const { ownerRights, sessions, apiKeys } = parts.identity;
  const { eventUpkeep } = parts.operations;
  const { connections, provisioning } = parts.connections;
  return {
    /** Loads the failures that were counted before the start. Called once, before the first request. */
    restoreFailures: () => limits.restore(),

    /**
     * Writes the failures counted since the last call. Called every second, so that at most one second of guesses is
     * lost in a kill.
     */
    async writeFailures(): Promise<void> {
      await limits.write();
      await auditLog.write();
    },

    /**
     * Removes expired rows, and replaces a signing key that is due. Called at the start and every hour.
     * @param signal aborts when the service stops; the rest is removed at the next start
     */
    async sweep(signal?: AbortSignal): Promise<void> {
      // Accounts first, because their owners were promised a time of deletion.
      await ownerRights.sweep(signal);
      await sweepExpired(store, clock.now(), signal);
      await activity.sweep();
      await eventUpkeep.sweep(signal);
      await runtimeSettings.rotateKey();
      if (settings.current.oauth.enabled) await (await oauth()).keys.rotateDue();
      if (settings.current.organizations.enabled) {
        await (await connections()).sweep(signal);
        await (await provisioning()).requests.sweep(signal);
        await (await organizations()).sweep(signal);
      }
    },

    /** Ends impersonations whose superadmin has lost the rights or the session. Called every second. */
    endImpersonations: () => sessions.endImpersonations(),

    /** Notifies applications of sessions that have ended. Called every second. */
    async sendLogouts(): Promise<void> {
      if (settings.current.oauth.enabled) await (await oauth()).logout.tell();
    },

    /** Writes pending data and drops expired counters. Called every 30 seconds and at the end. */
    async housekeep(): Promise<void> {
      await sessions.flushUses();
      await apiKeys.flushUses();
      await limits.write();
      await auditLog.write();
      await limits.deleteExpired();
    },
  };
}
