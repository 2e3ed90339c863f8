/**
 * A way into an account. `codes` are all short-lived proofs: mailed codes, one-time codes in redirects, provider links
 * that have begun, changes of the email that wait for their proof, and challenges for a factor. Challenges also end with
 * the sessions. `factors` open nothing alone, but they can shut the owner out. `undo` are the mailed links that bring an
 * earlier email back.
 */
export type Credential = 'password' | 'sessions' | 'links' | 'factors' | 'codes' | 'undo';

type Fate = Record<'unproven' | 'proven', readonly Credential[]>;

const ALL = ['password', 'sessions', 'links', 'factors', 'codes', 'undo'] as const;
const REPLACED = ['sessions', 'links', 'codes'] as const;
const FOREIGN = [...REPLACED, 'factors', 'undo'] as const;

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
  proof: { unproven: ['links', 'factors', 'codes', 'undo'], proven: [] },
  /** The first proof, after which the owner starts alone. */
  soleProof: { unproven: ALL, proven: [] },
  /** A mailed code replaces the password. */
  reset: { unproven: FOREIGN, proven: ['sessions', 'codes'] },
  ownPassword: always(['sessions', 'codes']),
  ownEmail: always(['codes']),
  /**
   * The mailbox of an earlier email brings it back. Whoever moved the email may have added provider links, and the new
   * mailbox was enough to replace the password. Earlier links to undo stay: otherwise a second change would shed the
   * first one's. Of the factors, those go that are newer than the change.
   */
  emailUndone: always([...REPLACED, 'password']),
  /** A superadmin sets the password or the email. */
  assigned: { unproven: FOREIGN, proven: ['sessions', 'codes', 'undo'] },
  promotion: { unproven: FOREIGN, proven: ['codes'] },
  /** An operator gives a superadmin a new password. */
  rescue: { unproven: FOREIGN, proven: [...REPLACED, 'undo'] },
  /** A superadmin or an operator removes all factors of somebody who has lost them. */
  factorsReset: always(['sessions', 'factors', 'codes']),
  /** Any status but `active`. Mailed codes stay: they grant nothing now, and the right one tells its owner why. */
  deactivation: always(['sessions']),
  /** The status is `active` again. Earlier codes do not come back with it. */
  reactivation: always(['codes']),
  /** Its owner asks to delete it. Until then the owner can sign in, and it stays. */
  departure: always(['sessions', 'codes']),
  deletion: always(ALL),
} as const satisfies Record<string, Fate>;

/** What happens to an account, as far as its credentials care. */
export type Act = keyof typeof LIFECYCLE;

/**
 * The credentials that acts drop.
 * @param proven whether the mailbox is proven
 * @param factorsProven whether it was while the account had its factors. A new email is not proven, but makes the
 * factors nobody else's: otherwise whoever reads the new mailbox could shed them
 */
export function droppedBy(
  acts: readonly Act[],
  proven: boolean,
  factorsProven: boolean,
): ReadonlySet<Credential> {
  return new Set(
    acts.flatMap((act): readonly Credential[] => {
      const fate: Fate = LIFECYCLE[act];
      const dropped = proven ? fate.proven : fate.unproven;
      const kept = factorsProven && !fate.proven.includes('factors');
      return kept ? dropped.filter((credential) => credential !== 'factors') : dropped;
    }),
  );
}
