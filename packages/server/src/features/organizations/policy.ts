import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import { isInRanges } from '../../lib/address-ranges.ts';
import type { OrganizationRow, SessionMethod, SessionRow } from '../../store/engine/schema.ts';

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

const MINUTE_MS = 60_000;
/** Uses are written late. */
const USE_SLACK_MS = 2 * MINUTE_MS;

type Column = Pick<OrganizationRow, 'policy'>;

/** Who has set a policy, and when. */
export interface PolicySetter {
  account: number | null;
  /** Whether they had the rights of an owner. */
  owner: boolean;
  /** In milliseconds since the epoch. */
  at: number;
}

/** The policy in the column, which also says who has set it. Absent: an import. */
interface Stored extends OrganizationPolicy {
  set_by?: PolicySetter;
}

function stored({ policy }: Column): Stored {
  return policy === null ? NO_POLICY : { ...NO_POLICY, ...JSON.parse(policy) };
}

export function readPolicy(row: Column): OrganizationPolicy {
  const { set_by: _, ...policy } = stored(row);
  return policy;
}

/** The column of a policy after a change of some fields. */
export function editPolicy(row: Column, edit: PolicyEdit, setter?: PolicySetter): string | null {
  const before = readPolicy(row);
  const after = { ...before, ...edit };
  const [old, now, none] = [before, after, NO_POLICY].map((policy) => JSON.stringify(policy));
  // An owner who saves it, too, stands by it.
  const isTakenOver = setter?.owner === true && stored(row).set_by?.owner === false;
  if (now === old && !isTakenOver) return row.policy;
  if (now === none) return null;
  return JSON.stringify({ ...after, set_by: setter });
}

/**
 * The column of a policy that an undo takes from the owner who has set it, so that it binds no owner any more.
 * @param isTheirs whether it undoes what an account did at a time
 * @returns undefined if it stays
 */
export function disownedPolicy(
  row: Column,
  isTheirs: (account: number | null, at: number) => boolean,
): string | undefined {
  const { set_by: setter, ...policy } = stored(row);
  if (setter?.owner !== true || !isTheirs(setter.account, setter.at)) return undefined;
  return JSON.stringify({ ...policy, set_by: { ...setter, owner: false } });
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
  const hasFactor = session.amr.split(' ').includes('mfa') && !(isForeign && session.factor_vouched === 1);
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
 * Whether a session misses a policy that does not bind owners: one of a member who is no owner, or of a thief. Otherwise
 * these could keep the owners out.
 */
export function missesPolicyOfMember(
  organization: Pick<OrganizationRow, 'id' | 'policy'>,
  session: PolicySession,
  { ipAddress }: Pick<Client, 'ipAddress'>,
  now: number,
): boolean {
  return (
    stored(organization).set_by?.owner === false &&
    missedFields(organization, session, ipAddress, now).length > 0
  );
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
