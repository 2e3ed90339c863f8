/**
 * A way into an account. `codes` are all short-lived proofs: mailed codes, one-time codes in redirects, provider links
 * that have begun, apps that wait for confirmation, changes of the email that wait for their proof, and challenges for a
 * factor. Challenges also end with the sessions. `factors` open nothing alone, but they can shut the owner out. `phone`
 * signs in beside the password. `devices` are browsers and addresses with guesses of their own. `doubtful password` is
 * one that was set before the mailbox was proven, or by somebody else than the owner. `undo` are the
 * mailed links that bring an earlier email back.
 */
export type Credential =
  | 'password'
  | 'doubtful password'
  | 'sessions'
  | 'links'
  | 'factors'
  | 'phone'
  | 'devices'
  | 'codes'
  | 'undo';

type Fate = Record<'unproven' | 'proven', readonly Credential[]>;

const ALL = ['password', 'sessions', 'links', 'factors', 'phone', 'devices', 'codes', 'undo'] as const;
const FOREIGN = ['sessions', 'links', 'factors', 'devices', 'codes', 'undo'] as const;

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
   * The first proof without a sign-in. The password and the sessions stay, and a mail tells the owner of them, with a
   * link that drops them.
   */
  proof: { unproven: ['links', 'factors', 'phone', 'codes', 'undo'], proven: [] },
  /** The first proof that signs in, after which the owner starts alone. */
  soleProof: { unproven: ALL, proven: [] },
  /** A mailed code replaces the password. */
  reset: { unproven: [...FOREIGN, 'phone'], proven: ['sessions', 'devices', 'codes'] },
  ownPassword: always(['sessions', 'codes']),
  ownEmail: always(['codes']),
  /**
   * A mailed link takes a change back, whatever it was: whoever made it was signed in. Links and factors go that were
   * added since. Earlier links to undo stay: otherwise a second change would shed the first one's.
   */
  undone: always(['password', 'sessions', 'devices', 'codes']),
  /** The same by the mailbox that was just proven: nothing from before the proof is its owner's. */
  disowned: always(['password', 'sessions', 'phone', 'devices', 'codes']),
  /** A superadmin sets the password or the email. */
  assigned: { unproven: FOREIGN, proven: ['sessions', 'devices', 'codes', 'undo'] },
  /** A superadmin vouches for the present email. Earlier mailboxes must not bring theirs back. */
  vouched: { unproven: ['undo'], proven: [] },
  promotion: {
    unproven: [...FOREIGN, 'doubtful password'],
    proven: ['doubtful password', 'sessions', 'devices', 'codes', 'undo'],
  },
  /** An operator gives a superadmin a new password. */
  rescue: always(FOREIGN),
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

/** The credentials that acts drop. @param proven whether the mailbox is proven */
export function droppedBy(acts: readonly Act[], proven: boolean): ReadonlySet<Credential> {
  return new Set(
    acts.flatMap((act): readonly Credential[] => LIFECYCLE[act][proven ? 'proven' : 'unproven']),
  );
}
