import { invalidFields, type FieldError, KeywardError } from '../../../errors.ts';
import { parseEmail } from '../../../lib/email.ts';
import { parseHandle } from '../../../lib/handle.ts';
import {
  eachProfileField,
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileTexts,
} from '../../../lib/profile-fields.ts';
import { hasVisible, isPlainText, lengthOf } from '../../../lib/text.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';

export const MAX_NAME_LENGTH = 200;

/** The rule for each field of an account, which is also the sentence that people read when a value breaks it. */
export const FIELD_RULES = {
  name: `must be 1 to ${MAX_NAME_LENGTH} characters without line breaks or control characters`,
  email: 'must be one plain email address, such as ada@example.org',
  handle:
    'must be 1 to 30 letters, digits, ".", "_" or "-" with at least one letter, beginning and ending with a letter, a digit or "_"',
  ...eachProfileField((_, { rule }) => rule),
};

/** The fields of an account as people enter them. */
export interface IdentityFields extends ProfileTexts {
  name?: string;
  email?: string;
  handle?: string;
}

type IdentityColumns = Partial<
  Pick<AccountRow, 'name' | 'email' | 'email_key' | 'handle' | 'handle_key' | ProfileField>
>;

/**
 * The columns for the given fields, in the one form that is stored and compared.
 * @throws KeywardError `ValidationError` naming every invalid field
 */
export function identityColumns(fields: IdentityFields): IdentityColumns {
  const columns: IdentityColumns = {};
  const refused: FieldError[] = [];
  const refuse = (path: keyof typeof FIELD_RULES) => refused.push({ path, message: FIELD_RULES[path] });

  if (fields.name !== undefined) {
    const name = fields.name.trim();
    if (isName(name)) columns.name = name;
    else refuse('name');
  }
  if (fields.email !== undefined) {
    const email = parseEmail(fields.email);
    if (email === null) refuse('email');
    else Object.assign(columns, { email: email.address, email_key: email.key });
  }
  if (fields.handle !== undefined) {
    const handle = parseHandle(fields.handle);
    if (handle === null) refuse('handle');
    else Object.assign(columns, { handle: handle.handle, handle_key: handle.key });
  }
  for (const field of PROFILE_FIELD_NAMES) {
    const text = fields[field];
    if (text === undefined) continue;
    const isNone = text === null || text === '';
    const value = isNone ? null : PROFILE_FIELDS[field].parse(text);
    if (value === null && !isNone) refuse(field);
    else columns[field] = value;
  }
  if (refused.length > 0) throw invalidFields(...refused);
  return columns;
}

/** For an email that the schema accepts but the parser refuses. Calls of a host application skip the schema. */
export function invalidEmail(): never {
  throw invalidFields({ path: 'email', message: FIELD_RULES.email });
}

export function isName(name: string): boolean {
  return hasVisible(name) && lengthOf(name) <= MAX_NAME_LENGTH && isPlainText(name);
}

const TAKEN = {
  email_key: 'EmailAlreadyExistsError',
  handle_key: 'HandleAlreadyExistsError',
  phone: 'PhoneAlreadyExistsError',
  external_id: 'ExternalIdAlreadyExistsError',
} as const;

/** The catalogue's error for a taken email, handle, phone or external id; any other error unchanged. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof DuplicateError)) return error;
  const kind = Object.entries(TAKEN).find(([column]) => column === error.column)?.[1];
  return kind === undefined ? error : new KeywardError(kind, { cause: error });
}

/** Whether an error reveals that somebody has an identifier. */
export function isTaken(error: unknown): boolean {
  return error instanceof KeywardError && error.kind.endsWith('AlreadyExistsError');
}
