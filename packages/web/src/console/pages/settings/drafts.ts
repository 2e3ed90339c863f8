import { createStore } from '../../lib/store.ts';
import { type Edit, type Edits, RESET } from './draft.ts';

/** Unsaved edits of a section. They stay while a person looks at other sections. */
export interface Draft {
  /** The version of the section that the person has seen. */
  base: number;
  edits: Edits;
  /** Whether the service has refused them. */
  refused: boolean;
}

/** By the API's name of the section. */
export const drafts = createStore<Readonly<Record<string, Draft>>>({});

const put = (section: string, draft: Draft | undefined): void => {
  const { [section]: _, ...others } = drafts.get();
  drafts.set(draft === undefined ? others : { ...others, [section]: draft });
};

/** @param edit undefined removes the field's edit */
export function setEdit(
  { name, version, together }: { name: string; version: number; together: readonly string[] },
  field: string,
  edit: Edit | undefined,
): void {
  const draft = drafts.get()[name] ?? { base: version, edits: {}, refused: false };
  const group = together.includes(field) ? together : [field];
  const edits: Record<string, Edit> = { ...draft.edits };
  // Fields that are saved together are reset together, and are no longer reset once one of them is edited.
  for (const one of group) {
    if (edit === RESET) edits[one] = RESET;
    else if (edits[one] === RESET) delete edits[one];
  }
  if (edit === undefined) delete edits[field];
  else if (edit !== RESET) edits[field] = edit;
  put(name, Object.keys(edits).length === 0 ? undefined : { ...draft, edits });
}

export function discard(section: string): void {
  put(section, undefined);
}

export function discardAll(): void {
  drafts.set({});
}

export function markRefused(section: string, refused: boolean): void {
  const draft = drafts.get()[section];
  if (draft !== undefined) put(section, { ...draft, refused });
}

/** Continues from a newer version, without the edits of some fields. */
export function rebase(section: string, base: number, dropped: readonly string[] = []): void {
  const draft = drafts.get()[section];
  if (draft === undefined) return;
  const edits = Object.fromEntries(Object.entries(draft.edits).filter(([name]) => !dropped.includes(name)));
  put(section, Object.keys(edits).length === 0 ? undefined : { ...draft, base, edits });
}
