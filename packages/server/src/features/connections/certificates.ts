import { type Clock, timestamp } from '../../lib/clock.ts';
import { NO_CLIENT } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import { newEvent } from '../audit/events/event.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import type { Notices } from '../delivery/mail/notices.ts';

/** How long before the last certificate of a provider expires its owners get a mail. */
export const CERTIFICATE_WARNING_MS = 30 * 86_400_000;

const BATCH = 50;

/**
 * Mails owners, once for each certificate, when the last one of a connection expires soon. Instances share the work.
 */
export function createCertificateWatch(deps: {
  store: Store;
  notices: Pick<Notices, 'certificateExpiring'>;
  clock: Clock;
}) {
  const { store, notices, clock } = deps;

  /** @returns whether the owners get a mail */
  const tell = (uid: string, organizationId: number): Promise<boolean> =>
    store.transaction(async (tables) => {
      const organization = await tables.organizations.lock(organizationId);
      const row = await tables.connections.find(uid);
      const endsAt = row?.certificate_ends_at ?? null;
      const now = clock.now();
      // Another instance has sent the mail, or the certificate was replaced or removed.
      if (organization === null || row === null || endsAt === null || row.certificate_told_at !== null)
        return false;
      if (endsAt > now + CERTIFICATE_WARNING_MS) return false;
      await tables.connections.update(row.id, { certificate_told_at: now });
      const data = {
        organization: presentEventOrganization(organization),
        connection: presentEventConnection(row),
        expires_at: timestamp(endsAt),
      };
      await tables.events.add([
        newEvent('connection.certificate_expiring', data, { by: BY_SERVICE, at: now }),
      ]);
      const about = { organization: organization.name, connection: row.name, until: endsAt };
      for (const owner of await tables.memberships.ownersToTell(organization.id))
        await notices.certificateExpiring(tables, owner, about, NO_CLIENT);
      return true;
    });

  /** @param signal stops it; the rest follows at the next run */
  return async (signal?: AbortSignal): Promise<void> => {
    for (let told = true; told;) {
      told = false;
      const due = await store.connections.expiring(clock.now() + CERTIFICATE_WARNING_MS, BATCH);
      for (const { uid, organization_id: organizationId } of due) {
        if (signal?.aborted === true) return;
        if (await tell(uid, organizationId)) told = true;
      }
      if (due.length < BATCH) return;
    }
  };
}
