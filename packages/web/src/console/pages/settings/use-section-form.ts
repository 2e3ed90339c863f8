import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  changeSettings,
  rollBackSettings,
  sectionsQuery,
  type SettingsOutcome,
  type SettingsSection,
} from '../../data/settings.ts';
import { useStore } from '../../lib/store.ts';
import { isServiceError } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { notify } from '../../ui/notices.tsx';
import { type Edit, type Edits, type Plan, planOf, RESET } from './draft.ts';
import { discard, drafts, markRefused, setEdit } from './drafts.ts';

/** The service's errors by field, with the line of a list. */
export function problemsOf(error: unknown, line: (number: number, message: string) => string) {
  const fields = isServiceError(error) ? (error.details?.fields ?? []) : [];
  return Object.fromEntries(
    fields.map(({ path, message }) => {
      const [root = path, part] = path.split(/\.(.*)/s);
      const said =
        part === undefined
          ? message
          : /^\d+(\.|$)/.test(part)
            ? line(Number.parseInt(part, 10) + 1, message)
            : `${part}: ${message}`;
      return [root, said];
    }),
  );
}

export interface SectionForm {
  plan: Plan;
  edits: Readonly<Record<string, Edit>>;
  edit: (field: string, edit: Edit | undefined) => void;
  discard: () => void;
  /** Tries the change, saves it if it ends no session, and asks otherwise. */
  save: () => Promise<void>;
  saving: boolean;
  error: unknown;
  problems: Readonly<Record<string, string>>;
  /** The effects to ask about; null: there is no question. */
  question: SettingsOutcome | null;
  answer: { yes: () => Promise<void>; no: () => void };
  /** Whether another superadmin has saved the section since the first edit. */
  stale: boolean;
}

const NONE = {};

/** The edits, with required and suggested values. */
function withSuggested(
  { fields }: SettingsSection,
  edits: Edits,
  suggested: Readonly<Record<string, string>>,
): Edits {
  const touched = Object.values(edits).some((edit) => edit !== RESET);
  const missing = fields.filter(({ name, value }) => touched && value === '' && !(name in edits));
  const added = missing.flatMap(({ name }) => (name in suggested ? [[name, suggested[name] ?? '']] : []));
  return added.length === 0 ? edits : { ...edits, ...Object.fromEntries(added) };
}

/** The unsaved changes of a section, and how they are saved. */
export function useSectionForm(
  section: SettingsSection,
  suggested: Readonly<Record<string, string>> = NONE,
): SectionForm {
  const t = settingsTexts;
  const client = useQueryClient();
  const draft = useStore(drafts)[section.name];
  const edits = draft?.edits ?? NONE;
  const plan = useMemo(
    () => planOf(section, withSuggested(section, edits, suggested)),
    [section, edits, suggested],
  );
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [question, setQuestion] = useState<SettingsOutcome | null>(null);
  const stale = draft !== undefined && draft.base !== section.version;

  const refresh = () => client.invalidateQueries({ queryKey: ['settings'] });
  const takeBack = (version: number) => {
    rollBackSettings(section.name, version, false)
      .catch((thrown: unknown) => notify(String(thrown)))
      .finally(() => void refresh());
  };
  const commit = async () => {
    const { signs_out: signedOut } = await changeSettings({ section, ...plan }, false);
    discard(section.name);
    setError(null);
    notify(t.saved, signedOut === undefined ? () => takeBack(section.version) : undefined);
    await refresh();
  };

  return {
    plan,
    edits,
    edit: (field, edit) => setEdit(section, field, edit),
    discard() {
      discard(section.name);
      setError(null);
    },
    async save() {
      setSaving(true);
      setError(null);
      try {
        const now = await client.fetchQuery({ ...sectionsQuery, staleTime: 0 });
        const newest = now.find(({ name }) => name === section.name);
        // Another superadmin has saved first; the page shows this and asks.
        if (newest !== undefined && newest.version !== (draft?.base ?? section.version)) return;
        const outcome = await changeSettings({ section, ...plan }, true);
        markRefused(section.name, false);
        if ((outcome.signs_out ?? 0) > 0) setQuestion(outcome);
        else await commit();
      } catch (thrown) {
        setError(thrown);
        markRefused(section.name, true);
      } finally {
        setSaving(false);
      }
    },
    saving,
    error,
    problems: problemsOf(error, t.line),
    question,
    answer: {
      async yes() {
        await commit();
        setQuestion(null);
      },
      no: () => setQuestion(null),
    },
    stale,
  };
}
