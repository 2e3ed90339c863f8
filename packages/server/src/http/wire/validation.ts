import type { ErrorObject } from 'ajv';
import type { FastifySchemaValidationError } from 'fastify';
import { TEXT_FORMATS } from '../../config/formats.ts';
import { suggest } from '../../config/suggest.ts';
import { isIP } from 'node:net';
import { addressRange } from '../../config/addresses.ts';
import { email } from '../../config/kinds.ts';
import type { FieldError } from '../../errors.ts';
import { FIELD_RULES, isName, MAX_NAME_LENGTH } from '../../features/identity/accounts/identity.ts';
import { HOST_PATTERN, isHost, SENDER_RULE } from '../../features/settings/sections/email.ts';
import { MAX_ADDRESS, parseEmail } from '../../lib/email.ts';
import { ACTOR_PATTERN } from '../../features/audit/events/origin.ts';
import { CURSOR_PATTERN, CURSOR_RULE } from '../../features/audit/log/cursor.ts';
import { DAY_OR_TIME_PATTERN, parseTime, TIME_PATTERN } from '../../lib/time-text.ts';
import { HANDLE_PATTERN, MAX_HANDLE_LENGTH, parseHandle } from '../../lib/handle.ts';
import { CODE_CHALLENGE_PATTERN, CODE_VERIFIER_PATTERN } from '../../lib/pkce.ts';
import { eachProfileField } from '../../lib/profile-fields.ts';
import { fieldPath, patternRule } from '../../lib/schema-errors.ts';
import {
  hasVisible,
  isPlainText,
  isWebUrl,
  MAX_URL,
  PLAIN_CHARACTER,
  VISIBLE_CHARACTER,
  WEB_URL_PATTERN,
  WEB_URL_RULE,
} from '../../lib/text.ts';

/** A format that schemas may name. */
interface Format {
  check: (text: string) => boolean;
  /** The error for a text that fails the check. */
  message: string;
  /** The check as JSON Schema, for the API's description; only a part of it if JSON Schema cannot express it all. */
  schema: {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    anyOf?: readonly object[];
    not?: object;
  };
}

const TIME = new RegExp(TIME_PATTERN, 'u');
/** A number of an IPv4 address. */
const BYTE = '(?:1?[0-9]{1,2}|2[0-4][0-9]|25[0-5])';

export const FORMATS: Record<string, Format> = {
  name: {
    check: (text) => isName(text.trim()),
    message: FIELD_RULES.name,
    schema: {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: `^${PLAIN_CHARACTER}*${VISIBLE_CHARACTER}${PLAIN_CHARACTER}*$`,
    },
  },
  email: {
    check: (text) => parseEmail(text) !== null,
    message: FIELD_RULES.email,
    schema: { format: 'email', maxLength: MAX_ADDRESS },
  },
  handle: {
    check: (text) => parseHandle(text) !== null,
    message: FIELD_RULES.handle,
    schema: { maxLength: MAX_HANDLE_LENGTH, pattern: HANDLE_PATTERN },
  },
  ...eachProfileField((_, { parse, rule, maxLength, pattern: of }) => ({
    check: (text: string) => text === '' || parse(text) !== null,
    message: rule,
    schema: { maxLength, pattern: orEmpty(of) },
  })),
  'web-url': {
    check: isWebUrl,
    message: WEB_URL_RULE,
    schema: { format: 'uri', maxLength: MAX_URL, pattern: WEB_URL_PATTERN },
  },
  'web-url-or-empty': {
    check: (text) => text === '' || isWebUrl(text),
    message: WEB_URL_RULE,
    schema: { maxLength: MAX_URL, pattern: orEmpty(WEB_URL_PATTERN) },
  },
  'code-challenge': pattern(
    CODE_CHALLENGE_PATTERN,
    'must be the SHA-256 of the verifier in base64url, 43 characters (RFC 7636, S256)',
  ),
  'code-verifier': pattern(CODE_VERIFIER_PATTERN, 'must be 43 to 128 letters, digits and -._~ (RFC 7636)'),
  base64url: pattern('^[A-Za-z0-9_-]*$', 'must be base64url without padding'),
  sender: {
    check: (text) => isPlainText(text) && email.parse(text) !== undefined,
    message: SENDER_RULE,
    schema: { format: 'email', maxLength: MAX_ADDRESS },
  },
  code: pattern('^[0-9]{6}$', 'must be exactly 6 digits'),
  label: {
    check: (text) => isPlainText(text) && hasVisible(text) && text.trim() === text,
    message: 'must be one or more words, without spaces before or after',
    schema: { pattern: `^${VISIBLE_CHARACTER}(?:${PLAIN_CHARACTER}*${VISIBLE_CHARACTER})?$` },
  },
  'address-range': {
    check: (text) => addressRange(text) !== undefined && !/^::ffff:/i.test(text),
    message:
      'must be an IP address or a CIDR range, as in 192.0.2.7 or 10.0.0.0/8; write IPv4 without ::ffff:',
    schema: {
      anyOf: [
        { format: 'ipv4' },
        { format: 'ipv6' },
        { pattern: `^${BYTE}(?:\\.${BYTE}){3}/(?:[12]?[0-9]|3[0-2])$` },
        { pattern: '^[0-9A-Fa-f.:]*:[0-9A-Fa-f.:]*/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8])$' },
      ],
      not: { pattern: '^::[Ff]{4}:' },
    },
  },
  address: {
    check: (text) => isIP(text) !== 0,
    message: 'must be an IP address, as in 192.0.2.10',
    schema: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  },
  time: {
    check: (text) => TIME.test(text) && !Number.isNaN(parseTime(text)),
    message: 'must be a time such as 2026-01-31T12:00:00Z; without a zone it is UTC',
    schema: { pattern: TIME_PATTERN },
  },
  'day-or-time': {
    check: (text) => !Number.isNaN(parseTime(text)),
    message: 'must be a time such as 2026-01-31T12:00:00Z, or a day; without a zone it is UTC',
    schema: { pattern: DAY_OR_TIME_PATTERN },
  },
  actor: pattern(
    ACTOR_PATTERN,
    'must be account:ID, key:ID, connection:ID, portal:ID, operator or service, as in account:7',
  ),
  // A list's own cursors, and those of the events.
  cursor: pattern('^[A-Za-z0-9_-]+$', CURSOR_RULE),
  'event-cursor': pattern(CURSOR_PATTERN, CURSOR_RULE),
  host: {
    check: isHost,
    message: 'must be a host name or an IP address',
    schema: { pattern: HOST_PATTERN },
  },
  ...Object.fromEntries(
    Object.entries(TEXT_FORMATS).map(([name, { check, use, schema }]) => [
      name,
      { check, message: `must be ${use}`, schema },
    ]),
  ),
};

