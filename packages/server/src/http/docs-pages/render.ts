import { Marked, type MarkedExtension, type Tokens } from 'marked';
import type { Document } from '../../features/operations/documents/document.ts';
import { INDEX } from '../../features/operations/documents/documents.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { type DocsAddresses, linkFrom } from './addresses.ts';
import { anchorsOf, plainText } from './anchors.ts';
import { highlight } from './highlight.ts';
import { linesOf } from './lines.ts';
import { darkOf, pictureOf, PICTURES } from './pictures.ts';

export interface RenderedDocument {
  html: string;
  /** Plain text of the first heading and the first paragraph; may be empty. */
  title: string;
  summary: string;
  /** The headings of sections, and of parts of them. */
  headings: Heading[];
  /** Whether a script shows components beside their code. */
  hasExamples: boolean;
}

export interface Heading {
  id: string;
  depth: number;
  /** Plain. */
  text: string;
}

export interface RenderOptions {
  addresses: DocsAddresses;
  /** Whether there is a document with this path. */
  has: (path: string) => boolean;
  /** Whether there is a picture with this name. */
  hasPicture: (name: string) => boolean;
}

/** A heading that names a route. */
const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;
/** An item of the index: a link, and its description. */
const ENTRY = /^(<a [^>]*>)(.*?)<\/a>: (.+)$/;

/** Pages in a folder belong to the page before them, in whose card they are. */
const IN_FOLDER = /\]\([^)]*\//;
const PARTS = /<\/li>\n((?:<li[^>]* class="part">.*<\/li>\n)+)/g;

/** A document as HTML. Raw HTML in it is shown as text and never runs. */
export function render(document: Document, { addresses, has, hasPicture }: RenderOptions): RenderedDocument {
  // Bare addresses are values of settings, and examples.
  const marked = new Marked({ tokenizer: { url: () => undefined } });
  const tokens = marked.lexer(document.text);
  const lines = linesOf(tokens);
  const anchors = anchorsOf(document.written === document.text ? tokens : marked.lexer(document.written));
  const headings: Heading[] = [];
  let hasExamples = false;
  const lineOf = (token: object) => {
    const line = lines.get(token);
    return line === undefined ? '' : ` data-line="${line}"`;
  };

  const renderer: NonNullable<MarkedExtension['renderer']> = {
    heading(token) {
      const { depth, tokens: words } = token;
      const id = anchors.shift() ?? '';
      const text = plainText(words);
      if (depth === 1) return `<h1 id="${id}"${lineOf(token)}>${this.parser.parseInline(words)}</h1>\n`;
      headings.push({ id, depth, text });
      const [, method, path] = ROUTE.exec(text) ?? [];
      const content =
        method === undefined || path === undefined
          ? this.parser.parseInline(words)
          : `<span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code>`;
      // A link within a link is not a link.
      const linked = content.includes('<a ') ? content : `<a class="anchor" href="#${id}">${content}</a>`;
      return `<h${depth} id="${id}"${lineOf(token)}>${linked}</h${depth}>\n`;
    },
    paragraph(token) {
      return `<p${lineOf(token)}>${this.parser.parseInline(token.tokens)}</p>\n`;
    },
    code(token) {
      const [language = ''] = (token.lang ?? '').split(/\s/);
      const code = highlight(token.text, language) ?? escapeHtml(token.text);
      const [, example] = /\bexample=([a-z-]+)/.exec(token.lang ?? '') ?? [];
      const name = example === undefined ? '' : ` data-example="${example}"`;
      hasExamples ||= example !== undefined;
      return `<div class="code"${name}${lineOf(token)}><pre tabindex="0"><code>${code}\n</code></pre></div>\n`;
    },
    codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
    table(token) {
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => this.tablecell(cell)).join('');
      const rows = token.rows.map((row) => `<tr${lineOf(row)}>${cells(row)}</tr>\n`).join('');
      return `<div class="table" tabindex="0"${lineOf(token)}><table>
<thead><tr>${cells(token.header)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>\n`;
    },
    list(token) {
      if (document.path !== INDEX) return false;
      const items = token.items.map((item) => this.listitem(item)).join('');
      return `<ul>\n${items.replaceAll(PARTS, '<ul>\n$1</ul>\n</li>\n')}</ul>\n`;
    },
    listitem(item) {
      const content = this.parser.parse(item.tokens);
      if (document.path === INDEX && IN_FOLDER.test(item.raw))
        return `<li${lineOf(item)} class="part">${content.replace(/<\/a>.*/, '</a>')}</li>\n`;
      const [, link, title = '', summary = ''] = (document.path === INDEX && ENTRY.exec(content)) || [];
      return link === undefined
        ? `<li${lineOf(item)}>${content}</li>\n`
        : `<li${lineOf(item)} class="entry">${link}<strong>${title}</strong> <span>${capitalised(summary)}</span></a></li>\n`;
    },
    link({ href, tokens: words }) {
      const text = this.parser.parseInline(words);
      const address = linkFrom(document.path, href, { addresses, has });
      return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    // The policy of the pages allows only pictures of the service. All built-in pictures have the same size.
    image({ href, text }) {
      const name = pictureOf(href);
      if (name === null) return escapeHtml(text);
      const source = (file: string) => `${addresses.documentation}/docs/${PICTURES}/${escapeHtml(file)}`;
      const picture = `<img src="${source(name)}" alt="${escapeHtml(text)}" width="1280" height="800" loading="lazy">`;
      const dark = darkOf(name);
      return hasPicture(dark)
        ? `<picture><source media="(prefers-color-scheme: dark)" srcset="${source(dark)}">${picture}</picture>`
        : picture;
    },
    html: ({ text }) => escapeHtml(text),
  };
  const html = marked.use({ renderer }).parser(tokens);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    html,
    title: plainText(title?.tokens ?? []),
    summary: plainText(summary?.tokens ?? []),
    headings: headings.filter(({ depth }) => depth <= 3),
    hasExamples,
  };
}

/** A path as HTML that can break after each slash. */
function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
