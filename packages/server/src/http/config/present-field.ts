import { type Static, Type } from 'typebox';
import { type Facts, typesOf } from '../../config/start-settings.ts';
import type { DescribedField } from '../../features/settings/describe-sections.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';

/** A field of a section, as a form needs it. */
export const FieldSchema = Type.Object({
  name: Type.String(),
  type: Type.String({ description: 'boolean, integer, string, array or object (of texts)' }),
  items: nullable(
    Type.String({ description: 'The type of the items of a list: string, or object (of texts)' }),
  ),
  nullable: Type.Boolean({ description: 'Whether the value may be null' }),
  choices: nullable(Type.Array(Type.String(), { description: 'The values of an enumeration' })),
  minimum: nullable(Type.Integer()),
  maximum: nullable(Type.Integer()),
  max_length: nullable(Type.Integer({ description: 'In characters; for a list, of each text' })),
  max_items: nullable(Type.Integer()),
  description: Type.String(),
  required: Type.Boolean({ description: 'Whether a `POST` of the section must name it' }),
  secret: Type.Boolean({ description: 'Whether its values are masked as `***`' }),
  value: Type.Unknown({ description: 'In force' }),
  source: Type.String({ description: 'default, environment or saved' }),
  first_value: Type.Unknown({ description: 'The value while nothing is saved' }),
  first_source: Type.String({ description: 'default or environment' }),
  variable: nullable(Type.String({ description: 'The variable of the start for this value' })),
});

export function presentField({
  name,
  field,
  value,
  source,
  first,
  variable,
}: DescribedField): Static<typeof FieldSchema> {
  const facts: Facts = field.schema;
  const [alternative = facts] = facts.anyOf ?? [];
  const [type = 'string'] = typesOf(facts);
  return {
    name,
    type,
    items: facts.items === undefined ? null : [...typesOf(facts.items)].join(),
    nullable: typesOf(facts).has('null'),
    choices: alternative.enum?.filter((one) => typeof one === 'string') ?? null,
    minimum: facts.minimum ?? null,
    maximum: facts.maximum ?? null,
    max_length: facts.items?.maxLength ?? facts.maxLength ?? null,
    max_items: facts.maxItems ?? facts.maxProperties ?? null,
    description: 'description' in field.schema ? String(field.schema.description) : '',
    required: field.required === true,
    secret: field.secret === true,
    value,
    source,
    first_value: first.value,
    first_source: first.source,
    variable,
  };
}
