import { checkEdit } from '../../../features/delivery/mail/check-edit.ts';
import { editKey } from '../../../features/delivery/mail/mail-kinds.ts';
import { EditedMailSchema } from '../../../features/settings/sections/mails.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../../wire/endpoint/schemas.ts';
import { MailParams, mailNamed } from './mail-params.ts';

export const putMail = adminEndpoint({
  summary: 'Set the texts of a mail in a language; a part that is left out takes its built-in text',
  params: MailParams,
  body: EditedMailSchema,
  response: { 200: ActionSchema },
  errors: ['DocumentNotFoundError', 'InvalidConfigError'],
  async handle({ services, params, body, actor }) {
    const name = mailNamed(services, params);
    const edited = checkEdit(services.texts.mails(params.language), name, body);
    const texts = { [editKey(name, params.language)]: Object.keys(edited).length === 0 ? null : edited };
    await services.runtimeSettings.change('mails', { input: { texts }, how: 'patch' }, actor, false);
    return { success: true, message: services.runtimeSettings.section('mails').changed };
  },
});
