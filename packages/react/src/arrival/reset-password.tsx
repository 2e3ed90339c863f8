import { type ReactNode, useState } from 'react';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Done } from '../parts/done.tsx';
import { type LinkedCode, useLink } from '../lib/link.ts';
import { isEmail } from '../lib/addresses.ts';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CodeField, Field, UserName } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PageLink, Panel } from '../parts/panel.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { digitsOf, SendAgain } from '../sign-in/send-again.tsx';
import { SecondStep } from '../sign-in/second-step.tsx';
import type { Challenge } from '../sign-in/steps.ts';
import { useAct } from '../context/use-act.ts';

export interface ResetPasswordProps {
  /** The address of a mailed link, if the application has cleaned it already. Default: the page's */
  href?: string;
  /** The initial values of the form. */
  email?: string;
}

/** For `/reset-password`: sets a new password with a mailed code. */
export function ResetPassword({ href, email: typed = '' }: ResetPasswordProps): ReactNode {
  const { texts, paths, navigate } = useKeyward();
  const words = texts.reset;
  const link = useLink(href);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [saved, setSaved] = useState<Challenge | 'signed-in' | null>(null);
  if (link === null) return null;
  if (link.errorCode !== null) return <DeadEnd code={link.errorCode} purpose="reset" />;
  if (saved === 'signed-in') return <Done title={words.done} intro={words.doneIntro} to={paths.account} />;
  if (saved !== null)
    return (
      <SecondStep
        challenge={saved}
        notice={words.saved}
        onSignedIn={() => setSaved('signed-in')}
        onRestart={() => navigate(paths.signIn)}
      />
    );
  const { email, code } = link;
  if (email !== null && code !== null)
    return (
      <Panel title={words.title} intro={words.for(email)}>
        <NewPassword email={email} code={code} onSaved={setSaved} />
      </Panel>
    );
  if (sentTo !== null)
    return (
      <Panel title={words.title} intro={words.sent(sentTo)}>
        <NewPassword email={sentTo} onSaved={setSaved} />
      </Panel>
    );
  return <AskEmail email={typed} onSent={setSentTo} />;
}

function AskEmail({ email: first, onSent }: { email: string; onSent: (email: string) => void }): ReactNode {
  const { client, texts, paths } = useKeyward();
  const words = texts.reset;
  const act = useAct('email');
  async function send({ email = '' }: Readonly<Record<string, string>>) {
    const to = email.trim();
    if (!isEmail(to)) return act.setProblem({ fields: { email: texts.fields.email } });
    const result = await act.run(
      'send',
      (options) => client.sendOtp({ purpose: 'reset', email: to }, options),
      true,
    );
    if (result?.error === null) onSent(to);
  }
  return (
    <Panel
      title={words.title}
      intro={words.ask}
      footer={
        <p className="kw-aside">
          <PageLink to={paths.signIn}>{texts.arrival.toSignIn}</PageLink>
        </p>
      }
    >
      <Form act={act} focused onSubmit={(typed) => void send(typed)}>
        <Field
          label={texts.email}
          name="email"
          problem={act.problem}
          required
          type="email"
          autoComplete="username"
          spellCheck={false}
          defaultValue={first}
        />
        <Button kind="primary" busy={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
    </Panel>
  );
}

interface NewPasswordProps {
  email: string;
  /** The code, if a link has brought it. */
  code?: LinkedCode;
  /** The password is saved, and the person signed in or asked for a second step. */
  onSaved: (next: Challenge | 'signed-in') => void;
}

function NewPassword({ email, code: brought, onSaved }: NewPasswordProps): ReactNode {
  const { client, texts } = useKeyward();
  const act = useAct('otp', 'password');
  // The code of a link may expire before the person has chosen a password.
  const [code, setCode] = useState(brought);

  async function save({ password = '', otp: entered = '' }: Readonly<Record<string, string>>) {
    const input = { email, ...(code ?? { otp: digitsOf(entered) }), password };
    const result = await act.run('save', () => client.resetPassword(input));
    if (result?.error?.kind === 'SecondFactorRequiredError') onSaved(result.error.details);
    else if (result?.error === null) onSaved('signed-in');
    else if (result?.error?.kind.startsWith('OTP') === true) setCode(undefined);
  }

  return (
    <>
      <Form act={act} focused onSubmit={(typed) => void save(typed)}>
        <UserName value={email} />
        {code === undefined && <CodeField name="otp" problem={act.problem} />}
        <PasswordField problem={act.problem} isNew />
        <Button kind="primary" busy={act.busy === 'save'} disabled={act.busy !== null}>
          {texts.reset.save}
        </Button>
      </Form>
      {code === undefined && (
        <SendAgain act={act} send={(options) => client.sendOtp({ purpose: 'reset', email }, options)} />
      )}
    </>
  );
}
