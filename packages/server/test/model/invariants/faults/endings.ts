import { connect } from '../acts/applications.ts';
import { askCode, prove } from '../acts/codes.ts';
import { addPasskey, beginApp, confirmApp } from '../acts/factors.ts';
import { rescue } from '../acts/operators.ts';
import { changeEmail, logIn, signUp, steal } from '../acts/passwords.ts';
import { link } from '../acts/providers.ts';
import { assignPassword, resetFactors, setStatus } from '../acts/superadmins.ts';
import { confirmed, type Fault, MEMBER } from './fault.ts';
import { sure } from '../step.ts';

/** A thief has a session. */
const STOLEN = [...MEMBER, sure(steal())];
/** The thief has another one, after the owner has signed in again. */
const STOLEN_AGAIN = [sure(logIn({ by: 'owner' })), sure(steal())];
const RESET = sure(prove({ by: 'reset' }));
const SUSPENDED = [sure(setStatus({ status: 'suspended' })), sure(setStatus({ status: 'active' }))];

/** Acts that end credentials, other than the first proof of a mailbox. */
export const ENDINGS: readonly Fault[] = [
  { title: "a thief's session outlives a reset", steps: [...STOLEN, RESET] },
  {
    title: 'an application that a thief connected outlives a reset',
    steps: [...STOLEN, sure(connect({ by: 'thief' })), RESET],
  },
  {
    title: 'an application that a thief connected outlives the removal of all factors',
    steps: [...STOLEN, sure(connect({ by: 'thief' })), resetFactors()],
  },
  {
    title: 'a change of the email that a thief asked for outlives a reset',
    steps: [...STOLEN, confirmed, sure(changeEmail({ by: 'thief', to: 'thief' })), RESET, sure(steal())],
  },
  {
    title: "a thief's session outlives a password that a superadmin sets",
    steps: [...STOLEN, sure(assignPassword())],
  },
  {
    title: 'an app that a thief began outlives a password that a superadmin sets',
    steps: [...STOLEN, sure(beginApp({ by: 'thief' })), sure(assignPassword()), ...STOLEN_AGAIN],
  },
  { title: "a thief's session outlives a suspension", steps: [...STOLEN, ...SUSPENDED] },
  {
    title: "a thief's passkey and session outlive the removal of all factors",
    steps: [...STOLEN, sure(addPasskey({ by: 'thief' })), resetFactors()],
  },
  {
    title: "a thief's passkey survives the rescue of an account",
    steps: [...STOLEN, sure(addPasskey({ by: 'thief' })), sure(rescue())],
  },
  {
    title: "a thief's app survives the rescue of an account",
    steps: [...STOLEN, sure(beginApp({ by: 'thief' })), sure(confirmApp({ by: 'thief' })), sure(rescue())],
  },
  {
    title: "a thief's link survives the rescue of an account",
    steps: [...STOLEN, sure(link({ by: 'thief' })), sure(rescue())],
  },
  {
    title: 'a code that was asked for before the rescue of an account outlives it',
    steps: [...MEMBER, askCode({ by: 'thief', mailbox: 'owner' }), sure(rescue())],
  },
  {
    title: 'what a stranger planted survives the rescue of an account',
    steps: [sure(signUp({ by: 'stranger', plain: true })), sure(link({ by: 'stranger' })), sure(rescue())],
  },
];
