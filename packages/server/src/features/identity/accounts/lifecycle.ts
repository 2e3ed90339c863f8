import type { AccountRow } from '../../../store/engine/schema.ts';

const CREDENTIALS = [
  'password',
  'doubtful',
  'unproven',
  'sessions',
  'links',
  'factors',
  'phone',
  'devices',
  'grants',
  'codes',
  'mailed codes',
  'earlier undo',
  'undo',
] as const;

/**
 * A credential of an account. `mailed codes` are for the account's email. `codes` are the other short-lived proofs:
 * one-time codes in redirects, provider links that have begun, apps that wait for confirmation, changes of the email
 * that wait for their proof, codes and devices of applications, and challenges for a factor. Challenges also end with
 * the sessions. `grants` are the rights that applications have without a session, and the consents that lead to more.
 * `factors` alone give no access, but they can lock the owner out. `phone` is an identifier for signing in with the
 * password. `devices` are browsers and addresses with a separate limit for guesses. `unproven` are a password and links
 * that a session without a proof has set in the last days, so that they may be a thief's. `doubtful` are those of any
 * age, and a password that was set before the mailbox was proven, or not by the owner. `undo` are the mailed links by
 * which the present mailbox undoes changes, `earlier undo` those of the mailboxes before it.
 */
export type Credential = (typeof CREDENTIALS)[number];

/**
 * The effect of an act on a credential: `maybe` drops it if the mailbox is unproven, `alone` also if it was proven without
 * a sign-in or a session, and nobody has set a password since. `owned` drops it if the account
 * has proven its email: otherwise somebody who has only entered the email must not end what its owner has requested.
 */
type Fate = 'kept' | 'drop' | 'maybe' | 'alone' | 'owned';

/** One effect for each credential, in their order, so that no row can omit a credential. */
type Fates = OfEach<typeof CREDENTIALS>;
type OfEach<Names extends readonly string[]> = { readonly [Place in keyof Names]: Fate };

/**
 * The credentials that each act drops, for an unproven and for a proven mailbox. A stranger can open an account with
 * somebody else's email and leave any credential behind. Nobody can know whose these credentials are until the owner
 * proves the mailbox.
 */
