import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { AccountRow, SessionRow } from '../../store/engine/schema.ts';
import type { Events } from '../audit/events/events.ts';
import type { Caller } from '../audit/actors/caller.ts';
import type { SignInMethod } from '../audit/events/event-types.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { type Impersonator, presentImpersonator } from '../audit/events/impersonator.ts';
import { byCaller, byOwner } from '../audit/events/origin.ts';
import { sessionEnds } from '../audit/events/session-ends.ts';
import { presentEventAccount } from '../audit/serializers/account.ts';
import { presentSession } from '../audit/serializers/session.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import type { Proof } from '../identity/sessions/proof.ts';
import { isUnproven, isVouched } from '../identity/sessions/recent-authentication.ts';
import type { SignUpPolicy } from '../identity/sign-up-policy/sign-up-policy.ts';
import type { JwtSettings } from '../settings/settings.ts';
import type { AssertWordCounts } from './connection-word.ts';
import {
  connectionRequired,
  type FindRequiredConnection,
  type RequiredConnection,
} from './required-connection.ts';

/** How a session begins. */
export interface Beginning {
  client: Client;
  method: SignInMethod;
  /** The provider by its configured name, the connection by its id, or `link` for a code in a mailed link. */
  via?: string | null | undefined;
  /** For a connection: see {@link AssertWordCounts}. Undefined: it was just asked. */
  word?: string | null | undefined;
  /** For a provider: when its link was made without a proof; null if it was made with one. */
  linkUnprovenAt?: number | null | undefined;
  /** The second factor, the passkey that was the only factor, or a connection that counts as two (`fed`). */
  proof?: { amr: Proof['amr'] | 'fed' } | undefined;
}

/** The way in of a sign-in. */
export type SignInWay = Pick<Beginning, 'method' | 'via' | 'word'>;

/** How a superadmin begins to act for the owner of an account. */
export interface Impersonation {
  caller: Caller;
  /** In the superadmin's own words. */
  reason: string;
  minutes: number;
  client: Client;
}

/** The store of new sessions. Only `complete.ts` has one. */
export interface NewSessions {
  /**
   * As `SignIns.assertMayBegin`.
   * @param way null for an impersonation
   * @returns the required connection, if an owner signs in without it
   */
  assertMayBegin(
    account: AccountRow,
    way: SignInWay | null,
    tables?: Tables,
  ): Promise<RequiredConnection | null>;
  /**
   * Begins a session and ends the account's oldest ones beyond the cap. It cancels a pending deletion of the
   * account.
   * @param account as it was when its owner was recognised. If an act has ended its sessions since, the owner may have
   * done that because of this person.
   * @throws KeywardError `ServiceUnavailableError` when the account was deleted, suspended or got another password or
   * other factors since; Error if it has factors and none was proven
   */
  begin(
    account: AccountRow,
    how: Beginning,
    jwt: JwtSettings,
    without: RequiredConnection | null,
  ): Promise<SessionRow>;
  /**
   * Begins a session in which a superadmin acts for the owner. It ends with the superadmin's own session at the latest,
   * ends none of the owner's sessions, and makes no device known.
   * @throws KeywardError as {@link begin}
   */
  impersonate(tables: Transaction, account: AccountRow, how: Impersonation): Promise<SessionRow>;
}

