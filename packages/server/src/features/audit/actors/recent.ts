import type { Tables } from '../../../store/database.ts';
import type { FactorMethod } from '../serializers/factor-kinds.ts';
import type { Caller } from './caller.ts';

/**
 * The methods of reauthentication: a factor; the password, if the account has no factors; a mailed code, if it
 * has no password that counts as a proof.
 */
export type ReauthenticationMethod = FactorMethod | 'password' | 'otp';

/** Whether the owner of a session has authenticated recently. */
export interface Recent {
  /**
   * Requires that the session began, or that its owner reauthenticated, within ten minutes; if the account has
   * factors, with one of them. A sign-in by the connection of an organization does not count.
   * @param within the open transaction: on PostgreSQL, a read outside of it would wait for a second connection
   * @throws KeywardError `ReauthenticationRequiredError`, whose details name the methods
   */
  assert(caller: Caller, within?: RecentReads): Promise<void>;
  /**
   * Requires that a credential of the account has proven its owner in this session, at any time, and not only a connection.
   * @param organizationId the organization that the act concerns, for which its own connections can speak; null: another
   * @throws KeywardError `ReauthenticationRequiredError`
   */
  assertOwn(caller: Caller, within?: RecentReads, organizationId?: number | null): Promise<void>;
  /** Whether the session meets the requirement of `assert`. */
  is(caller: Caller): boolean;
  /** The methods that can reauthenticate the owner of a session now. */
  methods(caller: Caller): Promise<ReauthenticationMethod[]>;
}

/** The tables that are read to find out how an account can reauthenticate. */
export type RecentReads = Pick<Tables, 'accounts' | 'recoveryCodes' | 'totps'>;
