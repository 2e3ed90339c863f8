import type { AdministeredAccount } from '@keyward/client';
import { Autocomplete } from '@mantine/core';
import { useOfferedAccounts } from '../../data/accounts.ts';

export interface AccountFieldProps {
  label: string;
  description?: string;
  value: string;
  error?: string | undefined;
  /** @param account null until an email of the list is in the field */
  onChange: (typed: string, account: AdministeredAccount | null) => void;
}

/** Finds an account by its name or email while a person types. */
export function AccountField({ label, description, value, error, onChange }: AccountFieldProps) {
  const found = useOfferedAccounts(value);
  return (
    <Autocomplete
      label={label}
      description={description}
      value={value}
      error={error}
      data={found.map(({ email }) => email)}
      // The service has searched already, by name and handle too.
      filter={({ options }) => options}
      onChange={(typed) => onChange(typed, found.find(({ email }) => email === typed.trim()) ?? null)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
