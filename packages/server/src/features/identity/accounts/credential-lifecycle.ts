import { KeywardError } from '../../../errors.ts';
import type { Tables } from '../../../store/database.ts';
import type { AccountChanges, AccountRow, SessionRow } from '../../../store/engine/schema.ts';
import type { Origin } from '../../audit/events/event-types.ts';
import { type Act, type Credential, droppedBy, isFromBefore } from './lifecycle.ts';
import { accountEvents } from './account-events.ts';
import { dropGrants } from './drop-grants.ts';
import {
  assertDispensable,
  foreignTo,
  leaveForeign,
  leaveFormerDomains,
  leaveOrganizations,
} from './owned-organizations.ts';
import { isVouched, unprovenSince } from '../sessions/recent-authentication.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { isOfReader } from './mailbox-reader.ts';
import { hasEarlierWays, passwordProof } from './password-proof.ts';
import { assertNotReserved } from './reserved-email.ts';
import { settleProof } from './settle-proof.ts';

export interface AccountAct {
  /** The acts of this request, given the account as it was before. */
  acts: (before: AccountRow) => readonly Act[];
  /** The changes to the row; may throw. Dropped columns become null unless the changes set them. */
  changes: (before: AccountRow) => AccountChanges;
  /**
   * The session of the request. If it is live, the person who proves the mailbox already uses the account, so the
   * mailbox counts as proven, and this session stays.
   */
  presented?: number | undefined;
  /** The session of the request, if it ends with the act: it must not have ended before. */
  mustLive?: number | undefined;
  /** A session that stays, although it does not show whose the earlier credentials are. */
  keptSession?: number | undefined;
  /** Whether that session has answered a factor, so that the factors are its person's. */
  keepsFactors?: boolean;
  /** A link that stays because it proves the mailbox. */
  keepLink?: number;
  /** Links, factors and recovery codes that were added at this time or later are removed, whatever the acts say. */
  addedSince?: number | undefined;
  /**
   * Whether the person who acts has authenticated recently. A password or email that was set without one does not count
   * as a proof for some days: see `isUnproven`.
   */
  proven: boolean | ((before: AccountRow) => boolean);
  /** The ids of organizations that the transaction changes too: they are locked before the sessions end. */
  organizations?: readonly number[] | undefined;
  /** Whether an organization may lose its last owner, because organizations are turned off. */
  leavesOwnerless?: boolean | undefined;
  /** The actor, for the events. */
  by: Origin;
  now: number;
}

export interface ActedOn {
  before: AccountRow;
  after: AccountRow;
  /** The session of the request; null if it has ended, or if only a connection says who its owner is. */
  own: number | null;
  /** Whether the session of the request has not ended. */
  live: boolean;
  /** The dropped credentials that existed. */
  removed: readonly LastingCredential[];
  /** Whether the owner has restored an earlier email. Then the undo links of the later ones have ended. */
  returned: boolean;
}

/** The credentials that people know about. */
export type LastingCredential = Exclude<
  Credential,
  'doubtful' | 'unproven' | 'devices' | 'grants' | 'codes' | 'mailed codes' | 'earlier undo' | 'undo'
>;

/**
 * Changes an account and drops credentials, in an open transaction, with an event for each change. The locked row
 * decides whether the mailbox is proven. Codes are locked before the account, as in every flow with codes: otherwise
 * this act and a login by code could wait for each other. Acts on an organization end sessions while they hold its lock, so
 * organizations are locked before the sessions.
 * @param found the account as it was read, before it is locked
 * @throws KeywardError `UserNotFoundError` when the account is gone, `ServiceUnavailableError` when its email, its
 * proof or the presented session has changed since; DuplicateError; errors of `changes`
 */
