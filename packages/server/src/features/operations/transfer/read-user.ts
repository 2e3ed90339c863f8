import { PROFILE_FIELD_NAMES } from '../../../lib/profile-fields.ts';
import { isPlainText, lengthOf } from '../../../lib/text.ts';
import type { NewAccount } from '../../../store/engine/schema.ts';
import { identityColumns } from '../../identity/accounts/identity.ts';
import { readStoredHash } from '../../identity/passwords/foreign-hashes.ts';
import { idText, type ImportedData, readData, readExternalId } from './account-data.ts';
import { type Marks, readMarks, TIME_RULE } from './account-marks.ts';
import { fieldMessages } from './field-messages.ts';
import { type Fields, firstText, listOf, USER_FIELDS, type UserField } from './formats/fields.ts';
import { issuerOf } from './formats/issuers.ts';
import { type ImportedFactors, readFactors } from './read-factors.ts';
import { parseTime } from './formats/parse-time.ts';

/** The problem with a field of a record, as a sentence that says what to do. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** A person's identity at a provider, which is named by its issuer. */
export interface Identity {
  provider: string;
  subject: string;
  /** When a session without a proof made the link. */
  unproven_at?: number | null;
}

/** A checked record. Columns that the record does not give are missing. */
export interface UserDraft {
  line: number;
  email: string;
  email_key: string;
  columns: Partial<Omit<NewAccount, 'email' | 'email_key' | 'id' | keyof ImportedData>>;
  data: ImportedData;
  /** The id that the record had in the other system: its `external_id`, or else its `uid`. Null: none. */
  oldId: string | null;
  marks: Marks;
  identities: readonly Identity[];
  factors: ImportedFactors;
  /** Names of providers with an unknown issuer; their identities are left out. */
  unknownProviders: readonly string[];
}

export interface ReadUserOptions {
  /** Fields to leave out. */
  without: ReadonlySet<string>;
  /** Fields to leave out if their value is invalid. */
  droppable: ReadonlySet<UserField>;
  /** Issuers by the names that the records use, in addition to those of the presets. */
  issuers: ReadonlyMap<string, string>;
  now: number;
}

/** A PHC string of any known form is shorter. */
const MAX_HASH_LENGTH = 512;
/** The number of unknown fields to name; a record of 1 MiB may have a hundred thousand. */
const MAX_UNKNOWN = 10;
const MAX_LABEL_LENGTH = 50;
const MAX_SUBJECT_LENGTH = 255;
const DAY = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KNOWN: ReadonlySet<string> = new Set(USER_FIELDS);
const IDENTITY_FIELDS = ['email', 'name', 'handle', ...PROFILE_FIELD_NAMES] as const;

