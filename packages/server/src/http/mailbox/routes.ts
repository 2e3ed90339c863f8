import type { Route } from '../wire/endpoint.ts';
import { deleteMails } from './delete-mails.ts';
import { getMail } from './get-mail.ts';
import { getMailbox } from './get-mailbox.ts';
import { getMails } from './get-mails.ts';

/** At the root, without the prefix: a developer opens the page in a browser. The page itself contains no mail. */
export const mailboxRoutes: readonly Route[] = [
  { method: 'GET', path: '/mailbox', access: 'public', endpoint: getMailbox },
  { method: 'GET', path: '/mailbox/mails', access: 'mailbox', endpoint: getMails },
  { method: 'DELETE', path: '/mailbox/mails', access: 'mailbox', endpoint: deleteMails },
  { method: 'GET', path: '/mailbox/mails/:id', access: 'mailbox', endpoint: getMail },
];
