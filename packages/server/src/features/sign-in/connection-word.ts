import type { Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';

/** The word of a connection that somebody is the owner of an account. */
export interface ConnectionWord {
  /** The id of the connection. */
  via: string;
  /** What the connection was when it gave its word. It counts no more once the connection has changed. */
  word: string | null;
}

/**
 * Asserts that the word of a connection still counts. Its sign-ins take a while: the host is asked, or a factor. Locks
 * the organization, so that nobody turns the connection off at the same time; the account is locked.
 * @returns whether the account is a member of the organization
 * @throws KeywardError `ConnectionNotFoundError` if the connection has changed or is not active, `AccountElsewhereError`,
 * `AccountInactiveError`, `ConnectionUnapprovedError`, `OrganizationSuspendedError`
 */
export type AssertWordCounts = (
  tables: Tables,
  account: AccountRow,
  word: ConnectionWord,
) => Promise<boolean>;
