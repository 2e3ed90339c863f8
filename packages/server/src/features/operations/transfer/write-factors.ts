import type { Tables } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { canonicalCodes, RECOVERY_CODES } from '../../identity/mfa/recovery-codes.ts';
import type { StoredSecrets } from '../../identity/mfa/stored-secrets.ts';
import type { EventData } from '../../audit/events/event-types.ts';
import type { ImportedFactors } from './read-factors.ts';

type AddedFactor = EventData<'factor.added'>['factor'];

/**
 * Gives an account the factors of a record. An account that has factors keeps them: its owner enrolled them
 * here.
 * @returns the factors that were added, for the events
 * @throws DuplicateError for a passkey or a user handle that another account has, or if the account has another
 * handle
 */
export async function writeFactors(
  tables: Tables,
  { id, uid, second_factors: bits }: Pick<AccountRow, 'id' | 'uid' | 'second_factors'>,
  { totpSecret, recoveryCodes, passkeys, userHandle }: ImportedFactors,
  { secrets, now }: { secrets: () => StoredSecrets; now: number },
): Promise<AddedFactor[]> {
  if (bits !== 0 || (totpSecret === null && passkeys.length === 0)) return [];
  const added: AddedFactor[] = [];
  if (totpSecret !== null) {
    await tables.totps.put(id, secrets().sealTotp(uid, totpSecret), now);
    added.push({ type: 'totp', id: null, name: null });
  }
  if (userHandle !== null) {
    await tables.passkeys.giveHandle(id, userHandle);
    // The owner may have begun an enrolment since the handles were read.
    if ((await tables.passkeys.handleOf(id)) !== userHandle) throw new DuplicateError('handle', null);
  }
  for (const passkey of passkeys) {
    const row = await tables.passkeys.insert({
      ...passkey,
      account_id: id,
      backup_eligible: null,
      backed_up: 0,
      created_at: now,
      last_used_at: null,
    });
    added.push({ type: 'passkey', id: row.id, name: row.name });
  }
  await tables.factors.recount(id);
  const codes = recoveryCodes.flatMap((code) => canonicalCodes(code).slice(0, 1));
  if (codes.length > 0) {
    await tables.recoveryCodes.replace(
      id,
      [...new Set(codes)].map((code) => secrets().hashRecoveryCode(id, code)),
      now,
    );
    added.push(RECOVERY_CODES);
  }
  return added;
}
