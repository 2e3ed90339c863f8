import type { Core } from '../core.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import type { EmailChanges } from '../identity/email-changes/email-changes.ts';
import type { SignUps } from '../identity/accounts/sign-up.ts';
import { counter } from '../limits/counter-key.ts';
import type { Consume } from '../limits/quota.ts';
import type { Access } from '../organizations/access.ts';
import type { Admission as Consent } from '../organizations/admission.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { Settings } from '../settings/settings.ts';
import { createScimGroups } from './groups.ts';
import { createLists } from './lists.ts';
import { createAuthenticate, type Provider } from './provider.ts';
import { createRequestLog } from './requests.ts';
import { createScimTokens } from './tokens.ts';
import { createScimUsers } from './users.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For each organization, and in addition for each of its places: what a provider needs to compare all people. */
const ACTS = {
  // Each change can be an event that is kept for a year, and open an account.
  change: { kind: 'provisioning', some: 1_000, perPlace: 10, windowMs: DAY_MS },
  read: { kind: 'provisioning-reads', some: 5_000, perPlace: 10, windowMs: HOUR_MS },
} as const;

/** A change of a group counts once for so many people. */
const PEOPLE_PER_CHANGE = 100;

/** Provisioning by the identity providers of organizations (SCIM). Loaded at its first use, like connections. */
export function createProvisioningFeature(
  { store, clock, publicUrl, config }: Core,
  parts: {
    settings: Settings;
    access: Access;
    consent: Consent;
    policy: Pick<SignUpPolicy, 'assertDomain'>;
    signUps: SignUps;
    notices: Notices;
    emailChanges: EmailChanges;
    consume: Consume;
  },
) {
  const { settings } = parts;

  async function count({ organization }: Provider, act: keyof typeof ACTS, times = 1): Promise<void> {
    const places = organization.max_members ?? settings.current.organizations.max_members;
    const { kind, some, perPlace, windowMs } = ACTS[act];
    const limit = { limit: some + perPlace * places, windowMs };
    const key = counter({ kind, subject: organization.uid }, limit);
    for (let left = times; left > 0; left -= 1) await parts.consume([key]);
  }

  const deps = {
    ...parts,
    store,
    clock,
    // The request itself has been counted.
    countPeople: (provider: Provider, people: number) =>
      count(provider, 'change', Math.ceil(people / PEOPLE_PER_CHANGE) - 1),
  };
  return {
    tokens: createScimTokens(deps),
    authenticate: createAuthenticate(deps),
    users: createScimUsers(deps),
    groups: createScimGroups(deps),
    lists: createLists(deps),
    requests: createRequestLog(deps),

    /** The address of the routes of a connection. */
    addressOf: (uid: string) => `${publicUrl()}${config.prefix}/scim/v2/${uid}`,

    /** The path of a request below the routes of its connection. */
    pathOf: (uid: string, url: string) => url.slice(`${config.prefix}/scim/v2/${uid}`.length),

    /**
     * Counts a request. All connections of an organization share the limit, because its owners can make new ones.
     * @throws KeywardError `RateLimitedError`
     */
    count: (provider: Provider, act: keyof typeof ACTS) => count(provider, act),
  };
}
