import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { AccountRow, GrantRow, NewEvent, SessionRow } from '../../store/engine/schema.ts';
import type { SessionWithAccount } from '../../store/tables/session-accounts.ts';
import { presentEventAccount } from '../audit/serializers/account.ts';
import { mustEnrol } from '../audit/serializers/factor-kinds.ts';
import type { GrantEnd, Origin } from '../audit/events/event-types.ts';
import { type Attribution, newEvent } from '../audit/events/event.ts';
import { isVouched, lastAuthenticatedAt, methodsOf } from '../identity/sessions/recent-authentication.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { Settings } from '../settings/settings.ts';
import { type Application, type EventApplication, presentEventApplication } from './application.ts';
import type { AskedClaims } from './claims.ts';
import { askedScopes, type Permitted } from './scopes.ts';
import { ACR_ONE, ACR_TWO } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { randomName } from './tokens.ts';
import { wordsIn } from './words.ts';

/** The JSON in a grant's row: the facts about the sign-in that ID tokens contain. */
export interface GrantDetails {
  nonce: string | null;
  claims: AskedClaims;
  /** Milliseconds since the epoch. */
  auth_time: number;
  amr: string[];
  acr: string;
}

/** An account's authorization of an application. */
export interface Allowed {
  scopes: readonly string[];
  resources: readonly string[];
  nonce: string | null;
  claims: AskedClaims;
}

/** A live grant, with its account. */
export interface LiveGrant {
  grant: GrantRow;
  account: AccountRow;
  /** The session in which it was given; null if the grant outlives sessions and that session has ended. */
  session: SessionWithAccount | null;
}

type Lifetime = Pick<GrantRow, 'begun_at' | 'last_used_at' | 'expires_at' | 'ends_at'>;

/** The code that is exchanged for a grant. */
export type CodeOf = Pick<GrantRow, 'redirect_uri' | 'code_challenge' | 'dpop_jkt'> & { code_hash: string };
/** The key to which a grant without a code is bound; null for none. */
export type KeyOf = Pick<GrantRow, 'dpop_jkt'>;

const OFFLINE = 'offline_access';
const CODE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The maximum number of grants and unused codes of one application for an account. */
const MOST_PER_APPLICATION = 50;
/** The maximum number of grants of an account, all of which some pages read. */
const MOST_OF_ACCOUNT = 1_000;

export interface Grants {
  /**
   * Stores an authorization that was given in a session, in an open transaction. It ends with the session of a connection,
   * without `offline_access`. It may end the grant that was unused for the longest time; in the session of a connection,
   * only one of such a session.
   * @param by who requests it
   * @throws OAuthError `login_required` if the session or the account is no longer valid
   */
  create(
    tables: Tables,
    session: SessionWithAccount,
    application: Application,
    allowed: Allowed,
    use: CodeOf | KeyOf,
    by: Origin,
  ): Promise<GrantRow>;
  /**
   * The grant with its account, if it is still valid: its session lives, or it outlives sessions and its account is
   * active.
   */
  alive(
    application: Application,
    grant: GrantRow,
    within?: Pick<Tables, 'sessions' | 'accounts'>,
  ): Promise<LiveGrant | null>;
  /** The same for the grants of one account, which is read once with its sessions. */
  aliveOf(
    accountId: number,
  ): Promise<(application: Permitted, grant: Pick<GrantRow, 'session_id' | 'offline'>) => boolean>;
  /** Whether a grant outlives its session; its application may have lost the right to that. */
  isOffline(application: Permitted, grant: Pick<GrantRow, 'offline'>): boolean;
  /** The expiry of a grant that begins or is used now. */
  ends(application: Application, grant?: Lifetime): Pick<GrantRow, 'expires_at' | 'ends_at'>;
  /** When a grant expires if nobody uses it. The lifetimes of the application may have become shorter since. */
  expiresAt(application: Application, grant: Lifetime): number;
  /** Ends a grant with its events. */
  end(
    tables: Tables,
    grant: GrantRow,
    application: Application,
    reason: GrantEnd,
    attribution: Attribution,
    first?: 'grant.code_reused' | 'grant.refresh_reused',
  ): Promise<void>;
}

/** Two factors, or a passkey that verifies its user, give the higher class. */
export function acrOf({ factor_at, factor_vouched }: SessionWithAccount): string {
  return factor_at === null || factor_vouched === 1 ? ACR_ONE : ACR_TWO;
}

/**
 * The scopes that a person can give in a session. If only a connection speaks for the person, nothing outlives the
 * session: it ends with the trust in the connection.
 */
export function givableIn<Scope extends string>(session: SessionRow, scopes: readonly Scope[]): Scope[] {
  return isVouched(session) ? scopes.filter((scope) => scope !== OFFLINE) : [...scopes];
}