/** Checks a record in Keyward's fields. @returns all problems with it, or the account */
export function readUser(line: number, record: Fields, options: ReadUserOptions): UserDraft | FieldProblem[] {
  const { without, droppable, issuers, now } = options;
  const problems: FieldProblem[] = [];
  const columns: UserDraft['columns'] = {};
  const refuse = (field: string, message: string): undefined => {
    if (!KNOWN.has(field) || !isDroppable(field)) problems.push({ field, message });
  };
  const isDroppable = (field: string): boolean => [...droppable].some((one) => one === field);
  /** Undefined for a missing, null or empty value. */
  const given = (field: string): unknown => {
    const value = without.has(field) ? undefined : record[field];
    return value === null || value === '' ? undefined : value;
  };
  const text = (field: UserField): string | undefined => {
    const value = given(field);
    if (value === undefined || typeof value === 'string') return value;
    return refuse(field, 'must be a text');
  };

  const unknown = Object.keys(record).filter((field) => !KNOWN.has(field));
  for (const field of unknown.slice(0, MAX_UNKNOWN))
    problems.push({ field, message: `is not known; the known fields are ${USER_FIELDS.join(', ')}` });

  let identity: ReturnType<typeof identityColumns> = {};
  const texts = IDENTITY_FIELDS.map((field) => [field, text(field)] as const);
  for (const [field, value] of texts) {
    if (value === undefined) continue;
    try {
      identity = { ...identity, ...identityColumns({ [field]: value }) };
    } catch (error) {
      for (const [path, message] of fieldMessages(error)) refuse(path, message);
    }
  }
  const { email, email_key, ...fitting } = identity;
  Object.assign(columns, fitting);
  if (given('email') === undefined)
    problems.push({
      field: 'email',
      message: 'is missing; every account needs one, so add it or leave the record out',
    });

  const uid = text('uid');
  if (uid !== undefined) {
    if (UUID.test(uid)) columns.uid = uid.toLowerCase();
    else refuse('uid', 'must be a UUID; leave it out to get a new one');
  }
  for (const field of ['role', 'status'] as const) {
    const label = text(field);
    if (label === undefined) continue;
    if (lengthOf(label) <= MAX_LABEL_LENGTH && isPlainText(label) && label.trim() === label)
      columns[field] = label;
    else refuse(field, `must be 1 to ${MAX_LABEL_LENGTH} characters without white space around them`);
  }
  const verified = given('email_verified');
  if (verified !== undefined) {
    const value = BOOLEANS.get(typeof verified === 'string' ? verified.toLowerCase() : verified);
    if (value === undefined) refuse('email_verified', 'must be true or false');
    else columns.email_verified = value;
  }
  const created = given('created_at');
  if (created !== undefined) {
    const at = parseTime(created);
    if (at === null) refuse('created_at', TIME_RULE);
    else if (at > now + DAY) refuse('created_at', 'must not be in the future');
    else columns.created_at = at;
  }
  const hash = text('password_hash');
  if (hash !== undefined) {
    const problem = hashProblem(hash);
    if (problem === null) columns.password_hash = hash;
    else refuse('password_hash', `${problem}; leave it out, and the person resets the password by mail`);
  }
  const externalId = readExternalId(given('external_id'), refuse);
  if (externalId !== undefined) columns.external_id = externalId;
  const data = readData(given, refuse);
  // Even if the field is left out, because tables in other systems still use the id.
  const oldId = firstText(idText(record['external_id']), idText(record['uid'])) ?? null;
  const marks = readMarks(given, refuse);
  const factors = readFactors(given, refuse);
  const { identities, unknownProviders } = readLinks(given('provider_links'), issuers, refuse);

  if (problems.length > 0 || email === undefined || email_key === undefined) return problems;
  return { line, email, email_key, columns, data, oldId, marks, identities, factors, unknownProviders };
}

function hashProblem(hash: string): string | null {
  if (hash.length > MAX_HASH_LENGTH) return `is longer than ${MAX_HASH_LENGTH} characters`;
  const read = readStoredHash(hash);
  return 'problem' in read ? read.problem : null;
}

const BOOLEANS: ReadonlyMap<unknown, 0 | 1> = new Map<unknown, 0 | 1>([
  [true, 1],
  [false, 0],
  [1, 1],
  [0, 0],
  ['true', 1],
  ['false', 0],
  ['t', 1],
  ['f', 0],
  ['1', 1],
  ['0', 0],
]);

function readLinks(
  value: unknown,
  issuers: ReadonlyMap<string, string>,
  refuse: (field: string, message: string) => undefined,
): Pick<UserDraft, 'identities' | 'unknownProviders'> {
  const identities = new Map<string, Identity>();
  const unknownProviders: string[] = [];
  const links = value === undefined ? [] : listOf(value);
  if (links === null) {
    refuse('provider_links', LINKS_RULE);
    return { identities: [], unknownProviders };
  }
  for (const { provider, subject, unproven_at: unprovenAt } of links) {
    const at = unprovenAt === undefined ? undefined : parseTime(unprovenAt);
    const id = typeof subject === 'number' ? String(subject) : subject;
    const fits = typeof id === 'string' && id !== '' && id.length <= MAX_SUBJECT_LENGTH && isPlainText(id);
    if (typeof provider !== 'string' || !fits || at === null) {
      refuse('provider_links', LINKS_RULE);
      continue;
    }
    const issuer = issuerOf(provider, issuers);
    if (issuer === null) unknownProviders.push(provider);
    else if (identities.has(issuer))
      refuse(
        'provider_links',
        `has two identities at ${provider}; an account has at most one, so leave one out`,
      );
    else
      identities.set(issuer, { provider: issuer, subject: id, ...(at !== undefined && { unproven_at: at }) });
  }
  return { identities: [...identities.values()], unknownProviders };
}

const LINKS_RULE = 'must be a list of {"provider", "subject"}, with the id of the person at the provider';
