import type { Route } from '../wire/endpoint/endpoint.ts';
import { getLink } from './get-link.ts';
import { postLink } from './post-link.ts';
import { sendEmailLink, sendEmailOtp } from './send-email.ts';

export const codeRoutes: readonly Route[] = [
  { method: 'POST', path: '/send/email/otp/:purpose', access: 'public', endpoint: sendEmailOtp },
  { method: 'POST', path: '/send/email/link/:purpose', access: 'public', endpoint: sendEmailLink },
  { method: 'GET', path: '/link/:purpose', access: 'public', endpoint: getLink },
  { method: 'POST', path: '/link/:purpose', access: 'public', endpoint: postLink },
];
