import type { Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/schema.ts';
import { canonicalCodes } from '../factors/recovery-codes.ts';
import type { StoredSecrets } from '../factors/stored-secrets.ts';
import type { ImportedFactors } from './read-factors.ts';

/**
 * Gives an account the factors of a record. An account that has factors keeps them: its owner enrolled them here.
 * @returns whether it took them
 */
export async function writeFactors(
  tables: Tables,
  { id, uid, second_factors: bits }: Pick<AccountRow, 'id' | 'uid' | 'second_factors'>,
  { totpSecret, recoveryCodes, passkeys, userHandle }: ImportedFactors,
  { secrets, now }: { secrets: () => StoredSecrets; now: number },
): Promise<boolean> {
  if (bits !== 0 || (totpSecret === null && passkeys.length === 0)) return false;
  if (totpSecret !== null) await tables.totps.put(id, secrets().sealTotp(uid, totpSecret), now);
  if (userHandle !== null) await tables.passkeys.giveHandle(id, userHandle);
  for (const passkey of passkeys)
    await tables.passkeys.insert({
      ...passkey,
      account_id: id,
      backup_eligible: null,
      backed_up: 0,
      created_at: now,
      last_used_at: null,
    });
  await tables.factors.recount(id);
  const codes = recoveryCodes.flatMap((code) => canonicalCodes(code).slice(0, 1));
  if (codes.length > 0)
    await tables.recoveryCodes.replace(
      id,
      [...new Set(codes)].map((code) => secrets().hashRecoveryCode(id, code)),
    );
  return true;
}
