import type { PageEntry, Chapter } from '../../features/operations/documents/document.ts';
import { INDEX } from '../../features/operations/documents/documents.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { inScript } from '../pages/in-script.ts';
import { logoSvg } from '../pages/logo.ts';
import type { OperatorLanguage } from '../../lib/languages.ts';
import type { DocsBoot } from '../web/boot.ts';
import type { BuiltWeb } from '../web/built-web.ts';
import { type DocsAddresses, pageOf } from './addresses.ts';
import { navigation, neighbours } from './navigation.ts';
import type { Heading, RenderedDocument } from './render.ts';
import { FRAME_TEXTS } from './texts.ts';

/** The frame's ids have a colon, because anchors of documents never have one. */
export interface FrameOptions {
  language: OperatorLanguage;
  addresses: DocsAddresses;
  chapters: readonly Chapter[];
  /** Null if nothing has been built: the page then has no style. */
  entries: Pick<BuiltWeb['entries'], 'docs' | 'examples'> | null;
  version: string;
}

/** A document in its frame. */
export function documentPage(path: string, document: RenderedDocument, frame: FrameOptions): string {
  const { addresses, chapters, language } = frame;
  const texts = FRAME_TEXTS[language];
  const { title, summary, html, headings, hasExamples } = document;
  const chapter = chapters.find(({ pages }) => pages.some((page) => page.path === path));
  const { previous, next } = neighbours(chapters, path);
  const turn = (kind: 'previous' | 'next', page: PageEntry | undefined) =>
    page === undefined
      ? ''
      : `<a class="${kind}" rel="${kind === 'next' ? 'next' : 'prev'}" href="${pageOf(page.path, addresses)}"><span>${texts[kind]}</span> <strong lang="en">${escapeHtml(page.title)}</strong></a>`;
  return whole(frame, {
    title: path === INDEX ? texts.documentation : title,
    summary,
    current: path,
    main: `<article lang="en"${path === INDEX ? ' class="index"' : ''}>
${chapter === undefined ? '' : `<p class="section">${escapeHtml(chapter.title)}</p>`}
${html}</article>
<nav class="pager" aria-label="${texts.pager}">${turn('previous', previous)}${turn('next', next)}</nav>`,
    aside: path === INDEX ? '' : contents(headings, texts.onThisPage),
    hasExamples,
  });
}

/** The page for an address without a document. */
export function missingPage(frame: FrameOptions): string {
  const { missingTitle, missing, wayBack } = FRAME_TEXTS[frame.language];
  return whole(frame, {
    title: missingTitle,
    summary: '',
    current: null,
    main: `<article>
<h1>${missingTitle}</h1>
<p>${missing}</p>
<p><a href="${pageOf(INDEX, frame.addresses)}">${wayBack}</a></p>
</article>`,
    aside: '',
    hasExamples: false,
  });
}

function whole(
  { language, addresses, chapters, entries, version }: FrameOptions,
  content: {
    title: string;
    summary: string;
    current: string | null;
    main: string;
    aside: string;
    hasExamples: boolean;
  },
): string {
  const texts = FRAME_TEXTS[language];
  const { title, summary, current, main, aside, hasExamples } = content;
  const { documentation, web } = addresses;
  const file = (name: string) => `${web}/web/${name}`;
  const loaded = entries === null ? [] : hasExamples ? [entries.docs, entries.examples] : [entries.docs];
  const tags = loaded.flatMap((entry) => [
    ...entry.styles.map((name) => `<link rel="stylesheet" href="${file(name)}">`),
    ...entry.imports.map((name) => `<link rel="modulepreload" href="${file(name)}">`),
    `<script type="module" src="${file(entry.script)}"></script>`,
  ]);
  const boot: DocsBoot = { documentationPath: documentation, language };
  const pages = navigation(chapters, { current, texts, addresses });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)} · Keyward</title>
<link rel="icon" href="data:,">
${tags.join('\n')}
<script type="application/json" id="docs:boot">${inScript(boot)}</script>
</head>
<body>
<a class="skip" href="#docs:text">${texts.skip}</a>
<header class="top">
<a class="brand" href="${pageOf(INDEX, addresses)}">${logoSvg(20)}Keyward</a>
<form class="search" role="search" hidden>
<input type="search" name="q" placeholder="${texts.search}" aria-label="${texts.searchLabel}" autocomplete="off" spellcheck="false" maxlength="200">
<kbd aria-hidden="true">/</kbd>
</form>
<a class="reference" href="${documentation}/reference">${texts.reference}</a>
<button class="menu" type="button" popovertarget="docs:pages">${texts.menu}</button>
</header>
<div class="layout">
<nav class="pages" id="docs:pages" popover aria-label="${texts.documentation}">
${pages}
<p class="version">Keyward ${escapeHtml(version)}</p>
</nav>
<main id="docs:text" tabindex="-1">
${main}
</main>
${aside}
</div>
</body>
</html>
`;
}

function contents(headings: readonly Heading[], label: string): string {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, depth, text }) =>
      `<li${depth > 2 ? ' class="deep"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="${label}">
<h2>${label}</h2>
<ul lang="en">
${items.join('\n')}
</ul>
</nav>`;
}
