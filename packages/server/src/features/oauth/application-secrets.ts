import { randomBytes } from 'node:crypto';
import { checkedSecret, SECRET_BYTES, secretHash, secretHint } from '../../lib/checked-secret.ts';
import type { Tables } from '../../store/database.ts';
import type { ApplicationRow, ApplicationSecretRow } from '../../store/engine/schema.ts';

/** The prefix of every secret of an application. */
export const SECRET_PREFIX = 'kw_app_';
const DAY_MS = 86_400_000;

/** A new secret. Only its hash is stored, so its text is known only now. */
export interface NewSecret {
  row: ApplicationSecretRow;
  secret: string;
}

export function usesSecret({ auth_method: method }: Pick<ApplicationRow, 'auth_method'>): boolean {
  return method === 'client_secret_basic' || method === 'client_secret_post';
}

/** Gives an application another secret. @param expiresInDays null: it never expires */
export async function insertSecret(
  tables: Pick<Tables, 'applications'>,
  { id }: Pick<ApplicationRow, 'id'>,
  now: number,
  expiresInDays: number | null = null,
): Promise<NewSecret> {
  const secret = checkedSecret(SECRET_PREFIX, randomBytes(SECRET_BYTES));
  const row = await tables.applications.insertSecret({
    application_id: id,
    hint: secretHint(SECRET_PREFIX, secret),
    secret_hash: secretHash(secret),
    created_at: now,
    expires_at: expiresInDays === null ? null : now + expiresInDays * DAY_MS,
  });
  return { row, secret };
}
