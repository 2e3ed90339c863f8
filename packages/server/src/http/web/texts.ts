import { type Language, OPERATOR_LANGUAGES, type OperatorLanguage } from '../../lib/languages.ts';

/** The texts of pages without a script, as HTML. */
interface StandingTexts {
  needsScript: string;
  missingTitle: string;
  missing: string;
  toSignIn: string;
}

const TEXTS: Readonly<Record<Language, StandingTexts>> = {
  en: {
    needsScript: 'This page needs JavaScript. Allow it, and load the page again.',
    missingTitle: 'There is no such page',
    missing: 'Check the address, or begin at the sign-in.',
    toSignIn: 'To the sign-in',
  },
  de: {
    needsScript: 'Diese Seite braucht JavaScript. Erlauben Sie es, und laden Sie die Seite neu.',
    missingTitle: 'Diese Seite gibt es nicht',
    missing: 'Prüfen Sie die Adresse, oder beginnen Sie bei der Anmeldung.',
    toSignIn: 'Zur Anmeldung',
  },
  fr: {
    needsScript: 'Cette page a besoin de JavaScript. Autorisez-le, puis rechargez la page.',
    missingTitle: 'Cette page n’existe pas',
    missing: 'Vérifiez l’adresse, ou commencez par la connexion.',
    toSignIn: 'Se connecter',
  },
  es: {
    needsScript: 'Esta página necesita JavaScript. Permítalo y vuelva a cargar la página.',
    missingTitle: 'Esta página no existe',
    missing: 'Compruebe la dirección o empiece por iniciar sesión.',
    toSignIn: 'Iniciar sesión',
  },
  pt: {
    needsScript: 'Esta página precisa de JavaScript. Permita-o e recarregue a página.',
    missingTitle: 'Esta página não existe',
    missing: 'Confira o endereço ou comece entrando na sua conta.',
    toSignIn: 'Entrar',
  },
  it: {
    needsScript: 'Questa pagina richiede JavaScript. Lo consenta e ricarichi la pagina.',
    missingTitle: 'Questa pagina non esiste',
    missing: 'Controlli l’indirizzo o inizi dall’accesso.',
    toSignIn: 'Accedi',
  },
  nl: {
    needsScript: 'Deze pagina heeft JavaScript nodig. Sta het toe en laad de pagina opnieuw.',
    missingTitle: 'Deze pagina bestaat niet',
    missing: 'Controleer het adres of begin met inloggen.',
    toSignIn: 'Inloggen',
  },
  pl: {
    needsScript: 'Ta strona wymaga JavaScriptu. Zezwól na niego i wczytaj stronę ponownie.',
    missingTitle: 'Nie ma takiej strony',
    missing: 'Sprawdź adres lub zacznij od logowania.',
    toSignIn: 'Zaloguj się',
  },
  ja: {
    needsScript: 'このページにはJavaScriptが必要です。許可してから、ページを再読み込みしてください。',
    missingTitle: 'このページは存在しません',
    missing: 'アドレスを確認するか、サインインから始めてください。',
    toSignIn: 'サインインへ',
  },
  zh: {
    needsScript: '此页面需要 JavaScript。请允许后重新加载页面。',
    missingTitle: '此页面不存在',
    missing: '请检查地址，或从登录开始。',
    toSignIn: '前往登录',
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
