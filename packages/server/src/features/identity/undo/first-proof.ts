import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Transaction } from '../../../store/database.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { ActedOn } from '../accounts/credential-lifecycle.ts';
import { signUpOriginOf } from '../codes/sign-up-origin.ts';
import type { UndoLinks } from './undo-links.ts';

/**
 * Mails the owner of a mailbox that was proven for the first time, in the transaction of the proof, what the account
 * keeps from before. Somebody else may have opened it, or moved it here from a mailbox that can take it back; the mail
 * has a link for both. Does nothing beside a session of the account, or if nothing was kept or removed.
 * @param done the proof
 */
export type TellFirstProof = (tables: Transaction, done: ActedOn, client: Client) => Promise<void>;

export function createTellFirstProof(deps: {
  notices: Pick<Notices, 'mailboxProven'>;
  undoLinks: Pick<UndoLinks, 'keep'>;
  clock: Clock;
}): TellFirstProof {
  const { notices, undoLinks, clock } = deps;

  return async (tables, { before, after, own, removed }, client) => {
    if (before.email_verified === 1 || after.email_verified === 0 || own !== null) return;
    const now = clock.now();
    const earlier = await tables.emailChanges.ofEarlierMailbox(after.id, after.email_key, now);
    const sessions = await tables.sessions.liveOfAccount(after.id, now);
    // A password from a reset is the reader's own.
    const password = after.password_hash !== null && after.password_hash === before.password_hash;
    const isForeign = password || sessions.length > 0;
    if (!isForeign && earlier === null && removed.length === 0) return;
    const opened = isForeign ? await signUpOriginOf(tables, before) : null;
    const undo = isForeign || earlier !== null ? await undoLinks.keep(tables, after, 'account') : null;
    const earlierUntil = earlier?.expires_at ?? null;
    const proof = { password, sessions, removed, opened, earlierUntil, undo };
    await notices.mailboxProven(tables, before, proof, client);
  };
}
