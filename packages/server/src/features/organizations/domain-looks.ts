import type { Clock } from '../../lib/clock.ts';
import { NO_CLIENT } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import type { OrganizationDomainRow } from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { eventData, LOOK_AGAIN_MS, lookFor } from './domain-proof.ts';
import type { ReadTxtRecords } from './txt-records.ts';

/** Consecutive look-ups without the record after which a domain is lost. */
const FAILURES_TO_LOSE = 3;
/** The interval to the next look-up if DNS gave no answer or the instance was killed. */
const TRY_AGAIN_MS = 3_600_000;
/** A look-up without an answer for this long after it was due has failed. */
const PATIENCE_MS = 86_400_000;
/** The maximum number of simultaneous look-ups. */
const TOGETHER = 10;
/** The maximum number of look-ups in one sweep, which runs every hour. */
const MOST_IN_SWEEP = 500;

/** Checks the records of verified domains that are due. Instances share the work. */
export function createDomainLooks(deps: {
  store: Store;
  notices: Pick<Notices, 'domainUnproven'>;
  readTxtRecords: ReadTxtRecords;
  clock: Clock;
}) {
  const { store, notices, readTxtRecords, clock } = deps;

  async function look(claimed: OrganizationDomainRow, signal?: AbortSignal): Promise<void> {
    const { isProven, found } = await lookFor(claimed, readTxtRecords, signal);
    if (signal?.aborted === true) return;
    await store.transaction(async (tables) => {
      const organization = await tables.organizations.lock(claimed.organization_id);
      const row = await tables.organizationDomains.find(claimed.organization_id, claimed.domain);
      // Verified or removed in the meantime.
      if (organization === null || row === null || row.due_at !== claimed.due_at) return;
      const now = clock.now();
      const looked = { checked_at: now, due_at: now + LOOK_AGAIN_MS };
      if (isProven) {
        await tables.organizationDomains.update(row.id, { ...looked, failures: 0 });
        return;
      }
      // An unavailable name server says nothing about the domain.
      if (found === null && now < (row.checked_at ?? 0) + LOOK_AGAIN_MS + PATIENCE_MS) return;
      const failures = row.failures + 1;
      const isLost = failures >= FAILURES_TO_LOSE;
      const after = await tables.organizationDomains.update(row.id, {
        ...looked,
        failures,
        ...(isLost && { status: 'lost', due_at: null }),
      });
      if (isLost) {
        const told = { by: BY_SERVICE, at: now };
        await tables.events.add([newEvent('organization.domain_lost', eventData(organization, after), told)]);
      }
      if (failures > 1 || organization.status === 'deleted') return;
      const until = now + (FAILURES_TO_LOSE - 1) * LOOK_AGAIN_MS;
      const about = { organization: organization.name, domain: row.domain, until };
      for (const owner of await tables.memberships.ownersToTell(organization.id))
        await notices.domainUnproven(tables, owner, about, NO_CLIENT);
    });
  }

  /** @param signal stops it; the rest is checked later */
  return async (signal?: AbortSignal): Promise<void> => {
    for (let looks = 0; looks < MOST_IN_SWEEP; looks += TOGETHER) {
      if (signal?.aborted === true) return;
      const now = clock.now();
      const claimed = await store.organizationDomains.claim({
        now,
        until: now + TRY_AGAIN_MS,
        limit: TOGETHER,
      });
      await Promise.all(claimed.map((domain) => look(domain, signal)));
      if (claimed.length < TOGETHER) return;
    }
  };
}
