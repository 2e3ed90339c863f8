import { postEmailUndo } from './post-email-undo.ts';
import type { Route } from '../wire/endpoint/route.ts';
import { ENDS, ONE_TOKEN, OWN, PICTURE, SECURING } from '../wire/endpoint/limits.ts';
import { deleteMe } from './delete-me.ts';
import { deleteOtherSessions } from './delete-other-sessions.ts';
import { deleteSession } from './delete-session.ts';
import { getExport } from './get-export.ts';
import { getMe } from './get-me.ts';
import { getPicture } from './get-picture.ts';
import { getSessions } from './get-sessions.ts';
import { logout } from './logout.ts';
import { logoutAll } from './logout-all.ts';
import { patchMe } from './patch-me.ts';
import { putPicture } from './put-picture.ts';
import { updatePassword } from './update-password.ts';

export const profileRoutes: readonly Route[] = [
  { method: 'GET', path: '/me', access: 'bearer', impersonated: 'allowed', endpoint: getMe },
  {
    method: 'PATCH',
    path: '/me',
    access: 'bearer',
    impersonated: 'allowed',
    stepUp: 'by act',
    vouched: 'by act',
    act: OWN,
    guesses: ['password'],
    endpoint: patchMe,
  },
  {
    method: 'PUT',
    path: '/me/picture',
    access: 'bearer',
    impersonated: 'allowed',
    stepUp: 'never',
    // As the name and the metadata: people who only ever come by a connection have a profile too.
    vouched: 'allowed',
    act: PICTURE,
    guesses: [],
    endpoint: putPicture,
  },
  { method: 'GET', path: '/picture/:id', access: 'public', endpoint: getPicture },
  {
    method: 'POST',
    path: '/email/undo',
    access: 'public',
    act: ONE_TOKEN,
    guesses: ['none'],
    endpoint: postEmailUndo,
  },
  {
    method: 'DELETE',
    path: '/me',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'by act',
    vouched: 'by act',
    act: OWN,
    guesses: ['password'],
    endpoint: deleteMe,
  },
  {
    method: 'GET',
    path: '/me/export',
    access: 'bearer',
    impersonated: 'refused',
    act: { bound: '10 an hour for an account' },
    guesses: [],
    endpoint: getExport,
  },
  { method: 'GET', path: '/me/sessions', access: 'bearer', impersonated: 'allowed', endpoint: getSessions },
  {
    method: 'DELETE',
    path: '/me/sessions',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'refused',
    act: ENDS,
    guesses: [],
    endpoint: deleteOtherSessions,
  },
  {
    method: 'DELETE',
    path: '/me/sessions/:id',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'by act',
    act: ENDS,
    guesses: [],
    endpoint: deleteSession,
  },
  {
    method: 'PUT',
    path: '/update/password',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'by act',
    vouched: 'by act',
    act: SECURING,
    guesses: ['password'],
    endpoint: updatePassword,
  },
  {
    method: 'POST',
    path: '/logout',
    access: 'bearer',
    impersonated: 'allowed',
    stepUp: 'never',
    vouched: 'allowed',
    act: ENDS,
    guesses: [],
    endpoint: logout,
  },
  {
    method: 'POST',
    path: '/logout-all',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'refused',
    act: ENDS,
    guesses: [],
    endpoint: logoutAll,
  },
];
