import { KeywardError } from '../../errors.ts';
import type { ConnectionPerson } from './person.ts';
import { GROUP_NAMES } from './person.ts';

/** A field of an account or a membership. */
export type TestedField = 'subject' | 'email' | 'name' | 'groups';

/** What a test of a connection has found. */
export interface TestOutcome {
  /** The assertion as XML, or header and claims of the ID token as JSON; without signatures. Null if none came. */
  received: string | null;
  /** The rules that the answer keeps, in the order in which they were checked. */
  verified: readonly string[];
  /** Why a sign-in would fail; null: it would not. */
  failure: { code: string; message: string } | null;
  /** Null before the answer was verified. */
  person: TestedPerson | null;
  /** What the provider says, and the field that takes it. */
  attributes: readonly { name: string; values: readonly string[]; field: TestedField | null }[];
}

export interface TestedPerson {
  subject: string;
  email: string | null;
  email_verified: boolean;
  /** Whether the organization has verified the domain of the email. */
  email_in_domain: boolean;
  name: string | null;
  groups: readonly string[];
  /** Those that the mapping gives for the groups. */
  roles: readonly string[];
}

const MAX_MESSAGE = 500;

/** Claims or attributes, each with the field that takes it. */
export function attributesOf({ claims, from }: ConnectionPerson): TestOutcome['attributes'] {
  const fieldOf = (name: string): TestedField | null => {
    if (name === from.email) return 'email';
    if (from.name?.split(' ').includes(name) === true) return 'name';
    if (GROUP_NAMES.includes(name)) return 'groups';
    return name === from.subject ? 'subject' : null;
  };
  return Object.entries(claims).map(([name, value]) => ({
    name,
    values: (Array.isArray(value) ? value : [value]).map((one: unknown) =>
      typeof one === 'string' ? one : JSON.stringify(one),
    ),
    field: fieldOf(name),
  }));
}

/** What an error and its causes say, for people who set up a connection: the deepest words of a provider. */
export function messageOf(error: unknown): string {
  let message = '';
  let one: unknown = error instanceof KeywardError ? error.cause : error;
  for (let depth = 0; one instanceof Error && depth < 5; depth += 1) {
    const { error: code, error_description: description }: Record<string, unknown> = Object(one);
    message =
      typeof code === 'string'
        ? [code, description].filter((part) => typeof part === 'string').join(': ')
        : one.message;
    one = one.cause;
  }
  return message.slice(0, MAX_MESSAGE);
}
