import type { Core } from '../features/core.ts';
import type { Limits } from '../features/limits/limits-feature.ts';
import { sweepExpired, sweepSpent } from '../features/operations/maintenance/sweep.ts';
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
  /**
   * Remove expired rows, and replace signing keys that are due. Called at the start and every hour, each for itself, so that
   * an error in one keeps none of the others from its work. A signal aborts when the service stops; the rest is removed at
   * the next start.
   */
  const sweeps: readonly ((signal?: AbortSignal) => Promise<void>)[] = [
    // Accounts first, because their owners were promised a time of deletion.
    async (signal) => void (await ownerRights.sweep(signal)),
    async (signal) => void (await sweepExpired(store, clock.now(), signal)),
    () => activity.sweep(),
    (signal) => eventUpkeep.sweep(signal),
    () => runtimeSettings.rotateKey(),
    async () => {
      if (settings.current.oauth.enabled) await (await oauth()).keys.rotateDue();
    },
    ...[connections, async () => (await provisioning()).requests, organizations].map(
      (swept) => async (signal?: AbortSignal) => {
        if (settings.current.organizations.enabled) await (await swept()).sweep(signal);
      },
    ),
  ];
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

    sweeps,

    /** Removes expired proofs and spent tokens. Called every minute. */
    sweepSpent: (signal?: AbortSignal) => sweepSpent(store, clock.now(), signal),

    /** Does all of {@link sweeps}, and throws at the first error. */
    async sweep(signal?: AbortSignal): Promise<void> {
      for (const part of sweeps) await part(signal);
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
