import { Type } from 'typebox';
import { ADDED_SLOTS } from '../../config/presets.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { FieldSchema, presentField } from './present-field.ts';

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
      fields: fields.map(presentField),
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
