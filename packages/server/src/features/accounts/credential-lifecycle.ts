import { KeywardError } from '../../errors.ts';
import type { Tables } from '../../store/database.ts';
import type { AccountChanges, AccountRow } from '../../store/schema.ts';

/**
 * A way into an account. `codes` are all short-lived proofs: mailed codes, one-time codes in redirects, and provider
 * links that have begun.
 */
export type Credential = 'password' | 'sessions' | 'links' | 'codes';

type Fate = Record<'unproven' | 'proven', readonly Credential[]>;

const ALL = ['password', 'sessions', 'links', 'codes'] as const;
const REPLACED = ['sessions', 'links', 'codes'] as const;

function always(dropped: readonly Credential[]): Fate {
  return { unproven: dropped, proven: dropped };
}

/**
 * The credentials that each act drops, for an unproven and for a proven mailbox. A stranger can open an account with
 * somebody else's email and leave any credential behind. Such credentials belong to nobody until the owner proves the
 * mailbox. A new kind of credential is one more word in these rows.
 */
const LIFECYCLE = {
  /**
   * The first proof by a mailed code or link. The password and the sessions stay, and a mail tells the owner of them.
   */
  proof: { unproven: ['links', 'codes'], proven: [] },
  /** The first proof, after which the owner starts alone. */
  soleProof: { unproven: ALL, proven: [] },
  /** A mailed code replaces the password. */
  reset: { unproven: REPLACED, proven: ['sessions', 'codes'] },
  ownPassword: always(['sessions', 'codes']),
  ownEmail: always(['codes']),
  /** A superadmin sets the password or the email. */
  assigned: { unproven: REPLACED, proven: ['sessions', 'codes'] },
  promotion: { unproven: REPLACED, proven: ['codes'] },
  /** An operator gives a superadmin a new password. */
  rescue: always(REPLACED),
  /** Any status but `active`. Mailed codes stay: they grant nothing now, and the right one tells its owner why. */
  deactivation: always(['sessions']),
  /** The status is `active` again. Earlier codes do not come back with it. */
  reactivation: always(['codes']),
  deletion: always(ALL),
} as const satisfies Record<string, Fate>;

export type Act = keyof typeof LIFECYCLE;

export interface AccountAct {
  /** The acts of this request, given the account as it was before. */
  acts: (before: AccountRow) => readonly Act[];
  /** The changes to the row; may throw. A dropped password becomes null unless the changes set one. */
  changes: (before: AccountRow) => AccountChanges;
  /**
   * The session that came with the request. If it is alive, the person who proves the mailbox already uses the
   * account: the mailbox counts as proven, and this session stays.
   */
  presented?: number | undefined;
  /** A link that stays because it proves the mailbox. */
  keepLink?: number;
  now: number;
}

export interface ActedOn {
  before: AccountRow;
  after: AccountRow;
  /** The presented session; null if it is not alive. */
  own: number | null;
  /** The dropped credentials that existed. */
  removed: readonly LastingCredential[];
}

/** The credentials that people know they have. */
export type LastingCredential = Exclude<Credential, 'codes'>;

/**
 * Changes an account and drops credentials, in an open transaction. Whether the mailbox is proven is judged by the
 * locked row. Codes are locked before the account, as in every flow with codes: otherwise this act and a login by
 * code could wait for each other.
 * @param found the account as it was found, not yet locked
 * @throws KeywardError `UserNotFoundError` when the account is gone, `ServiceUnavailableError` when it has meanwhile
 * got another email, or lost its proof or the presented session; DuplicateError; errors of `changes`
 */
export async function actOnAccount(tables: Tables, found: AccountRow, act: AccountAct): Promise<ActedOn> {
  const { acts, changes, presented, keepLink = 0, now } = act;
  const { id, email_key: emailKey } = found;
  const ownSession = async () =>
    presented === undefined ? null : liveSession(tables, presented, { accountId: id, now });
  const droppedFrom = (account: AccountRow, own: number | null) =>
    droppedBy(acts(account), account.email_verified === 1 || own !== null);

  const first = droppedFrom(found, await ownSession());
  if (first.has('codes')) await tables.codes.deleteUnused(emailKey);
  const before = await tables.accounts.lock(id);
  if (before === null) throw new KeywardError('UserNotFoundError');
  // Looked up again: another holder of the account may have ended it.
  const own = await ownSession();
  const dropped = droppedFrom(before, own);
  if (before.email_key !== emailKey || (dropped.has('codes') && !first.has('codes')))
    throw changedMeanwhile();
  const changed = changes(before);

  const removed: LastingCredential[] = [];
  if (dropped.has('links') && (await tables.providerLinks.deleteOfAccount(id, keepLink)) > 0)
    removed.push('links');
  const row = { ...(dropped.has('password') && { password_hash: null }), ...changed };
  const unchanged = Object.keys(row).length === 0;
  const after = unchanged ? before : await tables.accounts.update(id, row);
  if (after === null) throw new KeywardError('UserNotFoundError');
  if (before.password_hash !== null && after.password_hash === null) removed.push('password');
  if (dropped.has('sessions') && (await tables.sessions.deleteOfAccount(id, own ?? 0)) > 0)
    removed.push('sessions');
  if (dropped.has('codes')) {
    // After the sessions, which take their own codes along: a logout locks them in this order.
    await tables.exchanges.deleteOfAccount(id);
    await tables.providerFlows.deleteOfAccount(id);
  }
  return { before, after, own, removed };
}

/** The acts that a new status implies; undefined means no new status. */
export function statusActs(before: AccountRow, status: string | undefined): readonly Act[] {
  if (status === undefined || (status === 'active' && before.status === 'active')) return [];
  return [status === 'active' ? 'reactivation' : 'deactivation'];
}

/** The error for a decision that rests on an account which has changed since. */
export function changedMeanwhile(): KeywardError {
  return new KeywardError('ServiceUnavailableError', {
    message: 'The account was changed at the same time; try again.',
    retryAfter: 1,
  });
}

function droppedBy(acts: readonly Act[], proven: boolean): ReadonlySet<Credential> {
  return new Set(
    acts.flatMap((act): readonly Credential[] => LIFECYCLE[act][proven ? 'proven' : 'unproven']),
  );
}

async function liveSession(
  tables: Tables,
  id: number,
  { accountId, now }: { accountId: number; now: number },
): Promise<number | null> {
  const session = await tables.sessions.findWithAccount(id);
  return session?.account_id === accountId && session.expires_at > now ? id : null;
}
