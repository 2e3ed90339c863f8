import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type TObject, Type } from 'typebox';
import type { Field, Fields, ValuesOf } from '../../config/sections/field.ts';
import { KeywardError } from '../../errors.ts';
import { lazily } from '../../lib/lazily.ts';
import { fieldPath, patternRule } from '../../lib/schema-errors.ts';
import {
  type CompleteContext,
  type Context,
  invalidConfig,
  isKept,
  KEPT,
  type SectionKind,
  type Sent,
  type Some,
} from './kinds/section-kind.ts';
import { resetBy, withoutReset } from './reset-fields.ts';
import type { SettingsValues } from './settings.ts';

export type Source = 'default' | 'environment' | 'saved';

/** By field, with secrets masked. */
export type Changes = Readonly<Record<string, { before: unknown; after: unknown }>>;

/** A section of a running service. */
export interface Section {
  /** Names the section in the database. Stays the same when a provider is renamed. */
  readonly id: string;
  /** Names the section in paths and answers; for a provider that superadmins add, {@link nameIn} does. */
  readonly name: string;
  /** Its name while these settings are in force; null: there is no such section. */
  nameIn(all: SettingsValues): string | null;
  readonly stepUp: boolean;
  /** Has routes of its own, and is not among the sections for forms. */
  readonly apart: boolean;
  /** The message of an answer to a change. */
  readonly changed: string;
  /** Its fields by name, without the internal ones. */
  readonly fields: Fields;
  /** Fields that are saved and reset together. */
  readonly together: readonly string[];
  show(all: SettingsValues): Some;
  /** The fields whose values the boot configuration gives. */
  given(): ReadonlySet<string>;
  /** The values without the saved ones, with secrets masked. */
  first(context: CompleteContext): Some;
  sources(saved: Some): Record<string, Source>;
  /** @throws KeywardError for values of the boot configuration that break a rule */
  checkStart(context: Context): Promise<void>;
  /** The values in force that replace those of the boot configuration, by field, with secrets masked. */
  overridden(all: SettingsValues, context: CompleteContext): Some;
  /** @param sent shows its secrets as changed, even if they are not: a dry run must not confirm a guess */
  differences(before: SettingsValues, after: SettingsValues, sent?: Some): Changes;
  /** The changed fields that API keys may not change. */
  closedToKeys(changes: Changes): string[];
  /** The changes of fields that lose their value because the request leaves them out. */
  reset(before: SettingsValues, changes: Changes, sent: Sent): Changes;
  /** The values to save for a request. @throws KeywardError */
  change(all: SettingsValues, saved: Some, sent: Sent, context: Context): Promise<Some>;
  /** The settings, with this section made of defaults, environment and saved values. @throws KeywardError */
  compose(all: SettingsValues, saved: Some, context: Context): Promise<SettingsValues>;
  pin(target: Some, saved: Some): Some;
}

export interface Place<Values> extends Pick<Section, 'id' | 'name' | 'changed'> {
  /** Defaults that only this instance knows. */
  readonly defaults?: Partial<Values>;
  /** Generated values, such as a key, which are neither chosen nor defaults. */
  generated?(): Partial<Values>;
  /** The values of the boot configuration. */
  environment(): Partial<Values>;
  /** Default: always its name. */
  nameIn?(all: SettingsValues): string | null;
  read(all: SettingsValues): Values;
  write(all: SettingsValues, values: Values): SettingsValues;
}

/**
 * Saved values must obey the rules too, because a newer version may have changed them. Formats are for requests only.
 */
const ajv = lazily(() => new Ajv({ strict: false, validateFormats: false }));

/** By the fields of a kind. Ajv compiles each schema once, also for the sections of other instances. */
const schemas = new WeakMap<Fields, TObject>();

function schemaOf(fields: Fields): TObject {
  const known = schemas.get(fields);
  if (known !== undefined) return known;
  const properties = Object.entries<Field>(fields).map(([name, { schema }]) => [name, schema]);
  const made = Type.Object(Object.fromEntries(properties));
  schemas.set(fields, made);
  return made;
}

