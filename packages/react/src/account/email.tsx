import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CodeField, Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { digitsOf, SendAgain } from '../sign-in/send-again.tsx';
import { useAct } from '../context/use-act.ts';
import type { ProfileProps } from './own.ts';
import { Item } from './card.tsx';

/** The email: whether it is proven, and how to prove or change it. */
export function EmailItem({ account, isOwner, onChange }: ProfileProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.profile;
  const act = useAct('otp');
  const [changing, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [news, setNews] = useState<string | null>(null);
  const { email, email_verified: verified } = account;
  // The account tells it only where every change must be confirmed.
  const [asked, setAsked] = useState<string | undefined>();
  const pending = account.pending_email ?? asked;
  const waiting = pending ?? sentTo;

  async function send() {
    const result = await act.run(
      'send',
      (options) => client.sendOtp({ purpose: 'verify', email }, options),
      true,
    );
    if (result?.error === null) setSentTo(email);
  }

  async function confirm(to: string, otp: string) {
    const input = { purpose: 'verify', email: to, otp: digitsOf(otp) } as const;
    const result = await act.run('confirm', () => client.confirmLink(input));
    if (result?.error !== null) return;
    setSentTo(null);
    setAsked(undefined);
    setNews(pending === undefined ? words.emailVerified : words.emailSaved);
    await onChange();
  }

  return (
    <>
      <Item
        title={email}
        text={
          <span className={verified ? 'kw-good' : 'kw-warn'}>
            {verified ? words.verified : words.unverified}
          </span>
        }
      >
        {!verified && waiting === null && (
          <Button busy={act.busy === 'send'} onClick={() => void send()}>
            {words.verify}
          </Button>
        )}
        <Button disabled={!isOwner} onClick={() => setChanging(true)}>
          {words.changeEmail}
        </Button>
      </Item>
      {news !== null && <Notice kind="success">{news}</Notice>}
      {waiting !== null && (
        <>
          <Form act={act} onSubmit={({ otp = '' }) => void confirm(waiting, otp)}>
            <Notice>{pending === undefined ? words.verifySent(waiting) : words.pending(waiting)}</Notice>
            <div className="kw-inline">
              <CodeField name="otp" problem={act.problem} />
              <Button busy={act.busy === 'confirm'}>{words.confirm}</Button>
            </div>
          </Form>
          <SendAgain
            act={act}
            send={(options) => client.sendOtp({ purpose: 'verify', email: waiting }, options)}
          />
        </>
      )}
      {changing && (
        <ChangeEmail
          onClose={() => setChanging(false)}
          onChanged={async (unproven) => {
            setChanging(false);
            setSentTo(null);
            setAsked(unproven);
            setNews(unproven === undefined ? words.emailSaved : null);
            await onChange();
          }}
        />
      )}
    </>
  );
}

interface ChangeEmailProps {
  onClose: () => void;
  /** @param waiting the new email, if it must be proven first */
  onChanged: (waiting: string | undefined) => Promise<void>;
}

function ChangeEmail({ onClose, onChanged }: ChangeEmailProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.profile;
  const act = useAct('email');
  async function change(email: string) {
    const asked = { email: email.trim(), confirm_email_change: true };
    const result = await act.run('change', () => client.updateMe(asked));
    if (result?.data) await onChanged(result.data.pending_email);
  }
  return (
    <Dialog title={words.changeEmail} onClose={onClose}>
      <Form act={act} focused onSubmit={({ email = '' }) => void change(email)}>
        <Field
          label={words.newEmail}
          name="email"
          problem={act.problem}
          required
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
        <div className="kw-row kw-end">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="primary" busy={act.busy !== null}>
            {words.changeEmail}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
