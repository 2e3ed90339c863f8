/**
 * A way into an account. `codes` are all short-lived proofs: mailed codes, one-time codes in redirects, provider
 * links that have begun, apps that wait for confirmation, changes of the email that wait for their proof, and
 * challenges for a factor. Challenges also end with the sessions. `grants` are what applications keep without a session,
 * and the consents that lead to more. `factors` open nothing alone, but they can lock the
 * owner out. `phone` is an identifier for signing in with the password. `devices` are browsers and addresses with
 * guesses of their own. `doubtful password` was set before the mailbox was proven, or not by the owner. `undo` are
 * the mailed links that bring an earlier email back.
 */
export type Credential =
  | 'password'
  | 'doubtful password'
  | 'sessions'
  | 'links'
  | 'factors'
  | 'phone'
  | 'devices'
  | 'grants'
  | 'codes'
  | 'undo';

type Fate = Record<'unproven' | 'proven', readonly Credential[]>;

const ALL = [
  'password',
  'sessions',
  'links',
  'factors',
  'phone',
  'devices',
  'grants',
  'codes',
  'undo',
] as const;
const FOREIGN = ['sessions', 'links', 'factors', 'devices', 'grants', 'codes', 'undo'] as const;

function always(dropped: readonly Credential[]): Fate {
  return { unproven: dropped, proven: dropped };
}

/**
 * The credentials that each act drops, for an unproven and for a proven mailbox. A stranger can open an account with
 * somebody else's email and leave any credential behind. Nobody can know whose these credentials are until the owner
 * proves the mailbox. To add a kind of credential, add its name to these rows.
 */
const LIFECYCLE = {
  /**
   * The first proof without a sign-in. The password and the sessions stay. A mail tells the owner about them, and has
   * a link that drops them.
   */
  proof: { unproven: ['links', 'factors', 'phone', 'grants', 'codes', 'undo'], proven: [] },
  /** The first proof that signs in, or a superadmin who marks the email as verified. It drops every other credential. */
  soleProof: { unproven: ALL, proven: [] },
  /** A mailed code replaces the password. */
  reset: { unproven: [...FOREIGN, 'phone'], proven: ['sessions', 'devices', 'grants', 'codes'] },
  ownPassword: always(['sessions', 'codes']),
  ownEmail: always(['codes']),
  /**
   * A mailed link undoes a change of any kind. Somebody who was signed in made it, so the links and factors that were
   * added since are removed. Earlier undo links stay: otherwise a second change would remove the undo link of the
   * first.
   */
  undone: always(['password', 'sessions', 'devices', 'grants', 'codes']),
  /** The same for a mailbox that was just proven: nothing from before the proof belongs to its owner. */
  disowned: always(['password', 'sessions', 'phone', 'devices', 'grants', 'codes']),
  /** A superadmin sets the password or the email. */
  assigned: { unproven: FOREIGN, proven: ['sessions', 'devices', 'grants', 'codes', 'undo'] },
  promotion: {
    unproven: [...FOREIGN, 'doubtful password'],
    proven: ['doubtful password', 'sessions', 'devices', 'grants', 'codes', 'undo'],
  },
  /** An operator gives a superadmin a new password. */
  rescue: always(FOREIGN),
  /** A superadmin or an operator removes all factors of somebody who has lost them. */
  factorsReset: always(['sessions', 'factors', 'codes']),
  /**
   * Any status but `active`. Mailed codes stay: they grant nothing now, and the answer to the right code explains
   * why.
   */
  deactivation: always(['sessions', 'grants']),
  /** The status is `active` again. Earlier codes do not become valid again. */
  reactivation: always(['codes']),
  /** The owner asks to delete the account. If the owner signs in before the deletion, the account stays. */
  departure: always(['sessions', 'grants', 'codes']),
  deletion: always(ALL),
} as const satisfies Record<string, Fate>;

/** An act on an account that affects its credentials. */
export type Act = keyof typeof LIFECYCLE;

/** The credentials that acts drop. @param proven whether the mailbox is proven */
export function droppedBy(acts: readonly Act[], proven: boolean): ReadonlySet<Credential> {
  return new Set(
    acts.flatMap((act): readonly Credential[] => LIFECYCLE[act][proven ? 'proven' : 'unproven']),
  );
}
