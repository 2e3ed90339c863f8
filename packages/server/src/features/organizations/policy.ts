import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import { isInRanges } from '../../lib/address-ranges.ts';
import type { OrganizationRow, SessionMethod, SessionRow } from '../../store/engine/schema.ts';
import { methodsOf } from '../identity/sessions/recent-authentication.ts';

/** The requirements for sessions in which an organization is active. */
export interface OrganizationPolicy {
  require_second_factor: boolean;
  /** The accepted ways to sign in; null: all. */
  methods: readonly SessionMethod[] | null;
  /** The maximum time since the sign-in; null: any. */
  session_minutes: number | null;
  /** The maximum time of inactivity; null: any. */
  idle_minutes: number | null;
  /** Addresses and CIDR ranges; null: any. */
  allowed_addresses: readonly string[] | null;
}

export type PolicyEdit = { [Field in keyof OrganizationPolicy]?: OrganizationPolicy[Field] | undefined };

const NO_POLICY: OrganizationPolicy = {
  require_second_factor: false,
  methods: null,
  session_minutes: null,
  idle_minutes: null,
  allowed_addresses: null,
};

/** The limits of a policy. Uses of a session are written late, so no time is shorter. */
export const MIN_MINUTES = 5;
export const MAX_MINUTES = 525_600;
export const MAX_ADDRESSES = 100;

const MINUTE_MS = 60_000;
/** Uses are written late. */
const USE_SLACK_MS = 2 * MINUTE_MS;

type Column = Pick<OrganizationRow, 'policy'>;

/** Who sets a policy, and when. */
export interface PolicySetter {
  account: number | null;
  /** Whether they have the rights of an owner. */
  owner: boolean;
  /** In milliseconds since the epoch. */
  at: number;
}

type PolicyField = keyof OrganizationPolicy;

/** What binds owners, and who has decided that. */
interface ForOwners extends Pick<PolicySetter, 'account' | 'at'> {
  value: OrganizationPolicy[PolicyField];
}

/** The policy in the column, with what binds owners in its place. Absent: the policy itself. */
interface Stored extends OrganizationPolicy {
  owners?: { [Field in PolicyField]?: ForOwners };
}

function stored({ policy }: Column): Stored {
  return policy === null ? NO_POLICY : { ...NO_POLICY, ...JSON.parse(policy) };
}

