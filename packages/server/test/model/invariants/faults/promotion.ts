import { prove } from '../acts/codes.ts';
import { beginApp, confirmApp } from '../acts/factors.ts';
import { logIn, signUp, steal } from '../acts/passwords.ts';
import { visit } from '../acts/providers.ts';
import { promote } from '../acts/superadmins.ts';
import { type Fault, MEMBER } from './fault.ts';
import { sure } from '../step.ts';

export const PROMOTION: readonly Fault[] = [
  ...(['login', 'verify', 'reset'] as const).map((by) => ({
    title: `a session of whoever signed up with a foreign email is promoted with it, proven by ${by}`,
    steps: [sure(signUp({ by: 'stranger' })), prove({ by }), promote()],
  })),
  {
    title: 'a password from before the proof is promoted, where nobody has proven',
    steps: [sure(signUp({ by: 'stranger' })), promote()],
  },
  {
    title: 'a sign-in that waits for the factor of a thief is promoted',
    steps: [
      ...MEMBER,
      sure(steal()),
      sure(beginApp({ by: 'thief' })),
      sure(confirmApp({ by: 'thief' })),
      sure(steal({ what: 'password' })),
      logIn({ by: 'thief' }),
      promote(),
    ],
  },
  {
    title: 'a provider that is trusted leads into a superadmin by the email',
    steps: [...MEMBER, promote(), visit({ by: 'owner' })],
  },
];
