import { Type } from 'typebox';
import { editKey, MAIL_NAMES } from '../../../features/delivery/mail/mail-kinds.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';

export const getMails = adminEndpoint({
  summary: 'The kinds of mails, and the languages in which each has texts of its own',
  response: {
    200: Type.Object({
      version: Type.Integer({ description: 'How often these texts have changed; see the history of mails' }),
      languages: Type.Array(Type.String(), { examples: [['en', 'de']] }),
      mails: Type.Array(
        Type.Object({
          kind: Type.String(),
          edited: Type.Array(Type.String(), { description: 'Languages' }),
        }),
        { examples: [[{ kind: 'login_code', edited: ['de'] }]] },
      ),
    }),
  },
  errors: [],
  handle({ services: { runtimeSettings, settings, texts } }) {
    const edited = settings.current.mails.texts;
    return {
      version: runtimeSettings.version('mails'),
      languages: [...texts.languages],
      mails: MAIL_NAMES.map((kind) => ({
        kind,
        edited: texts.languages.filter((language) => editKey(kind, language) in edited),
      })),
    };
  },
});
