import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { caughtMails, MailSummarySchema, presentSummary } from './caught-mails.ts';

export const getMails = publicEndpoint({
  summary: 'The caught mails, newest first',
  assertExists: caughtMails,
  response: { 200: Type.Object({ mails: Type.Array(MailSummarySchema) }) },
  errors: [],
  async handle({ services }) {
    return { mails: (await caughtMails(services).list()).map(presentSummary) };
  },
});
