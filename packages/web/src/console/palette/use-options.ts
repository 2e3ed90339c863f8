import { useNavigate } from '@tanstack/react-router';
import { useOfferedAccounts } from '../data/accounts.ts';
import { parseQuery } from '../lib/address.ts';
import { consolePath, documentation } from '../lib/paths.ts';
import { useSignOut } from '../session/me.ts';
import { type Texts, useTexts } from '../texts/texts.ts';
import { actsOf, providersToAdd } from './acts.ts';
import { useDocuments } from './documents.ts';
import { findsPeople, useIdHits } from './ids.ts';
import { type Findable, matching, type Option } from './option.ts';
import { useSettings } from './settings.ts';

/** A page with an entry in the navigation. */
export interface PageOption {
  id: keyof Texts['pages'];
  path: string;
}

/** Of acts, and of settings. */
const MOST = 6;

/** What a text finds, and how a found thing is opened. @param shown the pages of this deployment @param close closes the palette */
export function useOptions(
  shown: readonly PageOption[],
  typed: string,
  close: () => void,
): { options: readonly Option[]; run: (option: Option) => void } {
  const texts = useTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const ids = useIdHits(typed);
  const accounts = useOfferedAccounts(ids === undefined || findsPeople(typed) ? typed : '');
  const documents = useDocuments(ids === undefined ? typed : '');
  const settings = useSettings();
  const guide = documentation();
  const pages = shown.map(({ id, path }): Findable => ({
    id,
    group: 'pages',
    label: texts.pages[id],
    to: path,
  }));
  if (guide !== null)
    pages.push({
      id: 'documentation',
      group: 'pages',
      label: texts.shell.documentation,
      to: () => location.assign(guide),
    });
  const acts = actsOf(texts.pages, () => void signOut());
  const run = ({ to }: Option) => {
    close();
    if (typeof to === 'function') to();
    else {
      const [path = '', query = ''] = to.split('?');
      void navigate({ to: consolePath(path), search: parseQuery(query) });
    }
  };
  if (typed.trim() === '') return { options: [...pages, ...acts], run };
  const people = accounts.map(({ id, name, email }): Option => ({
    id: `account-${id}`,
    group: 'accounts',
    label: name,
    detail: email,
    to: `accounts/${id}`,
  }));
  if (ids !== undefined) return { options: [...ids, ...people], run };
  return {
    options: [
      ...matching(pages, typed),
      ...matching([...acts, ...providersToAdd(texts.pages)], typed).slice(0, MOST),
      ...matching(settings, typed).slice(0, MOST),
      ...people,
      ...documents,
    ],
    run,
  };
}
