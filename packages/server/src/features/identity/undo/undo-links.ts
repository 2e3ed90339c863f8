import type { Clock } from '../../../lib/clock.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountRow, EmailChangeRow } from '../../../store/engine/schema.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { UndoTokens } from './undo-token.ts';
import type { UndoLink } from '../../delivery/mail/mail.ts';

/** The changes that a mailed link can undo. `account` undoes everything from before the mailbox was proven. */
export type Undoable = 'email' | 'password' | 'factor' | 'provider' | 'account';

/** Mailed links. With these links, the owner of a mailbox can undo changes that were made with a session. */
export interface UndoLinks {
  /** The link for a change that was stored with this nonce. */
  of(what: Undoable, nonce: string, until: number): UndoLink;
  /**
   * Stores, in the open transaction of a change, that the current mailbox of the account can undo it.
   * @param account the account after the change
   */
  keep(
    tables: Pick<Tables, 'emailChanges'>,
    account: Present & Pick<AccountRow, 'id'>,
    what: Exclude<Undoable, 'email'>,
  ): Promise<UndoLink>;
  /** Stores, in the open transaction of a change of the email without a confirmation, what the previous mailbox was. */
  moved(tables: Pick<Tables, 'emailChanges'>, before: AccountRow, after: AccountRow): Promise<void>;
}

type Present = Pick<AccountRow, 'email' | 'email_key' | 'email_verified' | 'email_unproven_at'>;

/** The current email, which an undo restores. */
export function presentEmail({ email, email_key, email_verified, email_unproven_at }: Present) {
  return {
    old_email: email,
    old_email_key: email_key,
    old_email_verified: email_verified,
    old_email_unproven_at: email_unproven_at,
  };
}

/** How long the mailbox can undo a change. */
export const UNDO_MS = 7 * 86_400_000;

/**
 * An undo removes the credentials that were added after this time, because the attacker may have had access for
 * a while. After the first proof of a mailbox, it removes everything.
 */
export function undoSince({ undo_since, created_at }: Pick<EmailChangeRow, 'undo_since' | 'created_at'>) {
  return undo_since ?? created_at - UNDO_MS;
}

export function createUndoLinks({
  tokens,
  frontends,
  clock,
}: {
  tokens: UndoTokens;
  frontends: Pick<Frontends, 'fallback'>;
  clock: Clock;
}): UndoLinks {
  function of(what: Undoable, nonce: string, until: number): UndoLink {
    const query = { token: tokens.of(nonce), ...(what !== 'email' && { change: what }) };
    // A request cannot choose the frontend: a thief with a session must not be able to mislead the owner.
    const link = `${frontends.fallback}/email-undo?${new URLSearchParams(query).toString()}`;
    return { link, until };
  }

  return {
    of,
    async keep(tables, account, what) {
      const now = clock.now();
      const undo_nonce = tokens.newNonce();
      const expires_at = now + UNDO_MS;
      await tables.emailChanges.keep({
        account_id: account.id,
        ...presentEmail(account),
        new_email: account.email,
        new_email_key: account.email_key,
        undo_nonce,
        created_at: now,
        pending_until: null,
        expires_at,
        ...(what === 'account' && { undo_since: 0 }),
      });
      return of(what, undo_nonce, expires_at);
    },

    async moved({ emailChanges }, before, after) {
      const now = clock.now();
      await emailChanges.keep({
        account_id: before.id,
        ...presentEmail(before),
        new_email: after.email,
        new_email_key: after.email_key,
        undo_nonce: tokens.newNonce(),
        undoable: 0,
        created_at: now,
        pending_until: null,
        expires_at: now + UNDO_MS,
      });
    },
  };
}
