import type { ErrorDetails, Reauthentication } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CodeField, Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { digitsOf } from '../sign-in/send-again.tsx';
import { useAct } from '../context/use-act.ts';

export type Method = ErrorDetails['ReauthenticationRequiredError']['methods'][number];
export type Answer = (proven: boolean) => void;

/** Sends a code to the email of the account, and a field for it. */
export function MailboxProof({ answer }: { answer: Answer }): ReactNode {
  const { client, texts, session } = useKeyward();
  const words = texts.reauthentication;
  const act = useAct('otp');
  const [sent, setSent] = useState(false);
  const email = session.account?.email ?? '';

  async function send() {
    const result = await act.run(
      'send',
      (options) => client.sendOtp({ purpose: 'verify', email }, options),
      true,
    );
    setSent(result?.error === null);
  }

  async function confirm(otp: string) {
    const input = { purpose: 'verify', email, otp: digitsOf(otp) } as const;
    const result = await act.run('confirm', () => client.confirmLink(input));
    if (result?.error === null) answer(true);
  }

  return (
    <Dialog title={words.emailTitle} intro={words.email(email)} onClose={() => answer(false)}>
      <Form key={String(sent)} act={act} focused onSubmit={({ otp = '' }) => void confirm(otp)}>
        {sent ? (
          <>
            <CodeField name="otp" problem={act.problem} />
            <Button kind="primary" busy={act.busy === 'confirm'}>
              {texts.continue}
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={act.busy === 'send'} onClick={() => void send()}>
            {words.sendOtp}
          </Button>
        )}
      </Form>
      <div className="kw-choices">
        <Button kind="quiet" onClick={() => answer(false)}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** Proves the owner by one of these methods. */
export function Proof({ methods, answer }: { methods: readonly Method[]; answer: Answer }): ReactNode {
  const { client, texts, session } = useKeyward();
  const words = texts.reauthentication;
  const act = useAct('code', 'password', 'otp');
  const [method, setMethod] = useState(methods[0] ?? 'password');
  const [sent, setSent] = useState(false);
  const email = session.account?.email ?? '';

  async function prove(shown: Reauthentication) {
    const result = await act.run(shown.method, () => client.reauthenticate(shown));
    if (result?.error === null) answer(true);
    else if (result?.error?.kind === 'InvalidCredentialsError')
      act.setProblem({ fields: { password: words.wrongPassword } });
  }

  async function send() {
    const result = await act.run(
      'send',
      (options) => client.sendOtp({ purpose: 'login', email }, options),
      true,
    );
    setSent(result?.error === null);
  }

  const submit = ({ code = '', password = '', otp = '' }: Readonly<Record<string, string>>) => {
    if (method === 'password') return prove({ method, password });
    if (method === 'otp') return prove({ method, otp: digitsOf(otp) });
    return method === 'passkey' ? prove({ method }) : prove({ method, code });
  };
  const intro = {
    totp: words.totp,
    recovery_code: words.recovery,
    password: words.password,
    otp: words.otp(email),
    passkey: words.intro,
  }[method];
  const ready = method !== 'otp' || sent;

  return (
    <Dialog title={words.title} intro={intro} onClose={() => answer(false)}>
      <Form key={`${method}${sent}`} act={act} focused onSubmit={(typed) => void submit(typed)}>
        {method === 'password' && <PasswordField problem={act.problem} />}
        {method === 'totp' && <CodeField name="code" problem={act.problem} />}
        {method === 'recovery_code' && (
          <Field label={texts.recoveryCode} name="code" problem={act.problem} required autoComplete="off" />
        )}
        {method === 'otp' && sent && <CodeField name="otp" problem={act.problem} />}
        {ready ? (
          <Button kind="primary" busy={act.busy === method}>
            {method === 'passkey' ? texts.signIn.passkey : texts.continue}
          </Button>
        ) : (
          <Button kind="primary" busy={act.busy === 'send'} onClick={() => void send()}>
            {words.sendOtp}
          </Button>
        )}
      </Form>
      <div className="kw-choices">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} kind="quiet" onClick={() => setMethod(other)}>
              {words.use[other]}
            </Button>
          ))}
        <Button kind="quiet" onClick={() => answer(false)}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
