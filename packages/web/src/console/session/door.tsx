import type { Account } from '@keyward/client';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ask, service } from '../service.ts';
import { Mark } from '../shell/mark.tsx';
import { useTexts } from '../texts/texts.ts';
import { Failure } from '../ui/states.tsx';
import { sessionEnded } from './ended.ts';
import { meQuery } from './me.ts';

/** The sign-in of the console. @param props.ended whether a session was here and is over */
export function Door({ ended }: { ended: boolean }) {
  const texts = useTexts().session;
  const client = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    document.title = `${texts.title} · Keyward`;
  }, [texts]);
  const onSignedIn = async (account: Account) => {
    if (account.role !== 'superadmin') {
      await service.logout();
      setRefused(account.email);
      return;
    }
    sessionEnded.forget();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    client.setQueryData(meQuery.queryKey, account);
  };
  return (
    <main className="kc-door">
      <div>
        <Mark size={32} />
        <h1>{texts.title}</h1>
        <p className="kc-muted">{ended ? texts.ended : texts.intro}</p>
        {refused !== null && <Failure error={new Error(texts.notSuperadmin(refused))} />}
        <Form onSignedIn={onSignedIn} />
      </div>
    </main>
  );
}

function Form({ onSignedIn }: { onSignedIn: (account: Account) => Promise<void> }) {
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    try {
      const { account } = await ask(service.login({ identifier, password }));
      await onSignedIn(account);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label="Email"
          value={identifier}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
          autoComplete="username"
        />
        <PasswordInput
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
        />
        {error !== null && <Failure error={error} />}
        <Button type="submit">Sign in</Button>
      </Stack>
    </form>
  );
}
