import type { Client } from '../../../lib/client.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Identity } from '../complete.ts';
import type { ConnectionWord } from '../connection-word.ts';
import type { ProviderProfile } from './profile.ts';

/** A person whom a provider has identified. */
export interface Identified {
  /** The provider's issuer; together with the subject, it identifies the person. */
  issuer: string;
  /** The provider's configured name, for people. */
  providerName: string;
  profile: ProviderProfile;
  client: Client;
  /** The live session that came with the callback; see `actOnAccount`. Undefined for a connection. */
  session?: number | undefined;
  /** Further rules of the connection of an organization; undefined: a provider of the deployment. */
  admission?: Admission | undefined;
}

/**
 * The links that count only for the account with an email: the connection was trusted less when they were made, so its
 * administrators could have linked their own identities to the accounts of others.
 */
export interface Relinks {
  madeBefore: number;
  /** The key of the email that the provider confirms now; null: none. */
  email: string | null;
}

/** The rules of a connection for the people that it identifies. The sign-up policy does not apply to them. */
export interface Admission extends ConnectionWord {
  /** The id of its organization. */
  organizationId: number;
  /** Whether its sign-ins count as two factors. */
  trustsFactors: boolean;
  relinks: Relinks;
  /**
   * Called in the transaction of each sign-in, under the account's lock.
   * @param how whether the account is new, or was found by its email only
   * @throws KeywardError if the person may not sign in to this account
   */
  admit(tables: Transaction, account: AccountRow, how: 'new' | 'adopted' | 'linked'): Promise<void>;
}

export function identityOf({ issuer, profile }: Pick<Identified, 'issuer' | 'profile'>): Identity {
  return { provider: issuer, subject: profile.subject };
}
