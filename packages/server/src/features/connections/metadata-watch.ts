import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { DueMetadata } from '../../store/tables/connections.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import { changeConnection } from './change-connection.ts';
import { METADATA_MS, readSaml } from './connection.ts';
import type { Merge, PrepareSaml } from './kinds.ts';

/** The pause after a failure. */
const AGAIN_MS = 3_600_000;
/** The maximum number of fetches in one sweep, because each may take seconds. */
const MOST = 200;
/** The maximum number of simultaneous fetches. */
const TOGETHER = 10;

/**
 * Fetches the metadata of SAML providers again if a connection has their address, so that a rotated certificate works.
 * Metadata changes nothing if it cannot be read, belongs to another provider, or has only expired certificates.
 * Instances share the work.
 */
export function createMetadataWatch({
  store,
  prepareSaml,
  clock,
}: {
  store: Store;
  prepareSaml: PrepareSaml;
  clock: Clock;
}) {
  const keep = (row: ConnectionRow, merge: Merge): Promise<void> =>
    store.transaction(async (tables) => {
      const organization = await tables.organizations.lock(row.organization_id);
      const before = await tables.connections.find(row.uid);
      // Changed or removed in the meantime.
      if (organization === null || before?.config !== row.config) return;
      const now = clock.now();
      const { config, certificateEndsAt } = merge(before);
      const columns = { config: JSON.stringify(config) };
      const isSame = readSaml(columns).idp_entity_id === readSaml(before).idp_entity_id;
      if (!isSame || certificateEndsAt === null || certificateEndsAt <= now) return;
      const edited = {
        ...columns,
        certificate_ends_at: certificateEndsAt,
        certificate_told_at: null,
        updated_at: now,
      };
      await changeConnection(
        tables,
        organization,
        before,
        { metadata_due_at: now + METADATA_MS, ...(columns.config !== before.config && edited) },
        { by: BY_SERVICE, at: now },
      );
    });

  async function fetchAgain(due: DueMetadata): Promise<void> {
    const row = await store.connections.claimMetadata(due, clock.now() + AGAIN_MS);
    if (row === null) return;
    const { metadata_url } = readSaml(row);
    const merge = await prepareSaml({ metadata_url }, null).catch(() => null);
    if (merge !== null) await keep(row, merge);
  }

  /** @param signal stops it; the rest is fetched at the next run */
  return async (signal?: AbortSignal): Promise<void> => {
    const due = await store.connections.metadataDue(clock.now(), MOST);
    for (let first = 0; first < due.length; first += TOGETHER) {
      if (signal?.aborted === true) return;
      await Promise.all(due.slice(first, first + TOGETHER).map(fetchAgain));
    }
  };
}
