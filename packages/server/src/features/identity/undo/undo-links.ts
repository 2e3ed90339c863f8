import type { Clock } from '../../../lib/clock.ts';
import type { Tables } from '../../../store/database.ts';
import { UNDO } from '../../../store/tables/email-changes.ts';
import type { AccountRow, EmailChangeRow, NewEmailChange } from '../../../store/engine/schema.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { UndoTokens } from './undo-token.ts';
import type { UndoLink } from '../../delivery/mail/mail.ts';

/**
 * The changes that a mailed link can undo. `account` undoes everything from before the mailbox was proven, or the change
 * of email that brought the account to it.
 */
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
  /**
   * Stores, in the open transaction of a change of the email without a confirmation, what the previous mailbox was.
   * @returns the link by which that mailbox undoes the change; null if it was never proven, or if the account came to it
   * from a mailbox that can undo that
   */
  moved(
    tables: Pick<Tables, 'emailChanges'>,
    before: AccountRow,
    after: AccountRow,
  ): Promise<UndoLink | null>;
}

type Present = Pick<
  AccountRow,
  'email' | 'email_key' | 'email_verified' | 'email_unproven_at' | 'password_after_proof'
>;

/** The current email, which an undo restores. */
export function presentEmail(account: Present) {
  const { email, email_key, email_verified, email_unproven_at, password_after_proof } = account;
  return {
    old_email: email,
    old_email_key: email_key,
    old_email_verified: email_verified,
    old_email_unproven_at: email_unproven_at,
    old_password_after_proof: password_after_proof,
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

  async function keep(
    { emailChanges }: Pick<Tables, 'emailChanges'>,
    account: Present & Pick<AccountRow, 'id'>,
    row: Pick<NewEmailChange, 'new_email' | 'new_email_key' | 'undoable' | 'undo_since'>,
  ): Promise<{ nonce: string; until: number }> {
    const now = clock.now();
    const nonce = tokens.newNonce();
    const until = now + UNDO_MS;
    await emailChanges.keep({
      account_id: account.id,
      ...presentEmail(account),
      undo_nonce: nonce,
      created_at: now,
      pending_until: null,
      expires_at: until,
      ...row,
    });
    return { nonce, until };
  }

  async function keepLink(
    tables: Pick<Tables, 'emailChanges'>,
    account: Present & Pick<AccountRow, 'id'>,
    what: Undoable,
  ): Promise<UndoLink> {
    const { nonce, until } = await keep(tables, account, {
      new_email: account.email,
      new_email_key: account.email_key,
      ...(what === 'account' && { undo_since: 0 }),
    });
    return of(what, nonce, until);
  }

  return {
    of,
    keep: keepLink,

    async moved(tables, before, after) {
      const { id, email_key: left, email_verified: proven } = before;
      const isFirst =
        proven === 1 && (await tables.emailChanges.ofEarlierMailbox(id, left, clock.now())) === null;
      const undo = isFirst ? await keepLink(tables, before, 'email') : null;
      const { email: new_email, email_key: new_email_key } = after;
      await keep(tables, before, { new_email, new_email_key, undoable: UNDO.never });
      return undo;
    },
  };
}
