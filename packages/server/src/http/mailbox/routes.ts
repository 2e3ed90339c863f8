import type { Route } from '../wire/endpoint/route.ts';
import { deleteMails } from './delete-mails.ts';
import { getMail } from './get-mail.ts';
import { getMails } from './get-mails.ts';

/** At the root, without the prefix, like the page that shows them. */
export const mailboxRoutes: readonly Route[] = [
  { method: 'GET', path: '/mailbox/mails', access: 'mailbox', stepUp: 'always', endpoint: getMails },
  { method: 'DELETE', path: '/mailbox/mails', access: 'mailbox', stepUp: 'always', endpoint: deleteMails },
  { method: 'GET', path: '/mailbox/mails/:id', access: 'mailbox', stepUp: 'always', endpoint: getMail },
];
