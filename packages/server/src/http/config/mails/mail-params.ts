import { type Static, Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { MAIL_NAMES, type MailName } from '../../../features/delivery/mail/mail-kinds.ts';
import type { OwnTexts } from '../../../features/delivery/texts/own-texts.ts';

export const MailParams = Type.Object({
  kind: Type.String({
    maxLength: 40,
    description: 'Such as login_code or password_changed',
    examples: ['login_code'],
  }),
  language: Type.String({ maxLength: 35, description: 'One that pages have', examples: ['de'] }),
});

/** @throws KeywardError `DocumentNotFoundError` for an unknown mail or language */
export function mailNamed(
  { texts }: { texts: OwnTexts },
  { kind, language }: Static<typeof MailParams>,
): MailName {
  const name = MAIL_NAMES.find((one) => one === kind);
  if (name === undefined || !texts.languages.includes(language))
    throw new KeywardError('DocumentNotFoundError', {
      message: 'There is no mail of this kind in this language; see config/mails for both.',
    });
  return name;
}
