import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { download } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { Question } from '../parts/question.tsx';
import { useAct } from '../context/use-act.ts';
import { Item, Card } from './card.tsx';

export interface DataProps {
  email: string;
  /** @param at the time until which a sign-in cancels the deletion; null: the account is deleted */
  onDeleted: (at: string | null) => void;
}

/** The rights of the account's owner. */
export function Data({ email, onDeleted }: DataProps): ReactNode {
  const { client, texts, facts, signOut } = useKeyward();
  const words = texts.data;
  const exporting = useAct();
  const deleting = useAct('email');
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');

  async function save() {
    const result = await exporting.run('export', () => client.exportAccount());
    if (result?.data)
      download(words.exportFile, 'application/json', `${JSON.stringify(result.data, null, 2)}\n`);
  }

  async function remove() {
    const result = await deleting.run('delete', () => client.deleteAccount());
    if (!result?.data) return;
    onDeleted(result.data.deletion_at);
    // Removes the ended session from this browser.
    await signOut();
  }

  return (
    <Card title={words.title} act={exporting}>
      <Item title={words.export} text={words.exportText}>
        <Button icon="download" busy={exporting.busy !== null} onClick={() => void save()}>
          {words.export}
        </Button>
      </Item>
      <Item title={words.delete} text={words.deleteText}>
        <Button
          kind="danger"
          onClick={() => {
            setTyped('');
            setAsking(true);
          }}
        >
          {words.deleteButton}
        </Button>
      </Item>
      {asking && (
        <Question
          title={words.deleteTitle(email)}
          text={words.deleteAsk(facts.deletionGraceDays)}
          button={words.deleteButton}
          act={deleting}
          disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          onYes={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <Field
            label={texts.email}
            name="email"
            problem={deleting.problem}
            required
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Question>
      )}
    </Card>
  );
}
