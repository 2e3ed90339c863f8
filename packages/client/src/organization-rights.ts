import type { KeywardEvent, TokenClaims } from './api.ts';
import { SKEW_MS } from './ended-sessions.ts';
import type { Matching } from './events.ts';

/** The groups of events that can change what tokens say about an organization. */
export const RIGHTS_EVENTS = ['organization.*', 'member.*', 'role.*', 'connection.*'] as const;

export type RightsEvent = KeywardEvent<Matching<(typeof RIGHTS_EVENTS)[number]>>;

export function isRightsEvent(event: { data: object }): event is RightsEvent {
  return 'organization' in event.data;
}

/** The active organization of a token, with the rights of its account. */
export interface Rights {
  id: string;
  slug: string;
  permissions: string[];
}

/** What the service says about organizations, for as long as a token could still contradict it. */
export interface OrganizationRights {
  apply(event: RightsEvent): void;
  /** Settings changed, or what an organization may require of an account. */
  change(timestamp: string, accountId: number | false): void;
  /** Records that every event from this time on is known. */
  reachesBackTo(at: number): void;
  /** @returns null without an organization; undefined if only the service knows */
  of(token: string, claims: TokenClaims): Rights | null | undefined;
  /**
   * Remembers what the service said about a token.
   * @param asked the value of {@link changes} before the request
   */
  learn(token: string, rights: Rights | null, asked: number): void;
  /** How often rights changed. */
  changes(): number;
  /** Removes the changes that are older than every token. */
  forget(before: number): void;
}

/** The maximum number of remembered tokens; beyond it, the service is asked again. */
const MAX_LEARNED = 10_000;
/** Stands for all organizations. */
const ALL = '';

export function createOrganizationRights(now: () => number): OrganizationRights {
  /** Keyed by organization, by account, or by both. */
  const changed = new Map<string, { at: number; change: number }>();
  /** Those whose policy changed: older tokens do not say how long a session meets it. */
  const timed = new Set<string>();
  const learned = new Map<string, { rights: Rights | null; asked: number; until: number }>();
  let reachesTo = Infinity;
  let changes = 0;

  function note(timestamp: string, accountId: number | false, id = ALL): void {
    const key = accountId ? `${id} ${accountId}` : id;
    changes += 1;
    changed.delete(key);
    changed.set(key, { at: Date.parse(timestamp), change: changes });
  }

  return {
    changes: () => changes,
    change: note,
    reachesBackTo: (at) => void (reachesTo = at),

    apply({ type, timestamp, data }) {
      // Frequent, and without rights. All others count: they are rare, and many can end a right.
      if (type.startsWith('organization.invitation_')) return;
      const { id } = data.organization;
      // Another owner can begin a requirement for the only one.
      const isOwn = 'account' in data && !JSON.stringify(data).includes('"owner"');
      note(timestamp, isOwn && data.account.id, id);
      if ('changed' in data && 'policy' in data.changed) timed.add(id);
    },

    of(token, { aid, iat, org }) {
      if (!org) return null;
      const since = [ALL, ` ${aid}`, org.id, `${org.id} ${aid}`].flatMap((key) => changed.get(key) ?? []);
      const known = learned.get(token);
      const { id, slug, permissions, exp } = org;
      const mayEnd = exp !== undefined || timed.has(id);
      if (known && since.every(({ change }) => change <= known.asked) && (!mayEnd || now() < known.until))
        return known.rights;
      const youngest = Math.max(reachesTo, ...since.map(({ at }) => at));
      const isOld = iat * 1000 <= youngest + SKEW_MS || Number(exp) * 1000 <= now();
      return isOld || !slug || !permissions ? undefined : { id, slug, permissions };
    },

    learn(token, rights, asked) {
      if (learned.size >= MAX_LEARNED) learned.clear();
      learned.set(token, { rights, asked, until: now() + SKEW_MS });
    },

    forget(before) {
      for (const [key, { at }] of changed) {
        if (at >= before) break;
        changed.delete(key);
      }
    },
  };
}
