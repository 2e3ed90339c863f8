import { contentHash } from '../wire/content-hash.ts';
import { CONSOLE_HEADER } from '../wire/cookies/request-cookies.ts';
import { inScript } from '../pages/in-script.ts';
import { logoSvg } from '../pages/logo.ts';
import { type Fonts, styleOf } from './style.ts';

export interface PageOptions {
  /** Paths. */
  document: string;
  script: string;
  /** Path of the documentation as pages; null: there are none. */
  docs: string | null;
  fonts: Fonts;
  /** Public origin of the service; the page sends its trial requests there. */
  origin: string;
}

/**
 * The reference: a script that renders the OpenAPI document. The page sends no request to other hosts.
 * @returns the page and the policy that it needs
 */
export function referencePage({ document, script, docs, fonts, origin }: PageOptions): {
  html: string;
  policy: string;
} {
  const start = `${FRAMED}\n${CUSTOM_FETCH}\nScalar.createApiReference('#app', { ...${inScript({ ...CONFIGURATION, customCss: styleOf(fonts), url: document })}, customFetch })\n${MEND}`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${contentHash(start)}'`,
    // The script creates style elements at run time, and gives only some of them a nonce.
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    // The console shows this page in a frame.
    "frame-ancestors 'self'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Keyward API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript><p>This page needs JavaScript. The same as a document: <a href="${document}">${document}</a></p></noscript>
${docs === null ? '' : `<nav class="back" aria-label="Keyward">${logoSvg(24)}<strong>Keyward</strong><a href="${docs}">Documentation</a></nav>\n`}<div id="app"></div>
<script src="${script}"></script>
<script>${start}</script>
</body>
</html>
`;
  return { html, policy };
}

/** The console has its own navigation, and its own search by the same key. */
const FRAMED = `if (parent !== window) {
  document.querySelector('.back')?.remove();
  document.body.classList.add('framed');
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'k') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    parent.document.documentElement.dispatchEvent(new KeyboardEvent('keydown', event));
  }, true);
}`;

/**
 * Loads the document and sends trial requests. The page shows the version of the service instead of the
 * interface's, which the document has.
 *
 * In the console, which is the only page that may frame this one, trial requests carry the console's session. Requests
 * that begin a session do not, because their cookies would replace it.
 */
const CUSTOM_FETCH = `const names = new Map();
async function customFetch(input, init) {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  const begins = /\\/(login|signup|forgot|setup|token)(\\/[^/]*)*$/.test(pathname);
  if (parent !== window && !begins) request.headers.set('${CONSOLE_HEADER}', '1');
  const answer = await fetch(request);
  if (!answer.ok || !pathname.endsWith('/openapi.json')) return answer;
  const { info, ...document } = await answer.json();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary }] of Object.entries(methods))
      if (summary) names.set(method.toUpperCase() + path, summary.split(/[;:(]/, 1)[0].trim());
  return Response.json({ ...document, info: { ...info, version: info['x-keyward-version'] } });
}`;

/**
 * Adds what the script lacks: names of icon buttons, a key that the font can write, keyboard access to lists that scroll,
 * and names beside the paths of its side list, as the style shows them.
 */
const MEND = `new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) button.setAttribute('aria-label', 'Copy');
  for (const key of document.querySelectorAll('kbd > [aria-hidden]')) if (key.textContent === '⌃') key.textContent = 'Ctrl';
  for (const key of document.querySelectorAll('.ref-search-meta span, [role="dialog"] span')) if (key.childElementCount === 0 && key.textContent.startsWith('⏎')) key.textContent = key.textContent.replace('⏎', 'Enter:');
  for (const list of document.querySelectorAll('.endpoints:not([tabindex])')) if (getComputedStyle(list).overflowY !== 'visible') list.tabIndex = 0;
  for (const link of document.querySelectorAll('.t-doc__sidebar a[href*="#tag/"]')) {
    const label = link.querySelector('[class~="group/button-label"]');
    const name = names.get(decodeURIComponent(link.hash).split('/').slice(2).join('/'));
    if (label && name && label.dataset.name !== name) label.dataset.name = name;
  }
}).observe(document.body, { childList: true, subtree: true });`;

/** Switches off every feature that would contact another host. */
const CONFIGURATION = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  theme: 'none',
  defaultOpenAllTags: false,
  operationTitleSource: 'path',
  authentication: { preferredSecurityScheme: 'bearer' },
};
