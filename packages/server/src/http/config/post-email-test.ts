import { Type } from 'typebox';
import { assertRecent } from '../../features/audit/actors/actor.ts';
import { sendTestMail } from '../../features/delivery/mail/test-mail.ts';
import { email } from '../../features/settings/sections/email.ts';
import { sampleMail } from '../../features/delivery/mail/sample-mails.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Email } from '../wire/endpoint/schemas.ts';
import { MailParams, mailNamed } from './mails/mail-params.ts';
import { sectionBody } from './section-schemas.ts';

export const postEmailTest = adminEndpoint({
  summary: 'Send a test mail, with the settings in force or with unsaved ones',
  body: body({
    to: Email,
    settings: Type.Optional(sectionBody(email, 'replace')),
    mail: Type.Optional(
      Type.Object(MailParams.properties, {
        additionalProperties: false,
        description: 'Send this mail, with made-up values, in place of the test mail',
      }),
    ),
  }),
  response: { 200: ActionSchema },
  errors: ['DocumentNotFoundError', 'InvalidConfigError', 'EmailNotConfiguredError'],
  async handle({ services, body: { to, settings, mail }, actor, client }) {
    const { runtimeSettings } = services;
    // Unsaved settings may send the saved password to another port, or without TLS.
    if (settings !== undefined) await assertRecent(actor, services.recent);
    const values =
      settings === undefined ? services.settings.current : await runtimeSettings.preview('email', settings);
    const { clock, publicUrl } = services;
    const sample =
      mail &&
      sampleMail(mailNamed(services, mail), {
        to,
        language: mail.language,
        now: clock.now(),
        publicUrl: publicUrl(),
      });
    const how = await sendTestMail(services, to, values.email, client, sample);
    const message =
      how === 'sent' ? `Test mail sent to ${to}` : 'There is no mail server: the test mail is in the mailbox';
    return { success: true, message };
  },
});
