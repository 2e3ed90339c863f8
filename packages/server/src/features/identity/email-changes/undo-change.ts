import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import { UNDO } from '../../../store/tables/email-changes.ts';
import type { EmailChangeRow } from '../../../store/engine/schema.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import type { Attribution } from '../../audit/events/event.ts';
import { actOnAccount } from '../accounts/credential-lifecycle.ts';
import { asTaken } from '../accounts/identity.ts';
import type { SendCode } from '../codes/send-code.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Frontends } from '../../settings/frontends.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { UNDO_MS, undoSince } from '../undo/undo-links.ts';
import type { UndoTokens } from '../undo/undo-token.ts';

/**
 * Undoes a change with the token of the mailed link: restores the earlier email, drops the password, ends all sessions,
 * and removes the links, factors and recovery codes that were added in the days before the change or later. It takes back
 * what the account did in this time that gives access or sends data out, and cancels a deletion. It also undoes later changes, and works for a change that is still pending, because somebody who was signed in requested it.
 * The link of a first proof undoes the change that led to its mailbox, while the proven mailbox before could do so.
 * Mails a link that sets a new password.
 * @throws KeywardError `EmailUndoInvalidError`; `EmailAlreadyExistsError` if another account has taken an email whose
 * mailbox was never proven; `ServiceUnavailableError`
 */
export type UndoChange = (token: string, client: Client) => Promise<Undone>;

export interface Undone {
  /** Whether the email has changed. */
  changed: boolean;
  /** Whether the account has gone back to an earlier mailbox instead of that of the link. */
  returned: boolean;
}

/**
 * What an undo takes back of the acts of an account since a time. Made in its transaction, before anything changes. Locks
 * the other accounts that it changes.
 */
export type PlanUndo = (
  tables: Transaction,
  undo: { accountId: number; since: number },
) => Promise<{
  /** The organizations that it may change, in the order in which they are locked. */
  organizations: number[];
  carryOut: (told: Attribution) => Promise<void>;
}>;

export function createUndoChange(deps: {
  store: Store;
  planUndo: () => Promise<PlanUndo>;
  tokens: UndoTokens;
  sendCode: SendCode;
  frontends: Pick<Frontends, 'fallback'>;
  events: Events;
  notices: Pick<Notices, 'accountReturned' | 'accountBack'>;
  clock: Clock;
  report: (error: unknown) => void;
}): UndoChange {
  const { store, tokens, sendCode, frontends, events, notices, clock, report } = deps;

  const underWay = new Map<number, Promise<unknown>>();

  async function find(nonce: string | null, now: number): Promise<EmailChangeRow> {
    const mailed = nonce === null ? null : await store.emailChanges.find(nonce);
    if (mailed === null || mailed.expires_at <= now) throw new KeywardError('EmailUndoInvalidError');
    return mailed;
  }

  async function undo(nonce: string | null, client: Client): Promise<Undone> {
    const now = clock.now();
    const mailed = await find(nonce, now);
    if (mailed.undoable === UNDO.done) return { changed: false, returned: true };
    const planUndo = await deps.planUndo();
    const { before, after, returned } = await store
      .transaction(async (tables) => {
        const found = await tables.accounts.find('id', mailed.account_id);
        if (found === null) throw new KeywardError('EmailUndoInvalidError');
        const earlier = mailed.undo_since === 0 ? await changeTo(tables, mailed, now) : null;
        const change = earlier ?? mailed;
        const old = {
          email: change.old_email,
          email_key: change.old_email_key,
          email_verified: change.old_email_verified,
          // Otherwise undoing a thief's second change would turn the mailbox of the first change into a proof.
          email_unproven_at: change.old_email_unproven_at,
          password_after_proof: change.old_password_after_proof,
        };
        const since = undoSince(change);
        // Locked before the account, as in every act on superadmins.
        if (found.role === SUPERADMIN) await tables.accounts.lockSuperadmins();
        const by = byOwner(found, client);
        const moved = found.email_key !== old.email_key;
        const isWhole = change.undo_since === 0;
        // What the account has given to others was not its mailbox's. Otherwise whoever has worked with it for years could
        // end that with an own new mailbox.
        const given = isWhole ? change.created_at - UNDO_MS : since;
        const { organizations, carryOut } = await planUndo(tables, { accountId: found.id, since: given });
        const acted = await actOnAccount(tables, found, {
          acts: () => [isWhole ? 'disowned' : 'undone'],
          // A thief may have asked for the deletion since.
          changes: () => ({ deletion_at: null, updated_at: now, ...(moved && old) }),
          proven: true,
          organizations,
          addedSince: since,
          by,
          now,
        });
        await carryOut({ by, at: now });
        if (!(await tables.emailChanges.deleteFrom(change, { earlierToo: isWhole })))
          throw new KeywardError('EmailUndoInvalidError');
        if (moved) await notices.accountReturned(tables, acted.before, client);
        if (earlier !== null) await notices.accountBack(tables, acted.after, acted.before.email, client);
        return { ...acted, returned: earlier !== null };
      })
      .catch((error: unknown) => {
        throw asTaken(error);
      });
    const changed = before.email_key !== after.email_key;
    events.emit('account.email_change_undone', { client, accountId: after.id, metadata: { changed } });
    try {
      const to = { address: after.email, key: after.email_key };
      const frontend = frontends.fallback;
      await sendCode({ email: to, purpose: 'reset', form: 'link', frontend, client, unasked: true });
    } catch (error) {
      // The undo was successful, and people can request another mail.
      if (!(error instanceof KeywardError)) report(error);
    }
    return { changed, returned };
  }

  return async (token, client) => {
    const nonce = tokens.read(token);
    const { account_id: id } = await find(nonce, clock.now());
    // Others would wait for the locks of the first, each with a connection to the database.
    while (underWay.has(id)) await underWay.get(id);
    const undone = undo(nonce, client);
    underWay.set(
      id,
      undone.catch(() => {}).finally(() => underWay.delete(id)),
    );
    return undone;
  };
}

/**
 * The change that led to the mailbox of a first proof, while the earlier mailbox can undo it. Null if an account has taken
 * that email meanwhile, as superadmins may.
 */
async function changeTo(
  { accounts, emailChanges }: Transaction,
  { account_id: id, old_email_key: key }: EmailChangeRow,
  now: number,
): Promise<EmailChangeRow | null> {
  const change = await emailChanges.ofEarlierMailbox(id, key, now);
  if (change === null) return null;
  const holder = await accounts.find('email_key', change.old_email_key);
  return holder === null || holder.id === id ? change : null;
}
