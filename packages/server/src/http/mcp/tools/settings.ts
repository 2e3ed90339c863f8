import { type Static, Type } from 'typebox';
import { invalidFields } from '../../../errors.ts';
import { ChangesSchema } from '../../config/section-schemas.ts';
import { OPEN_SECTIONS } from '../../config/section-endpoints.ts';
import { call, tool } from './tool.ts';

const Section = Type.String({ maxLength: 64, examples: ['signup'] });
const Values = Type.Record(Type.String(), Type.Unknown());

export const readSettings = tool({
  name: 'read_settings',
  title: 'Read settings',
  description:
    'Shows the settings in force, with secrets masked: the names of all sections, or the values of one.',
  scopes: ['settings:read'],
  effect: 'reads',
  input: Type.Object({ section: Type.Optional(Section) }),
  output: Type.Object({ sections: Type.Array(Type.String()), values: Values }),
  async run({ section }, { services: { runtimeSettings } }) {
    const all = runtimeSettings.show();
    const name = section === undefined ? undefined : runtimeSettings.section(section).name;
    return { sections: Object.keys(all), values: name === undefined ? {} : { ...all[name] } };
  },
});

export const changeSettings = tool({
  name: 'change_settings',
  title: 'Change settings',
  description:
    'Changes fields of one section. Without dry_run: false nothing changes, and the answer says what would. Some fields are closed to programs.',
  scopes: ['settings:write'],
  effect: 'destroys',
  input: Type.Object({
    section: Type.Enum([...OPEN_SECTIONS.keys()]),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'Only the fields to change' }),
    dry_run: Type.Optional(Type.Boolean({ description: 'Default: true' })),
  }),
  output: Type.Object({
    dry_run: Type.Boolean(),
    changes: Type.Unsafe<Static<typeof ChangesSchema>>({
      ...ChangesSchema,
      description: 'Of a dry run: by field, with secrets masked',
    }),
    signs_out: Type.Integer({ description: 'The number of sessions that lose their tokens' }),
    effects: Type.Array(Type.String(), { description: 'Why they do' }),
  }),
  async run({ section, values, dry_run = true }, context) {
    const endpoints = OPEN_SECTIONS.get(section);
    if (endpoints === undefined) throw invalidFields({ path: 'section', message: 'is closed to programs' });
    const answer = await call(context, endpoints.patch, { ...values, dry_run });
    const { changes = {}, signs_out = 0, effects = [] } = answer;
    return { dry_run, changes, signs_out, effects };
  },
});
