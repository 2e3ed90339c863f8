import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SettingsSection } from '../../data/settings.ts';
import { useStore } from '../../lib/store.ts';
import { ask, service } from '../../service/service.ts';
import { useMe } from '../../session/me.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Panel } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { wholeOf } from './draft.ts';
import { drafts } from './drafts.ts';

type TestMail = Parameters<typeof service.config.testEmail>[0];

/** Sends a mail with the values of the form, and shows the answer of the mail server. */
export function TestMail({ section }: { section: SettingsSection }) {
  const t = settingsTexts.testMail;
  const [to, setTo] = useState(useMe().email);
  const draft = useStore(drafts)[section.name];
  const send = useMutation({
    mutationFn: () => {
      // The fields are those of the section, as the service described them.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const settings = draft && (wholeOf(section, draft.edits) as unknown as TestMail['settings']);
      return ask(service.config.testEmail({ to: to.trim(), ...(settings && { settings }) }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Panel title={t.title}>
      <form onSubmit={submit} className="kc-stack" noValidate>
        <p className="kc-flush kc-muted">{t.text}</p>
        <div className="kc-trial">
          <TextInput
            label={t.to}
            name="to"
            type="email"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={send.isPending}>
            {t.button}
          </Button>
        </div>
        <div role="status">{send.data !== undefined && <p className="kc-answer">{send.data.message}</p>}</div>
        {send.error !== null && <Failure error={send.error} />}
      </form>
    </Panel>
  );
}
