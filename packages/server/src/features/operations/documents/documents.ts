import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DOCS_FOLDER } from '../../../lib/docs-path.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import type { Document, Chapter } from './document.ts';
import { localise, type Place } from './localise.ts';
import { type FileText, readFolder } from './read-folder.ts';
import { type Match, search, searchable } from './search.ts';

export interface TreeItem {
  name: string;
  path: string;
  type: 'file' | 'directory';
  /** In bytes of UTF-8. */
  size?: number;
  lines?: number;
  children?: TreeItem[];
}

export interface DocumentTree {
  tree: TreeItem[];
  stats: { files: number; directories: number; bytes: number };
}

/** The Markdown that replaces `<!-- table: NAME ARGUMENT -->` in a page, by that name. */
export type Tables = Readonly<Record<string, (argument: string) => string>>;

export interface DocumentsOptions {
  /** Folders in addition to the built-in one. If several have a file with the same path, the last one wins. */
  folders: readonly string[];
  /** Called once, for the first request. */
  tables: () => Promise<Tables>;
  place: () => Place;
  version: () => string;
  warn: (line: string) => void;
}

/** The page that lists the others, in the form of llms.txt. */
export const INDEX = 'index.md';
/** Cached answers to searches, of at most some 30 kB each. */
const KEPT_SEARCHES = 100;
/** The heading of the pages that the index does not contain. */
const MORE = 'More';
const ENTRY = /^(?:## (?<heading>.+)|- \[(?<title>.+?)\]\((?<path>[^)#\s]+)\)(?:: (?<summary>.+))?)$/gm;
const TABLE = /^<!-- table: (?<name>\S+)(?: (?<argument>.+?))? -->$/gm;
const LINK = /\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/**
 * The documentation that the service serves. It is read once, for the first request, and then served from
 * memory: a path is looked up in a list, and never in the file system.
 */
export function createDocuments({ folders, tables, place, version, warn }: DocumentsOptions) {
  const documents = loadOnce(read);
  const tree = loadOnce(async () => treeOf([...(await documents()).values()]));

  const searched = loadOnce(async () => inOrder(await documents()).map(searchable));
  const answers = new LRUCache<string, Promise<Match[]>>({ max: KEPT_SEARCHES });

  let turn = Promise.resolve();

  async function read(): Promise<ReadonlyMap<string, Document>> {
    const files = new Map<string, FileText>();
    for (const folder of [DOCS_FOLDER, ...folders]) {
      for (const file of await readFolder(folder, warn)) files.set(file.path, file);
    }
    const parts = await tables();
    const found: [string, Document][] = [];
    for (const { path, text } of files.values()) {
      const written = text.replaceAll(
        TABLE,
        (comment, name: string, argument = '') => parts[name]?.(argument) ?? comment,
      );
      found.push([path, { path, text: localise(written, place()), written }]);
      // Cached, because the tables of a page take some milliseconds.
      await setImmediate();
    }
    return new Map(found.sort(([a], [b]) => byPath(a, b)));
  }

  /** The paths of the index, in its order, then all other paths. */
  function inOrder(all: ReadonlyMap<string, Document>): Document[] {
    const linked = [...(all.get(INDEX)?.text ?? '').matchAll(LINK)].map(([, path = '']) => path);
    return [...new Set([INDEX, ...linked, ...all.keys()])]
      .map((path) => all.get(path))
      .filter((document) => document !== undefined);
  }

  return {
    /**
     * The pages in the groups and the order of the index, without the index; pages that the index lacks come
     * last.
     */
    async chapters(): Promise<Chapter[]> {
      const all = await documents();
      const chapters: Chapter[] = [];
      for (const { groups = {} } of (all.get(INDEX)?.text ?? '').matchAll(ENTRY)) {
        const { heading, title = '', path = '', summary = '' } = groups;
        if (heading !== undefined) chapters.push({ title: heading, pages: [] });
        else if (all.has(path)) {
          if (chapters.length === 0) chapters.push({ title: MORE, pages: [] });
          chapters.at(-1)?.pages.push({ path, title, summary });
        }
      }
      const listed = new Set(chapters.flatMap(({ pages }) => pages.map(({ path }) => path)));
      const others = [...all.values()].filter(({ path }) => path !== INDEX && !listed.has(path));
      chapters.push({
        title: MORE,
        pages: others.map((document) => ({ path: document.path, title: titleOf(document), summary: '' })),
      });
      return chapters.filter(({ pages }) => pages.length > 0);
    },

    async find(path: string): Promise<Document | null> {
      return (await documents()).get(path) ?? null;
    },

    async search(query: string): Promise<Match[]> {
      const kept = answers.get(query);
      if (kept !== undefined) return kept;
      // Many simultaneous searches in one turn of the event loop would delay all other requests.
      turn = turn.then(() => setImmediate());
      const answer = turn.then(async () => search(await searched(), query));
      answers.set(query, answer);
      answer.catch(() => answers.delete(query));
      return answer;
    },

    /** Do not change it: all callers share it. */
    tree,

    /**
     * The index in the form of llmstxt.org.
     * @param address the address of a document
     */
    async index(address: (path: string) => string): Promise<string> {
      const all = await documents();
      const index = all.get(INDEX)?.text ?? '# Documentation\n';
      const linked = new Set([...index.matchAll(LINK)].map(([, path]) => path));
      const others = [...all.values()].filter(({ path }) => path !== INDEX && !linked.has(path));
      const more =
        others.length === 0
          ? ''
          : `\n## ${MORE}\n\n${others.map((document) => `- [${titleOf(document)}](${document.path})\n`).join('')}`;
      const { publicUrl, prefix } = place();
      const instance = `\nThis is version ${version()}, at ${publicUrl}; the API is below ${publicUrl}${prefix}.\n`;
      return (
        // Inserted after the quotation that introduces the service.
        (index.replace(/^> .*\n/m, (quotation) => quotation + instance) + more).replaceAll(
          LINK,
          (_link, path: string) => `](${address(path)})`,
        )
      );
    },

    /** Everything in one text, in the order of the index. */
    async full(): Promise<string> {
      return inOrder(await documents())
        .map(({ path, text }) => `<!-- ${path}, version ${version()} -->\n\n${text.trimEnd()}\n`)
        .join('\n');
    },
  };
}

/**
 * Called at the start, so that a misspelt folder does not wait for the first reader.
 * @throws Error that names the first that is not a folder
 */
export function assertFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new Error(`documents: ${folder} is not a folder.`);
  }
}

export type Documents = ReturnType<typeof createDocuments>;

export function nameOf({ path }: Document): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A final newline does not begin a line. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The first heading, or the name of the file. */
export function titleOf(document: Document): string {
  return /^# (.+)$/m.exec(document.text)?.[1] ?? nameOf(document);
}

function byPath(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function treeOf(all: readonly Document[]): DocumentTree {
  const tree: TreeItem[] = [];
  let directories = 0;
  for (const document of all) {
    const names = document.path.split('/');
    let level = tree;
    for (const [index, name] of names.slice(0, -1).entries()) {
      let directory = level.find((item) => item.name === name && item.children !== undefined);
      if (directory === undefined) {
        directory = {
          name,
          path: names.slice(0, index + 1).join('/'),
          type: 'directory',
          children: [],
        };
        level.push(directory);
        directories += 1;
      }
      level = directory.children ?? [];
    }
    level.push({
      name: nameOf(document),
      path: document.path,
      type: 'file',
      size: Buffer.byteLength(document.text),
      lines: countLines(document.text),
    });
  }
  const bytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { tree, stats: { files: all.length, directories, bytes } };
}
