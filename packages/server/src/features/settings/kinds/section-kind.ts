import type { TSchema } from 'typebox';
import type { Fields, ValuesOf } from '../../../config/sections/field.ts';
import { KeywardError } from '../../../errors.ts';

/** Represents a secret that is set and stays, both in answers and in requests. */
export const KEPT = '***';

/** Values of any section by field, as sent or as saved. A missing field is not set. */
export type Some = Readonly<Record<string, unknown>>;

export interface Context {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** The number of times that the signing key was replaced. */
  readonly keyGeneration: number;
  /** The hosts of the public address and of the allowed frontends, as browsers know them. */
  readonly hosts: () => readonly string[];
}

/** Facts that are known before the database is open. */
export type CompleteContext = Pick<Context, 'dataDir'>;

/** A request to change a section. Null counts as left out. */
export interface Sent {
  readonly input: Some;
  /**
   * - `replace`: a field that is left out takes its default (a secret stays), and all fields are saved, except in sections
   *   that are {@link SectionKind.partial}.
   * - `patch`: changes only the fields that it names, and saves them in addition to the saved ones.
   */
  readonly how: 'replace' | 'patch';
  /** Fields of a `patch` whose saved values are removed, together with the fields that are saved with them. */
  readonly reset?: readonly string[];
}

/** A change in progress. */
export interface Change<Values> {
  /** The fields that were sent. */
  readonly input: Some;
  /** The values that are saved by default: see {@link Sent}. */
  readonly merged: Some;
  /** All values that would be in force: `merged` over `values`. */
  readonly next: Some;
  /** The values in force. */
  readonly values: Values;
  /** The values saved now. */
  readonly saved: Some;
  readonly context: Context;
}

/** A kind of section: its fields and rules. Everything else about settings is the same for all kinds. */
export interface SectionKind<F extends Fields> {
  readonly fields: F;
  /**
   * Whether a change requires recent authentication of a superadmin, because a thief with a stolen session could use
   * it to get or keep access.
   */
  readonly stepUp: boolean;
  /** Has routes of its own, and is not among the sections for forms. */
  readonly apart?: true;
  /** Further fields that a request may send. */
  readonly extras?: Readonly<Record<string, TSchema>>;
  /** Every request is a `patch`: see {@link Sent}. */
  readonly partial?: true;
  /**
   * Fields that are saved together if one is. Otherwise a saved host could get the password of the environment, or one
   * provider the secret of another.
   */
  readonly together?: readonly (keyof F & string)[];
  /** The values to save for a change. @throws KeywardError for a refused change */
  settle?(change: Change<ValuesOf<F>>): Some | Promise<Some>;
  /** Turns values as they are saved or given into values in force, if they differ. @throws KeywardError */
  complete?(values: Some, context: CompleteContext): Some;
  /** @throws KeywardError `InvalidConfigError` for values that contradict each other */
  check?(values: ValuesOf<F>, context: Context): void | Promise<void>;
  /** The values to save when `target` is restored. Default: all of it. */
  pin?(target: Some, saved: Some): Some;
}

/** Infers the types of the fields. */
export function sectionKind<F extends Fields>(kind: SectionKind<F>): SectionKind<F> {
  return kind;
}

/** Whether a request keeps a secret. */
export function isKept(given: unknown): boolean {
  return given === undefined || given === null || given === KEPT;
}

/**
 * @param remedy a sentence about the field without its name, as in "must be …"
 * @param outcome what happened to the request
 */
export function invalidConfig(path: string, remedy: string, outcome = 'Nothing was changed.'): KeywardError {
  return new KeywardError('InvalidConfigError', {
    message: `${path}: ${remedy}. ${outcome}`,
    details: { fields: [{ path, message: remedy }] },
  });
}
