import { prove } from '../acts/codes.ts';
import { addPasskey, beginApp, confirmApp } from '../acts/factors.ts';
import { changeEmail, signUp, steal, wait } from '../acts/passwords.ts';
import { visit } from '../acts/providers.ts';
import { assignEmail, doubt } from '../acts/superadmins.ts';
import { type Fault, MEMBER, PREPARED, unconfirmed } from './fault.ts';
import { sure } from '../step.ts';

export const FACTORS: readonly Fault[] = [
  ...(['login', 'reset', 'verify'] as const).map((by) => ({
    title: `a stranger's passkey, from before the email was the owner's, meets a proof by ${by}`,
    steps: [
      ...PREPARED,
      sure(addPasskey({ by: 'stranger' })),
      unconfirmed,
      changeEmail({ by: 'stranger', to: 'owner' }),
      prove({ by }),
    ],
  })),
  {
    title: "a stranger's passkey, from before the email was the owner's, meets a sign-in by provider",
    steps: [
      ...PREPARED,
      sure(addPasskey({ by: 'stranger' })),
      unconfirmed,
      changeEmail({ by: 'stranger', to: 'owner' }),
      visit({ by: 'owner' }),
    ],
  },
  {
    title: 'factors are added without a proven mailbox',
    steps: [sure(signUp({ by: 'owner' })), addPasskey({ by: 'owner' })],
  },
  {
    title: 'factors are added after an unproven change of the email',
    steps: [
      ...MEMBER,
      unconfirmed,
      sure(changeEmail({ by: 'owner', to: 'second' })),
      addPasskey({ by: 'owner' }),
    ],
  },
  {
    title: 'an app that was begun before an unproven change of the email is confirmed after it',
    steps: [
      ...MEMBER,
      unconfirmed,
      beginApp({ by: 'owner' }),
      changeEmail({ by: 'owner', to: 'second' }),
      confirmApp({ by: 'owner' }),
    ],
  },
  {
    title: 'an email of a superadmin alone leaves factors on an unproven account',
    steps: [...MEMBER, addPasskey({ by: 'owner' }), assignEmail({ to: 'second' })],
  },
  {
    title: 'an old session moves the email of an account with factors',
    steps: [
      ...MEMBER,
      sure(addPasskey({ by: 'owner' })),
      wait(),
      sure(steal()),
      changeEmail({ by: 'thief', to: 'thief' }),
    ],
  },
  {
    title: 'factors stay on a mailbox that a superadmin doubts',
    steps: [...MEMBER, sure(addPasskey({ by: 'owner' })), doubt()],
  },
];
