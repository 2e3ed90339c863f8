import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { capturedMails, MailSummarySchema, presentSummary } from './captured-mails.ts';

export const getMail = publicEndpoint({
  summary: 'One caught mail',
  assertExists: capturedMails,
  params: Type.Object({ id: MailSummarySchema.properties.id }),
  response: {
    200: Type.Object({
      ...MailSummarySchema.properties,
      html: Type.String(),
      text: Type.String(),
      raw: Type.String({ description: 'As sent to a mail server' }),
    }),
  },
  errors: ['DocumentNotFoundError'],
  async handle({ services, params }) {
    const mail = await capturedMails(services).find(params.id);
    if (mail === null) throw new KeywardError('DocumentNotFoundError', { message: 'There is no such mail.' });
    const { html, text, raw } = mail;
    return { ...presentSummary(mail), html, text, raw };
  },
});
