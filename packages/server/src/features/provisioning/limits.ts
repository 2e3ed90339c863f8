import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import { KeywardError } from '../../errors.ts';
import { hasTooMuch } from '../limits/act-limits.ts';
import { counter, type Limit, type LimitedKey } from '../limits/counter-key.ts';
import type { Consume } from '../limits/quota.ts';
import type { Settings } from '../settings/settings.ts';
import type { Provider } from './provider.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For each organization, and in addition for each of its places: what a provider needs to compare all people. */
const ACTS = {
  // Each change can be an event that is kept for a year, and open an account.
  change: { kind: 'provisioning', some: 1_000, perPlace: 10, windowMs: DAY_MS },
  read: { kind: 'provisioning-reads', some: 5_000, perPlace: 10, windowMs: HOUR_MS },
} as const;

/** Rows, in the window of the deployment's limit: everybody is provisioned, and in groups that give roles. */
const ROWS = { some: 1_000, perPlace: 4 };

/** Members, and people who have left, of whom nothing else limits the number. */
const PEOPLE = { some: 100, perPlace: 2 };

type Rules = Pick<OrganizationsSettings, 'max_members'>;

const placesOf = ({ organization }: Provider, { max_members: most }: Rules) =>
  organization.max_members ?? most;

/** How many people all connections of an organization may provision. */
export const mostPeople = (provider: Provider, rules: Rules): number =>
  PEOPLE.some + PEOPLE.perPlace * placesOf(provider, rules);

/** Of a person, on average. */
const GROUPS_PER_PERSON = 100;

/** How often people may be in the groups of all connections of an organization. */
export const mostInGroups = (provider: Provider, rules: Rules): number =>
  GROUPS_PER_PERSON * mostPeople(provider, rules);

/** A change of a group counts once for so many people, because most of them keep their roles. */
const PEOPLE_PER_CHANGE = 100;

/**
 * Limits of provisioning. All connections of an organization share them, because its owners can make new ones. No
 * organization gets more than half of the rows of the deployment, and less when others have used most of them.
 */
export interface ProvisioningLimits {
  /** @throws KeywardError `RateLimitedError` */
  byRequest: (provider: Provider, act: keyof typeof ACTS) => Promise<void>;
  /**
   * The change of a group, whose request has been counted.
   * @param people those whom it concerns
   * @throws KeywardError `RateLimitedError`
   */
  byGroup(provider: Provider, people: number): Promise<void>;
  /** Rows that a change has written: further changes are refused for them. */
  noteRows(provider: Provider, rows: number): Promise<void>;
}

export function createProvisioningLimits({
  consume,
  settings,
  total,
}: {
  consume: Consume;
  settings: Settings;
  total: Limit;
}): ProvisioningLimits {
  const places = (provider: Provider) => placesOf(provider, settings.current.organizations);

  function acts(provider: Provider, act: keyof typeof ACTS, weight: number): LimitedKey {
    const { kind, some, perPlace, windowMs } = ACTS[act];
    const limit = { limit: some + perPlace * places(provider), windowMs };
    return { ...counter({ kind, subject: provider.organization.uid }, limit), weight };
  }

  function rows(provider: Provider, weight: number): LimitedKey[] {
    const { some, perPlace } = ROWS;
    const limit = Math.ceil(Math.min(some + perPlace * places(provider), total.limit / 2));
    const share = { limit, windowMs: total.windowMs };
    return [
      { ...counter({ kind: 'provisioned', subject: provider.organization.uid }, share), weight },
      { ...counter({ kind: 'provisioned-total' }, total), weight },
    ];
  }

  return {
    byRequest: (provider, act) =>
      consume([acts(provider, act, 1), ...(act === 'read' ? [] : rows(provider, 1))], hasTooMuch),

    byGroup(provider, people) {
      const more = Math.ceil(people / PEOPLE_PER_CHANGE) - 1;
      return consume(
        [...(more > 0 ? [acts(provider, 'change', more)] : []), ...rows(provider, 1)],
        hasTooMuch,
      );
    },

    async noteRows(provider, written) {
      if (written === 0) return;
      try {
        await consume(rows(provider, written));
      } catch (error) {
        // Then the counter is full already.
        if (!(error instanceof KeywardError) || error.kind !== 'RateLimitedError') throw error;
      }
    },
  };
}
