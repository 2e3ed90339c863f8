import { addPasskey, reauthenticate } from '../acts/factors.ts';
import { changeEmail, deleteMe, logIn, setPassword } from '../acts/passwords.ts';
import { link, visit } from '../acts/providers.ts';
import { type Fault, OLD } from './fault.ts';

export const LAUNDERING: readonly Fault[] = [
  {
    title: 'an old session launders a password by reauthentication',
    steps: [
      ...OLD,
      setPassword({ by: 'thief' }),
      reauthenticate({ by: 'thief' }),
      addPasskey({ by: 'thief' }),
    ],
  },
  {
    title: 'an old session launders a password by a sign-in with it',
    steps: [...OLD, setPassword({ by: 'thief' }), logIn({ by: 'thief' }), addPasskey({ by: 'thief' })],
  },
  {
    title: 'an old session launders a password to delete the account',
    steps: [...OLD, setPassword({ by: 'thief' }), deleteMe({ by: 'thief' })],
  },
  {
    title: 'an old session launders a password to set another one',
    steps: [
      ...OLD,
      setPassword({ by: 'thief' }),
      setPassword({ by: 'thief', proof: 'right' }),
      reauthenticate({ by: 'thief' }),
      addPasskey({ by: 'thief' }),
    ],
  },
  {
    title: 'an old session launders a link by a sign-in with it',
    steps: [...OLD, link({ by: 'thief' }), visit({ by: 'thief' }), addPasskey({ by: 'thief' })],
  },
  {
    title: 'a session of eleven minutes sets a password',
    profile: 'strict',
    steps: [...OLD, setPassword({ by: 'thief' })],
  },
  {
    title: 'a session of eleven minutes changes the email',
    profile: 'strict',
    steps: [...OLD, changeEmail({ by: 'thief', to: 'thief' })],
  },
  {
    title: 'a session of eleven minutes links a provider',
    profile: 'strict',
    steps: [...OLD, link({ by: 'thief' })],
  },
];
