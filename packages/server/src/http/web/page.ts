import { escapeHtml } from '../../lib/escape-html.ts';
import { inScript } from '../pages/in-script.ts';
import type { Boot } from './boot.ts';
import type { Entry } from './built-web.ts';
import { TEXTS } from './texts.ts';

export interface PageContent {
  boot: Boot;
  title: string;
  entry: Entry;
  /** For the style elements that the console makes. */
  styleNonce?: string | undefined;
}

/** A page that its script draws. */
export function page({ boot, title, entry, styleNonce }: PageContent): string {
  const { language, webPath } = boot;
  const address = (file: string) => `${webPath}/web/${file}`;
  const nonce = styleNonce === undefined ? '' : `\n<meta name="style-nonce" content="${styleNonce}">`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">${nonce}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${entry.styles.map((file) => `<link rel="stylesheet" href="${address(file)}">`).join('\n')}
<link rel="stylesheet" href="${address('branding.css')}">
${entry.imports.map((file) => `<link rel="modulepreload" href="${address(file)}">`).join('\n')}
<script type="module" src="${address(entry.script)}"></script>
<script type="application/json" id="keyward">${inScript(boot)}</script>
</head>
<body>
<div id="root"></div>
<noscript><p>${TEXTS[language].needsScript}</p></noscript>
</body>
</html>
`;
}

/** What stands where nothing has been built. */
export function notBuiltPage(language: Boot['language']): string {
  const { notBuiltTitle, notBuilt } = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${notBuiltTitle}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${notBuiltTitle}</h1>
<p>${notBuilt}</p>
</body>
</html>
`;
}
