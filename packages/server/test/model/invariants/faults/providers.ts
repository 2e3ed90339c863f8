import { addPasskey, answerChallenge } from '../acts/factors.ts';
import { signInNatively, visit } from '../acts/providers.ts';
import { type Fault, MEMBER } from './fault.ts';
import { sure } from '../step.ts';

export const PROVIDERS: readonly Fault[] = [
  {
    title: 'a sign-in by provider that stops at the factor links nothing',
    steps: [...MEMBER, sure(addPasskey({ by: 'owner' })), visit({ by: 'owner' })],
  },
  {
    title: 'a link that comes with the last factor is kept',
    steps: [
      ...MEMBER,
      sure(addPasskey({ by: 'owner' })),
      visit({ by: 'owner' }),
      sure(answerChallenge({ by: 'owner', how: 'passkey' })),
    ],
  },
  {
    title: 'a provider that is trusted vouches for the email of the superadmin',
    steps: [...MEMBER, visit({ by: 'stranger', claim: 'root' })],
  },
  ...(['root', 'owner'] as const).flatMap((claim) => [
    {
      title: `anybody's own provider vouches for the email of the ${claim === 'root' ? 'superadmin' : 'owner'}`,
      steps: [...MEMBER, visit({ by: 'stranger', at: 'idp1', claim })],
    },
    {
      title: `anybody's own ID token vouches for the email of the ${claim === 'root' ? 'superadmin' : 'owner'}`,
      steps: [...MEMBER, signInNatively({ by: 'stranger', claim })],
    },
  ]),
];
