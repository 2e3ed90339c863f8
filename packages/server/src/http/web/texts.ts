import type { Language } from './boot.ts';

/** The languages of the pages; the first is the fallback. */
export const LANGUAGES: readonly [Language, ...Language[]] = ['en', 'de'];

/** The texts of the pages before their script runs, as HTML. */
export const TEXTS: Record<
  Language,
  {
    consoleTitle: string;
    needsScript: string;
    notBuiltTitle: string;
    notBuilt: string;
    missingTitle: string;
    missing: string;
    toConsole: string;
  }
> = {
  en: {
    consoleTitle: 'Console',
    needsScript: 'This page needs JavaScript. Allow it, and load the page again.',
    notBuiltTitle: 'This page has not been built',
    notBuilt:
      'The service runs, but its console and pages are missing, because the packages that build them are not installed. Run <code>npm ci</code> in the repository, and start the service again.',
    missingTitle: 'There is no such page',
    missing: 'Check the address, or begin at the console.',
    toConsole: 'To the console',
  },
  de: {
    consoleTitle: 'Konsole',
    needsScript: 'Diese Seite braucht JavaScript. Erlauben Sie es, und laden Sie die Seite neu.',
    notBuiltTitle: 'Diese Seite ist nicht gebaut',
    notBuilt:
      'Der Dienst läuft, aber seine Konsole und Seiten fehlen, weil die Pakete zum Bauen nicht installiert sind. Führen Sie <code>npm ci</code> im Repository aus, und starten Sie den Dienst neu.',
    missingTitle: 'Diese Seite gibt es nicht',
    missing: 'Prüfen Sie die Adresse, oder beginnen Sie in der Konsole.',
    toConsole: 'Zur Konsole',
  },
};
