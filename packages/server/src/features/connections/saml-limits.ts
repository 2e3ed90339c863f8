import { invalidFields } from '../../errors.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { isPlainText, isWebUrl, lengthOf, MAX_URL } from '../../lib/text.ts';
import type { SamlEdit } from './connection.ts';

type Given = Pick<SamlEdit, 'idp_entity_id' | 'idp_sso_url' | 'idp_certificates'>;

const FORMATS = {
  text: { check: isPlainText, name: 'text without control characters' },
  'web-url': { check: isWebUrl, name: 'an http or https address' },
} as const;

interface Rule {
  minLength?: number;
  maxLength: number;
  format: keyof typeof FORMATS;
}

/** What each text about a SAML provider may be, as JSON Schema: whether somebody types it, or metadata names it. */
export const SAML_TEXTS = {
  idp_entity_id: { minLength: 1, maxLength: 1024, format: 'text' },
  idp_sso_url: { maxLength: MAX_URL, format: 'web-url' },
} as const satisfies Record<Exclude<keyof Given, 'idp_certificates'>, Rule>;

export const MAX_CERTIFICATE = 16_384;
export const MAX_CERTIFICATES = 2;

/** @throws KeywardError `ValidationError` for a text that the API would not take */
export function assertSamlTexts(given: Given): void {
  const refuse = (field: string, message: string) => invalidFields({ path: `saml.${field}`, message });
  for (const field of keysOf(SAML_TEXTS)) {
    const { minLength = 1, maxLength, format }: Rule = SAML_TEXTS[field];
    const text = given[field];
    if (text === undefined) continue;
    const { check, name } = FORMATS[format];
    const length = lengthOf(text);
    if (length < minLength || length > maxLength || !check(text))
      throw refuse(field, `must be ${name} of ${minLength} to ${maxLength} characters`);
  }
  if (given.idp_certificates?.some((one) => one.length > MAX_CERTIFICATE) === true)
    throw refuse('idp_certificates', `must have at most ${MAX_CERTIFICATE} characters each`);
}
