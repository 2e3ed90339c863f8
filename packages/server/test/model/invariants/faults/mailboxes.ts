import { addPasskey, beginApp } from '../acts/factors.ts';
import { askCode, prove, undo, useCode } from '../acts/codes.ts';
import { changeEmail, logIn, setPassword, signUp, steal } from '../acts/passwords.ts';
import { comeBack, link } from '../acts/providers.ts';
import { acceptInvitation, invite, setStatus, vouch } from '../acts/superadmins.ts';
import { type Fault, OLD, confirmed, MEMBER, PREPARED, unconfirmed } from './fault.ts';
import { sure } from '../step.ts';

export const MAILBOXES: readonly Fault[] = [
  {
    title: 'a phone of whoever signed up with a foreign email survives the proof',
    steps: [sure(signUp({ by: 'stranger', plain: true })), prove({ by: 'verify' })],
  },
  ...(['login', 'reset'] as const).map((by) => ({
    title: `a phone of whoever signed up with a foreign email survives a proof by ${by}`,
    steps: [sure(signUp({ by: 'stranger', plain: true })), prove({ by })],
  })),
  {
    title: 'a link of whoever signed up with a foreign email survives the proof',
    steps: [sure(signUp({ by: 'stranger' })), sure(link({ by: 'stranger' })), prove({ by: 'verify' })],
  },
  {
    title:
      "a stranger moves an account to somebody's mailbox, and the mail after the proof cannot give it back",
    // In the other one, this proof is a sign-in, which ends all links.
    profile: 'documented',
    steps: [
      ...PREPARED,
      unconfirmed,
      sure(changeEmail({ by: 'stranger', to: 'owner' })),
      prove({ by: 'verify' }),
      undo({ by: 'owner', must: true }),
      useCode({ by: 'stranger' }),
    ],
  },
  {
    title: "a thief ends the link of the owner's mailbox with the proof of another",
    // In the other one, this proof is a sign-in, which ends all links.
    profile: 'documented',
    steps: [
      ...MEMBER,
      unconfirmed,
      sure(steal()),
      sure(changeEmail({ by: 'thief', to: 'thief' })),
      prove({ mailbox: 'thief', by: 'verify' }),
      undo({ by: 'owner', must: true }),
    ],
  },
  ...(['login', 'reset'] as const).map((by) => ({
    title: `a link that brings a stranger's proven email back survives a proof by ${by}`,
    steps: [...PREPARED, unconfirmed, sure(changeEmail({ by: 'stranger', to: 'owner' })), prove({ by })],
  })),
  ...(['login', 'verify'] as const).map((by) => ({
    title: `a link that brings a stranger's unproven email back survives a proof by ${by}`,
    steps: [
      sure(signUp({ by: 'stranger', mailbox: 'stranger' })),
      sure(setPassword({ by: 'stranger' })),
      unconfirmed,
      sure(changeEmail({ by: 'stranger', to: 'owner' })),
      prove({ by }),
    ],
  })),
  {
    title: 'what a stranger planted survives the word of a superadmin for the mailbox',
    steps: [
      sure(signUp({ by: 'stranger', plain: true })),
      sure(link({ by: 'stranger' })),
      askCode({ by: 'stranger', mailbox: 'owner' }),
      sure(vouch()),
    ],
  },
  {
    title: '`pending` by a superadmin is lifted by the owner',
    steps: [sure(signUp({ by: 'owner' })), setStatus({ status: 'pending' }), prove({ by: 'verify' })],
  },
  {
    title: 'an invitation ends when anybody types its email',
    steps: [invite(), signUp({ by: 'stranger' }), acceptInvitation({ by: 'owner', must: true })],
  },
  {
    title: 'an invitation ends when somebody moves an account to its email',
    steps: [
      invite(),
      ...PREPARED,
      unconfirmed,
      sure(changeEmail({ by: 'stranger', to: 'owner' })),
      acceptInvitation({ by: 'owner', must: true }),
    ],
  },
  {
    title: 'a change of the email that a stranger asked for outlives the proof',
    steps: [
      signUp({ by: 'stranger' }),
      confirmed,
      changeEmail({ by: 'stranger', to: 'stranger' }),
      prove({ by: 'verify' }),
      useCode({ by: 'stranger', beside: 'session' }),
    ],
  },
  {
    title: 'a click makes somebody the owner of a foreign account',
    steps: [...PREPARED, confirmed, changeEmail({ by: 'stranger', to: 'owner' }), useCode({ by: 'owner' })],
  },
  {
    title: 'a link that a stranger began outlives the proof',
    steps: [
      signUp({ by: 'stranger' }),
      link({ by: 'stranger', finish: false }),
      prove({ by: 'verify' }),
      comeBack({ by: 'stranger' }),
    ],
  },
  {
    title: 'a code that was asked for before a new password outlives it',
    steps: [...MEMBER, askCode({ by: 'thief', mailbox: 'owner' }), setPassword({ by: 'owner' })],
  },
  {
    title: 'a session by a stolen password outlives a new password',
    steps: [
      ...MEMBER,
      sure(steal({ what: 'password' })),
      sure(logIn({ by: 'thief' })),
      sure(setPassword({ by: 'owner' })),
    ],
  },
  {
    title: 'a change of the email that a thief asked for outlives a new password',
    steps: [
      ...MEMBER,
      confirmed,
      sure(steal()),
      sure(changeEmail({ by: 'thief', to: 'thief' })),
      sure(setPassword({ by: 'owner' })),
      sure(steal()),
    ],
  },
  {
    title: 'an app that a thief began outlives a new password',
    steps: [
      ...MEMBER,
      sure(steal()),
      sure(beginApp({ by: 'thief' })),
      sure(setPassword({ by: 'owner' })),
      sure(steal()),
    ],
  },
  {
    title: 'an old session launders a mailbox by a sign-in with it',
    steps: [
      ...OLD,
      unconfirmed,
      changeEmail({ by: 'thief', to: 'thief' }),
      prove({ mailbox: 'thief', by: 'login' }),
      addPasskey({ by: 'thief' }),
    ],
  },
];
