import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { FactorMethod } from '../../audit/serializers/factor-kinds.ts';

/** The use of a factor. */
export interface FactorUse {
  account: AccountRow;
  client: Client;
}

/** A correct factor that is not spent yet. */
export interface Proof {
  method: FactorMethod;
  /** RFC 8176: `otp` for a code, `swk` for a passkey that may be backed up, `hwk` for one that may not. */
  amr: 'otp' | 'hwk' | 'swk';
  /**
   * Spends the factor, in an open transaction, with its event and its mail if it has them. Of several simultaneous
   * uses, only one gets true: a code works once, and a counter only grows.
   */
  spend(tables: Transaction, use: FactorUse): Promise<boolean>;
}

/** Whether an error counts as a wrong guess at a factor. */
export function isWrongFactor(error: unknown): boolean {
  return error instanceof KeywardError && error.kind === 'SecondFactorInvalidError';
}
