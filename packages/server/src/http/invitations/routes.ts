import type { Route } from '../wire/endpoint/route.ts';
import { NO_ROW, ONE_TOKEN } from '../wire/endpoint/limits.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { getInvitations } from './get-invitations.ts';
import { postCheck } from './post-check.ts';
import { postInvitation } from './post-invitation.ts';
import { postResend } from './post-resend.ts';
import { postSignupInvitation } from './post-signup-invitation.ts';

export const invitationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/invitation',
    access: 'superadmin',
    scope: 'invitations:read',
    endpoint: getInvitations,
  },
  {
    method: 'POST',
    path: '/invitation',
    access: 'superadmin',
    scope: 'invitations:write',
    stepUp: 'by act',
    endpoint: postInvitation,
  },
  {
    method: 'DELETE',
    path: '/invitation/:id',
    access: 'superadmin',
    scope: 'invitations:write',
    stepUp: 'never',
    endpoint: deleteInvitation,
  },
  {
    method: 'POST',
    path: '/invitation/:id/resend',
    access: 'superadmin',
    scope: 'invitations:write',
    stepUp: 'by act',
    endpoint: postResend,
  },
  {
    method: 'POST',
    path: '/invitation/check',
    access: 'public',
    act: NO_ROW,
    guesses: ['none'],
    endpoint: postCheck,
  },
  {
    method: 'POST',
    path: '/signup/invitation',
    access: 'public',
    act: ONE_TOKEN,
    guesses: ['none'],
    endpoint: postSignupInvitation,
  },
];
