import type { Tables } from '../../store/database.ts';
import type { AccountRow, ConnectionRow, OrganizationRow } from '../../store/engine/schema.ts';

/** The connection that a member must sign in by, because the organization requires it for the domain of the email. */
export interface RequiredConnection {
  organization: OrganizationRow;
  connection: ConnectionRow;
  /** Sends a browser to its provider. */
  url: string;
  /** Whether the account may sign in otherwise: an owner, so that a provider that is away locks nobody out for good. */
  breaksGlass: boolean;
}

/** Where it is found. */
export type RequirementTables = Pick<
  Tables,
  'organizationDomains' | 'organizations' | 'memberships' | 'connections' | 'providerLinks'
>;

/** Finds the connection that an account must sign in by; null for none. */
export type FindRequiredConnection = (
  tables: RequirementTables,
  account: AccountRow,
) => Promise<RequiredConnection | null>;
