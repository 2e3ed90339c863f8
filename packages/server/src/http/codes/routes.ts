import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, ONE_CODE } from '../wire/endpoint/limits.ts';
import { getLink } from './get-link.ts';
import { postLink } from './post-link.ts';
import { sendEmailLink, sendEmailOtp } from './send-email.ts';

export const codeRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/send/email/otp/:purpose',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: sendEmailOtp,
  },
  {
    method: 'POST',
    path: '/send/email/link/:purpose',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: sendEmailLink,
  },
  {
    method: 'GET',
    path: '/link/:purpose',
    access: 'public',
    act: ONE_CODE,
    guesses: ['mailedCode'],
    endpoint: getLink,
  },
  {
    method: 'POST',
    path: '/link/:purpose',
    access: 'public',
    act: ONE_CODE,
    guesses: ['mailedCode'],
    endpoint: postLink,
  },
];
