import type { KeywardClient } from '@keyward/client';
import type { FactorsApi } from '@keyward/client/factors';

/** The account, with its unconfirmed new email. */
export type Own = NonNullable<Awaited<ReturnType<KeywardClient['me']>>['data']>['account'];

export type OwnFactors = NonNullable<Awaited<ReturnType<FactorsApi['list']>>['data']>;

export interface ProfileProps {
  account: Own;
  /** Whether the names to sign in with can be changed. */
  isOwner: boolean;
  /** Loads the account again. */
  onChange: () => Promise<void>;
}

/** The callbacks that the factor components share. */
export interface FactorChange {
  /** A sentence; null for no message. */
  news: string | null;
  /** Shown once. */
  codes?: string[] | undefined;
}
