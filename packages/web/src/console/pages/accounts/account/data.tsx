import { Button, Group, JsonInput } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { areShownAt, problemsOf } from '../../../service/field-problems.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Json } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notices.tsx';
import { Failure } from '../../../ui/states.tsx';
import { isObject, type JsonObject, mergePatch } from './merge-patch.ts';
import { Card } from '../../../ui/card.tsx';
import type { AccountActs } from './use-account-acts.ts';

/** The limit of the API. */
const MAX_BYTES = 8 * 1024;

export function Data(props: { account: FullAccount; acts: AccountActs }) {
  const { data: t } = useTexts().account;
  return (
    <Card title={t.title}>
      <Metadata {...props} field="metadata" />
      <Metadata {...props} field="app_metadata" />
    </Card>
  );
}

function Metadata(props: { account: FullAccount; acts: AccountActs; field: 'metadata' | 'app_metadata' }) {
  const { account, acts, field } = props;
  const texts = useTexts();
  const { data: t } = texts.account;
  const value = account[field];
  const [text, setText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const name = <code>{field}</code>;

  if (text === null)
    return (
      <div className="kc-metadata">
        <header>
          {name}
          <small>{t.about[field]}</small>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.edit(field)}
            onClick={() => {
              setError(null);
              setText(JSON.stringify(value, null, 2));
            }}
          >
            {texts.account.profile.edit}
          </Button>
        </header>
        {Object.keys(value).length === 0 ? (
          <p className="kc-flush kc-muted">{t.empty}</p>
        ) : (
          <Json value={value} label={field} />
        )}
      </div>
    );

  const { object, problem } = parsed(text, { ...t, notJson: texts.ui.notJson });
  const save = async () => {
    if (object === undefined) return;
    setBusy(true);
    setError(null);
    try {
      const patch = mergePatch(value, object);
      if (Object.keys(patch).length > 0) await acts.update({ [field]: patch });
      notify(t.saved(field));
      setText(null);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  return (
    <div className="kc-metadata">
      <JsonInput
        label={field}
        description={t.about[field]}
        name={field}
        value={text}
        onChange={setText}
        error={problem ?? problemsOf(error)[field]}
        autosize
        minRows={4}
        maxRows={20}
        spellCheck={false}
        data-autofocus
      />
      {error !== null && !areShownAt([field], problemsOf(error)) && <Failure error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => setText(null)}>
          {texts.ui.cancel}
        </Button>
        <Button size="compact-sm" loading={busy} disabled={object === undefined} onClick={() => void save()}>
          {texts.ui.save}
        </Button>
      </Group>
    </div>
  );
}

interface Problems {
  notJson: (reason: string) => string;
  noObject: string;
  tooLarge: string;
}

function parsed(text: string, t: Problems): { object?: JsonObject; problem?: string } {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (!isObject(value)) return { problem: t.noObject };
    if (new TextEncoder().encode(JSON.stringify(value)).length > MAX_BYTES) return { problem: t.tooLarge };
    return { object: value };
  } catch (error) {
    return { problem: t.notJson(error instanceof Error ? error.message : '') };
  }
}
