import type { OperatorLanguage } from '../../lib/languages.ts';

/** The few texts around a document. Documents themselves are in English. */
export interface FrameTexts {
  documentation: string;
  reference: string;
  menu: string;
  skip: string;
  search: string;
  searchLabel: string;
  onThisPage: string;
  previous: string;
  next: string;
  pager: string;
  overview: string;
  missingTitle: string;
  missing: string;
  wayBack: string;
}

export const FRAME_TEXTS: Record<OperatorLanguage, FrameTexts> = {
  en: {
    documentation: 'Documentation',
    reference: 'API reference',
    menu: 'Menu',
    skip: 'Skip to the text',
    search: 'Search',
    searchLabel: 'Search the documentation',
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    pager: 'Previous and next page',
    overview: 'Overview',
    missingTitle: 'There is no such page',
    missing: 'The documentation has no page at this address. The page may have been renamed.',
    wayBack: 'Go to the overview',
  },
  de: {
    documentation: 'Dokumentation',
    reference: 'API-Referenz',
    menu: 'Menü',
    skip: 'Zum Text springen',
    search: 'Suchen',
    searchLabel: 'Dokumentation durchsuchen',
    onThisPage: 'Auf dieser Seite',
    previous: 'Zurück',
    next: 'Weiter',
    pager: 'Vorige und nächste Seite',
    overview: 'Übersicht',
    missingTitle: 'Diese Seite gibt es nicht',
    missing:
      'Die Dokumentation hat keine Seite unter dieser Adresse. Vielleicht heißt die Seite jetzt anders.',
    wayBack: 'Zur Übersicht',
  },
};
