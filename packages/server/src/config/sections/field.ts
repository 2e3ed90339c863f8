import type { Static, TSchema } from 'typebox';

/** A setting that can change at run time: the only place for its rules and its presentation. */
export interface Field<Schema extends TSchema = TSchema> {
  /** The schema of the value in force. Its description is the documentation. */
  readonly schema: Schema;
  readonly default: Static<Schema>;
  /** The schema of requests, if the section's own rules refuse some of its values with `InvalidConfigError`. */
  readonly accepts?: TSchema;
  /** A request that replaces the section must contain it. */
  readonly required?: true;
  /**
   * The field whose value this one takes when it is not given: at the start, and in a request that replaces the
   * section.
   */
  readonly follows?: string;
  /** Shown as `***`. A request that sends that, or leaves the field out, keeps the secret. */
  readonly secret?: true;
  /**
   * Whether API keys may write it. `closed` marks the fields that a leaked key could use against superadmins: those
   * that control sign-ins, sessions, tokens, redirects and the audit log, and all secrets.
   */
  readonly keys: 'open' | 'closed';
  /** A table whose entries change one by one: the history lists the changed ones alone. */
  readonly entries?: true;
  /** Never shown, and not accepted from requests or at the start. */
  readonly internal?: true;
  /** The environment variable with the start value. Default: `KEYWARD_{SECTION}_{FIELD}`. */
  readonly variable?: string;
  /** Another variable that gives the first value, if the first variable is not set. */
  readonly impliedBy?: string;
  /** The effect of leaving the variable out, in words. Default: the text of `default`. */
  readonly unset?: string;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: Static<F[Name]['schema']> };

/** Ties the default to the schema. */
export function field<Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  traits: Omit<Field, 'schema' | 'default'>,
): Field<Schema> {
  return { schema, default: fallback, ...traits };
}
