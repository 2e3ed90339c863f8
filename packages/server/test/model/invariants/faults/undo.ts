import { askCode, prove, undo } from '../acts/codes.ts';
import { addPasskey, answerChallenge, beginApp, confirmApp, renewCodes } from '../acts/factors.ts';
import { changeEmail, logIn, setPassword, setPhone, signUp, steal, wait } from '../acts/passwords.ts';
import { link } from '../acts/providers.ts';
import { type Fault, confirmed, MEMBER, MOVED, TAKEN } from './fault.ts';
import { sure } from '../step.ts';
import { DAY, MINUTE } from '../world.ts';

const WEEK = (8 * DAY) / MINUTE;

export const UNDO: readonly Fault[] = [
  {
    title: "a thief's passkey, from before the change of the email, survives its undo",
    steps: [
      ...MEMBER,
      confirmed,
      sure(steal()),
      sure(addPasskey({ by: 'thief' })),
      wait({ minutes: 1 }),
      ...MOVED,
      undo({ must: true }),
    ],
  },
  {
    title: "a thief's passkey, from before a change that waits, survives its undo",
    steps: [
      ...MEMBER,
      confirmed,
      steal(),
      addPasskey({ by: 'thief' }),
      changeEmail({ by: 'thief', to: 'thief' }),
      undo({ must: true }),
    ],
  },
  ...[
    { when: 'after the change', before: false, moves: MOVED },
    { when: 'before the change', before: true, moves: MOVED },
    { when: 'while the change waits', before: false, moves: MOVED.slice(0, 1) },
  ].map(({ when, before, moves }) => ({
    title: `recovery codes that a thief renewed ${when} survive its undo`,
    steps: [
      ...MEMBER,
      sure(beginApp({ by: 'owner' })),
      sure(confirmApp({ by: 'owner' })),
      wait({ minutes: WEEK }),
      logIn({ by: 'owner' }),
      sure(answerChallenge({ by: 'owner' })),
      confirmed,
      sure(steal()),
      ...(before ? [sure(renewCodes({ by: 'thief' })), wait({ minutes: 1 })] : []),
      ...moves,
      ...(before ? [] : [sure(renewCodes({ by: 'thief' }))]),
      undo({ must: true }),
    ],
  })),
  {
    title: "nothing undoes a thief's passkey where no email was changed",
    steps: [...MEMBER, sure(steal()), sure(addPasskey({ by: 'thief' })), undo({ must: true })],
  },
  ...(['owner', 'second'] as const).map((mailbox) => ({
    title: `a thief who had the email for a while takes it back from an owner who moved it to the ${mailbox} mailbox`,
    steps: [
      ...TAKEN,
      sure(setPassword({ by: 'owner' })),
      sure(changeEmail({ by: 'owner', to: mailbox })),
      sure(prove({ mailbox, by: 'verify', beside: 'session' })),
    ],
  })),
  {
    title: "nothing undoes a thief's link",
    steps: [...MEMBER, steal(), link({ by: 'thief' }), undo({ must: true })],
  },
  {
    title: "nothing undoes a thief's password",
    steps: [...MEMBER, steal(), setPassword({ by: 'thief' }), undo({ must: true })],
  },
  {
    title: 'a code that was asked for before the undo of a new password outlives it',
    steps: [
      ...MEMBER,
      sure(steal()),
      sure(setPassword({ by: 'thief' })),
      askCode({ by: 'thief', mailbox: 'owner' }),
      undo({ must: true }),
    ],
  },
  {
    title: 'whoever signed up with a foreign email stays after "this was not me"',
    profile: 'documented',
    steps: [
      sure(signUp({ by: 'stranger', plain: true })),
      sure(prove({ by: 'verify' })),
      setPhone({ by: 'stranger' }),
      askCode({ by: 'stranger', mailbox: 'owner' }),
      undo({ must: true }),
    ],
  },
];
