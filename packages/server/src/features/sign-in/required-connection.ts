import { KeywardError } from '../../errors.ts';
import type { Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import type { ConnectionBrief } from '../../store/tables/connections.ts';
import type { OrganizationBrief } from '../../store/tables/organization-brief.ts';

/**
 * The connection that a member must sign in through, because the organization requires it for the domain of the email.
 */
export interface RequiredConnection {
  organization: OrganizationBrief;
  connection: ConnectionBrief;
  /** The address that sends a browser to its provider. */
  url: string;
  /**
   * Whether the account may also sign in another way: an owner may, so that an unavailable provider does not lock
   * everybody out.
   */
  breaksGlass: boolean;
}

/** The refusal that names the required connection. */
export function connectionRequired({ connection: { uid: id, name }, url }: RequiredConnection): KeywardError {
  return new KeywardError('ConnectionRequiredError', { details: { connection: { id, name, url } } });
}

/** The tables that are needed to find it. */
export type RequirementTables = Pick<
  Tables,
  | 'accounts'
  | 'apiKeys'
  | 'organizationDomains'
  | 'organizationRoles'
  | 'organizations'
  | 'memberships'
  | 'connections'
  | 'providerLinks'
>;

/** Finds the connection that an account must sign in through; null if there is none. */
export type FindRequiredConnection = (
  tables: RequirementTables,
  account: AccountRow,
) => Promise<RequiredConnection | null>;
