import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { UserName } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useAct } from '../context/use-act.ts';
import { Card } from './card.tsx';

export function Password({ email, onChange }: { email: string; onChange: () => Promise<void> }): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.passwords;
  const act = useAct('password');
  const [open, setOpen] = useState(false);
  const [news, setNews] = useState<string | null>(null);

  async function save(password: string) {
    const result = await act.run('save', () => client.updatePassword({ password }));
    if (result?.error !== null) return;
    setOpen(false);
    setNews(words.saved);
    await onChange();
  }

  return (
    <Card title={words.title} intro={words.intro} news={news}>
      {open ? (
        <Form act={act} focused onSubmit={({ password = '' }) => void save(password)}>
          <UserName value={email} />
          <PasswordField problem={act.problem} isNew />
          <div className="kw-row kw-end">
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
            <Button kind="primary" busy={act.busy !== null}>
              {words.save}
            </Button>
          </div>
        </Form>
      ) : (
        <div className="kw-row kw-end">
          <Button
            onClick={() => {
              setNews(null);
              setOpen(true);
            }}
          >
            {words.change}
          </Button>
        </div>
      )}
    </Card>
  );
}