export function readPolicy(row: Column): OrganizationPolicy {
  const { owners: _, ...policy } = stored(row);
  return policy;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The column of a policy after a change of some fields. Others than owners keep no owner out: for owners, a field stays as
 * it was, unless it is lifted.
 * @param setter default: the host
 */
export function editPolicy(row: Column, edit: PolicyEdit, setter?: PolicySetter): string | null {
  const before = readPolicy(row);
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  const after: OrganizationPolicy = { ...before, ...Object.fromEntries(given) };
  if (isSame(after, NO_POLICY)) return null;
  const owners = { ...stored(row).owners };
  for (const field of FIELDS) {
    const [value, old] = [after[field], before[field]];
    const bound = owners[field];
    const { account = null, at = 0, owner = true } = setter ?? {};
    const isNew = !isSame(value, old);
    // An owner who saves what another member has set stands by it.
    const isTaken = field in edit && bound !== undefined && !isSame(bound.value, value);
    if (owner ? isNew || isTaken : isNew && isSame(value, NO_POLICY[field]))
      owners[field] = { value, account, at };
    else if (isNew) owners[field] = bound ?? { value: old, account: null, at: 0 };
  }
  const column = JSON.stringify({ ...after, owners });
  return isSame(after, before) && isSame(owners, stored(row).owners ?? {}) ? row.policy : column;
}

/** The policy as it binds owners. */
function policyOfOwners(row: Column): OrganizationPolicy {
  const values = Object.entries(stored(row).owners ?? {}).map(([field, { value }]) => [field, value]);
  return { ...readPolicy(row), ...Object.fromEntries(values) };
}

/**
 * The column of a policy whose fields bind no owner any more, as far as an undo concerns who has set them.
 * @param isTheirs whether it undoes what an account did at a time
 * @returns undefined if it stays
 */
export function disownedPolicy(
  row: Column,
  isTheirs: (account: number | null, at: number) => boolean,
): string | undefined {
  const owners = { ...stored(row).owners };
  const theirs = FIELDS.filter((field) => {
    const bound = owners[field];
    return bound !== undefined && isTheirs(bound.account, bound.at);
  });
  if (theirs.length === 0) return undefined;
  for (const field of theirs) owners[field] = { value: NO_POLICY[field], account: null, at: 0 };
  return JSON.stringify({ ...readPolicy(row), owners });
}

export type PolicySession = Pick<
  SessionRow,
  | 'amr'
  | 'method'
  | 'connection_organization_id'
  | 'factor_vouched'
  | 'created_at'
  | 'last_used_at'
  | 'longest_rest'
>;

/**
 * The fields of an organization's policy that a session does not meet.
 * @param ipAddress of the request; null: any address is accepted
 */
export function missedFields(
  { id, policy: column }: Pick<OrganizationRow, 'id' | 'policy'>,
  session: PolicySession,
  ipAddress: string | null,
  now: number,
): (keyof OrganizationPolicy)[] {
  if (column === null) return [];
  const policy = readPolicy({ policy: column });
  const { require_second_factor, methods, session_minutes, idle_minutes, allowed_addresses } = policy;
  // Each organization decides for itself which provider it believes.
  const isForeign = session.method === 'connection' && session.connection_organization_id !== id;
  const hasFactor = methodsOf(session, id).includes('mfa');
  const rest = Math.max(session.longest_rest, now - session.last_used_at);
  const meets: Record<keyof OrganizationPolicy, boolean> = {
    require_second_factor: !require_second_factor || hasFactor,
    methods: methods === null || (session.method !== null && methods.includes(session.method) && !isForeign),
    session_minutes: session_minutes === null || now - session.created_at <= session_minutes * MINUTE_MS,
    idle_minutes: idle_minutes === null || rest <= idle_minutes * MINUTE_MS + USE_SLACK_MS,
    allowed_addresses:
      allowed_addresses === null || ipAddress === null || isInRanges(ipAddress, allowed_addresses),
  };
  return FIELDS.filter((field) => !meets[field]);
}

/**
 * Until when a session surely meets a policy that it meets now; null: it has no limits of time. Services that verify
 * tokens ask again then, so that the use of these becomes known as soon as {@link USE_SLACK_MS} expects.
 */
export function metUntil(
  row: Column,
  { created_at: begun }: Pick<SessionRow, 'created_at'>,
  now: number,
): number | null {
  const { session_minutes: age, idle_minutes: idle } = readPolicy(row);
  if (age === null && idle === null) return null;
  return Math.min(
    age === null ? Infinity : begun + age * MINUTE_MS,
    idle === null ? Infinity : now + MINUTE_MS,
  );
}

/**
 * Whether a session misses only what does not bind owners: what a member who is no owner, or a thief, has set. Otherwise
 * these could keep the owners out.
 */
export function missesPolicyOfMember(
  organization: Pick<OrganizationRow, 'id' | 'policy'>,
  session: PolicySession,
  { ipAddress }: Pick<Client, 'ipAddress'>,
  now: number,
): boolean {
  if (missedFields(organization, session, ipAddress, now).length === 0) return false;
  const policy = JSON.stringify(policyOfOwners(organization));
  return missedFields({ ...organization, policy }, session, ipAddress, now).length === 0;
}

/**
 * Requires that a session meets the policy of an organization.
 * @param about a sentence that precedes the remedies
 * @throws KeywardError `OrganizationPolicyError`, whose details name the fields that the session does not meet
 */
export function assertMeets(
  organization: Pick<OrganizationRow, 'id' | 'uid' | 'policy'>,
  session: PolicySession,
  { ipAddress }: Pick<Client, 'ipAddress'>,
  now: number,
  about = 'This session does not meet the policy of the organization.',
): void {
  const missing = missedFields(organization, session, ipAddress, now);
  if (missing.length === 0) return;
  const { methods } = readPolicy(organization);
  throw new KeywardError('OrganizationPolicyError', {
    message: [about, ...missing.map((field) => REMEDIES[field])].join(' '),
    details: { organization: organization.uid, missing, ...(missing.includes('methods') && { methods }) },
  });
}

const REMEDIES: Readonly<Record<keyof OrganizationPolicy, string>> = {
  require_second_factor: 'Prove a second factor.',
  methods: 'Sign in again in one of the ways in details.methods.',
  session_minutes: 'Sign in again: the session is too old.',
  idle_minutes: 'Prove again who you are, or sign in: the session was not used for too long.',
  allowed_addresses: 'Use an allowed network.',
};

const FIELDS = [
  'require_second_factor',
  'methods',
  'session_minutes',
  'idle_minutes',
  'allowed_addresses',
] as const satisfies readonly (keyof OrganizationPolicy)[];
