import { setImmediate } from 'node:timers/promises';
import type { Store, Tables } from '../../../store/database.ts';
import { SWEEP_BATCH, type Swept } from '../../../store/lists/sweep.ts';
import type { ApplicationBrief } from '../../../store/tables/application-lists.ts';
import { newEvent } from '../../audit/events/event.ts';
import { BY_SERVICE } from '../../audit/events/origin.ts';
import { presentEventApplication } from '../../oauth/application.ts';
import { KNOWN_MS } from '../../limits/device-cookies.ts';

/** The number of rows that a sweep removed, by kind. */
export interface SweepCounts {
  sessions: number;
  codes: number;
  /** Sign-ins at a provider that were never finished, and tests of connections. */
  provider_flows: number;
  /** One-time codes that replace tokens in redirects. */
  exchanges: number;
  /** Deliveries to webhooks that finished long ago. */
  deliveries: number;
  /** Sign-ins and enrolments that were never finished with a factor. */
  challenges: number;
  /** Invitations that ended {@link INVITATION_KEPT_MS} ago, and links to portals that have ended. */
  invitations: number;
  /** Changes of emails that can no longer be undone. */
  email_changes: number;
  /** Addresses from which nobody signed in for {@link KNOWN_MS}. */
  known_addresses: number;
  /** Tokens that were used or revoked, and have expired since. */
  id_tokens: number;
  /** Authorization requests and devices that were not answered in time. */
  oauth_requests: number;
  /** Codes that were not exchanged in time, and grants that were not refreshed in time. */
  oauth_grants: number;
  /** Replaced keys that are no longer trusted. */
  oauth_keys: number;
  /**
   * Expired applications, applications that registered themselves and never got a token, and metadata documents that
   * were unused for {@link UNUSED_MS}.
   */
  applications: number;
}

/** How long superadmins see the outcome of an invitation. */
const INVITATION_KEPT_MS = 30 * 86_400_000;

/** Unused registrations are removed after this time. */
const UNUSED_MS = 30 * 86_400_000;

type Sweepable = { sweep: (now: number) => Promise<Swept> };

async function sweepAll({ sweep }: Sweepable, now: number, signal?: AbortSignal): Promise<number> {
  for (let count = 0; ; await setImmediate()) {
    const { removed, more } = await sweep(now);
    count += removed;
    if (!more || signal?.aborted === true) return count;
  }
}

/** Removes spent tokens and proofs that have expired. A client may spend one at each request, and most live a minute. */
export async function sweepSpent(
  { usedIdTokens }: Pick<Store, 'usedIdTokens'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  await sweepAll(usedIdTokens, now, signal);
}

/** Removes expired rows in batches, so that other work is not blocked. @param signal stops the sweep */
export async function sweepExpired(store: Store, now: number, signal?: AbortSignal): Promise<SweepCounts> {
  const all = (table: Sweepable) => sweepAll(table, now, signal);
  return {
    codes: await all(store.codes),
    sessions: await all(store.sessions),
    provider_flows: (await all(store.providerFlows)) + (await all(store.connectionTests)),
    exchanges: await all(store.exchanges),
    deliveries: await all(store.deliveries),
    challenges: await all(store.challenges),
    email_changes: await all(store.emailChanges),
    invitations:
      (await all({ sweep: (at) => store.invitations.sweep(at - INVITATION_KEPT_MS) })) +
      (await all(store.portals)),
    known_addresses: await all({ sweep: (at) => store.knownAddresses.sweep(at - KNOWN_MS) }),
    id_tokens: await all(store.usedIdTokens),
    oauth_requests: (await all(store.oauthRequests)) + (await all(store.oauthDevices)),
    oauth_grants: await all(store.grants),
    oauth_keys: await all(store.oauthKeys),
    applications:
      (await all({
        sweep: (at) => endApplications(store, at, (table, most) => table.deleteExpired(at, most)),
      })) +
      (await all({
        sweep: (at) => endApplications(store, at, (table, most) => table.deleteUnused(at - UNUSED_MS, most)),
      })) +
      (await all({ sweep: (at) => store.applications.sweepDocuments(at - UNUSED_MS) })),
  };
}

/** Removes one batch of applications, with their events. The creation of a stored metadata document had no event. */
async function endApplications(
  store: Store,
  now: number,
  remove: (applications: Tables['applications'], most: number) => Promise<ApplicationBrief[]>,
): Promise<Swept> {
  const ended = await store.transaction(async ({ applications, events }) => {
    const rows = await remove(applications, SWEEP_BATCH);
    await events.add(
      rows
        .filter(({ source }) => source !== 'metadata_document')
        .map((row) =>
          newEvent(
            'application.deleted',
            { application: presentEventApplication(row) },
            { by: BY_SERVICE, at: now },
          ),
        ),
    );
    return rows.length;
  });
  return { removed: ended, more: ended === SWEEP_BATCH };
}
