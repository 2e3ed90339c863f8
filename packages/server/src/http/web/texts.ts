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
  es: {
    needsScript: 'Esta página necesita JavaScript. Permítalo y vuelva a cargar la página.',
    missingTitle: 'Esta página no existe',
    missing: 'Compruebe la dirección o empiece por la consola.',
    toConsole: 'Ir a la consola',
  },
  pt: {
    needsScript: 'Esta página precisa de JavaScript. Permita-o e recarregue a página.',
    missingTitle: 'Esta página não existe',
    missing: 'Confira o endereço ou comece pelo console.',
    toConsole: 'Ir para o console',
  },
  it: {
    needsScript: 'Questa pagina richiede JavaScript. Lo consenta e ricarichi la pagina.',
    missingTitle: 'Questa pagina non esiste',
    missing: 'Controlli l’indirizzo o inizi dalla console.',
    toConsole: 'Vai alla console',
  },
  nl: {
    needsScript: 'Deze pagina heeft JavaScript nodig. Sta het toe en laad de pagina opnieuw.',
    missingTitle: 'Deze pagina bestaat niet',
    missing: 'Controleer het adres of begin bij de console.',
    toConsole: 'Naar de console',
  },
  pl: {
    needsScript: 'Ta strona wymaga JavaScriptu. Zezwól na niego i wczytaj stronę ponownie.',
    missingTitle: 'Nie ma takiej strony',
    missing: 'Sprawdź adres lub zacznij od konsoli.',
    toConsole: 'Przejdź do konsoli',
  },
  ja: {
    needsScript: 'このページにはJavaScriptが必要です。許可してから、ページを再読み込みしてください。',
    missingTitle: 'このページは存在しません',
    missing: 'アドレスを確認するか、コンソールから始めてください。',
    toConsole: 'コンソールへ',
  },
  zh: {
    needsScript: '此页面需要 JavaScript。请允许后重新加载页面。',
    missingTitle: '此页面不存在',
    missing: '请检查地址，或从控制台开始。',
    toConsole: '前往控制台',
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
