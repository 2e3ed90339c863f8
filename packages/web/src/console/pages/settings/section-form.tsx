import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { historyQuery, type SettingsSection, type SettingsVersion } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { wholeOf } from './draft.ts';
import { FieldRow } from './field-row.tsx';
import { grouped, type Part } from '../../data/settings-parts.ts';
import { SaveButtons } from './save-buttons.tsx';
import { SignOuts } from './sign-outs.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { type SectionForm as Form, useSectionForm } from './use-section-form.ts';
import { SettingsDiff } from './settings-diff.tsx';

export interface SectionFormProps {
  section: SettingsSection;
  groups: Part['groups'];
  /** By field: a value that is saved in place of an unset one. */
  suggested?: Readonly<Record<string, string>>;
  /** What holds for empty fields, by their names; it is shown in them, and not saved. */
  usual?: Readonly<Record<string, string>>;
  /** The heading of a group, by its id. */
  heads?: Readonly<Record<string, ReactNode>>;
}

/** The fields of a section, and the effects of saving them. */
export function SectionForm({ section, groups, suggested, usual, heads }: SectionFormProps) {
  const texts = settingsTexts;
  const form = useSectionForm(section, suggested);
  const { data } = useQuery(historyQuery(section));
  const element = useRef<HTMLFormElement>(null);
  const { save, problems, error, plan, question, answer } = form;
  const values = useMemo(() => wholeOf(section, form.edits), [section, form.edits]);
  const count = Object.keys(plan.changes).length;

  const focusProblem = () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (error !== null) focusProblem();
  }, [error]);
  const submit = () => {
    if (form.isWrong) focusProblem();
    else if (count > 0 && !form.saving) void save();
  };
  useSaveKey(submit);

  return (
    <form
      className="kc-settings-form"
      ref={element}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      {form.stale && <StaleNotice section={section} edits={form.edits} newest={data?.history[0]} />}
      {grouped(groups, section).map(
        ({ id, fields }) =>
          fields.length > 0 && (
            <Panel key={id} title={texts.groups[id]} flush actions={heads?.[id]}>
              {fields.map((field) => (
                <FieldRow
                  key={field.name}
                  field={field}
                  section={section.provider === null ? section.name : 'provider'}
                  edit={form.edits[field.name]}
                  problems={problems[field.name]}
                  values={values}
                  saved={savedBy(data?.history, field.name)}
                  placeholder={(suggested ?? usual)?.[field.name]}
                  onEdit={(edit) => form.edit(field.name, edit)}
                />
              ))}
            </Panel>
          ),
      )}
      {form.isElsewhere && <Failure error={error} />}
      <SaveBar section={section.name} form={form} count={count} />
      {question !== null && (
        <Confirm
          title={texts.signOut.title(question.signs_out ?? 0)}
          button={texts.signOut.save}
          onConfirm={answer.yes}
          onClose={answer.no}
        >
          <SignOuts section={section.name} outcome={question} />
        </Confirm>
      )}
    </form>
  );
}

function SaveBar({ section, form, count }: { section: string; form: Form; count: number }) {
  const texts = settingsTexts;
  // It appears above the field in which a person types.
  useEffect(() => {
    if (count > 0 && document.activeElement?.closest('.kc-field'))
      document.activeElement.scrollIntoView({ block: 'nearest' });
  }, [count]);
  const { plan, discard, saving, problems, error, isWrong } = form;
  // At first few of the changes, because all could cover the fields.
  const [whole, setWhole] = useState(false);
  const narrow = useMediaQuery('(max-width: 640px)');
  const shown = whole ? count : Math.min(count, narrow ? 1 : 2);
  return (
    <div className="kc-save" data-pending={count > 0 || undefined}>
      {count > 0 && (
        <details open>
          <summary>{texts.willChange}</summary>
          <SettingsDiff
            section={section}
            changes={Object.fromEntries(Object.entries(plan.changes).slice(0, shown))}
          />
          {shown < count && (
            <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
              {texts.more(count - shown)}
            </Button>
          )}
        </details>
      )}
      <div className="kc-save-buttons">
        <span className="kc-muted" role="status">
          {error !== null && Object.keys(problems).length > 0
            ? texts.unsavable
            : count > 0
              ? texts.pending(count)
              : texts.nothingPending}
        </span>
        <SaveButtons isPending={count > 0} isWrong={isWrong} isSaving={saving} onDiscard={discard} />
      </div>
    </div>
  );
}

/** The newest change of a field. */
function savedBy(
  history: readonly SettingsVersion[] | undefined,
  field: string,
): SettingsVersion | undefined {
  return history?.find(({ changes }) => field in changes);
}

/** Ctrl or Cmd and S. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [save]);
}