export async function actOnAccount(tables: Tables, found: AccountRow, act: AccountAct): Promise<ActedOn> {
  const { acts, changes, presented, keepLink, addedSince, proven, organizations = [], by, now } = act;
  const { leavesOwnerless = false, keptSession = 0, keepsFactors = false, mustLive } = act;
  const { id, email_key: emailKey } = found;
  const ownSession = async () =>
    presented === undefined ? ENDED : stateOf(tables, presented, { accountId: id, now });
  const droppedFrom = (account: AccountRow, session: number | null) =>
    droppedBy(acts(account), account, session !== null);

  const first = droppedFrom(found, (await ownSession()).own);
  const isDeletion = acts(found).includes('deletion');
  // A deletion removes used codes too, because they contain the mailbox.
  if (isDeletion) await tables.codes.deleteOfEmail(emailKey);
  else if (first.has('mailed codes')) await tables.codes.deleteUnused(emailKey);
  const before = await tables.accounts.lock(id);
  if (before === null) throw new KeywardError('UserNotFoundError');
  // Read again, because another transaction may have ended it.
  const { own, live, session, hasFactor } = await ownSession();
  if (mustLive !== undefined && !(await stateOf(tables, mustLive, { accountId: id, now })).live)
    throw new KeywardError('SessionDestroyedError');
  const dropped = droppedFrom(before, own);
  if (before.email_key !== emailKey || (dropped.has('mailed codes') && !first.has('mailed codes')))
    throw changedMeanwhile();
  const changed = changes(before);
  const moved = (changed.email_key ?? emailKey) !== emailKey;
  const wasProven = before.email_verified === 1;
  const isFirstProof = !wasProven && changed.email_verified === 1;
  const isDisowned = acts(before).includes('disowned') && !moved;
  const isLeaving = isDisowned || (isFirstProof && dropped.has('links'));
  const foreign = isLeaving ? await foreignTo(tables, before, isDisowned) : [];
  await tables.organizations.lockAll([...organizations, ...foreign]);
  if (isDeletion) {
    await tables.invitations.deleteOfAccount(id, before.email_verified === 1 ? emailKey : null);
    await leaveOrganizations(tables, before, { leavesOwnerless, told: { by, at: now } });
  }
  if (acts(before).includes('departure') && !leavesOwnerless) await assertDispensable(tables, id);
  if (moved) await tables.memberships.bind(id, emailKey, wasProven);
  await leaveForeign(tables, before, foreign, { by, at: now });

  const removed: LastingCredential[] = [];
  const { foreignSince, assigned_at } = assignment(before, acts(before), { moved, now });
  const since = foreignSince ?? addedSince;
  /** Credentials that were set without a proof later than this may be a thief's. */
  const doubtedSince = dropped.has('doubtful') ? 0 : dropped.has('unproven') ? unprovenSince(now) : null;
  const isDoubted = (setAt: number | null) => setAt !== null && doubtedSince !== null && setAt > doubtedSince;
  const unlinked = dropped.has('links')
    ? await tables.providerLinks.deleteOfAccount(id, { except: keepLink ?? 0 })
    : [
        ...(doubtedSince === null
          ? []
          : await tables.providerLinks.deleteOfAccount(id, { unprovenSince: doubtedSince })),
        ...(since === undefined ? [] : await tables.providerLinks.deleteOfAccount(id, { since })),
      ];
  if (unlinked.length > 0) removed.push('links');
  // Factors depend on a proven mailbox: the next person who proves it must not find another person's factors.
  const losesProof = before.email_verified === 1 && changed.email_verified === 0;
  const dropsFactors = (dropped.has('factors') && !keepsFactors) || losesProof;
  if (dropsFactors) await tables.factors.deleteOfAccount(id);
  const newFactors = since === undefined ? [] : await tables.factors.deleteSince(id, since);
  const withoutFactors = dropsFactors && before.second_factors !== 0;
  if (withoutFactors) removed.push('factors');
  // An undo restores the doubt about the account too: the thief may have proven a mailbox of their own since.
  const { password_after_proof: restored, email_verified: verified = before.email_verified } = changed;
  const standing =
    restored === undefined ? before : { ...before, email_verified: verified, password_after_proof: restored };
  const unprovenAt = (typeof proven === 'boolean' ? proven : proven(before)) ? null : now;
  // A password by a mailed code is the reader's, whatever session comes with it.
  const isReaders = session !== null && isOfReader(session, before);
  const isByReader =
    acts(before).includes('reset') ||
    (isReaders && unprovenAt === null && acts(before).includes('ownPassword'));
  const columns: AccountChanges = {
    ...((dropped.has('password') ||
      foreignSince !== null ||
      isDoubted(before.password_unproven_at) ||
      (dropped.has('doubtful') && before.password_after_proof !== 1)) && {
      password_hash: null,
      password_unproven_at: null,
    }),
    ...((dropped.has('phone') || foreignSince !== null) && before.phone !== null && { phone: null }),
    ...(assigned_at !== before.assigned_at && { assigned_at }),
    ...(changed.password_hash !== undefined && { password_unproven_at: unprovenAt }),
    ...(moved && { email_unproven_at: unprovenAt }),
    ...((moved || isFirstProof) &&
      (changed.email_verified ?? before.email_verified) === 1 && { proven_at: now }),
    ...(dropped.has('devices') && { device_epoch: before.device_epoch + 1 }),
    // Nobody who has proven the mailbox has asked for the deletion.
    ...(isFirstProof && before.deletion_at !== null && { deletion_at: null }),
    ...changed,
    ...passwordProof(standing, changed, {
      own: isByReader ? null : own,
      assigned: acts(before).includes('assigned'),
      isClean: dropped.has('password'),
      isLeft: await hasEarlierWays(tables, standing, {
        keepLink,
        withoutFactors: withoutFactors || keepsFactors || (isReaders && hasFactor),
        withoutGrants: dropped.has('grants'),
        now,
      }),
    }),
  };
  const unchanged = Object.keys(columns).length === 0;
  const same = withoutFactors ? { ...before, second_factors: 0 } : before;
  const after = unchanged ? same : await tables.accounts.update(id, columns);
  if (after === null) throw new KeywardError('UserNotFoundError');
  if (before.password_hash !== null && after.password_hash === null) removed.push('password');
  if (before.phone !== null && after.phone === null && dropped.has('phone')) removed.push('phone');
  const ended = dropped.has('sessions')
    ? await tables.sessions.deleteOfAccount(id, { except: own ?? keptSession })
    : [];
  if (ended.length > 0) removed.push('sessions');
  if (dropped.has('codes') || dropped.has('sessions')) await tables.challenges.deleteOfAccount(id);
  if (dropped.has('codes')) {
    // After the sessions, which remove their own codes: a logout locks them in this order.
    await tables.exchanges.deleteOfAccount(id);
    await tables.providerFlows.deleteOfAccount(id);
    await tables.factors.dropPending(id);
    await tables.emailChanges.close(id);
    await tables.grants.dropCodes(id);
    await tables.oauthDevices.deleteOfAccount(id);
  }
  const grants = dropped.has('grants') ? await dropGrants(tables, id) : [];
  const butOf = dropped.has('undo') || moved ? null : emailKey;
  if (dropped.has('earlier undo')) await tables.emailChanges.deleteOfAccount(id, { butOf });
  else if (!moved && before.email_verified === 0 && after.email_verified === 1)
    await tables.emailChanges.endDoubtfulLinks(id, { butOf });
  // The proof came without a sign-in, and has left these links.
  else if (!moved && acts(before).some((one) => one === 'soleProof' || one === 'adoption' || one === 'reset'))
    await tables.emailChanges.endIfProvenAlone(id, emailKey);
  if (isDeletion) await tables.accounts.delete(id);
  let returned = false;
  if (moved && acts(before).includes('ownEmail')) {
    await assertNotReserved(tables, after.email_key, { now, except: id });
    returned = await tables.emailChanges.goBack(id, after.email_key, {
      now,
      fromProven: before.email_verified === 1,
    });
  }
  // Not for an unproven email, because anybody can enter the invited one.
  if (after.email_verified === 1 && (moved || before.email_verified === 0)) {
    await settleProof(tables, after, now);
    await leaveFormerDomains(tables, after, { by, at: now });
  }
  // No domain has taken it in before.
  else if (
    isFromBefore(before.password_after_proof) &&
    !isFromBefore(after.password_after_proof) &&
    !isDeletion
  )
    tables.accounts.noteProof(id);
  await tables.events.add(
    accountEvents(
      { acts: acts(before), before, after, ended, grants, unlinked, newFactors },
      { by, at: now },
    ),
  );
  return { before, after, own, live, removed, returned };
}

