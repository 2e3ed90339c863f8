import type { CallError } from '@keyward/client';
import { type ReactNode, useCallback, useState } from 'react';
import { isEmail } from '../lib/addresses.ts';
import { useKeyward } from '../context/context.tsx';
import { problemOf } from '../context/errors.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PageLink } from '../parts/panel.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useAct } from '../context/use-act.ts';
import { Autofill } from './autofill.tsx';
import { MailButtons } from './mail-buttons.tsx';
import { ProviderButtons, useProviderSignIn } from './provider-buttons.tsx';
import type { Connection, SignInSteps } from './steps.ts';

/** The step after the identifier: not known yet; a password or a mail; or the connection of an organization. */
type Way = 'unknown' | 'own' | Connection;

export interface SignInFormProps {
  /** The initial value of the field. */
  email: string;
  /** The connection that the service requires. */
  required: Connection | null;
  steps: SignInSteps;
}

export function SignInForm({ email, required, steps }: SignInFormProps): ReactNode {
  const { client, texts, facts, paths, navigate } = useKeyward();
  const words = texts.signIn;
  const first: Way = facts.connections ? 'unknown' : 'own';
  const act = useAct('identifier', 'password');
  const [identifier, setIdentifier] = useState(email);
  const typed = identifier.trim();
  const [way, setWay] = useState<Way>(required ?? first);
  const [tries, setTries] = useState(0);
  const goTo = useProviderSignIn(act, steps.leave);
  const { setProblem } = act;
  const refuse = useCallback(
    (error: CallError) => setProblem(problemOf(error, texts, [])),
    [setProblem, texts],
  );

  async function discover() {
    const result = await act.run('discover', () => client.discover({ identifier: typed }));
    if (result?.data) setWay(result.data.connection ?? 'own');
  }

  async function usePassword(password: string) {
    const result = await act.run('password', async (options) =>
      steps.finish(await client.login({ identifier: typed, password }, options), typed),
    );
    if (result?.error?.kind === 'EmailProofRequiredError')
      act.setProblem({ message: words.proveEmail, fields: {} });
  }

  async function usePasskey() {
    await act.run('passkey', async () => steps.finish(await client.signInWithPasskey(), typed));
    setTries((before) => before + 1);
  }

  function submit({ password = '' }: Readonly<Record<string, string>>) {
    if (way === 'unknown') void discover();
    else if (way === 'own') void usePassword(password);
    else goTo(providerOf(way));
  }

  const { busy } = act;
  const button = (name: string) => ({ busy: busy === name, disabled: busy !== null });
  const byPasskey = facts.factors.passkeys;
  const isOwn = way === 'own';
  const connection = typeof way === 'string' ? null : way;
  const main = connection === null ? (isOwn ? 'password' : 'discover') : providerOf(connection);
  return (
    <>
      {byPasskey && <Autofill key={tries} onRefused={refuse} />}
      <Form act={act} focused={isOwn && facts.connections ? 'password' : true} onSubmit={submit}>
        <Field
          label={texts.identifier}
          name="identifier"
          problem={act.problem}
          required
          value={identifier}
          onInput={({ currentTarget: { value } }) => {
            setIdentifier(value);
            // A password manager may enter the same value again.
            if (value.trim() !== typed) setWay(first);
          }}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
        />
        {isOwn && (
          <PasswordField
            problem={act.problem}
            beside={
              <button
                type="button"
                className="kw-link"
                onClick={() => navigate(withEmail(paths.resetPassword, typed))}
              >
                {words.forgot}
              </button>
            }
          />
        )}
        <Button kind="primary" {...button(main)}>
          {connection !== null ? words.provider(connection.name) : isOwn ? words.button : texts.continue}
        </Button>
      </Form>
      {isOwn && <MailButtons act={act} email={typed} onSent={steps.mailed} />}
      {connection !== null && required === null && (
        <Button kind="quiet" onClick={() => setWay('own')}>
          {words.anotherWay}
        </Button>
      )}
      {connection === null && (byPasskey || facts.providers.length > 0) && (
        <>
          <p className="kw-or">{texts.or}</p>
          <div className="kw-choices">
            {byPasskey && (
              <Button icon="key" {...button('passkey')} onClick={() => void usePasskey()}>
                {words.passkey}
              </Button>
            )}
            <ProviderButtons act={act} onLeave={steps.leave} />
          </div>
        </>
      )}
      {facts.signUpMode === 'open' && (
        <p className="kw-aside">
          {words.newHere} <PageLink to={paths.signUp}>{words.createAccount}</PageLink>
        </p>
      )}
    </>
  );
}

/** The name that the client uses. */
const providerOf = ({ id }: Connection) => `connection/${id}`;

/** In the fragment, which browsers never send. */
function withEmail(path: string, typed: string): string {
  return isEmail(typed) ? `${path}#${encodeURIComponent(typed)}` : path;
}
