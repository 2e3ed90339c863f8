import { createClient, memoryStorage } from '@keyward/client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { boot } from '../lib/boot.ts';
import { documentation } from '../lib/paths.ts';
import { ask } from '../service/service.ts';
import type { Option } from './option.ts';

const PAUSE_MS = 120;
const MOST = 4;

/** Without the session of the console: the documentation is public. */
const documents =
  boot.documentationPath === false
    ? null
    : createClient({ url: boot.documentationPath, prefix: '', storage: memoryStorage() });

const NONE: readonly Option[] = [];

/** The pages of the documentation that have all words in one line, each with that line. */
export function useDocuments(typed: string): readonly Option[] {
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['documents', q],
    queryFn: async ({ signal }) =>
      documents === null ? [] : (await ask(documents.docs.search({ q }, { signal }))).results,
    enabled: q.length > 2,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  if (q.length <= 2 || data === undefined) return NONE;
  const best = new Map(data.toReversed().map((match) => [match.path, match]));
  return [...new Set(data.map(({ path }) => path))].slice(0, MOST).map((path) => {
    const page = path.replace(/\.md$/, '');
    return {
      id: `document-${page}`,
      group: 'documents',
      label: plain(best.get(path)?.snippet ?? page),
      detail: page,
      to: () => location.assign(documentation(page) ?? ''),
    };
  });
}

/** A line of Markdown without its marks. */
const plain = (line: string) =>
  line
    .replace(/^[#>\-\s]+/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_|]/g, '');
