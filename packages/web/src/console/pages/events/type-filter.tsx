import { MultiSelect } from '@mantine/core';
import { EVENT_GROUPS } from '../../data/event-types.ts';
import { useTexts } from '../../texts/texts.ts';

export interface TypeFilterProps {
  types: string[];
  /** The API's errors about the types. */
  problem: string | undefined;
  onChange: (types: string[]) => void;
}

/** The filter by types of events; an empty one means all. */
export function TypeFilter({ types, problem, onChange }: TypeFilterProps) {
  const t = useTexts().events;
  const groups: Readonly<Record<string, string>> = t.groups;
  return (
    <MultiSelect
      aria-label={t.filters.type}
      placeholder={types.length === 0 ? t.filters.type : ''}
      data={EVENT_GROUPS.map(({ group, patterns }) => ({
        group: groups[group] ?? group,
        items: [...patterns],
      }))}
      value={types}
      onChange={onChange}
      error={problem}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t.filters.clear }}
      maxDropdownHeight={360}
    />
  );
}
