import { Button, Group, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { problemsOf } from '../../service/field-problems.ts';
import { ask, service } from '../../service/service.ts';
import { useMe } from '../../session/me.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { notify } from '../../ui/notices.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { MailFrame } from '../mailbox/mail-frame.tsx';
import { discard, drafts, setEdit } from './drafts.ts';
import { History } from './history.tsx';
import { SaveButtons } from './save-buttons.tsx';
import './mail-texts.css';

/** The texts of one mail in one language, with its preview. */
export function MailTexts() {
  const t = settingsTexts.mails;
  const [query, change] = useAddressQuery();
  const list = useQuery({ queryKey: ['settings', 'mails'], queryFn: () => ask(service.admin.mails.list()) });
  if (list.error !== null) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading rows={8} />;
  const { mails, languages, version } = list.data;
  const mail = mails.find(({ kind }) => kind === query['mail']) ?? mails[0];
  const language = languages.find((one) => one === query['language']) ?? languages[0] ?? 'en';
  if (mail === undefined) return null;
  const nameOf = (kind: string) => t.kinds[kind] ?? kind;
  const options = (codes: boolean) =>
    mails
      .filter(({ kind }) => /_(?:code|link)$/.test(kind) === codes)
      .map(({ kind, edited }) => ({
        value: kind,
        label: edited.length === 0 ? nameOf(kind) : t.editedIn(nameOf(kind), edited.join(', ')),
      }));
  return (
    <>
      <Panel>
        <div className="kc-mail-choice">
          <NativeSelect
            label={t.mail}
            name="mail"
            value={mail.kind}
            onChange={(event) => change({ mail: event.currentTarget.value })}
            data={[
              { group: t.codes, items: options(true) },
              { group: t.notices, items: options(false) },
            ]}
          />
          <NativeSelect
            label={t.language}
            name="language"
            value={language}
            onChange={(event) => change({ language: event.currentTarget.value })}
            data={languages.map((value) => ({
              value,
              label: mail.edited.includes(value) ? t.edited(languageName(value)) : languageName(value),
            }))}
          />
        </div>
      </Panel>
      <OneMail key={`${mail.kind}/${language}`} kind={mail.kind} language={language} />
      <History section={{ name: 'mails', version }} />
    </>
  );
}

/** How long after the last key the preview is made again. */
const SETTLED_MS = 350;

function OneMail({ kind, language }: { kind: string; language: string }) {
  const t = settingsTexts.mails;
  const client = useQueryClient();
  const email = useMe().email;
  const draft = `mails/${kind}/${language}`;
  const edits = useStore(drafts)[draft]?.edits ?? {};
  const mail = useQuery({
    queryKey: ['settings', 'mails', kind, language],
    queryFn: () => ask(service.admin.mails.get({ kind, language })),
  });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState('');
  const { parts = [], edited = {} } = mail.data ?? {};
  const builtIn = Object.fromEntries(parts.map(({ name, built_in: own }) => [name, own]));
  const saved = Object.fromEntries(parts.map(({ name, built_in: own }) => [name, edited[name] ?? own]));
  const values = { ...saved, ...textsIn(edits) };
  const settled = useSettled(JSON.stringify(values));
  const preview = useQuery({
    queryKey: ['settings', 'mails', 'preview', kind, language, settled],
    queryFn: () => ask(service.admin.mails.preview({ ...JSON.parse(settled), kind, language })),
    enabled: mail.data !== undefined && settled !== '{}',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const unsaved = Object.keys(edits).length > 0;
  const problems = { ...problemsOf(preview.error), ...problemsOf(error) };

  async function save(texts: Readonly<Record<string, string>>, done: string) {
    setBusy(true);
    setError(null);
    try {
      await ask(service.admin.mails.set({ ...texts, kind, language }));
      discard(draft);
      notify(done);
      await client.invalidateQueries({ queryKey: ['settings'] });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  async function sendTest() {
    setError(null);
    setSent('');
    try {
      setSent((await ask(service.config.testEmail({ to: email, mail: { kind, language } }))).message);
    } catch (thrown) {
      setError(thrown);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unsaved && !busy) void save(values, t.saved);
  };
  if (mail.error !== null) return <Failure error={mail.error} retry={() => void mail.refetch()} />;
  if (mail.data === undefined) return <Loading rows={8} />;
  return (
    <div className="kc-mail-edit">
      <Panel title={settingsTexts.mails.kinds[kind] ?? kind}>
        <form className="kc-stack" onSubmit={submit} noValidate lang={language}>
          {parts.map(({ name, built_in: own, can_fill_in: can, must_fill_in: must }) => {
            const Input = name === 'text' || name === 'note' ? Textarea : TextInput;
            return (
              <Input
                key={name}
                name={name}
                label={t.parts[name]}
                description={
                  can.length > 1 || must.length > 0 ? t.fills(can.map(braced), must.map(braced)) : undefined
                }
                value={values[name] ?? ''}
                error={problems[name]}
                onChange={(event: { currentTarget: { value: string } }) => {
                  setError(null);
                  const { value } = event.currentTarget;
                  const section = { name: draft, version: 0, together: [] };
                  setEdit(section, name, value === (edited[name] ?? own) ? undefined : value);
                }}
                {...(Input === Textarea && { autosize: true, minRows: 2, maxRows: 14 })}
              />
            );
          })}
          <p className="kc-flush kc-muted kc-small">{t.around}</p>
          {error !== null && Object.keys(problemsOf(error)).length === 0 && <Failure error={error} />}
          <Group gap="xs">
            <SaveButtons
              isPending={unsaved}
              isSaving={busy}
              onDiscard={() => {
                setError(null);
                discard(draft);
              }}
            />
            {!unsaved && (
              <Button variant="default" onClick={() => void sendTest()}>
                {t.test}
              </Button>
            )}
            {!unsaved && Object.keys(edited).length > 0 && (
              <Button variant="default" loading={busy} onClick={() => void save(builtIn, t.wasReset)}>
                {t.reset}
              </Button>
            )}
          </Group>
          <div role="status">{sent !== '' && !unsaved && <p className="kc-answer">{sent}</p>}</div>
        </form>
      </Panel>
      <MailPreview mail={preview.data} language={language} />
    </div>
  );
}

function MailPreview(props: {
  mail: { subject: string; html: string; text: string } | undefined;
  language: string;
}) {
  const { mail, language } = props;
  const t = settingsTexts.mails;
  const [view, setView] = useState<'html' | 'text'>('html');
  return (
    <Panel
      title={t.preview}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.preview}
          value={view}
          onChange={(value) => setView(value === 'text' ? 'text' : 'html')}
          data={[
            { value: 'html', label: t.asHtml },
            { value: 'text', label: t.asText },
          ]}
        />
      }
    >
      {mail === undefined ? (
        <Loading rows={6} />
      ) : (
        <div className="kc-stack">
          <p className="kc-flush kc-mail-subject" lang={language}>
            {mail.subject}
          </p>
          {view === 'html' ? (
            <MailFrame key={mail.html} html={mail.html} title={mail.subject} />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long mail scrolls
            <pre className="kc-json" tabIndex={0} lang={language}>
              {mail.text}
            </pre>
          )}
        </div>
      )}
    </Panel>
  );
}

function textsIn(edits: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edits).filter((edit): edit is [string, string] => typeof edit[1] === 'string'),
  );
}

function braced(name: string): string {
  return `{${name}}`;
}

function languageName(language: string): string {
  return (
    new Intl.DisplayNames([document.documentElement.lang, 'en'], { type: 'language' }).of(language) ??
    language
  );
}

/** A text once it has stopped changing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
