import { type ReactNode, useState } from 'react';
import { isEmail } from '../lib/addresses.ts';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { useAct } from '../context/use-act.ts';

/** The fields that were filled in before a code was sent. */
export interface Typed {
  email: string;
  name?: string;
  password?: string;
}

export interface SignUpFormProps {
  /** What somebody who comes back has typed. */
  typed: Typed | null;
  /** A code was sent: by choice, or because the service requires a proof of the mailbox. */
  onSent: (typed: Typed) => void;
  onLeave: () => void;
}

export function SignUpForm({ typed: before, onSent, onLeave }: SignUpFormProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.signUp;
  const act = useAct('name', 'email', 'password');
  const [name, setName] = useState(before?.name ?? '');
  const [typedEmail, setEmail] = useState(before?.email ?? '');
  const email = typedEmail.trim();

  const send = () =>
    act.run('code', (options) => client.sendOtp({ purpose: 'signup', email }, options), true);

  async function signUp({ password = '' }: Readonly<Record<string, string>>) {
    const typed = { name: name.trim(), email, password };
    const result = await act.run('sign-up', (options) => client.signupWithPassword(typed, options), true);
    if (result?.error?.kind === 'EmailProofRequiredError' && (await send())?.error === null) onSent(typed);
  }

  async function sendCode() {
    if (!isEmail(email)) act.setProblem({ fields: { email: texts.fields.email } });
    else if ((await send())?.error === null) onSent({ email, name });
  }

  return (
    <>
      <Form act={act} focused onSubmit={(typed) => void signUp(typed)}>
        <Field
          label={texts.name}
          name="name"
          problem={act.problem}
          required
          autoComplete="name"
          maxLength={200}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={texts.email}
          name="email"
          problem={act.problem}
          required
          type="email"
          autoComplete="username"
          spellCheck={false}
          value={typedEmail}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField problem={act.problem} isNew label={texts.password} />
        <Button kind="primary" busy={act.busy === 'sign-up'} disabled={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
      <p className="kw-or">{texts.or}</p>
      <div className="kw-choices">
        <Button
          icon="mail"
          busy={act.busy === 'code'}
          disabled={act.busy !== null}
          onClick={() => void sendCode()}
        >
          {words.emailCode}
        </Button>
        <ProviderButtons act={act} onLeave={onLeave} />
      </div>
    </>
  );
}
