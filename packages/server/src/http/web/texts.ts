import { type Language, OPERATOR_LANGUAGES, type OperatorLanguage } from '../../lib/languages.ts';

/** The texts of pages without a script, as HTML. */
interface StandingTexts {
  needsScript: string;
  missingTitle: string;
  missing: string;
  toConsole: string;
}

const TEXTS: Readonly<Record<Language, StandingTexts>> = {
  en: {
    needsScript: 'This page needs JavaScript. Allow it, and load the page again.',
    missingTitle: 'There is no such page',
    missing: 'Check the address, or begin at the console.',
    toConsole: 'To the console',
  },
  de: {
    needsScript: 'Diese Seite braucht JavaScript. Erlauben Sie es, und laden Sie die Seite neu.',
    missingTitle: 'Diese Seite gibt es nicht',
    missing: 'Prüfen Sie die Adresse, oder beginnen Sie in der Konsole.',
    toConsole: 'Zur Konsole',
  },
  fr: {
    needsScript: 'Cette page a besoin de JavaScript. Autorisez-le, puis rechargez la page.',
    missingTitle: 'Cette page n’existe pas',
    missing: 'Vérifiez l’adresse, ou commencez par la console.',
    toConsole: 'Ouvrir la console',
  },
};

const OPERATOR_TEXTS: Readonly<
  Record<OperatorLanguage, { consoleTitle: string; notBuiltTitle: string; notBuilt: string }>
> = {
  en: {
    consoleTitle: 'Console',
    notBuiltTitle: 'This page has not been built',
    notBuilt:
      'The service runs, but its console and pages are missing, because the packages that build them are not installed. Run <code>npm ci</code> in the repository, and start the service again.',
  },
  de: {
    consoleTitle: 'Konsole',
    notBuiltTitle: 'Diese Seite ist nicht gebaut',
    notBuilt:
      'Der Dienst läuft, aber seine Konsole und Seiten fehlen, weil die Pakete zum Bauen nicht installiert sind. Führen Sie <code>npm ci</code> im Repository aus, und starten Sie den Dienst neu.',
  },
};

/** The texts of pages without a script in a language, or else in English. */
export function textsFor(language: string): StandingTexts {
  return Object.entries(TEXTS).find(([one]) => one === language)?.[1] ?? TEXTS.en;
}

/** What operators read, in their language, or else in English. */
export function operatorTextsFor(language: string): (typeof OPERATOR_TEXTS)[OperatorLanguage] {
  return OPERATOR_TEXTS[OPERATOR_LANGUAGES.find((one) => one === language) ?? 'en'];
}