/**
 * What somebody other than the owner has set, perhaps with a leaked key. A password and factors that were added from there
 * look like the owner's own, so a promotion drops everything since. If the email was set, it drops the older ones too:
 * the account of the earlier mailbox may have been a thief's own.
 */
function assignment(
  { assigned_at: at }: AccountRow,
  acts: readonly Act[],
  { moved, now }: { moved: boolean; now: number },
): { foreignSince: number | null } & Pick<AccountRow, 'assigned_at'> {
  const assigned = acts.includes('assigned');
  const since = assigned && moved ? 0 : at;
  if (acts.includes('promotion'))
    return { foreignSince: since, assigned_at: assigned ? (moved ? 0 : now) : null };
  return { foreignSince: null, assigned_at: assigned ? (since ?? now) : at };
}

/**
 * The columns that change when somebody signs in with a proof of the mailbox. An account with second factors already
 * has a proven mailbox, so nothing is proven before they are answered.
 */
export function provenBySignIn(before: AccountRow): AccountChanges {
  return before.email_verified === 1 ? {} : { email_verified: 1 };
}

/** The acts that a new status implies; undefined means no new status. */
export function statusActs(before: AccountRow, status: string | undefined): readonly Act[] {
  if (status === undefined || (status === 'active' && before.status === 'active')) return [];
  return [status === 'active' ? 'reactivation' : 'deactivation'];
}

const ENDED = { own: null, live: false, session: null, hasFactor: false };

async function stateOf(
  tables: Tables,
  id: number,
  { accountId, now }: { accountId: number; now: number },
): Promise<Pick<ActedOn, 'own' | 'live'> & { session: SessionRow | null; hasFactor: boolean }> {
  const session = await tables.sessions.findWithAccount(id);
  if (session?.account_id !== accountId || session.expires_at <= now) return ENDED;
  // The administrators of a connection could begin such a session, so it does not show that its person acts.
  if (isVouched(session)) return { ...ENDED, live: true };
  const hasFactor = session.factor_at !== null && session.factor_vouched !== 1;
  return { own: id, live: true, session, hasFactor };
}
