import { contentHash } from '../wire/content-hash.ts';
import { SCRIPT } from './page-script.ts';
import { STYLE } from './page-style.ts';

/**
 * Allows only this script, and requests to the page's own origin. The frame that shows a mail may run no script. It
 * inherits this policy, so styles and pictures must be allowed for its sake.
 */
export const MAILBOX_PAGE_POLICY = [
  "default-src 'none'",
  `script-src '${contentHash(SCRIPT)}'`,
  "style-src 'unsafe-inline'",
  'img-src data: https:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The mailbox page. Self-contained, until a console takes its place. */
export const MAILBOX_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mailbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Without a mail server, Keyward keeps mails here instead of sending them.</p>
<button type="button" id="clear" class="small" hidden>Delete all</button>
</header>
<p id="problem" role="alert"></p>
<noscript><p>This page needs JavaScript. The mails are also files in the folder mail of the data directory.</p></noscript>
<main>
<p id="empty" hidden>No mails yet. New mails appear here automatically.</p>
<ul id="list" aria-label="Mails, newest first" hidden></ul>
<article id="mail" aria-labelledby="subject" hidden>
<h2 id="subject"></h2>
<p id="facts"></p>
<div class="quick">
<span class="quick" id="code-part"><span id="code"></span><button type="button" id="copy" class="main">Copy</button></span>
<a id="link" target="_blank" rel="noopener noreferrer">Open the link</a>
</div>
<div class="views">
<button type="button" class="small" data-view="html">Mail</button>
<button type="button" class="small" data-view="text">Text</button>
<button type="button" class="small" data-view="raw">Source</button>
</div>
<iframe id="frame" title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<pre id="source" tabindex="0" hidden></pre>
</article>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
