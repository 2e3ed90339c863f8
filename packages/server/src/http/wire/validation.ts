import type { ErrorObject } from 'ajv';
import type { FastifySchemaValidationError } from 'fastify';
import type { FieldError } from '../../errors.ts';
import { FIELD_RULES, isName } from '../../features/accounts/identity.ts';
import { isCookieDomain, isCookiePath, isToken } from '../../features/settings/sections/cookie.ts';
import { isHost } from '../../features/settings/sections/email.ts';
import { parseEmail } from '../../lib/email.ts';
import { parseHandle } from '../../lib/handle.ts';
import { parsePhone } from '../../lib/phone.ts';
import { isCodeChallenge, isCodeVerifier } from '../../lib/pkce.ts';
import { isPlainText, isWebUrl } from '../../lib/text.ts';

/** The formats that schemas may name: the check, and the sentence for what fails it. */
export const FORMATS: Record<string, { check: (text: string) => boolean; message: string }> = {
  name: { check: (text) => isName(text.trim()), message: FIELD_RULES.name },
  email: { check: (text) => parseEmail(text) !== null, message: FIELD_RULES.email },
  handle: { check: (text) => parseHandle(text) !== null, message: FIELD_RULES.handle },
  phone: { check: (text) => text === '' || parsePhone(text) !== null, message: FIELD_RULES.phone },
  'web-url': { check: isWebUrl, message: FIELD_RULES.avatar_url },
  'code-challenge': {
    check: isCodeChallenge,
    message: 'must be the SHA-256 of the verifier in base64url, 43 characters (RFC 7636, S256)',
  },
  'code-verifier': {
    check: isCodeVerifier,
    message: 'must be 43 to 128 letters, digits and -._~ (RFC 7636)',
  },
  'web-url-or-empty': { check: (text) => text === '' || isWebUrl(text), message: FIELD_RULES.avatar_url },
  code: { check: (text) => /^[0-9]{6}$/.test(text), message: 'must be exactly 6 digits' },
  label: {
    check: (text) => isPlainText(text) && text !== '' && text.trim() === text,
    message: 'must be a word or words without spaces around them',
  },
  host: { check: isHost, message: 'must be a host name or an IP address' },
  token: {
    check: isToken,
    message: "must be letters, digits and !#$%&'*+-.^_`|~, which a cookie's name can have",
  },
  'cookie-path': { check: isCookiePath, message: 'must begin with a slash, in ASCII without spaces and ;' },
  'cookie-domain': { check: isCookieDomain, message: 'must be a host name in ASCII, or null' },
  text: { check: isPlainText, message: 'must be text without control characters' },
  // Different lone surrogates would all become the same replacement character.
  'well-formed': { check: (text) => text.isWellFormed(), message: 'must be well-formed Unicode' },
};

/** More would help nobody, and the sender decides how many there are. */
const MAX_FIELDS = 20;

/** One entry a field, with the remedy, for `details.fields`. */
export function validationFields(errors: FastifySchemaValidationError[]): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const error of errors as ErrorObject[]) {
    const field = fieldError(error);
    if (!fields.has(field.path)) fields.set(field.path, field);
    if (fields.size === MAX_FIELDS) break;
  }
  return [...fields.values()];
}

function fieldError({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): FieldError {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const child = (name: unknown) => [path, String(name)].filter((part) => part !== '').join('.');
  const parameters: Record<string, unknown> = params;
  switch (keyword) {
    case 'required':
      return { path: child(parameters['missingProperty']), message: 'is required' };
    case 'additionalProperties':
      return {
        path: child(parameters['additionalProperty']),
        message: 'is not a field of this request; leave it out',
      };
    case 'enum':
      return { path, message: `must be one of ${[parameters['allowedValues']].flat().join(', ')}` };
    case 'format':
      return { path, message: FORMATS[String(parameters['format'])]?.message ?? message };
    case 'type':
      return path === ''
        ? { path: 'body', message: 'must be a JSON object' }
        : { path, message: `must be ${[parameters['type']].flat().join(' or ')}` };
    default:
      return { path, message };
  }
}
