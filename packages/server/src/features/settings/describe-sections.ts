import type { Config } from '../../config/config.ts';
import type { Field } from '../../config/sections/field.ts';
import { type ProviderSlot, slotsIn } from './provider-slot.ts';
import { environmentLines } from './environment-lines.ts';
import { variablesFor } from './overridden-settings.ts';
import type { RuntimeSettings } from './runtime-settings.ts';
import type { Source } from './section.ts';
import type { Sections } from './sections.ts';
import type { Settings } from './settings.ts';

export interface DescribedField {
  readonly name: string;
  readonly field: Field;
  readonly source: Source;
  /** The value in force, and the value without a saved one; secrets are masked. */
  readonly value: unknown;
  readonly first: { readonly value: unknown; readonly source: Exclude<Source, 'saved'> };
  /** The environment variable for it, whether or not it is set; null if there is none. */
  readonly variable: string | null;
}

export interface DescribedSection {
  readonly name: string;
  /** Of the saved section; 0: nothing is saved. */
  readonly version: number;
  readonly fields: readonly DescribedField[];
  /** Fields that are saved and reset together. */
  readonly together: readonly string[];
  /** Lines for an environment that gives the values in force, with placeholders for secrets. */
  readonly environment: readonly string[];
  /** For the section of a provider. */
  readonly slot: Pick<ProviderSlot, 'id' | 'preset' | 'name'> | null;
}

/** Describes the sections for forms. */
export function createDescribeSections(parts: {
  config: Config;
  sections: Sections;
  slots: readonly ProviderSlot[];
  settings: Settings;
  sources: RuntimeSettings['sources'];
}): () => DescribedSection[] {
  const { config, sections, slots, settings, sources } = parts;

  return () => {
    const saved = sources();
    const inUse = slotsIn(slots, settings.current);
    return sections.all.flatMap((section) => {
      const { id, together, fields, apart } = section;
      const name = section.nameIn(settings.current);
      if (apart || name === null) return [];
      const { version = 0, fields: from = {} } = saved[name] ?? {};
      const [values, first] = [section.show(settings.current), section.first(config)];
      const given = section.given();
      return {
        name,
        version,
        together,
        slot: inUse.find((slot) => id === `provider:${slot.id}`) ?? null,
        environment: environmentLines(section, values),
        fields: Object.entries(fields).map(([field, traits]) => {
          const variables = variablesFor(id, field);
          const label = variables.map((one) => config.given.get(one)?.label).find(Boolean);
          return {
            name: field,
            field: traits,
            source: from[field] ?? 'default',
            value: values[field],
            first: { value: first[field], source: given.has(field) ? 'environment' : 'default' },
            variable: label ?? variables[0] ?? null,
          };
        }),
      };
    });
  };
}
