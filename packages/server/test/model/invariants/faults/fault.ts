import { prove, useCode } from '../acts/codes.ts';
import { changeEmail, signUp, steal, wait } from '../acts/passwords.ts';
import { set } from '../acts/superadmins.ts';
import type { Profile } from '../stage.ts';
import { type Step, sure } from '../step.ts';

/** A sequence that once led to an unauthorized sign-in. A random sequence may find it too. */
export interface Fault {
  title: string;
  /** Only in this profile; default: in both. */
  profile?: Profile;
  steps: readonly Step[];
}

/** The owner with an account whose mailbox is proven, and a session of it. */
export const MEMBER = [sure(signUp({ by: 'owner' })), sure(prove({ by: 'verify', beside: 'session' }))];
/** Whether a new email takes effect when it is proven, or at once. */
export const confirmed = set({ what: 'confirm_email_change' });
export const unconfirmed = set({ what: 'confirm_email_change', on: false });
/** A thief with a session of the owner that began eleven minutes ago. */
export const OLD = [...MEMBER, wait(), sure(steal())];
/** The thief has changed the email of the owner's account to their own mailbox. */
export const MOVED = [
  sure(changeEmail({ by: 'thief', to: 'thief' })),
  sure(useCode({ by: 'thief', beside: 'session' })),
];
/** A stranger with an account and a proven mailbox. */
export const PREPARED = [
  sure(signUp({ by: 'stranger', mailbox: 'stranger' })),
  sure(prove({ mailbox: 'stranger', by: 'verify', beside: 'session' })),
];
/** A thief has moved the email of the owner's account without a confirmation, and proven it. Both have the session. */
export const TAKEN = [
  ...MEMBER,
  unconfirmed,
  sure(steal()),
  sure(changeEmail({ by: 'thief', to: 'thief' })),
  sure(prove({ mailbox: 'thief', by: 'verify', beside: 'session' })),
];
