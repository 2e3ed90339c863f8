import type { AdministeredAccount } from '@keyward/client';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useOfferedAccounts } from '../data/accounts.ts';
import { useTexts } from '../texts/texts.ts';

export interface PickFilterProps {
  /** As in the address and the API. */
  value: string | undefined;
  /** The API's error about it. */
  problem: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** What a person can pick: a value of the API, and its name. */
export interface Choice {
  value: string;
  label: string;
  detail?: string;
}

const ID = /^[1-9]\d{0,14}$/;

/** Picks an account to list the records of. */
export function AccountFilter(props: PickFilterProps) {
  const t = useTexts().events.filters;
  const [typed, type] = useState('');
  const found = useOfferedAccounts(typed).map((account) => choiceOf(account, String(account.id)));
  const chosen = useAccountChoice(props.value, props.value);
  return <Pick {...props} label={t.account} choices={found} chosen={chosen} typed={typed} onType={type} />;
}

export const choiceOf = ({ email, name }: AdministeredAccount, value: string): Choice => ({
  value,
  label: email,
  detail: name,
});

/** The name of what the address has chosen; its id, if it is no account of today. */
export function useAccountChoice(value: string | undefined, id = ''): Choice | null {
  const isId = ID.test(id);
  const { data, isLoading } = useQuery({ ...accountQuery(isId ? Number(id) : 0), enabled: isId });
  if (value === undefined) return null;
  if (data) return choiceOf(data, value);
  return { value, label: isLoading ? '' : isId ? `#${id}` : value };
}

interface PickProps extends PickFilterProps {
  label: string;
  choices: readonly Choice[];
  chosen: Choice | null;
  typed: string;
  onType: (typed: string) => void;
}

export function Pick({ label, value, chosen, choices, typed, onType, problem, onChange }: PickProps) {
  const t = useTexts();
  // The text of the field is the chosen name until somebody types another.
  const offered = chosen === null || typed !== chosen.label ? choices : [];
  const shown = new Map([...offered, ...(chosen === null ? [] : [chosen])].map((one) => [one.value, one]));
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...shown.values()]}
      value={value ?? null}
      error={problem}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.ui.clearFilters }}
      // The choices match already: the service finds accounts by name and handle too.
      filter={({ options }) => options}
      onSearchChange={onType}
      onChange={(picked) => onChange(picked ?? undefined)}
      renderOption={({ option }) => <Option choice={shown.get(option.value)} />}
      comboboxProps={WIDE}
      w={chosen === null ? NARROW : WIDTH}
      title={chosen?.label}
    />
  );
}

/** Of an empty field, so that all filters fit one line of a laptop. */
const NARROW = 104;
const WIDTH = 200;
/** Wider than the field, so that emails fit. */
const WIDE: SelectProps['comboboxProps'] = { width: 280, position: 'bottom-start' };

function Option({ choice }: { choice: Choice | undefined }) {
  return (
    <span className="kc-pick">
      {choice?.label}
      {choice?.detail !== undefined && <small>{choice.detail}</small>}
    </span>
  );
}
