import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { ago, dateOf } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import type { FactorChange, OwnFactors } from './own.ts';
import { Card, Item } from './card.tsx';

export interface PasskeysProps {
  passkeys: OwnFactors['passkeys'];
  /** The result of the last change. */
  news: string | null;
  onChange: (change: FactorChange) => Promise<void>;
}

type Passkey = OwnFactors['passkeys'][number];

export function Passkeys({ passkeys, news, onChange }: PasskeysProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.factors;
  const act = useAct('name');
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);

  async function add() {
    const result = await act.run('add', () => client.addPasskey());
    if (result?.data) await onChange({ news: words.passkeyAdded, codes: result.data.recovery_codes });
  }

  async function rename({ id }: Passkey, name: string) {
    const result = await act.run('rename', () => client.factors.passkeys.rename({ id, name: name.trim() }));
    if (!result?.data) return;
    setRenaming(null);
    await onChange({ news: null });
  }

  async function remove({ id }: Passkey) {
    const result = await act.run('remove', () => client.factors.passkeys.remove({ id }));
    if (!result?.data) return;
    setRemoving(null);
    await onChange({ news: words.passkeyRemoved });
  }

  const describe = ({ created_at: created, last_used_at: used, provider, backed_up: synced }: Passkey) =>
    [
      provider,
      synced && words.synced,
      texts.account.added(dateOf(created, texts.locale)),
      used === null ? texts.account.never : texts.account.lastUsed(ago(used, texts.locale)),
    ]
      .filter(Boolean)
      .join(' · ');

  return (
    <Card title={words.passkeys} intro={words.passkeysText} news={news}>
      {renaming === null && removing === null && act.problem.message !== undefined && (
        <Notice kind="problem">{act.problem.message}</Notice>
      )}
      {passkeys.length > 0 && (
        <ul className="kw-list">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Item icon={<Icon name="key" />} title={passkey.name} text={describe(passkey)}>
                <Button
                  kind="quiet"
                  label={`${texts.account.rename}: ${passkey.name}`}
                  onClick={() => setRenaming(passkey)}
                >
                  {texts.account.rename}
                </Button>
                <Button
                  kind="quiet"
                  label={`${texts.account.remove}: ${passkey.name}`}
                  onClick={() => setRemoving(passkey)}
                >
                  {texts.account.remove}
                </Button>
              </Item>
            </li>
          ))}
        </ul>
      )}
      <div className="kw-row kw-end">
        <Button busy={act.busy === 'add'} onClick={() => void add()}>
          {words.addPasskey}
        </Button>
      </div>
      {renaming !== null && (
        <Dialog title={words.passkeyName} onClose={() => setRenaming(null)}>
          <Form act={act} focused onSubmit={({ name = '' }) => void rename(renaming, name)}>
            <Field
              label={texts.name}
              name="name"
              problem={act.problem}
              required
              defaultValue={renaming.name}
              maxLength={100}
            />
            <div className="kw-row kw-end">
              <Button kind="quiet" onClick={() => setRenaming(null)}>
                {texts.cancel}
              </Button>
              <Button kind="primary" busy={act.busy !== null}>
                {texts.account.save}
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
      {removing !== null && (
        <Question
          title={words.removePasskey(removing.name)}
          text={words.removePasskeyText}
          button={texts.account.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}