export function createGrants(deps: {
  store: Store;
  sessions: Sessions;
  settings: Settings;
  policy: SignUpPolicy;
  clock: Clock;
}): Grants {
  const { store, sessions, settings, policy, clock } = deps;

  /** Whether an account may use its grants, by the rules for its sessions. */
  function mayHold(account: AccountRow): boolean {
    if (account.status !== 'active' || account.deletion_at !== null) return false;
    try {
      policy.assertProven(account);
    } catch (error) {
      if (error instanceof KeywardError) return false;
      throw error;
    }
    return !mustEnrol(account.role, account.second_factors, settings.current.factors);
  }

  const isOffline: Grants['isOffline'] = (application, { offline }) =>
    offline === 1 && askedScopes(application, [OFFLINE], settings.current.oauth).length > 0;

  function endsAfter({ details }: Application, usedAt: number, grant?: Lifetime) {
    const longest = (grant?.begun_at ?? usedAt) + details.refresh_max_days * DAY_MS;
    const ends_at = Math.min(grant?.ends_at ?? longest, longest);
    return { ends_at, expires_at: Math.min(usedAt + details.refresh_days * DAY_MS, ends_at) };
  }

  const ends: Grants['ends'] = (application, grant) => endsAfter(application, clock.now(), grant);

  return {
    async create(tables, session, application, { scopes, resources, nonce, claims }, use, by) {
      const now = clock.now();
      // Locked, so that an act which ends all grants of the account at the same time does not miss this one.
      const account = await tables.accounts.lock(session.account_id);
      const live = await tables.sessions.findWithAccount(session.id);
      if (account?.status !== 'active' || live === null || live.expires_at <= now)
        throw new OAuthError('login_required', 'The session has ended.');
      const details: GrantDetails = {
        nonce,
        claims,
        auth_time: lastAuthenticatedAt(live),
        amr: methodsOf(live, null),
        acr: acrOf(live),
      };
      const given = givableIn(live, scopes);
      // Unused codes replace only each other: anybody can lead a browser here without exchanging the code.
      await tables.grants.dropUnused(account.id, application.id, MOST_PER_APPLICATION - 1, now);
      const surplus: GrantRow[] = [];
      for (const [of, kept] of [
        [{ accountId: account.id, applicationId: application.id }, MOST_PER_APPLICATION],
        [{ accountId: account.id }, MOST_OF_ACCOUNT],
      ] as const)
        surplus.push(...(await tables.grants.endSurplus(of, { kept, onlyVouched: isVouched(live) })));
      const ended = await tables.applications.briefs(surplus.map(({ application_id: id }) => id));
      await tables.events.add(
        surplus.flatMap((grant) => {
          const row = ended.get(grant.application_id);
          if (row === undefined) return [];
          return [revokedEvent(account, row, grant, 'limit', { by, at: now })];
        }),
      );
      return tables.grants.insert({
        uid: randomName(),
        application_id: application.id,
        account_id: account.id,
        session_id: session.id,
        offline: given.includes(OFFLINE) ? 1 : 0,
        scopes: given.join(' '),
        resources: resources.join(' '),
        details: JSON.stringify(details),
        code_hash: null,
        redirect_uri: null,
        code_challenge: null,
        begun_at: 'code_hash' in use ? null : now,
        refresh_generation: 0,
        rotations: '',
        created_at: now,
        last_used_at: now,
        ...ends(application),
        ...use,
        ...('code_hash' in use && { expires_at: now + CODE_MS }),
      });
    },

    isOffline,

    async alive(application, grant, tables = store) {
      const session = await sessions.live(grant.session_id, tables);
      const ofGrant = session?.account_id === grant.account_id ? session : null;
      if (ofGrant === null && !isOffline(application, grant)) return null;
      const account = await tables.accounts.find('id', grant.account_id);
      if (account === null || !mayHold(account)) return null;
      return { grant, account, session: ofGrant };
    },

    async aliveOf(accountId) {
      const [account, begun] = await Promise.all([
        store.accounts.find('id', accountId),
        store.sessions.liveOfAccount(accountId, clock.now()),
      ]);
      const holds = account !== null && mayHold(account);
      // Only the owner can allow applications.
      const own = new Set(begun.filter(({ impersonator }) => impersonator === null).map(({ id }) => id));
      return (application, grant) => holds && (own.has(grant.session_id) || isOffline(application, grant));
    },

    ends,

    expiresAt: (application, grant) =>
      Math.min(grant.expires_at, endsAfter(application, grant.last_used_at, grant).expires_at),

    async end(tables, grant, application, reason, attribution, first) {
      const ended = await tables.grants.end({ id: grant.id });
      const account = await tables.accounts.find('id', grant.account_id);
      if (ended.length === 0 || account === null) return;
      const data = grantData(account, application, grant);
      await tables.events.add([
        ...(first === undefined ? [] : [newEvent(first, data, attribution)]),
        revokedEvent(account, application, grant, reason, attribution),
      ]);
    },
  };
}

/** A grant as events show it. */
function grantData(account: AccountRow, application: EventApplication, grant: GrantRow) {
  return {
    account: presentEventAccount(account),
    application: presentEventApplication(application),
    grant: {
      id: grant.uid,
      scopes: wordsIn(grant.scopes),
      resources: wordsIn(grant.resources),
      offline: grant.offline === 1,
    },
  };
}

export function createdEvent(
  account: AccountRow,
  application: Application,
  grant: GrantRow,
  attribution: Attribution,
): NewEvent {
  return newEvent('grant.created', grantData(account, application, grant), attribution);
}

export function revokedEvent(
  account: AccountRow,
  application: EventApplication,
  grant: GrantRow,
  reason: GrantEnd,
  attribution: Attribution,
): NewEvent {
  return newEvent('grant.revoked', { ...grantData(account, application, grant), reason }, attribution);
}

export function readGrantDetails({ details }: Pick<GrantRow, 'details'>): GrantDetails {
  return JSON.parse(details);
}
