import { TextInput } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { useTyped } from '../ui/use-typed.ts';

const PAUSE_MS = 300;

export interface AddressFilterProps {
  value: string | undefined;
  /** The API's error about it. */
  problem: string | undefined;
  onChange: (address: string) => void;
}

/** The IP address of the records in a list. */
export function AddressFilter({ value = '', problem, onChange }: AddressFilterProps) {
  const label = useTexts().events.filters.address;
  const [typed, setTyped] = useTyped(value, (text) => onChange(text.trim()), PAUSE_MS);
  return (
    <TextInput
      name="ip_address"
      aria-label={label}
      placeholder={label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      w={100}
    />
  );
}
