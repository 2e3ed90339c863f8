import { Type } from 'typebox';
import { field, type ValuesOf } from '../../../config/sections/field.ts';
import { recordOf } from '../../../lib/record-of.ts';
import { invalidConfig, sectionKind, type Some } from '../kinds/section-kind.ts';

/** The texts that replace those of one mail in one language; a missing one is the built-in text. */
export const EditedMailSchema = Type.Object(
  {
    subject: Type.Optional(
      Type.String({ format: 'text', maxLength: 200, examples: ['Your code for {product}'] }),
    ),
    heading: Type.Optional(Type.String({ format: 'text', maxLength: 200, examples: ['Your code'] })),
    text: Type.Optional(
      Type.String({
        format: 'well-formed',
        maxLength: 4_000,
        description: 'Paragraphs, with an empty line between them',
        examples: ['Enter this code at {product}.'],
      }),
    ),
    button: Type.Optional(
      Type.String({
        format: 'text',
        maxLength: 60,
        description: 'Label of the button',
        examples: ['Sign in'],
      }),
    ),
    note: Type.Optional(
      Type.String({
        format: 'text',
        maxLength: 1_000,
        description: 'Advice if it was somebody else',
        examples: ['Ignore this mail.'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** Each version of the section holds all of them. */
const MAX_BYTES = 96 * 1024;

const mailsFields = {
  texts: field(
    recordOf(EditedMailSchema, {
      description: 'By kind and language, such as login_code.de; a change names only what it changes',
    }),
    {},
    { keys: 'closed', entries: true },
  ),
};

/** The texts of mails that superadmins have replaced. */
export type MailsSettings = ValuesOf<typeof mailsFields>;

export const mails = sectionKind({
  fields: mailsFields,
  // An editor of the texts can put a link to another site into every mail.
  stepUp: true,
  apart: true,
  settle({ merged, values, input }) {
    const changed: Some = { ...values.texts, ...Object(input['texts']) };
    const texts = Object.fromEntries(Object.entries(changed).filter(([, edited]) => edited !== null));
    return { ...merged, texts };
  },
  check({ texts }) {
    if (Buffer.byteLength(JSON.stringify(texts)) > MAX_BYTES)
      throw invalidConfig('text', 'makes the texts of all mails together longer than 96 KiB; shorten some');
  },
});
