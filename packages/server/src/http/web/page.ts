import { escapeHtml } from '../../lib/escape-html.ts';
import { inScript } from '../pages/in-script.ts';
import { logoSvg } from '../pages/logo.ts';
import type { Boot } from './boot.ts';
import type { Entry } from './built-web.ts';
import { directionOf } from '../../lib/languages.ts';
import { textsFor } from './texts.ts';

export interface PageContent {
  boot: Boot;
  title: string;
  entry: Entry;
  brandingVersion: string;
  /** Preloaded, because the page waits only briefly for them. */
  fonts: readonly string[];
  /** For the style elements that the console makes. */
  styleNonce?: string | undefined;
}

const META = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">`;

/** The styles of the build, then the deployment's own. */
function stylesheets({ webPath }: Pick<Boot, 'webPath'>, files: readonly string[], version = ''): string {
  return [...files, `branding.css${version}`]
    .map((file) => `<link rel="stylesheet" href="${webPath}/web/${file}">`)
    .join('\n');
}

/** Left to right is the default of HTML. */
function openingTag(language: string): string {
  const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : '';
  return `<html lang="${language}"${direction}>`;
}

/** A page that its script renders. */
export function page({ boot, title, entry, brandingVersion, fonts, styleNonce }: PageContent): string {
  const { language, webPath, texts } = boot;
  // The script would find them only when it runs.
  const imports = texts?.['core'] === undefined ? entry.imports : [...entry.imports, texts['core']];
  const address = (file: string) => `${webPath}/web/${file}`;
  const nonce = styleNonce === undefined ? '' : `\n<meta name="style-nonce" content="${styleNonce}">`;
  const fontLinks = fonts.map(
    (font) => `\n<link rel="preload" as="font" type="font/woff2" href="${address(font)}" crossorigin>`,
  );
  return `<!doctype html>
${openingTag(language)}
<head>
${META}${nonce}${fontLinks.join('')}
<title>${escapeHtml(title)}</title>
${stylesheets(boot, entry.styles, `?v=${brandingVersion}`)}
${imports.map((file) => `<link rel="modulepreload" href="${address(file)}">`).join('\n')}
<script type="module" src="${address(entry.script)}"></script>
<script type="application/json" id="keyward">${inScript(boot)}</script>
</head>
<body>
<div id="root"></div>
<noscript><p>${textsFor(language).needsScript}</p></noscript>
</body>
</html>
`;
}

export interface StandingContent {
  boot: Pick<Boot, 'language' | 'webPath' | 'branding'>;
  title: string;
  /** As HTML. */
  text: string;
  styles: readonly string[];
  /** The link to continue. */
  way?: { label: string; href: string };
  /** Further content, as HTML. */
  more?: string;
}

/** A page without a script, in the style of the pages for end users. */
export function standingPage({ boot, title, text, styles, way, more = '' }: StandingContent): string {
  const { language, branding } = boot;
  const name = escapeHtml(branding.name);
  const { logoUrl } = branding;
  const logo = logoUrl === null ? logoSvg(32) : `<img src="${escapeHtml(logoUrl)}" alt="" height="32">`;
  return `<!doctype html>
${openingTag(language)}
<head>
${META}
<title>${title} · ${name}</title>
${stylesheets(boot, styles)}
</head>
<body>
<div class="kw frame" data-wide="${more !== ''}">
<header class="brand">${logo}<span>${name}</span></header>
<main>
<section class="kw kw-panel">
<header>
<h1>${title}</h1>
<p class="kw-intro">${text}</p>
</header>${more}
${way === undefined ? '' : `<p><a class="kw-link" href="${way.href}">${way.label}</a></p>`}
</section>
</main>
</div>
</body>
</html>
`;
}
