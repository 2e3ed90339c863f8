import { Type } from 'typebox';
import { checkEdit } from '../../../features/delivery/mail/check-edit.ts';
import { sampleMail } from '../../../features/delivery/mail/sample-mails.ts';
import { EditedMailSchema } from '../../../features/settings/sections/mails.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { MailParams, mailNamed } from './mail-params.ts';

export const postMailPreview = adminEndpoint({
  summary: 'A mail with these texts and made-up values, as it would be sent',
  params: MailParams,
  body: EditedMailSchema,
  response: {
    200: Type.Object({
      subject: Type.String({ examples: ['Your code for Keyward'] }),
      html: Type.String({ examples: ['<!doctype html>…'] }),
      text: Type.String({ examples: ['Enter this code at Keyward.'] }),
    }),
  },
  errors: ['DocumentNotFoundError'],
  async handle({ services, params: { kind, language }, body }) {
    const name = mailNamed(services, { kind, language });
    const edited = checkEdit(services.texts.mails(language), name, body);
    const sample = {
      to: 'ada@example.org',
      language,
      now: services.clock.now(),
      publicUrl: services.publicUrl(),
    };
    const { subject, html, text } = await services.mailer.preview(sampleMail(name, sample), edited);
    return { subject, html, text };
  },
});
