import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { capturedMails, MailSummarySchema, presentSummary } from './captured-mails.ts';

export const getMails = publicEndpoint({
  summary: 'The caught mails, newest first',
  assertExists: capturedMails,
  response: { 200: Type.Object({ mails: Type.Array(MailSummarySchema) }) },
  errors: [],
  async handle({ services }) {
    return { mails: (await capturedMails(services).list()).map(presentSummary) };
  },
});
