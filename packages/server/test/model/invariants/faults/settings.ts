import { useCode } from '../acts/codes.ts';
import { changeEmail, refresh, signUp, use } from '../acts/passwords.ts';
import { visit } from '../acts/providers.ts';
import { set } from '../acts/superadmins.ts';
import { type Fault, confirmed, MEMBER, unconfirmed } from './fault.ts';
import { sure } from '../step.ts';

export const SETTINGS: readonly Fault[] = [
  {
    title: 'an unproven change of the email gets fresh tokens, where proven emails are asked for',
    steps: [
      ...MEMBER,
      unconfirmed,
      set(),
      changeEmail({ by: 'owner', to: 'second' }),
      refresh({ by: 'owner' }),
    ],
  },
  {
    title: 'who is signed in goes on refreshing, where proven emails are asked for from now on',
    steps: [sure(signUp({ by: 'stranger' })), set(), refresh({ by: 'stranger' })],
  },
  {
    title: 'an unproven change of the email keeps its session, where proven emails are asked for',
    steps: [...MEMBER, unconfirmed, set(), changeEmail({ by: 'owner', to: 'second' }), use({ by: 'owner' })],
  },
  {
    title: 'who is signed in goes on, where proven emails are asked for from now on',
    steps: [sure(signUp({ by: 'stranger' })), set(), use({ by: 'stranger' })],
  },
  {
    title: 'a provider that vouches for nothing signs in, where proven emails are asked for',
    steps: [
      sure(visit({ by: 'stranger', at: 'idp1', verified: false })),
      set(),
      visit({ by: 'stranger', at: 'idp1', verified: false }),
    ],
  },
  {
    title: 'a change of the email passes the allowed domains',
    steps: [
      ...MEMBER,
      unconfirmed,
      set({ what: 'allowed_domains' }),
      changeEmail({ by: 'owner', to: 'second' }),
    ],
  },
  {
    title: 'a change of the email that waits passes the allowed domains',
    steps: [
      ...MEMBER,
      confirmed,
      changeEmail({ by: 'owner', to: 'second' }),
      set({ what: 'allowed_domains' }),
      useCode({ by: 'owner', beside: 'session' }),
    ],
  },
];
