import { KeywardError } from '../../../errors.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

/** @throws KeywardError `UserNotFoundError` */
export async function existing({ accounts }: Pick<Tables, 'accounts'>, id: number): Promise<AccountRow> {
  const account = await accounts.find('id', id);
  if (account === null) throw new KeywardError('UserNotFoundError');
  return account;
}