/** Matches the expression or the empty text. */
function orEmpty(source: string): string {
  return `^(?:${source.slice(1, -1)})?$`;
}

/** A format that consists of one regular expression. */
function pattern(source: string, message: string): Format {
  const expression = new RegExp(source, 'u');
  return { check: (text) => expression.test(text), message, schema: { pattern: source } };
}

/** The sender controls their number, so it is limited. */
const MAX_FIELDS = 20;

/** One entry per field, with the remedy, for `details.fields`. */
export function validationFields(errors: FastifySchemaValidationError[]): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const error of errors as ErrorObject[]) {
    // Skipped, because it only repeats that one of the names is wrong.
    if (error.keyword === 'propertyNames') continue;
    const field = fieldError(error);
    if (!fields.has(field.path)) fields.set(field.path, field);
    if (fields.size === MAX_FIELDS) break;
  }
  return [...fields.values()];
}

/** Longer than any name of a field: a comparison takes time by the length, which the sender chooses. */
const MAX_NAME = 40;

/** @param schema of the object with the unknown field */
function remedy(unknown: unknown, schema: ErrorObject['parentSchema']): string {
  const name = String(unknown);
  const names = Object.keys(schema?.['properties'] ?? {});
  const near = name.length > MAX_NAME ? undefined : suggest(name, names, 0);
  return near === undefined ? 'leave it out' : `use ${near}, or leave it out`;
}

function fieldError({
  keyword,
  instancePath,
  propertyName,
  params,
  parentSchema,
  message = 'is not valid',
}: ErrorObject): FieldError {
  const path = fieldPath(instancePath);
  const child = (name: unknown) => [path, String(name)].filter((part) => part !== '').join('.');
  const parameters: Record<string, unknown> = params;
  if (propertyName !== undefined)
    return {
      path: child(propertyName),
      message: `is not a parameter of this route; use ${[parameters['allowedValues']].flat().join(', ')}`,
    };
  switch (keyword) {
    case 'required':
      return { path: child(parameters['missingProperty']), message: 'is required' };
    case 'additionalProperties':
      return {
        path: child(parameters['additionalProperty']),
        message: `is not a field of this request; ${remedy(parameters['additionalProperty'], parentSchema)}`,
      };
    case 'enum':
      return {
        path,
        message: `must be one of ${[parameters['allowedValues']]
          .flat()
          .map(String)
          .filter((value) => value !== 'null')
          .join(', ')}`,
      };
    case 'format':
      return { path, message: FORMATS[String(parameters['format'])]?.message ?? message };
    case 'minItems':
      return { path, message: 'must not be an empty list; name at least one, or leave the field out' };
    case 'type':
      return path === ''
        ? { path: 'body', message: 'must be a JSON object' }
        : { path, message: `must be ${[parameters['type']].flat().join(' or ')}` };
    case 'pattern':
      return { path, message: patternRule(parameters['pattern']) ?? message };
    default:
      return { path, message };
  }
}
