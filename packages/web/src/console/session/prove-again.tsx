import type { Reauthentication } from '@keyward/client';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { addressAtLocalhost, passkeysWork } from '../lib/passkeys.ts';
import { useStore } from '../lib/store.ts';
import { ask, isServiceError, service } from '../service/service.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/states.tsx';
import { useMe } from './me.ts';
import { asked, type ProofMethod } from '../service/proving.ts';

/** Asks for the proof that {@link proving} waits for. The shell shows it above every page. */
export function ProveAgain() {
  const texts = useTexts().session.prove;
  const question = useStore(asked);
  if (question === null) return null;
  return (
    <Dialog title={texts.title} onClose={() => question.settle(false)}>
      <Form methods={question.methods} onProven={() => question.settle(true)} />
    </Dialog>
  );
}

function Form(props: { methods: readonly ProofMethod[]; onProven: () => void }) {
  const { onProven } = props;
  const methods = props.methods.filter((one) => one !== 'passkey' || passkeysWork);
  const texts = useTexts();
  const t = texts.session.prove;
  const me = useMe();
  const [method, setMethod] = useState(methods[0]);
  const [typed, setTyped] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (thrown) {
      const kind = isServiceError(thrown) ? thrown.kind : null;
      if (kind === 'PasskeyUnavailableError') setError(new Error(t.noPasskey));
      // No message where the person closed the browser's dialog.
      else if (kind !== 'PasskeyCancelledError') setError(thrown);
    }
    setBusy(false);
  };
  const send = () =>
    attempt(async () => {
      await ask(service.sendOtp({ purpose: 'login', email: me.email }));
      setSentTo(me.email);
    });
  const prove = () =>
    attempt(async () => {
      if (method === undefined) return;
      await ask(service.reauthenticate(answer(method, typed)));
      onProven();
    });
  const choose = (next: ProofMethod) => {
    setMethod(next);
    setTyped('');
    setError(null);
  };

  const hint = methods.length < props.methods.length && <NoPasskey />;
  if (method === undefined) return hint || <Failure error={new Error(t.none)} />;
  const mustSend = method === 'otp' && sentTo === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (mustSend ? send() : prove());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className="kc-flush">{t.text}</p>
        {method === 'password' && (
          <PasswordInput
            label={t.password}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
        )}
        {(method === 'totp' || method === 'recovery_code' || (method === 'otp' && sentTo !== null)) && (
          <TextInput
            key={method}
            label={t.codes[method]}
            description={method === 'otp' && sentTo !== null ? t.sent(sentTo) : undefined}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode={method === 'recovery_code' ? 'text' : 'numeric'}
            autoComplete={method === 'recovery_code' ? 'off' : 'one-time-code'}
            data-autofocus
            required
          />
        )}
        {error !== null && <Failure error={error} />}
        <Button
          type="submit"
          loading={busy}
          fullWidth
          leftSection={method === 'passkey' ? <IconFingerprint size={16} /> : undefined}
        >
          {method === 'passkey' ? t.usePasskey : mustSend ? t.send : t.go}
        </Button>
        {methods.length > 1 && (
          <Group gap="xs" justify="center">
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <Button key={other} variant="subtle" size="compact-sm" onClick={() => choose(other)}>
                  {t.instead[other]}
                </Button>
              ))}
          </Group>
        )}
        {hint}
      </Stack>
    </form>
  );
}

/** A passkey of the account does not work at this address. */
function NoPasskey() {
  const t = useTexts().session.prove;
  const address = addressAtLocalhost();
  return (
    <p className="kc-flush kc-muted kc-small">
      {t.noPasskey}
      {address !== null && (
        <>
          {' '}
          <a href={address}>{t.atLocalhost}</a>
        </>
      )}
    </p>
  );
}

function answer(method: ProofMethod, typed: string): Reauthentication {
  if (method === 'passkey') return { method };
  if (method === 'password') return { method, password: typed };
  const code = typed.trim();
  return method === 'otp' ? { method, otp: code } : { method, code };
}
