import type { Route } from '../wire/endpoint.ts';
import { postChallenge } from './post-challenge.ts';
import { postChallengePasskey } from './post-challenge-passkey.ts';
import { postReauthenticate } from './post-reauthenticate.ts';
import { postReauthenticateOptions } from './post-reauthenticate-options.ts';

export const factorRoutes: readonly Route[] = [
  { method: 'POST', path: '/login/challenge', access: 'public', endpoint: postChallenge },
  { method: 'POST', path: '/login/challenge/passkey', access: 'public', endpoint: postChallengePasskey },
  { method: 'POST', path: '/account/reauthenticate', access: 'bearer', endpoint: postReauthenticate },
  {
    method: 'POST',
    path: '/account/reauthenticate/options',
    access: 'bearer',
    endpoint: postReauthenticateOptions,
  },
];
