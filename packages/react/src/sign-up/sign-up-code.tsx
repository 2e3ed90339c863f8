import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CodeField, Field, UserName } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { digitsOf, SendAgain } from '../sign-in/send-again.tsx';
import type { LinkedCode } from '../lib/link.ts';
import { useAct } from '../context/use-act.ts';
import type { Typed } from './sign-up-form.tsx';

export interface SignUpCodeProps {
  /** The fields that are already filled in. */
  typed: Typed;
  /** The code, if a link has brought it. */
  code?: LinkedCode;
  onBack?: () => void;
}

/** Opens an account with a mailed code. */
export function SignUpCode({ typed, code: brought, onBack }: SignUpCodeProps): ReactNode {
  const { client, texts } = useKeyward();
  const act = useAct('otp', 'name', 'email', 'password');
  // The code of a link may expire before the person has chosen a password.
  const [code, setCode] = useState(brought);
  const { email } = typed;

  async function signUp(entered: Readonly<Record<string, string>>) {
    const { name = typed.name ?? '', password = typed.password ?? '' } = entered;
    const presented = code ?? { otp: digitsOf(entered['otp'] ?? '') };
    const result = await act.run(
      'sign-up',
      (options) => client.signupWithOtp({ name: name.trim(), email, password, ...presented }, options),
      true,
    );
    if (result?.error?.kind.startsWith('OTP') === true) setCode(undefined);
  }

  return (
    <>
      <Form act={act} focused onSubmit={(entered) => void signUp(entered)}>
        <UserName value={email} />
        {code === undefined && <CodeField name="otp" problem={act.problem} />}
        {typed.password === undefined && (
          <>
            <Field
              label={texts.name}
              name="name"
              problem={act.problem}
              required
              autoComplete="name"
              maxLength={200}
              defaultValue={typed.name}
            />
            <PasswordField problem={act.problem} isNew label={texts.password} />
          </>
        )}
        <Button kind="primary" busy={act.busy === 'sign-up'} disabled={act.busy !== null}>
          {texts.signUp.button}
        </Button>
      </Form>
      {code === undefined && (
        <SendAgain
          act={act}
          send={(options) => client.sendOtp({ purpose: 'signup', email }, options)}
          back={onBack && { words: texts.back, go: onBack }}
        />
      )}
    </>
  );
}
