import type { CallError } from '@keyward/client';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { isEmail } from '../lib/addresses.ts';
import { useKeyward } from '../context/context.tsx';
import { problemOf } from '../context/errors.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PageLink } from '../parts/panel.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useAct } from '../context/use-act.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import type { SignInSteps } from './steps.ts';

/** @param email the initial value of the field */
export function SignInForm({ email, steps }: { email: string; steps: SignInSteps }): ReactNode {
  const { client, texts, facts, paths, navigate } = useKeyward();
  const words = texts.signIn;
  const act = useAct('identifier', 'password');
  const [identifier, setIdentifier] = useState(email);
  const [tries, setTries] = useState(0);
  const { setProblem } = act;
  const refuse = useCallback(
    (error: CallError) => setProblem(problemOf(error, texts, [])),
    [setProblem, texts],
  );

  async function usePassword({ password = '' }: Readonly<Record<string, string>>) {
    const result = await act.run('password', async (options) =>
      steps.finish(await client.login({ identifier: identifier.trim(), password }, options)),
    );
    if (result?.error?.kind === 'EmailProofRequiredError')
      act.setProblem({ message: words.proveEmail, fields: {} });
  }

  async function usePasskey() {
    await act.run('passkey', async () => steps.finish(await client.signInWithPasskey()));
    setTries((before) => before + 1);
  }

  async function mail(kind: 'code' | 'link') {
    const to = identifier.trim();
    if (!isEmail(to)) return act.setProblem({ fields: { identifier: words.needsEmail } });
    const input = { purpose: 'login', email: to } as const;
    const result = await act.run(
      kind,
      (options) => client[kind === 'code' ? 'sendOtp' : 'sendLink'](input, options),
      true,
    );
    if (result?.error === null) steps.mailed(kind, to);
  }

  const { busy } = act;
  const button = (name: string) => ({ busy: busy === name, disabled: busy !== null });
  return (
    <>
      {facts.factors.passkeys && <Autofill key={tries} onRefused={refuse} />}
      <ProviderButtons act={act} onLeave={steps.leave} />
      <Form act={act} focused onSubmit={(typed) => void usePassword(typed)}>
        <Field
          label={texts.identifier}
          name="identifier"
          problem={act.problem}
          required
          value={identifier}
          onInput={(event) => setIdentifier(event.currentTarget.value)}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
        />
        <PasswordField
          problem={act.problem}
          beside={
            <button
              type="button"
              className="kw-link"
              onClick={() => navigate(withEmail(paths.resetPassword, identifier))}
            >
              {words.forgot}
            </button>
          }
        />
        <Button kind="primary" {...button('password')}>
          {words.button}
        </Button>
      </Form>
      <p className="kw-or">{texts.or}</p>
      <div className="kw-choices">
        {facts.factors.passkeys && (
          <Button icon="key" {...button('passkey')} onClick={() => void usePasskey()}>
            {words.passkey}
          </Button>
        )}
        <div className="kw-pair">
          <Button {...button('code')} onClick={() => void mail('code')}>
            {words.emailCode}
          </Button>
          {facts.mailedLinks && (
            <Button {...button('link')} onClick={() => void mail('link')}>
              {words.emailLink}
            </Button>
          )}
        </div>
      </div>
      {facts.signUpMode === 'open' && (
        <p className="kw-aside">
          {words.newHere} <PageLink to={paths.signUp}>{words.createAccount}</PageLink>
        </p>
      )}
    </>
  );
}

/** Errors before a person has chosen a passkey, which the page does not show. */
const UNASKED =
  /^(Abort|PasskeyUnavailable|PasskeyCancelled|FactorDisabled|RateLimited|Network|Timeout)Error$/;

/**
 * Lets the browser offer passkeys in the field. A request by the button ends that, so it starts again afterwards.
 * @param props.onRefused receives the error if the service refuses the chosen passkey
 */
function Autofill({ onRefused }: { onRefused: (error: CallError) => void }): ReactNode {
  const { client } = useKeyward();
  useEffect(() => {
    const leaving = new AbortController();
    const offer = async () => {
      const { error } = await client.signInWithPasskey({ autofill: true }, { signal: leaving.signal });
      if (error !== null && !UNASKED.test(error.kind)) onRefused(error);
    };
    void offer();
    return () => leaving.abort();
  }, [client, onRefused]);
  return null;
}

/** In the fragment, which browsers never send. */
function withEmail(path: string, typed: string): string {
  return isEmail(typed.trim()) ? `${path}#${encodeURIComponent(typed.trim())}` : path;
}
