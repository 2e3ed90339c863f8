import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOfferedAccounts } from '../../data/accounts.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import {
  type Choice,
  choiceOf,
  Pick,
  type PickFilterProps,
  useAccountChoice,
} from '../../filters/account-filter.tsx';

const MOST_KEYS = 100;
/** Actors that no list has can be typed, as the API names them. */
const TYPED_ACTOR = /^(?:account|superadmin|key|connection|portal):\S+$/;

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
