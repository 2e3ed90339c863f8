import { type ReactNode, useState } from 'react';
import { DeadEnd } from '../parts/dead-end.tsx';
import { useLink } from '../lib/link.ts';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useAct } from '../context/use-act.ts';
import { useWhen } from '../lib/use-when.ts';
import { SignIn } from '../sign-in/sign-in.tsx';

export interface InvitationProps {
  /** The address of the mailed link, if the application has cleaned it already. Default: the page's */
  href?: string;
  /** Called as soon as the account is open and signed in. */
  onSignedIn?: () => void;
}

/** The prefix of the token of an invitation to an organization. */
const TO_ORGANIZATION = 'org.';

/**
 * For `/invitation`: opens the account of an invitation. Somebody who has an account signs in here, and accepts an
 * invitation to an organization with it.
 */
export function Invitation({ href, onSignedIn }: InvitationProps): ReactNode {
  const { client, texts, session } = useKeyward();
  const words = texts.invitation;
  const link = useLink(href);
  const act = useAct('name', 'password');
  const [open, setOpen] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  useWhen(open, onSignedIn);
  if (link === null) return null;
  const { token, errorCode } = link;
  if (token === null) return <DeadEnd code={errorCode} />;
  const joins = token.startsWith(TO_ORGANIZATION);
  if (joins) {
    if (session.status === 'loading') return null;
    if (session.status === 'signed-in')
      return <Join token={token} email={session.account.email} onJoined={onSignedIn} />;
    if (hasAccount) return <SignIn />;
  }

  async function accept(input: { token: string; name: string; password: string }) {
    const { name, ...rest } = input;
    const result = await act.run('accept', () =>
      client.acceptInvitation({ ...rest, ...(name !== '' && { name }) }),
    );
    setOpen(result?.error === null);
  }

  const { haveAccount, signIn } = texts.signUp;
  const footer = joins ? (
    <p className="kw-aside">
      {haveAccount}{' '}
      <button type="button" className="kw-link" onClick={() => setHasAccount(true)}>
        {signIn}
      </button>
    </p>
  ) : undefined;
  return (
    <Panel title={words.title} intro={joins ? words.join.open : words.intro} footer={footer}>
      <Form
        act={act}
        focused
        onSubmit={({ name = '', password = '' }) => void accept({ token, name: name.trim(), password })}
      >
        <Field
          label={texts.name}
          name="name"
          problem={act.problem}
          // An invitation to an organization has no name.
          required={joins}
          autoComplete="name"
          maxLength={200}
        />
        <PasswordField problem={act.problem} isNew label={texts.password} />
        <Button kind="primary" busy={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
    </Panel>
  );
}

function Join({
  token,
  email,
  onJoined,
}: {
  token: string;
  email: string;
  onJoined: InvitationProps['onSignedIn'];
}): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.invitation.join;
  const act = useAct();
  const [joined, setJoined] = useState(false);
  useWhen(joined, onJoined);

  async function join() {
    const result = await act.run('join', () => client.organizations.accept({ token }));
    setJoined(result?.error === null);
  }
  return (
    <Panel title={words.title} intro={words.intro(email)} focused>
      <Form act={act} onSubmit={() => void join()}>
        <Button kind="primary" busy={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
    </Panel>
  );
}
