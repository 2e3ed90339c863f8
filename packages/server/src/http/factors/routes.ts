import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, ONE_CHALLENGE, OWN, OWN_ROW, SECURING } from '../wire/endpoint/limits.ts';
import { deleteFactors } from './delete-factors.ts';
import { deleteTotp } from './delete-totp.ts';
import { getFactors } from './get-factors.ts';
import { deletePasskey } from './delete-passkey.ts';
import { patchPasskey } from './patch-passkey.ts';
import { postChallenge } from './post-challenge.ts';
import { postChallengePasskey } from './post-challenge-passkey.ts';
import { postLoginPasskey } from './post-login-passkey.ts';
import { postLoginPasskeyOptions } from './post-login-passkey-options.ts';
import { postPasskey } from './post-passkey.ts';
import { postPasskeyOptions } from './post-passkey-options.ts';
import { postReauthenticate } from './post-reauthenticate.ts';
import { postReauthenticateOptions } from './post-reauthenticate-options.ts';
import { postRecoveryCodes } from './post-recovery-codes.ts';
import { postTotp } from './post-totp.ts';
import { postTotpConfirm } from './post-totp-confirm.ts';

export const factorRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/login/challenge',
    access: 'public',
    act: ONE_CHALLENGE,
    guesses: ['app', 'address', 'none'],
    endpoint: postChallenge,
  },
  {
    method: 'POST',
    path: '/login/challenge/passkey',
    access: 'public',
    act: { bound: 'changes the row of the challenge' },
    guesses: ['none'],
    endpoint: postChallengePasskey,
  },
  {
    method: 'POST',
    path: '/login/passkey',
    access: 'public',
    act: ONE_CHALLENGE,
    guesses: ['address', 'none'],
    endpoint: postLoginPasskey,
  },
  {
    method: 'POST',
    path: '/login/passkey/options',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: postLoginPasskeyOptions,
  },
  {
    method: 'POST',
    path: '/account/passkeys',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: OWN,
    guesses: ['none'],
    endpoint: postPasskey,
  },
  {
    method: 'POST',
    path: '/account/passkeys/options',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: OWN,
    guesses: [],
    endpoint: postPasskeyOptions,
  },
  {
    method: 'PATCH',
    path: '/account/passkeys/:id',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'refused',
    act: OWN,
    guesses: [],
    endpoint: patchPasskey,
  },
  {
    method: 'DELETE',
    path: '/account/passkeys/:id',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: SECURING,
    guesses: [],
    endpoint: deletePasskey,
  },
  {
    method: 'POST',
    path: '/account/reauthenticate',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'allowed',
    act: OWN_ROW,
    guesses: ['password', 'mailedCode', 'app', 'address'],
    endpoint: postReauthenticate,
  },
  {
    method: 'POST',
    path: '/account/reauthenticate/options',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'allowed',
    act: { bound: 'replaces the challenge of the session' },
    guesses: [],
    endpoint: postReauthenticateOptions,
  },
  {
    method: 'GET',
    path: '/account/factors',
    access: 'bearer',
    impersonated: 'allowed',
    endpoint: getFactors,
  },
  {
    method: 'DELETE',
    path: '/account/factors',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'always',
    endpoint: deleteFactors,
  },
  {
    method: 'POST',
    path: '/account/totp',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: OWN,
    guesses: [],
    endpoint: postTotp,
  },
  {
    method: 'POST',
    path: '/account/totp/confirm',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: OWN,
    guesses: ['newApp'],
    endpoint: postTotpConfirm,
  },
  {
    method: 'DELETE',
    path: '/account/totp',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: SECURING,
    guesses: [],
    endpoint: deleteTotp,
  },
  {
    method: 'POST',
    path: '/account/recovery-codes',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'always',
    act: SECURING,
    guesses: [],
    endpoint: postRecoveryCodes,
  },
];
