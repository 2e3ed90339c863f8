import { createClient, memoryStorage } from '@keyward/client';

interface Match {
  path: string;
  line: number;
  snippet: string;
}

interface SearchTexts {
  nothing: (query: string) => string;
  offline: string;
  found: (count: number) => string;
}

/** The maximum number of results. */
const MAX_PAGES = 8;
const MAX_LINES = 4;
/** Shorter than the pause between two letters of a slow typist. */
const PAUSE_MS = 120;

/**
 * Makes the search of the page work: its results are links.
 * @param documentation the path that the routes are mounted below
 */
export function addSearch(documentation: string, texts: SearchTexts): void {
  const form = document.querySelector<HTMLFormElement>('form.search');
  const input = form?.querySelector('input');
  if (!form || !input) return;
  // The documentation is public: no session is read or renewed for it.
  const client = createClient({ url: documentation, prefix: '', storage: memoryStorage() });
  const pages = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.pages a[data-path]')].map((link) => [
      link.dataset['path'] ?? '',
      { title: link.textContent, href: link.pathname },
    ]),
  );
  const panel = document.createElement('div');
  panel.className = 'results';
  panel.hidden = true;
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  form.append(panel);
  form.hidden = false;

  let serial = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(...content: Node[]): void {
    panel.replaceChildren(...content, status);
    panel.hidden = false;
  }

  function close(): void {
    serial += 1;
    clearTimeout(timer);
    panel.hidden = true;
  }

  async function search(): Promise<void> {
    const query = input?.value.trim() ?? '';
    if (query === '') {
      close();
      return;
    }
    const own = (serial += 1);
    const { data, error } = await client.docs.search({ q: query });
    if (own !== serial) return;
    if (error !== null) {
      status.textContent = texts.offline;
      show();
      return;
    }
    const groups = [...byPath(data.results)].slice(0, MAX_PAGES);
    status.textContent = groups.length === 0 ? texts.nothing(query) : texts.found(groups.length);
    const list = element('ul', { lang: 'en' });
    for (const [path, matches] of groups) {
      const page = pages.get(path);
      if (page !== undefined) list.append(resultOf(page, matches, wordsOf(query)));
    }
    show(list);
  }

  const links = () => [...panel.querySelectorAll('a')];
  const move = (step: number) => {
    const all: HTMLElement[] = [input, ...links()];
    const index = all.findIndex((one) => one === document.activeElement);
    all[(index + step + all.length) % all.length]?.focus();
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), PAUSE_MS);
  });
  input.addEventListener('focus', () => {
    if (panel.childElementCount > 0 && input.value.trim() !== '') panel.hidden = false;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links()[0]?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      close();
      input.focus();
      panel.hidden = true;
    }
  });
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null) close();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
    const asked =
      (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) ||
      (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asked) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function byPath(matches: readonly Match[]): Map<string, Match[]> {
  const groups = new Map<string, Match[]>();
  for (const match of matches) groups.set(match.path, [...(groups.get(match.path) ?? []), match]);
  return groups;
}

function resultOf(page: { title: string; href: string }, matches: Match[], words: string[]): HTMLElement {
  const item = element('li');
  const [first] = matches;
  const link = (line: number, text: string, title?: string) => {
    const one = element('a', { href: `${page.href}${line > 1 ? `#L${line}` : ''}` });
    if (title !== undefined) {
      const strong = element('strong');
      strong.append(title);
      one.append(strong);
    }
    const said = element('span');
    said.append(...marked(text, words));
    one.append(said);
    return one;
  };
  item.append(link(first?.line ?? 1, first?.line === 1 ? '' : plain(first?.snippet ?? ''), page.title));
  const others = matches.slice(1, MAX_LINES);
  if (others.length > 0) {
    const list = element('ul');
    for (const { line, snippet } of others) {
      const other = element('li');
      other.append(link(line, plain(snippet)));
      list.append(other);
    }
    item.append(list);
  }
  return item;
}

/** A line of Markdown without its marks. */
function plain(snippet: string): string {
  return snippet
    .replace(/^[#>|\-*\s]+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|(?<!\w)_|_(?!\w)/g, '')
    .replaceAll(/\s*\|\s*/g, '  ')
    .trim();
}

function wordsOf(query: string): string[] {
  return [...new Set(query.split(/\s+/))].sort((a, b) => b.length - a.length);
}

/** The text, with the words marked. */
function marked(text: string, words: string[]): Node[] {
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})`,
    'gi',
  );
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const mark = element('mark');
    mark.append(part);
    return mark;
  });
}

function element(name: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
