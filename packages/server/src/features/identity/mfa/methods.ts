import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Settings } from '../../settings/settings.ts';
import { lockedApps } from './totp-lock.ts';
import { type FactorMethod, factorsOf, isEnabled } from '../../audit/serializers/factor-kinds.ts';

/** The methods that can now prove the second factor of an account. */
export interface AvailableMethods {
  of(
    account: Pick<AccountRow, 'id' | 'second_factors'>,
    tables: Pick<Tables, 'recoveryCodes' | 'totps'>,
  ): Promise<FactorMethod[]>;
}

export function createAvailableMethods(settings: Settings): AvailableMethods {
  return {
    async of({ id, second_factors: bits }, tables) {
      if (bits === 0) return [];
      const enabled = factorsOf(bits).filter((factor) => isEnabled(factor, settings.current.factors));
      const isLocked = (await lockedApps(tables, [{ id, second_factors: bits }])).size > 0;
      const factors = isLocked ? enabled.filter((factor) => factor !== 'totp') : enabled;
      return (await tables.recoveryCodes.count(id)) > 0 ? [...factors, 'recovery_code'] : factors;
    },
  };
}
