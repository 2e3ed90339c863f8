import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Document } from '../../features/operations/documents/document.ts';
import { type Documents, INDEX } from '../../features/operations/documents/documents.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import { createTaskQueue } from '../../lib/task-queue.ts';
import { version } from '../../package.ts';
import type { OperatorLanguage } from '../../lib/languages.ts';
import { builtWeb } from '../web/built-web.ts';
import { encode, type Encoded } from '../wire/encoded.ts';
import { type DocsAddresses, documentsOf } from './addresses.ts';
import { documentPage, type FrameOptions, missingPage } from './page.ts';
import { pictures } from './pictures.ts';

/** The service has fewer pages, but a host may add many. */
const KEPT_PAGES = 200;

export interface PageRequest {
  documents: Documents;
  addresses: DocsAddresses;
  language: OperatorLanguage;
}

/**
 * Makes the pages. Each is rendered at its first request, because a long one takes a tenth of a second, and then
 * cached.
 */
export function createComposer() {
  const kept = new LRUCache<string, Promise<Encoded>>({ max: KEPT_PAGES });
  const inTurn = createTaskQueue();

  /** The same in all languages. */
  const rendered = loadOncePer((document: Document, { addresses, documents }: PageRequest) =>
    // One at a time in a turn of the event loop, because many at once would block all other requests.
    inTurn(async () => {
      await setImmediate();
      const chapters = await documents.chapters();
      const paths = new Set([INDEX, ...chapters.flatMap(({ pages }) => pages.map((page) => page.path))]);
      // Loaded at the first request: a start needs neither the renderer nor its languages.
      const { render } = await import('./render.ts');
      const shown = await pictures();
      return render(document, {
        addresses,
        has: (one) => paths.has(one),
        hasPicture: (name) => shown.has(name),
      });
    }),
  );

  async function frameOf({ documents, addresses, language }: PageRequest): Promise<FrameOptions> {
    const [chapters, web] = await Promise.all([documents.chapters(), builtWeb()]);
    return { language, addresses, chapters, entries: web?.entries ?? null, version: version() };
  }

  function keep(key: string, make: () => Promise<Encoded>): Promise<Encoded> {
    const found = kept.get(key);
    if (found !== undefined) return found;
    const made = make();
    kept.set(key, made);
    // A failure is not cached.
    made.catch(() => kept.delete(key));
    return made;
  }

  return {
    /** @returns null if there is no such document */
    async page(request: PageRequest, names: readonly string[]): Promise<Encoded | null> {
      for (const path of documentsOf(names)) {
        const document = await request.documents.find(path);
        if (document === null) continue;
        return keep(`${request.language} ${path}`, async () =>
          encode(documentPage(path, await rendered(document, request), await frameOf(request))),
        );
      }
      return null;
    },

    missing: (request: PageRequest) =>
      keep(request.language, async () => encode(missingPage(await frameOf(request)))),
  };
}
