import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../texts/texts.ts';
import { useTyped } from './use-typed.ts';

/** Short, because further typing cancels the request. */
const PAUSE_MS = 80;

export interface SearchFieldProps {
  /** Its name for screen readers, and its placeholder. */
  label: string;
  value: string;
  /** Called when the person pauses. */
  onChange: (value: string) => void;
  width?: number;
}

/** The search of a page; the key `/` focuses it. */
export function SearchField({ label, value, onChange, width = 320 }: SearchFieldProps) {
  const texts = useTexts().ui;
  const [typed, change] = useTyped(value, onChange, PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-page-search
      w={width}
      maw="100%"
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed === '' ? (
          <kbd aria-hidden>/</kbd>
        ) : (
          <CloseButton size="xs" aria-label={texts.clearFilters} onClick={() => change('')} />
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