// prettier-ignore
const LIFECYCLE = {
  //              password doubtful unproven sessions links    factors  phone    devices  grants   codes    mailed   earlier  undo
  /**
   * The first proof without a sign-in. The password and the sessions stay. A mail tells the owner about them, and has
   * a link that drops them or gives the account back to its earlier mailbox.
   */
  proof:         ['kept',  'kept',  'kept',  'kept',  'maybe', 'maybe', 'maybe', 'kept',  'maybe', 'maybe', 'maybe', 'kept',  'maybe'],
  /**
   * The first proof that signs in, or the word of a superadmin, an operator or a connection. It drops every other credential, also the links of earlier mailboxes: what comes to
   * the account from now on, as a membership, is meant for the owner of this one.
   */
  soleProof:     ['maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe', 'maybe'],
  /** The same when an organization takes over the account by its email: others could have left more before a bare proof. */
  adoption:      ['alone', 'maybe', 'alone', 'alone', 'alone', 'alone', 'alone', 'alone', 'alone', 'alone', 'maybe', 'maybe', 'maybe'],
  /** A mailed code replaces the password. */
  reset:         ['kept',  'kept',  'kept',  'drop',  'maybe', 'maybe', 'maybe', 'drop',  'drop',  'drop',  'drop',  'maybe', 'maybe'],
  /** Applications keep their access without a session: the owner sees it in a list, and can end it there. */
  ownPassword:   ['kept',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'drop',  'kept',  'drop',  'owned', 'kept',  'kept'],
  /** In a doubtful account, the other sessions may be those of the reader of the mailbox that it leaves. */
  ownEmail:      ['kept',  'kept',  'kept',  'alone',  'kept',  'kept',  'kept',  'kept',  'kept',  'drop',  'owned', 'kept',  'kept'],
  /**
   * A mailed link undoes a change of any kind. A person with a session may have made it, so the links and factors that
   * were added since are removed. Earlier undo links stay: otherwise a second change would remove the undo link of the
   * first.
   */
  undone:        ['drop',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'drop',  'drop',  'drop',  'drop',  'kept',  'kept'],
  /** The same for a mailbox that was just proven: nothing from before the proof is known to belong to its owner. */
  disowned:      ['drop',  'kept',  'kept',  'drop',  'kept',  'kept',  'drop',  'drop',  'drop',  'drop',  'drop',  'kept',  'kept'],
  /** A superadmin sets the password or the email. */
  assigned:      ['kept',  'kept',  'drop',  'drop',  'maybe', 'maybe', 'kept',  'drop',  'drop',  'drop',  'drop',  'drop',  'maybe'],
  promotion:     ['kept',  'drop',  'drop',  'drop',  'alone', 'alone', 'alone', 'drop',  'drop',  'drop',  'drop',  'drop',  'maybe'],
  /** An operator gives a superadmin a new password. */
  rescue:        ['kept',  'kept',  'drop',  'drop',  'drop',  'drop',  'kept',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop'],
  /** A superadmin or an operator removes all factors of somebody who has lost them, perhaps with an application. */
  factorsReset:  ['kept',  'kept',  'kept',  'drop',  'kept',  'drop',  'kept',  'kept',  'drop',  'drop',  'drop',  'kept',  'kept'],
  /**
   * Any status but `active`. Mailed codes stay: they grant nothing now, and the answer to the right code explains
   * why.
   */
  deactivation:  ['kept',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'kept'],
  /** The provider of the account's only organization reports that the person has left. */
  deprovisioning:['kept',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'kept',  'drop',  'drop',  'kept',  'kept',  'kept'],
  /** The status is `active` again. Earlier codes do not become valid again. */
  reactivation:  ['kept',  'kept',  'kept',  'kept',  'kept',  'kept',  'kept',  'kept',  'kept',  'drop',  'drop',  'kept',  'kept'],
  /** The owner asks to delete the account. If the owner signs in before the deletion, the account stays. */
  departure:     ['kept',  'kept',  'kept',  'drop',  'kept',  'kept',  'kept',  'kept',  'drop',  'drop',  'owned', 'kept',  'kept'],
  deletion:      ['drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop',  'drop'],
} as const satisfies Record<string, Fates>;

/**
 * `password_after_proof` of a password that a session has set after a proof without a sign-in or a session. The session
 * may be that of a stranger who had signed up, and so can each later one that began with the password. Also of a password
 * by a mailed code, or by somebody else, that has left factors or links of that time.
 */
export const BY_OLD_SESSION = 2;

/** `password_after_proof` of an account that had another mailbox when somebody else may have had it. */
export const MOVED = 3;

/** Whether whoever had the account before a proof without a sign-in or a session may still have it. */
export const isFromBefore = (value: number | null): boolean =>
  value === 0 || value === BY_OLD_SESSION || value === MOVED;

/** Whether the password is still the first one, so that a session by it shows that all is its person's. */
export const isOfFirstPassword = (value: number | null): boolean => value === 0 || value === MOVED;

/** An act on an account that affects its credentials. */
export type Act = keyof typeof LIFECYCLE;

/**
 * The credentials that acts drop.
 * @param presented whether a live session of the account is in the request; beside a proof, it counts as proven
 */
export function droppedBy(
  acts: readonly Act[],
  { email_verified, password_after_proof }: Pick<AccountRow, 'email_verified' | 'password_after_proof'>,
  presented = false,
): ReadonlySet<Credential> {
  const verified = email_verified === 1;
  const drops: Record<Fate, boolean> = {
    kept: false,
    drop: true,
    maybe: !verified && !presented,
    alone: verified ? isFromBefore(password_after_proof) : !presented,
    owned: verified,
  };
  return new Set(
    acts.flatMap((act) => CREDENTIALS.filter((_, place) => drops[LIFECYCLE[act][place] ?? 'kept'])),
  );
}
