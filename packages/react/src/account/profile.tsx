import type { Account } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { useAct } from '../context/use-act.ts';
import { EmailItem } from './email.tsx';
import type { Own } from './own.ts';
import { Section } from './section.tsx';

/** @param props.onChange loads the account again */
export function Profile({ account, onChange }: { account: Own; onChange: () => Promise<void> }): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.profile;
  const act = useAct('name', 'handle', 'phone', 'avatar_url');
  const [news, setNews] = useState<string | null>(null);

  async function save(typed: Readonly<Record<string, string>>) {
    setNews(null);
    const changes = changesOf(account, typed);
    const result = await act.run('save', () => client.updateMe(changes));
    if (result?.error !== null) return;
    setNews(texts.account.saved);
    await onChange();
  }

  const field = (name: 'name' | 'handle' | 'phone' | 'avatar_url') => ({
    name,
    problem: act.problem,
    defaultValue: account[name] ?? '',
  });
  return (
    <Section title={words.title} news={news}>
      <EmailItem account={account} onChange={onChange} />
      <Form act={act} onSubmit={(typed) => void save(typed)}>
        <div className="kw-columns">
          <Field label={texts.name} {...field('name')} required autoComplete="name" maxLength={200} />
          <Field
            label={words.handle}
            {...field('handle')}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
          />
          <Field
            label={words.phone}
            {...field('phone')}
            required={false}
            type="tel"
            autoComplete="tel"
            placeholder="+49 30 123456"
          />
          <Field
            label={words.avatar}
            {...field('avatar_url')}
            required={false}
            type="url"
            autoComplete="photo"
            placeholder="https://"
          />
        </div>
        <div className="kw-row kw-end">
          <Button kind="primary" busy={act.busy !== null}>
            {texts.account.save}
          </Button>
        </div>
      </Form>
    </Section>
  );
}

/** Only what differs: to send the rest would ask for proofs that the change does not need. */
function changesOf(account: Account, typed: Readonly<Record<string, string>>): Record<string, string> {
  const before: Readonly<Record<string, unknown>> = { ...account };
  return Object.fromEntries(
    Object.entries(typed)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== (before[name] ?? '')),
  );
}