export interface NewSessionParts {
  store: Store;
  policy: Pick<SignUpPolicy, 'assertProven'>;
  findRequired: FindRequiredConnection;
  assertWordCounts: AssertWordCounts;
  events: Events;
  clock: Clock;
  /** Mails the owner that the sign-in has cancelled the deletion of the account. */
  cameBack: (tables: Transaction, account: AccountRow, client: Client) => Promise<void>;
  /** Remembers the browser and the address of a sign-in. */
  noteDevice: (tables: Tables, account: AccountRow, client: Client) => Promise<void>;
  sessionsPerAccount: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export function createNewSessions(parts: NewSessionParts): NewSessions {
  const { store, policy, findRequired, assertWordCounts, events, clock, cameBack } = parts;
  const { noteDevice, sessionsPerAccount } = parts;

  /** The organization whose connection identifies the person. */
  async function organizationOf({ connections }: Pick<Tables, 'connections'>, { method, via }: SignInWay) {
    const connection = method === 'connection' ? await connections.brief(via ?? '') : null;
    return connection?.organization_id ?? null;
  }

  /** Otherwise turning a connection off, or a person, which ends their sessions, could miss the new one. */
  async function assertStillCounts(
    tables: Tables,
    { id }: AccountRow,
    { via, word = null, proof }: Beginning,
  ) {
    const account = await tables.accounts.lock(id);
    if (account === null) throw changedMeanwhile();
    const isMember = await assertWordCounts(tables, account, { via: via ?? '', word });
    // Only after an own factor may somebody come who becomes a member at the next sign-in.
    if (!isMember && (proof?.amr ?? 'fed') === 'fed') throw changedMeanwhile();
  }

  return {
    async assertMayBegin(account, way, tables = store) {
      policy.assertProven(account);
      // The account may not have been removed yet.
      if (account.deletion_at !== null && account.deletion_at <= clock.now())
        throw new KeywardError('AccountInactiveError', {
          message: 'The account is being deleted; its grace period is over.',
        });
      if (way === null) return null;
      if (way.method === 'connection') {
        const { via, word } = way;
        if (word !== undefined) await assertWordCounts(tables, account, { via: via ?? '', word });
        // It proves the person to its organization alone; others ask for their own before they are entered.
        return null;
      }
      const required = await findRequired(tables, account);
      if (required === null || required.breaksGlass) return required;
      throw connectionRequired(required);
    },

    async begin(account, how, jwt, without) {
      const { client, method, via = null, linkUnprovenAt = null, proof } = how;
      if (account.second_factors !== 0 && proof === undefined)
        throw new Error('an account with factors needs one to begin a session');
      const now = clock.now();
      const row = {
        ...newRow(account, client, now),
        expires_at: now + jwt.session_duration_days * DAY_MS,
        amr: amrOf(method, proof).join(' '),
        factor_at: proof === undefined ? null : now,
        method: method === 'code' && via === 'link' ? ('link' as const) : method,
        connection_organization_id: await organizationOf(store, { method, via }),
        connection_uid: method === 'connection' ? via : null,
        factor_vouched: proof?.amr === 'fed' ? 1 : 0,
        mailbox_at: method === 'code' ? now : null,
        unproven: isUnproven(setWithoutProof(account, method, linkUnprovenAt), now) ? 1 : 0,
      };
      const attribution = { by: byOwner(account, client), at: now };
      const started = newEvent(
        'session.started',
        // The insert creates the id.
        { account: presentEventAccount(account), session: presentSession({ ...row, id: 0 }), method, via },
        attribution,
      );
      const isByConnection = method === 'connection';
      const begin = async (tables: Tables) => {
        if (isByConnection) await assertStillCounts(tables, account, how);
        const session = await tables.sessions.insert(row, account, sessionsPerAccount, {
          started,
          ended: (surplus) => sessionEnds(surplus, 'limit', attribution),
        });
        if (session === null) throw changedMeanwhile();
        if (!isVouched(session)) await noteDevice(tables, account, client);
        if (without !== null) {
          const data = {
            organization: presentEventOrganization(without.organization),
            connection: presentEventConnection(without.connection),
            account: presentEventAccount(account),
            method,
          };
          await tables.events.add([newEvent('connection.break_glass_used', data, attribution)]);
        }
        return session;
      };
      if (account.deletion_at === null)
        return without === null && !isByConnection
          ? begin(store)
          : store.transaction((tables) => begin(tables));
      const session = await store.transaction(async (tables) => {
        const stays = await tables.accounts.update(account.id, { deletion_at: null, updated_at: now });
        if (stays === null) throw changedMeanwhile();
        const data = { account: presentEventAccount(stays) };
        await tables.events.add([newEvent('account.deletion_cancelled', data, attribution)]);
        await cameBack(tables, account, client);
        return begin(tables);
      });
      events.emit('account.deletion_cancelled', { client, accountId: account.id, sessionId: session.id });
      return session;
    },

    async impersonate(tables, account, { caller, reason, minutes, client }) {
      const now = clock.now();
      const impersonator: Impersonator = {
        id: caller.row.account_id,
        uid: caller.row.account__uid,
        name: caller.row.account__name,
        session_id: caller.row.id,
      };
      const row = {
        ...newRow(account, client, now),
        expires_at: Math.min(now + minutes * MINUTE_MS, caller.row.expires_at),
        impersonator: JSON.stringify(impersonator),
      };
      const started = newEvent(
        'impersonation.started',
        {
          account: presentEventAccount(account),
          session: presentSession({ ...row, id: 0 }),
          impersonator: presentImpersonator(impersonator),
          reason,
        },
        { by: { ...byCaller(caller, client), acting_for: { id: account.id, name: account.name } }, at: now },
      );
      const session = await tables.sessions.insert(row, account, Number.MAX_SAFE_INTEGER, {
        started,
        ended: () => [],
      });
      if (session === null) throw changedMeanwhile();
      return session;
    },
  };
}

/** The columns of every new session: nothing is proven yet. */
function newRow(account: AccountRow, { ipAddress, userAgent }: Client, now: number) {
  return {
    account_id: account.id,
    ip_address: ipAddress,
    user_agent: userAgent,
    created_at: now,
    last_used_at: now,
    refresh_generation: 0,
    refreshed_at: now,
    amr: '',
    factor_at: null,
    unproven: 0,
    impersonator: null,
    method: null,
    connection_organization_id: null,
    connection_uid: null,
    factor_vouched: 0,
    mailbox_at: null,
  };
}

/** When the credential that a session begins with was set without a proof; null if it was set with one. */
function setWithoutProof(
  account: AccountRow,
  method: SignInMethod,
  linkUnprovenAt: number | null,
): number | null {
  if (method === 'password') return account.password_unproven_at;
  if (method === 'code') return account.email_unproven_at;
  return method === 'provider' || method === 'connection' ? linkUnprovenAt : null;
}

const FIRST_FACTORS = {
  password: ['pwd'],
  code: ['otp'],
  provider: ['fed'],
  connection: ['fed'],
  passkey: [],
} as const;

/** The values of RFC 8176 for how a session begins. A passkey that signs in counts as two factors. */
function amrOf(method: SignInMethod, proof: Beginning['proof']): string[] {
  const amr = [...FIRST_FACTORS[method], ...(proof === undefined ? [] : [proof.amr, 'mfa'])];
  return [...new Set<string>(amr)];
}
