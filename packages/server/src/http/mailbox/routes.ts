import type { Route } from '../wire/endpoint.ts';
import { deleteMailbox } from './delete-mailbox.ts';
import { getMail } from './get-mail.ts';
import { getMailbox } from './get-mailbox.ts';

/** At the root, without the prefix: a developer opens it in a browser. */
export const mailboxRoutes: readonly Route[] = [
  { method: 'GET', path: '/mailbox', access: 'mailbox', endpoint: getMailbox },
  { method: 'DELETE', path: '/mailbox', access: 'mailbox', endpoint: deleteMailbox },
  { method: 'GET', path: '/mailbox/:id', access: 'mailbox', endpoint: getMail },
];
