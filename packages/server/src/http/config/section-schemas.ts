import { type TSchema, Type } from 'typebox';
import type { Field, Fields } from '../../config/sections/field.ts';
import { KEPT, type SectionKind, type Sent, type Some } from '../../features/settings/kinds/section-kind.ts';
import { DOCUMENTED, describedAs } from '../../lib/documented.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';

/** The name of a section; only the instance knows the valid ones. */
export const SectionName = describedAs(
  Type.String({ maxLength: 64 }),
  Type.String({ format: 'section', description: 'Name of the section' }),
);

/** The body of a request to change a section. A null changes nothing, so clients need not leave out unset fields. */
export function sectionBody<F extends Fields>(
  { fields, extras = {}, partial }: SectionKind<F>,
  how: Sent['how'],
) {
  const patch = how === 'patch' || partial === true;
  const shown = Object.fromEntries(
    Object.entries<Field>(fields).filter(([, { internal }]) => internal !== true),
  );
  const schemas = Object.entries(shown).map(
    ([name, { schema, accepts = schema, required }]): [string, TSchema] => [
      name,
      required === true && !patch ? accepts : Type.Optional(orNull(accepts)),
    ],
  );
  const more = Object.entries(extras).map(([name, schema]): [string, TSchema] => [
    name,
    Type.Optional(orNull(schema)),
  ]);
  return body(
    Object.fromEntries([
      ...schemas,
      ...more,
      ...(how === 'patch' ? [['reset', resetOf(Object.keys(shown))]] : []),
    ]),
  );
}

function resetOf(names: readonly string[]) {
  return Type.Optional(
    nullable(
      Type.Array(describedAs(Type.String({ maxLength: 64 }), Type.Enum([...names])), {
        maxItems: 50,
        description:
          'Names of fields whose saved values are removed, and that the request does not set: from then on, the environment or the default applies',
      }),
    ),
  );
}

/** A request to change a section, from its body. */
export function sentBy({ reset, ...input }: Some, how: Sent['how']): Sent {
  return { input, how, ...(Array.isArray(reset) && { reset: reset.map(String) }) };
}

function orNull(schema: TSchema): TSchema {
  if (!('type' in schema) || typeof schema.type !== 'string') return schema;
  const either = nullable({ ...schema, type: schema.type });
  return DOCUMENTED in schema && typeof schema[DOCUMENTED] === 'object' && schema[DOCUMENTED] !== null
    ? describedAs(either, orNull(schema[DOCUMENTED]))
    : either;
}

/** A section in an answer, with secrets masked. */
export function shownSection<F extends Fields>(
  { fields }: SectionKind<F>,
  more: Record<string, TSchema> = {},
) {
  const schemas = Object.entries<Field>(fields)
    .filter(([, { internal }]) => internal !== true)
    .map(([name, { schema, secret }]): [string, TSchema] => [
      name,
      secret === true
        ? Type.String({ description: 'Masked as ***; empty: not set', examples: [KEPT] })
        : schema,
    ]);
  return Type.Object({ ...Object.fromEntries(schemas), ...more });
}

/** A provider in an answer: only the fields that every kind requires are always there. */
export function shownProvider<F extends Fields>(kind: SectionKind<F>) {
  const { properties } = shownSection(kind);
  return Type.Object(
    Object.fromEntries(
      Object.entries<TSchema>(properties).map(([name, schema]): [string, TSchema] => [
        name,
        kind.fields[name]?.required === true ? schema : Type.Optional(schema),
      ]),
    ),
  );
}

const changesSchema = (description: string) =>
  Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() }), {
    description,
    examples: [{ cookie_mode: { before: false, after: true } }],
  });

export const ChangesSchema = changesSchema('By field, with secrets masked');

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'Changes nothing, and answers with the changes' })),
});

/** The answer to a change, or to its dry run. */
export const ChangeSchema = Type.Object({
  ...ActionSchema.properties,
  dry_run: Type.Optional(Type.Literal(true)),
  changes: Type.Optional(ChangesSchema),
  reset: Type.Optional(
    changesSchema(
      'Fields that the request left out, and that go back to their defaults. PATCH does not change such fields',
    ),
  ),
  signs_out: Type.Optional(
    Type.Integer({ description: 'Number of sessions that lose their tokens, at once or when these expire' }),
  ),
  effects: Type.Optional(
    Type.Array(Type.String(), { description: 'Why sessions lose their tokens; missing if none do' }),
  ),
});