export function createSection<F extends Fields>(kind: SectionKind<F>, place: Place<ValuesOf<F>>): Section {
  const { fields } = kind;
  const entries = Object.entries<Field>(fields);
  const shown = entries.filter(([, { internal }]) => internal !== true);
  const environment = (): Some => place.environment();
  let isWhole: ValidateFunction<ValuesOf<F>> | undefined;

  const masked = (values: Some): Some =>
    Object.fromEntries(shown.map(([name, { secret }]) => [name, mask(values[name], secret)]));
  const show = (all: SettingsValues): Some => masked(place.read(all));

  /** Values in force, from all layers. @throws KeywardError */
  async function checked(layers: Some, context: Context): Promise<ValuesOf<F>> {
    const values: unknown = kind.complete?.(layers, context) ?? layers;
    isWhole ??= ajv().compile<ValuesOf<F>>(schemaOf(fields));
    if (!isWhole(values)) throw brokenRule(isWhole.errors?.[0]);
    await kind.check?.(values, context);
    return values;
  }

  return {
    id: place.id,
    name: place.name,
    nameIn: (all) => (place.nameIn === undefined ? place.name : place.nameIn(all)),
    stepUp: kind.stepUp,
    apart: kind.apart === true,
    changed: place.changed,
    fields: Object.fromEntries(shown),
    together: kind.together ?? [],
    show,
    given: () => new Set(Object.keys(environment())),
    first: (context) => masked(unsavedValues(kind, place, context)),

    sources(saved) {
      const given = environment();
      return Object.fromEntries(
        shown.map(([name]) => [name, name in saved ? 'saved' : name in given ? 'environment' : 'default']),
      );
    },

    async checkStart(context) {
      if (Object.keys(environment()).length > 0) await checked(initialValues(kind, place), context);
    },

    overridden(all, context) {
      const [values, first]: Some[] = [place.read(all), unsavedValues(kind, place, context)];
      const given = environment();
      return Object.fromEntries(
        Object.entries(show(all)).filter(([name]) => name in given && !same(first?.[name], values?.[name])),
      );
    },

    differences(before, after, sent = {}) {
      const [from, to]: Some[] = [place.read(before), place.read(after)];
      const [fromShown, toShown] = [show(before), show(after)];
      return Object.fromEntries(
        shown.flatMap(([name, { secret, entries: byEntry }]): [string, Changes[string]][] => {
          if (byEntry === true) return entryChanges(name, from?.[name], to?.[name]);
          return same(from?.[name], to?.[name]) &&
            !(secret === true && to?.[name] !== '' && !isKept(sent[name]))
            ? []
            : [[name, { before: fromShown[name], after: toShown[name] }]];
        }),
      );
    },

    closedToKeys: (changes) => Object.keys(changes).filter((name) => fields[name]?.keys !== 'open'),

    reset(before, changes, { input, how }) {
      if (how === 'patch' || kind.partial === true) return {};
      const values: Some = place.read(before);
      const followed = (name: string) => same(values[name], values[fields[name]?.follows ?? '']);
      return Object.fromEntries(
        Object.entries(changes).filter(([name]) => isKept(input[name]) && !followed(name)),
      );
    },

    async change(all, saved, sent, context) {
      const reset = resetBy(kind, sent);
      const values = place.read(all);
      const merged = merge(kind, { sent, values, saved, defaults: defaultsOf(kind, place) });
      const next = { ...values, ...merged };
      const settled = await kind.settle?.({ input: sent.input, merged, next, values, saved, context });
      return withoutReset(kind, settled ?? merged, reset);
    },

    async compose(all, saved, context) {
      const known = Object.fromEntries(Object.entries(saved).filter(([name]) => name in fields));
      const values = await checked({ ...initialValues(kind, place), ...known }, context);
      // The same object until a value changes: keys and connections are cached by it.
      const current = place.read(all);
      return same(current, values) ? all : place.write(all, values);
    },

    pin: (target, saved) => kind.pin?.(target, saved) ?? target,
  };
}

type Kind<F extends Fields> = Pick<SectionKind<F>, 'fields'>;

/** The values of the section while nothing is saved. @throws KeywardError for a given value that cannot be used */
export function unsavedValues<F extends Fields>(
  kind: SectionKind<F>,
  place: Place<ValuesOf<F>>,
  context: CompleteContext,
): ValuesOf<F> {
  const values = initialValues(kind, place);
  // Every section completes values to values of the same fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (kind.complete?.(values, context) ?? values) as ValuesOf<F>;
}

/** The initial values of the section: the defaults and the values of the boot configuration. */
export function initialValues<F extends Fields>(
  kind: Kind<F>,
  place: Partial<Pick<Place<ValuesOf<F>>, 'defaults' | 'generated' | 'environment'>>,
): ValuesOf<F> {
  const given = { ...place.generated?.(), ...place.environment?.() };
  const values = { ...defaultsOf(kind, place), ...given };
  const followers = Object.entries<Field>(kind.fields).flatMap(([name, { follows }]) =>
    follows === undefined || name in given ? [] : [[name, values[follows]]],
  );
  return { ...values, ...Object.fromEntries(followers) };
}

function defaultsOf<F extends Fields>(
  { fields }: Kind<F>,
  { defaults }: Pick<Place<ValuesOf<F>>, 'defaults'>,
): ValuesOf<F> {
  const own = Object.fromEntries(Object.entries<Field>(fields).map(([name, one]) => [name, one.default]));
  // `field` has tied each default to the type of its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...(own as ValuesOf<F>), ...defaults };
}

function merge<F extends Fields>(
  { fields, partial, together = [] }: SectionKind<F>,
  parts: { sent: Sent; values: Some; saved: Some; defaults: Some },
): Some {
  const { values, saved, defaults } = parts;
  const { input, how } = parts.sent;
  const patch = how === 'patch' || partial === true;
  const merged: Record<string, unknown> = { ...(patch && saved) };
  for (const [name, { secret, internal, follows }] of Object.entries<Field>(fields)) {
    if (internal === true) continue;
    const given = input[name];
    if (given !== undefined && given !== null && !(secret === true && given === KEPT)) {
      merged[name] = given;
    } else if (!patch) {
      merged[name] = secret === true ? values[name] : (input[follows ?? ''] ?? defaults[name]);
    }
  }
  if (together.some((name) => name in merged))
    for (const name of together) if (!(name in merged)) merged[name] = values[name];
  return merged;
}

function mask(value: unknown, secret: true | undefined): unknown {
  return secret === true && value !== '' ? KEPT : value;
}

/** The entries of a table that differ, as `field.entry`; null where there is none. */
function entryChanges(field: string, from: unknown, to: unknown): [string, Changes[string]][] {
  const [before, after]: Some[] = [Object(from), Object(to)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name): [string, Changes[string]][] => {
    const change = { before: before?.[name] ?? null, after: after?.[name] ?? null };
    return same(change.before, change.after) ? [] : [[`${field}.${name}`, change]];
  });
}

function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

function brokenRule(error: ErrorObject | undefined): KeywardError {
  if (error === undefined) return new KeywardError('InvalidConfigError');
  const { keyword, instancePath, params, message = 'is not valid' } = error;
  const parameters: Some = params;
  const rule =
    keyword === 'enum' ? `must be one of ${[parameters['allowedValues']].flat().join(', ')}` : null;
  return invalidConfig(fieldPath(instancePath), rule ?? patternRule(parameters['pattern']) ?? message);
}
