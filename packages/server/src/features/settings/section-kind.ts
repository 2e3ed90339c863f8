import { type Static, type TSchema } from 'typebox';
import { KeywardError } from '../../errors.ts';

/** Stands for a secret that is set and kept, in what is shown and in what is sent back. */
export const KEPT = '***';

/** One setting. What it is, may be, and how it is shown stands here and nowhere else. */
export interface Field<Schema extends TSchema = TSchema> {
  /** Of the value in force; its description is the documentation. */
  readonly schema: Schema;
  readonly default: Static<Schema>;
  /** What a request may send, where the section's own rules refuse a part of it with `InvalidConfigError`. */
  readonly accepts?: TSchema;
  /** A request must name it. */
  readonly required?: true;
  /** Shown as {@link KEPT}; a request that sends that, or leaves it out, keeps it. */
  readonly secret?: true;
  /** Neither shown nor taken from requests. */
  readonly internal?: true;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: Static<F[Name]['schema']> };

/** Ties the default to the schema. */
export function field<Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  traits: Omit<Field, 'schema' | 'default'> = {},
): Field<Schema> {
  return { schema, default: fallback, ...traits };
}

/** Values by field, of any section: what was sent, or what is saved of it. Fields that are missing are not set. */
export type Some = Readonly<Record<string, unknown>>;

export interface Context {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** How often the signing key was replaced. */
  readonly keyGeneration: number;
}

/** A change on its way. */
export interface Change<Values> {
  /** What was sent. */
  readonly input: Some;
  /** What the section would save by itself: see {@link SectionKind.partial}. */
  readonly merged: Some;
  /** The values in force. */
  readonly values: Values;
  /** What is saved now. */
  readonly saved: Some;
  readonly context: Context;
}

/** A kind of section: its fields and rules. Everything else that happens to settings is the same for all. */
export interface SectionKind<F extends Fields> {
  readonly fields: F;
  /** What a request may say besides the fields. */
  readonly extras?: Readonly<Record<string, TSchema>>;
  /**
   * A request changes what it names, and only what was ever named is saved. Otherwise it replaces the section: what it
   * leaves out takes its default (a secret stays), and all of it is saved. Null leaves out, in both.
   */
  readonly partial?: true;
  /** What to save of a change. @throws KeywardError for what it refuses */
  settle?(change: Change<ValuesOf<F>>): Some | Promise<Some>;
  /** Makes values of what is saved, where they differ. */
  complete?(values: Some, context: Context): Some;
  /** @throws KeywardError `InvalidConfigError` for values that do not go together */
  check?(values: ValuesOf<F>, context: Context): void | Promise<void>;
  /** What to save when `target` is to come back. Without it: all of that. */
  pin?(target: Some, saved: Some): Some;
}

/** For the types of its fields. */
export function sectionKind<F extends Fields>(kind: SectionKind<F>): SectionKind<F> {
  return kind;
}

/** Whether a request keeps a secret. */
export function isKept(given: unknown): boolean {
  return given === undefined || given === null || given === KEPT;
}

/**
 * @param remedy a sentence about the field without its name, as in "must be …"
 * @param outcome what became of the request
 */
export function invalidConfig(path: string, remedy: string, outcome = 'Nothing was changed.'): KeywardError {
  return new KeywardError('InvalidConfigError', {
    message: `${path}: ${remedy}. ${outcome}`,
    details: { fields: [{ path, message: remedy }] },
  });
}
