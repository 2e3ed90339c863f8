import type { ExpressionBuilder, Kysely } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { NewPasskey, PasskeyRow, Schema } from '../engine/schema.ts';

export type PasskeyStore = ReturnType<typeof passkeyStore>;

/** Passkeys, and the user handles of accounts. Callers that write hold the account's lock. */
export function passkeyStore(db: Kysely<Schema>) {
  const own = (accountId: number, id: number) => (eb: ExpressionBuilder<Schema, 'passkeys'>) =>
    eb.and([eb('account_id', '=', accountId), eb('id', '=', id)]);

  return {
    /** The account's passkeys, oldest first. */
    ofAccount(accountId: number): Promise<PasskeyRow[]> {
      return db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
    },

    async findByCredential(credentialId: string): Promise<PasskeyRow | null> {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** @throws DuplicateError for a credential that an account has */
    insert(passkey: NewPasskey): Promise<PasskeyRow> {
      return orDuplicate(db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow());
    },

    /** @returns the passkey with its new name; null if the account has none with this id */
    async rename(accountId: number, id: number, name: string): Promise<PasskeyRow | null> {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where(own(accountId, id))
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** @returns the passkey as it was; null if the account has none with this id */
    async delete(accountId: number, id: number): Promise<PasskeyRow | null> {
      const row = await db.deleteFrom('passkeys').where(own(accountId, id)).returningAll().executeTakeFirst();
      return row ?? null;
    },

    /**
     * Stores a signature's counter, if it is above the last one. An authenticator without a counter always sends zero
     * (WebAuthn Level 3 §6.1.1), so zero after zero counts too. Of several simultaneous uses of one signature with a
     * counter, only one gets true.
     */
    async use(
      id: number,
      { counter, backupEligible, backedUp }: { counter: number; backupEligible: boolean; backedUp: boolean },
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({
          counter,
          backup_eligible: backupEligible ? 1 : 0,
          backed_up: backedUp ? 1 : 0,
          last_used_at: now,
        })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([eb('counter', '<', counter), ...(counter === 0 ? [eb('counter', '=', 0)] : [])]),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** The user handle of an account; null if it never began to enrol a passkey. */
    async handleOf(accountId: number): Promise<string | null> {
      const row = await db
        .selectFrom('passkey_users')
        .select('handle')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.handle ?? null;
    },

    /** The emails of the accounts that have these credentials. */
    async ownersOf(
      credentialIds: readonly string[],
    ): Promise<{ credential_id: string; email_key: string }[]> {
      const found: { credential_id: string; email_key: string }[] = [];
      for (const some of inChunks(credentialIds))
        found.push(
          ...(await db
            .selectFrom('passkeys')
            .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
            .select(['credential_id', 'email_key'])
            .where('credential_id', 'in', some)
            .execute()),
        );
      return found;
    },

    /** The user handles with one of these values, with the emails of their accounts. */
    async findHandles(
      column: 'handle' | 'email_key',
      values: readonly string[],
    ): Promise<{ handle: string; email_key: string }[]> {
      const found: { handle: string; email_key: string }[] = [];
      for (const some of inChunks(values))
        found.push(
          ...(await db
            .selectFrom('passkey_users')
            .innerJoin('accounts', 'accounts.id', 'passkey_users.account_id')
            .select(['passkey_users.handle', 'email_key'])
            .where(column === 'handle' ? 'passkey_users.handle' : 'email_key', 'in', some)
            .execute()),
        );
      return found;
    },

    /** Gives an account a user handle, unless it has one. @throws DuplicateError for one that another account has */
    async giveHandle(accountId: number, handle: string): Promise<void> {
      await orDuplicate(
        db
          .insertInto('passkey_users')
          .values({ account_id: accountId, handle })
          .onConflict((conflict) => conflict.column('account_id').doNothing())
          .execute(),
      );
    },
  };
}
