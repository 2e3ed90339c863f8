import { type Static, Type } from 'typebox';
import { ADDED_SLOTS } from '../../config/presets.ts';
import { type Facts, typesOf } from '../../config/start-settings.ts';
import type { DescribedField } from '../../features/settings/describe-sections.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

const FieldSchema = Type.Object({
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

const EXAMPLE = {
  name: 'cookie',
  version: 1,
  fields: [
    {
      name: 'max_age',
      type: 'integer',
      items: null,
      nullable: true,
      choices: null,
      minimum: 1,
      maximum: 34_560_000,
      max_length: null,
      max_items: null,
      description: 'Life in seconds',
      required: false,
      secret: false,
      value: 3600,
      source: 'saved',
      first_value: null,
      first_source: 'default',
      variable: 'KEYWARD_COOKIE_MAX_AGE',
    },
  ],
  together: [],
  environment: ['KEYWARD_COOKIE_MAX_AGE=3600'],
  provider: null,
};

export const getSections = adminEndpoint({
  summary: 'The sections with their fields, as a form needs them: rules, values, and where these come from',
  response: {
    200: Type.Object({
      sections: Type.Array(
        Type.Object({
          name: Type.String(),
          version: Type.Integer({ description: 'Of the saved section; 0: nothing is saved' }),
          fields: Type.Array(FieldSchema),
          together: Type.Array(Type.String(), { description: 'Fields that are saved and reset together' }),
          environment: Type.Array(Type.String(), {
            description:
              'Lines of a `.env` file that give the values in force; secrets are placeholders in angle brackets',
          }),
          provider: Type.Unsafe<{
            slot: string;
            preset: string;
            label: string;
            redirect_uri: string;
            added: boolean;
          } | null>({
            type: ['object', 'null'],
            description: 'For a provider: its slot, its preset, and the redirect address unless one is set',
            required: ['slot', 'preset', 'label', 'redirect_uri', 'added'],
            properties: {
              slot: Type.String(),
              preset: Type.String(),
              label: Type.String({ description: 'Its name for people' }),
              redirect_uri: Type.String(),
              added: Type.Boolean({ description: 'Whether a superadmin added it at run time' }),
            },
          }),
        }),
        { examples: [[EXAMPLE]] },
      ),
    }),
  },
  errors: [],
  handle: ({ services: { describeSections, providers, apiUrl } }) => ({
    sections: describeSections().map(({ name, version, fields, together, environment, slot }) => ({
      name,
      version,
      fields: fields.map(presented),
      together: [...together],
      environment: [...environment],
      provider: slot && {
        slot: slot.id,
        preset: slot.preset,
        label: providers.named(name).label,
        redirect_uri: `${apiUrl()}/${name}/callback`,
        added: ADDED_SLOTS.includes(slot.id),
      },
    })),
  }),
});

function presented({
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
