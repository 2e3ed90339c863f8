import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, Fragment, useState } from 'react';
import type { SettingsSection } from '../../data/settings.ts';
import { useStore } from '../../lib/store.ts';
import { ask, service } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Panel } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { wholeOf } from './draft.ts';
import { drafts } from './drafts.ts';

const REDACTED = '[redacted]';

/** Shows a line as a log would store it, with the values of the form. */
export function RedactionTrial({ section }: { section: SettingsSection }) {
  const t = settingsTexts.redaction;
  const [line, setLine] = useState(t.sample);
  const draft = useStore(drafts)[section.name];
  const attempt = useMutation({
    mutationFn: () => {
      const { redact_sensitive: sensitive, redact_patterns: patterns } = wholeOf(section, draft?.edits ?? {});
      return ask(
        service.admin.config.testRedaction({
          line,
          redact_sensitive: sensitive === true,
          redact_patterns: Array.isArray(patterns) ? patterns.map(String) : [],
        }),
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <Panel title={t.title}>
      <form onSubmit={submit} className="kc-stack">
        <p className="kc-flush kc-muted">{t.text}</p>
        <Textarea
          label={t.line}
          name="line"
          className="kc-field-lines"
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={line}
          onChange={(event) => setLine(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={attempt.isPending} disabled={line === ''}>
            {t.button}
          </Button>
        </div>
        <div role="status">
          {attempt.data !== undefined && (
            <>
              <p className="kc-muted kc-small">{t.result}</p>
              <Kept line={attempt.data.line} />
              {!attempt.data.line.includes(REDACTED) && <p className="kc-muted">{t.same}</p>}
            </>
          )}
        </div>
        {attempt.error !== null && <Failure error={attempt.error} />}
      </form>
    </Panel>
  );
}

function Kept({ line }: { line: string }) {
  const parts = line.split(REDACTED).map((part, at) => ({ part, at }));
  return (
    <code className="kc-json kc-kept">
      {parts.map(({ part, at }) => (
        <Fragment key={at}>
          {at > 0 && <mark>{REDACTED}</mark>}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
