import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { caughtMails, MailSummarySchema, presentSummary } from './caught-mails.ts';
import { MAILBOX_PAGE, MAILBOX_PAGE_POLICY } from './page.ts';

export const getMailbox = publicEndpoint({
  summary: 'The caught mails, newest first; for a browser a page that shows them',
  assertExists: caughtMails,
  response: { 200: Type.Object({ mails: Type.Array(MailSummarySchema) }) },
  errors: [],
  async handle({ services, request, reply }) {
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html') === true) {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': MAILBOX_PAGE_POLICY,
      });
      return MAILBOX_PAGE;
    }
    return { mails: (await caughtMails(services).list()).map(presentSummary) };
  },
});
