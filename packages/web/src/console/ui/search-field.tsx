import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';

/** Short, because a question that is typed over is cancelled. */
const PAUSE_MS = 80;

export interface SearchFieldProps {
  /** Its name for screen readers, and what stands in it while it is empty. */
  label: string;
  value: string;
  /** Called when the person pauses. */
  onChange: (value: string) => void;
  width?: number;
}

/** The search of a page; `/` leads here. */
export function SearchField({ label, value, onChange, width = 320 }: SearchFieldProps) {
  const texts = useTexts().ui;
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, PAUSE_MS);
  useEffect(() => setTyped(value), [value]);
  const change = (text: string) => {
    setTyped(text);
    tell(text);
  };
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
