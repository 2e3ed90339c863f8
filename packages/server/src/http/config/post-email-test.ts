import { Type } from 'typebox';
import { assertRecent } from '../../features/audit/actors/actor.ts';
import { sendTestMail } from '../../features/delivery/mail/test-mail.ts';
import { email } from '../../features/settings/sections/email.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Email } from '../wire/endpoint/schemas.ts';
import { sectionBody } from './section-schemas.ts';

export const postEmailTest = adminEndpoint({
  summary: 'Send a test mail, with the settings in force or with unsaved ones',
  body: body({ to: Email, settings: Type.Optional(sectionBody(email, 'replace')) }),
  response: { 200: ActionSchema },
  errors: ['InvalidConfigError', 'EmailNotConfiguredError'],
  async handle({ services, body: { to, settings }, actor, client }) {
    const { runtimeSettings } = services;
    // Unsaved settings may send the saved password to another port, or without TLS.
    if (settings !== undefined) await assertRecent(actor, services.recent);
    const values =
      settings === undefined ? services.settings.current : await runtimeSettings.preview('email', settings);
    const how = await sendTestMail(services, to, values.email, client);
    const message =
      how === 'sent' ? `Test mail sent to ${to}` : 'There is no mail server: the test mail is in the mailbox';
    return { success: true, message };
  },
});
