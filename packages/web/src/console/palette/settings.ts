import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sectionsQuery, type SettingsSection } from '../data/settings.ts';
import { writeQuery } from '../lib/address.ts';
import { partOf, placeOf } from '../data/settings-parts.ts';
import { isHidden } from '../data/provider-presets.ts';
import { fieldTexts } from '../data/field-texts.ts';
import { settingsTexts } from '../texts/settings-texts.ts';
import type { Findable } from './option.ts';

const byKind = (a: SettingsSection, b: SettingsSection) =>
  Number(a.provider !== null) - Number(b.provider !== null);

/** Each field of the settings, by its name for people, the API's name, and its variable. */
export function useSettings(): readonly Findable[] {
  const { data } = useQuery(sectionsQuery);
  return useMemo(
    () =>
      // Those of providers last: each has the same fields.
      (data ?? []).toSorted(byKind).flatMap(({ name: section, provider, fields }) => {
        const { path, search } = placeOf(section);
        const part = partOf(section);
        const where = provider?.label ?? (part === undefined ? '' : settingsTexts.parts[part.id].name);
        // The form of a provider opens once it is set up; the catalogue adds the others.
        const shown =
          provider === null
            ? fields
            : fields.some(({ name, value }) => name === 'client_id' && value !== '')
              ? fields.filter(({ name }) => !isHidden(provider.preset ?? '', name))
              : [];
        return shown.map((field): Findable => {
          const { label, help } = fieldTexts(provider === null ? section : 'provider', field);
          return {
            id: `${section}-${field.name}`,
            group: 'settings',
            label,
            detail: where,
            words: `${field.name} ${section} ${field.variable ?? ''} ${help}`,
            to: path + writeQuery({ ...search, field: field.name }),
          };
        });
      }),
    [data],
  );
}
