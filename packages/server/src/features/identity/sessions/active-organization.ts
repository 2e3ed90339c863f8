import type { Client } from '../../../lib/client.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';
import type { Metadata } from '../../audit/serializers/account.ts';
import type { OrganizationClaim } from '../../audit/actors/caller.ts';
import type { Events } from '../../audit/events/events.ts';
import { MAX_CLAIMS_BYTES } from '../../settings/kinds/claim-rules.ts';

/** The active organization of a session, and what its account may do there. */
export interface ActiveOrganization {
  id: string;
  slug: string;
  name: string;
  metadata: Metadata;
  roles: readonly string[];
  permissions: readonly string[];
  /** The claim about it in tokens. */
  claim: OrganizationClaim;
}

/** Finds and sets the active organization of a session. */
export interface ActiveOrganizations {
  /**
   * The active organization of a session.
   * @returns null if there is none, if the membership has ended, if the organization is suspended or deleted, or while
   * the session misses its policy or a connection that it requires; only {@link enter} and {@link assertMayStay} check the addresses of the policy
   */
  find(session: SessionRow): Promise<ActiveOrganization | null>;
  /**
   * Finds the membership of the account of a session in an organization that becomes active.
   * @param name id or slug
   * @returns the id of the membership
   * @throws KeywardError `OrganizationNotFoundError` for an account that is not a member, `OrganizationSuspendedError`,
   * `OrganizationPolicyError`, `ConnectionRequiredError`
   */
  enter(session: SessionRow, name: string, client: Client): Promise<number>;
  /**
   * Requires that a session still meets what its active organization asks, if it has one.
   * @throws KeywardError `OrganizationPolicyError`, `ConnectionRequiredError`
   */
  assertMayStay(session: SessionRow, client: Client): Promise<void>;
}

/**
 * The maximum size of this claim together with custom claims, so that a token stays below 4 KiB, the size limit of
 * cookies.
 */
const MAX_TOGETHER_BYTES = 1_536;

/** The claim `org` of a token with these custom claims: without the fields of the settings if it is too large. */
export function organizationClaim(
  { claim }: ActiveOrganization,
  custom: object,
  { events, accountId, sessionId }: { events: Events; accountId: number; sessionId: number },
): OrganizationClaim {
  const most = Math.min(MAX_CLAIMS_BYTES, MAX_TOGETHER_BYTES - bytesOf(custom));
  const bytes = bytesOf(claim);
  if (bytes <= most) return claim;
  const metadata = { organization_id: claim.id, bytes, at_most: most };
  events.emit('token.organization_left_out', { accountId, sessionId, metadata });
  const { slug: _slug, roles: _roles, permissions: _permissions, ...rest } = claim;
  return rest;
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));
