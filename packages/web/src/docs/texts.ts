import type { DocsBoot } from '../../../server/src/http/web/boot.ts';

interface Texts {
  copy: string;
  copied: string;
  failed: string;
  nothing: (query: string) => string;
  offline: string;
  found: (count: number) => string;
}

/** The texts that the script adds to the page. */
export const TEXTS: Record<DocsBoot['language'], Texts> = {
  en: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Select the text and copy it',
    nothing: (query) => `No page contains “${query}”. Try fewer words.`,
    offline: 'The search needs the service, which does not answer. Try again soon.',
    found: (count) => (count === 1 ? '1 page' : `${count} pages`),
  },
  de: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    failed: 'Markieren und kopieren Sie den Text',
    nothing: (query) => `Keine Seite enthält „${query}“. Versuchen Sie weniger Wörter.`,
    offline: 'Die Suche braucht den Dienst, und er antwortet nicht. Versuchen Sie es bald wieder.',
    found: (count) => (count === 1 ? '1 Seite' : `${count} Seiten`),
  },
};
