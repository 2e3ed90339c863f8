import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { capturedMails } from './captured-mails.ts';

export const deleteMails = publicEndpoint({
  summary: 'Delete all caught mails',
  assertExists: capturedMails,
  response: { 200: Type.Object({ ...ActionSchema.properties, count: Type.Integer() }) },
  errors: [],
  async handle({ services }) {
    return { success: true, message: 'Mails deleted', count: await capturedMails(services).clear() };
  },
});
