import { KeywardError } from '../../errors.ts';
import { beginningOf, bytesOf } from '../../lib/shortened.ts';
import type { ConnectionPerson } from './person.ts';
import { GROUP_NAMES } from './person.ts';

/** A field of an account or a membership. */
export type TestedField = 'subject' | 'email' | 'name' | 'groups';

/** The result of a test of a connection. */
export interface TestOutcome {
  /** The assertion as XML, or header and claims of the ID token as JSON; without signatures. Null if none came. */
  received: string | null;
  /** The checks that the answer passed, in order. */
  verified: readonly string[];
  /** Why a sign-in would fail; null: it would succeed. */
  failure: { code: string; message: string } | null;
  /** Null before the answer was verified. */
  person: TestedPerson | null;
  /** The attributes that the provider sends, and the field that each sets. */
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
  /** The roles that the mapping gives for the groups. */
  roles: readonly string[];
}

const MAX_MESSAGE = 500;
/** Of what the provider sent, and again of its attributes: far more than people read. */
const MAX_SHOWN_BYTES = 32_768;

/** Cuts one text after the other once they are longer together than people read. @returns none for one beyond that */
export function shortening(): (text: string) => string[] {
  let left = MAX_SHOWN_BYTES;
  return (text) => {
    if (left <= 0) return [];
    const kept = beginningOf(text, left);
    left -= bytesOf(text) + ','.length;
    return [kept];
  };
}

/** Claims or attributes, each with the field that it sets. */
export function attributesOf({ claims, from }: ConnectionPerson): TestOutcome['attributes'] {
  const fieldOf = (name: string): TestedField | null => {
    if (name === from.email) return 'email';
    if (from.name?.split(' ').includes(name) === true) return 'name';
    if (GROUP_NAMES.includes(name)) return 'groups';
    return name === from.subject ? 'subject' : null;
  };
  const shorten = shortening();
  return Object.entries(claims).flatMap(([name, value]) =>
    shorten(name).map((shown) => ({
      name: shown,
      values: (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
        shorten(typeof one === 'string' ? one : JSON.stringify(one)),
      ),
      field: fieldOf(name),
    })),
  );
}

/** The most specific message of an error and its causes, for people who set up a connection. */
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
