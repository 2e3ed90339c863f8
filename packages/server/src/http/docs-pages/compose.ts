import { LRUCache } from 'lru-cache';
import { INDEX } from '../../features/documents/documents.ts';
import type { Services } from '../../features/services.ts';
import { version } from '../../package.ts';
import type { Language } from '../web/boot.ts';
import { builtWeb } from '../web/built-web.ts';
import { encode, type Encoded } from '../wire/encoded.ts';
import { type DocsAddresses, documentsOf } from './addresses.ts';
import { documentPage, type FrameOptions, missingPage } from './page.ts';

/** More than the service has itself; a host's may be many. */
const KEPT_PAGES = 200;

export interface PageRequest {
  services: Services;
  addresses: DocsAddresses;
  language: Language;
}

/** Makes the pages. Each is made at its first request, because a long one takes a tenth of a second, and then kept. */
export function createComposer() {
  const kept = new LRUCache<string, Promise<Encoded>>({ max: KEPT_PAGES });

  async function frameOf({ services, addresses, language }: PageRequest): Promise<FrameOptions> {
    const [sections, web] = await Promise.all([services.documents.sections(), builtWeb()]);
    return { language, addresses, sections, entry: web?.entries.docs ?? null, version: version() };
  }

  async function compose(request: PageRequest, path: string): Promise<Encoded> {
    const { documents } = request.services;
    const document = await documents.find(path);
    if (document === null) throw new Error(`no document: ${path}`);
    // The renderer and its languages are not needed for a start.
    const { render } = await import('./render.ts');
    const frame = await frameOf(request);
    const paths = new Set([INDEX, ...frame.sections.flatMap(({ pages }) => pages.map((page) => page.path))]);
    const rendered = render(document, { addresses: request.addresses, has: (one) => paths.has(one) });
    return encode(documentPage(path, rendered, frame));
  }

  return {
    /** @returns null if there is no such document */
    async page(request: PageRequest, names: readonly string[]): Promise<Encoded | null> {
      const { documents } = request.services;
      for (const path of documentsOf(names)) {
        if ((await documents.find(path)) === null) continue;
        const key = `${request.language} ${path}`;
        const made = kept.get(key) ?? compose(request, path);
        kept.set(key, made);
        // What failed is tried again.
        void made.catch(() => kept.delete(key));
        return made;
      }
      return null;
    },

    async missing(request: PageRequest): Promise<string> {
      return missingPage(await frameOf(request));
    },
  };
}
