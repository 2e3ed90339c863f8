import { type TSchema, Type } from 'typebox';
import { placeholdersOf } from '../../../features/delivery/mail/check-edit.ts';
import { editKey, openParts, type Part, PARTS, partsOf } from '../../../features/delivery/mail/mail-kinds.ts';
import { EditedMailSchema } from '../../../features/settings/sections/mails.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { MailParams, mailNamed } from './mail-params.ts';

export const getMail = adminEndpoint({
  summary: 'The texts of a mail in a language',
  params: MailParams,
  response: {
    200: Type.Object({
      parts: Type.Array(
        Type.Object({
          name: Type.Unsafe<Part>({ ...({ type: 'string', enum: [...PARTS] } satisfies TSchema) }),
          built_in: Type.String({
            description: 'The text while no other is saved',
            examples: ['Your sign-in code for {product}'],
          }),
          can_fill_in: Type.Array(Type.String(), {
            description: 'Values that it may name in braces',
            examples: [['product']],
          }),
          must_fill_in: Type.Array(Type.String(), {
            description: 'Values that it has to name',
            examples: [[]],
          }),
        }),
      ),
      edited: EditedMailSchema,
    }),
  },
  errors: ['DocumentNotFoundError'],
  handle({ services, params }) {
    const { settings, texts } = services;
    const name = mailNamed(services, params);
    const own = texts.mails(params.language);
    const [builtIn, placeholders] = [partsOf(own, name), placeholdersOf(own, name)];
    return {
      parts: openParts(name).map((part) => ({
        name: part,
        built_in: builtIn[part],
        can_fill_in: placeholders[part].can,
        must_fill_in: placeholders[part].must,
      })),
      edited: settings.current.mails.texts[editKey(name, params.language)] ?? {},
    };
  },
});
