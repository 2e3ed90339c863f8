import type { Tables } from '../../../store/database.ts';
import type { FactorMethod } from '../serializers/factor-kinds.ts';
import type { Caller } from './caller.ts';

/** What reauthenticates: a factor, or without factors the password, or without a password that proves something a mailed code. */
export type ReauthenticationMethod = FactorMethod | 'password' | 'otp';

/** Whether the owner of a session was there a moment ago. */
export interface Recent {
  /**
   * Requires that the session began, or that its owner reauthenticated, within ten minutes; where the account has
   * factors, with one of them.
   * @param within the open transaction: on PostgreSQL a look past it would wait for a second connection
   * @throws KeywardError `ReauthenticationRequiredError`, whose details name the methods
   */
  assert(caller: Caller, within?: RecentReads): Promise<void>;
  /** What `assert` requires. */
  is(caller: Caller): boolean;
  /** What can reauthenticate the owner of a session now. */
  methods(caller: Caller): Promise<ReauthenticationMethod[]>;
}

/** What a look at the ways to reauthenticate reads. */
export type RecentReads = Pick<Tables, 'accounts' | 'recoveryCodes' | 'totps'>;
