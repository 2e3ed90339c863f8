import type { AdministeredAccount } from '@keyward/client';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useOfferedAccounts } from '../../data/accounts.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';

export interface PickFilterProps {
  /** As in the address and the API. */
  value: string | undefined;
  /** The API's error about it. */
  problem: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** What a person can pick: a value of the API, and its name. */
interface Choice {
  value: string;
  label: string;
  detail?: string;
}

const MOST_KEYS = 100;
const ID = /^[1-9]\d{0,14}$/;
/** Actors that no list has can be typed, as the API names them. */
const TYPED_ACTOR = /^(?:account|superadmin|key|connection|portal):\S+$/;

/** Picks the account that events are about. */
export function AccountFilter(props: PickFilterProps) {
  const t = useTexts().events.filters;
  const [typed, type] = useState('');
  const found = useOfferedAccounts(typed).map((account) => choiceOf(account, String(account.id)));
  const chosen = useAccountChoice(props.value, props.value);
  return <Pick {...props} label={t.account} choices={found} chosen={chosen} typed={typed} onType={type} />;
}

/** Picks who made the changes: an account, an API key, an operator or the service itself. */
export function ActorFilter(props: PickFilterProps) {
  const { filters: t, actors } = useTexts().events;
  const [typed, type] = useState('');
  const accounts = useOfferedAccounts(typed).map((account) => choiceOf(account, `account:${account.id}`));
  const keys = useQuery({
    queryKey: ['api-keys', 'all'],
    queryFn: () => ask(service.admin.apiKeys.list({ limit: MOST_KEYS })),
    staleTime: 30_000,
  });
  const others: Choice[] = [
    { value: 'service', label: actors.service },
    { value: 'operator', label: actors.operator },
    ...(keys.data?.api_keys ?? []).map(({ id, name }) => ({
      value: `key:${id}`,
      label: name,
      detail: actors.key,
    })),
  ];
  const word = typed.trim();
  const account = useAccountChoice(props.value, props.value?.match(/^(?:account|superadmin):(.*)$/)?.[1]);
  return (
    <Pick
      {...props}
      label={t.actor}
      choices={[
        ...accounts,
        ...others.filter(({ label }) => label.toLowerCase().includes(word.toLowerCase())),
        ...(TYPED_ACTOR.test(word) ? [{ value: word, label: word }] : []),
      ]}
      chosen={others.find(({ value }) => value === props.value) ?? account}
      typed={typed}
      onType={type}
    />
  );
}

const choiceOf = ({ email, name }: AdministeredAccount, value: string): Choice => ({
  value,
  label: email,
  detail: name,
});

/** The name of what the address has chosen; its id, if it is no account of today. */
function useAccountChoice(value: string | undefined, id = ''): Choice | null {
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

function Pick({ label, value, chosen, choices, typed, onType, problem, onChange }: PickProps) {
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
const NARROW = 112;
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
