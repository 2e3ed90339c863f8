import { publicEndpoint } from '../wire/endpoint.ts';
import { HtmlPage } from '../wire/schemas.ts';
import { caughtMails } from './caught-mails.ts';
import { MAILBOX_PAGE, MAILBOX_PAGE_POLICY } from './page.ts';

export const getMailbox = publicEndpoint({
  summary: 'HTML page that shows the caught mails; its script requests them with the key from the address',
  assertExists: caughtMails,
  response: { 200: HtmlPage },
  errors: ['RouteNotFoundError'],
  handle({ reply }) {
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MAILBOX_PAGE_POLICY,
    });
    return MAILBOX_PAGE;
  },
});
