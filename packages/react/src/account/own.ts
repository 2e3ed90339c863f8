import type { KeywardClient } from '@keyward/client';
import type { FactorsApi } from '@keyward/client/factors';

/** The account, with the email that waits for its proof. */
export type Own = NonNullable<Awaited<ReturnType<KeywardClient['me']>>['data']>['account'];

export type OwnFactors = NonNullable<Awaited<ReturnType<FactorsApi['list']>>['data']>;

/** What the parts of this section tell it. */
export interface FactorChange {
  /** A sentence, or null for none. */
  news: string | null;
  /** Shown once. */
  codes?: string[] | undefined;
}
