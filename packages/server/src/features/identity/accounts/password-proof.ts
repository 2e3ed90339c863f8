import type { Tables } from '../../../store/database.ts';
import type { AccountChanges, AccountRow } from '../../../store/engine/schema.ts';
import { BY_OLD_SESSION, isFromBefore, MOVED } from './lifecycle.ts';

/**
 * Whether factors, links or applications are left, to whoever had the account before a proof without a sign-in or a session.
 * @param keepLink the link of the person who has just shown that the mailbox is theirs
 * @param withoutFactors whether the factors have ended, or are that person's
 * @param withoutGrants whether the access of applications ends, with the consents that give it again
 */
export async function hasEarlierWays(
  { providerLinks, grants }: Tables,
  { id, email_verified: verified, password_after_proof: mark, second_factors: factors }: AccountRow,
  {
    keepLink,
    withoutFactors,
    withoutGrants,
    now,
  }: { keepLink: number | undefined; withoutFactors: boolean; withoutGrants: boolean; now: number },
): Promise<boolean> {
  if (verified !== 1 || !isFromBefore(mark)) return false;
  if (factors !== 0 && !withoutFactors) return true;
  const applications = async () => [
    ...(await grants.offlineNames(id, now)),
    ...(await grants.consentsOf(id)),
  ];
  if (!withoutGrants && (await applications()).length > 0) return true;
  return (await providerLinks.ofAccount(id)).some((link) => link.id !== keepLink);
}

/** Whether somebody else may have the account. Without a proof, 0 is the mark of one that has had no other mailbox. */
const isDoubted = ({ password_after_proof: mark, email_verified: verified }: AccountRow): boolean =>
  isFromBefore(mark) && (mark !== 0 || verified === 1);

/**
 * Whether the owner set the password and has proven the mailbox, if the changes decide that. A proof that comes with
 * a session of the account shows that both belong to the same person. A new mailbox needs a new proof.
 */
export function passwordProof(
  before: AccountRow,
  changed: AccountChanges,
  {
    own,
    assigned,
    isClean,
    isLeft,
  }: { own: number | null; assigned: boolean; isClean: boolean; isLeft: boolean },
): Pick<AccountChanges, 'password_after_proof'> {
  const { email_verified: proven = before.email_verified, email_key: key = before.email_key } = changed;
  const known = before.password_after_proof;
  const doubted = isDoubted(before);
  if (typeof changed.password_hash === 'string') {
    // An import knows that whoever had the account elsewhere may have set it.
    if (isFromBefore(changed.password_after_proof ?? null)) return {};
    const isOld = (own !== null && doubted) || isLeft;
    return { password_after_proof: isOld ? BY_OLD_SESSION : assigned ? null : proven };
  }
  if (isClean) return known === proven || isLeft ? {} : { password_after_proof: proven };
  if (proven === before.email_verified && key === before.email_key) return {};
  // The session shows whose the new mailbox is, and not whose everything else in a doubtful account is.
  if (doubted && (own !== null || key !== before.email_key || proven === 0))
    return { password_after_proof: known === 0 ? MOVED : known };
  if (own !== null) return { password_after_proof: proven };
  // A superadmin has set it for the owner of this mailbox.
  return known === null && key === before.email_key ? {} : { password_after_proof: 0 };
}
