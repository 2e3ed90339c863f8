import type { Account } from '@keyward/client';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { useAct } from '../context/use-act.ts';
import type { ProfileField } from '../lib/profile-field.ts';
import type { Texts } from '../texts/en.ts';
import { EmailItem } from './email.tsx';
import type { ProfileProps } from './own.ts';
import { Card } from './card.tsx';

interface FieldRow extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  label: (texts: Texts) => string;
}

type FormField = Exclude<ProfileField, 'avatar_url'>;

/** In the order of the form. */
const FIELDS: Record<FormField, FieldRow> = {
  name: { label: (texts) => texts.name, required: true, autoComplete: 'name', maxLength: 200 },
  handle: {
    label: (texts) => texts.profile.handle,
    required: true,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 30,
  },
  phone: {
    label: (texts) => texts.profile.phone,
    required: false,
    type: 'tel',
    autoComplete: 'tel',
    placeholder: '+49 30 123456',
  },
};
// Objects may have more keys than their type, but this literal does not.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const NAMES = Object.keys(FIELDS) as FormField[];

export function Profile({ account, isOwner, onChange }: ProfileProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.profile;
  const act = useAct(...NAMES);
  const [news, setNews] = useState<string | null>(null);

  async function save(typed: Readonly<Record<string, string>>) {
    setNews(null);
    const changes = changesOf(account, typed);
    const result = await act.run('save', () => client.updateMe(changes));
    if (result?.error !== null) return;
    setNews(texts.account.saved);
    await onChange();
  }

  return (
    <Card title={words.title} news={news}>
      <EmailItem account={account} isOwner={isOwner} onChange={onChange} />
      <Form act={act} onSubmit={(typed) => void save(typed)}>
        <div className="kw-columns">
          {NAMES.map((name) => {
            const { label, ...input } = FIELDS[name];
            return (
              <Field
                key={name}
                name={name}
                label={label(texts)}
                problem={act.problem}
                defaultValue={account[name] ?? ''}
                disabled={!isOwner && name !== 'name'}
                {...input}
              />
            );
          })}
        </div>
        <div className="kw-row kw-end">
          <Button kind="primary" busy={act.busy !== null}>
            {texts.account.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Only the changed fields, because other fields could require a proof that the change does not need. */
function changesOf(account: Account, typed: Readonly<Record<string, string>>): Record<string, string> {
  const before: Readonly<Record<string, unknown>> = { ...account };
  return Object.fromEntries(
    Object.entries(typed)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== (before[name] ?? '')),
  );
}
