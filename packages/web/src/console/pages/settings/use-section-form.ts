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
import { settingsTexts } from '../../texts/settings-texts.ts';
import { notify } from '../../ui/notices.tsx';
import { type Edit, type Edits, type Plan, planOf, RESET } from './draft.ts';
import { discard, drafts, markRefused, setEdit } from './drafts.ts';
import { problemsOf, type SectionProblems } from './problems.ts';
import { entriesOf, entryAt, problemsIn, TABLES } from './tables.ts';

export interface SectionForm {
  plan: Plan;
  edits: Readonly<Record<string, Edit>>;
  edit: (field: string, edit: Edit | undefined) => void;
  discard: () => void;
  /** Tries the change, saves it if it ends no session, and asks otherwise. */
  save: () => Promise<void>;
  saving: boolean;
  error: unknown;
  /** What the service has refused, and what is wrong with the entries of tables. */
  problems: SectionProblems;
  /** Whether entries of a table are wrong, so that saving makes no sense. */
  isWrong: boolean;
  /** Whether no field shows the error, or not all of it. */
  isElsewhere: boolean;
  /** The effects to ask about; null: there is no question. */
  question: SettingsOutcome | null;
  answer: { yes: () => Promise<void>; no: () => void };
  /** Whether another superadmin has saved the section since the first edit. */
  stale: boolean;
}

const NONE = {};

/** What the service has refused; in tables, at the columns of their entries. */
function refusedIn({ name, fields }: SettingsSection, edits: Edits, error: unknown): SectionProblems {
  return Object.fromEntries(
    Object.entries(problemsOf(error)).map(([field, problems]) => {
      const table = TABLES[`${name}.${field}`];
      if (table === undefined) return [field, problems];
      const edit = edits[field];
      const value = fields.find((one) => one.name === field)?.value;
      const entries = typeof edit === 'object' ? edit.entries : entriesOf(table, value);
      return [
        field,
        problems.map(({ part, message }) => ({
          part: part === undefined ? undefined : entryAt(table, entries, part),
          message,
        })),
      ];
    }),
  );
}

/** The entries that the service could not report, because two have the same name. */
function wrongEntries(edits: Edits): SectionProblems {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([field, edit]) => {
      if (typeof edit !== 'object') return [];
      const found = Object.entries(problemsIn(edit.table, edit.entries, settingsTexts.entries.problems));
      return found.length === 0 ? [] : [[field, found.map(([part, message]) => ({ part, message }))]];
    }),
  );
}

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
  const [corrected, setCorrected] = useState<readonly string[]>([]);
  const refused = refusedIn(section, edits, error);
  const wrong = wrongEntries(edits);
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
    edit(field, edit) {
      setCorrected((before) => [...before, field]);
      setEdit(section, field, edit);
    },
    discard() {
      discard(section.name);
      setError(null);
    },
    async save() {
      setSaving(true);
      setCorrected([]);
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
    problems: {
      ...Object.fromEntries(Object.entries(refused).filter(([field]) => !corrected.includes(field))),
      ...wrong,
    },
    isWrong: Object.keys(wrong).length > 0,
    isElsewhere:
      error !== null &&
      (Object.keys(refused).length === 0 ||
        Object.keys(refused).some((field) => section.fields.every(({ name }) => name !== field))),
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
