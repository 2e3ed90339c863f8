import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { contentHash } from '../wire/content-hash.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';

/**
 * Shows the HTML that its parent page posts: `{ html }`. Posts `{ ready: true }` when it can receive, and `{ height }`
 * in pixels after each mail. Mails have inline styles, which the policy of other pages forbids, and a frame with
 * `srcdoc` would inherit its parent's policy.
 */
const SCRIPT = `
'use strict';
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  for (const link of mail.querySelectorAll('a[href]')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  document.documentElement.replaceChildren(mail.head, mail.body);
  parent.postMessage({ height: document.documentElement.scrollHeight }, '*');
});
parent.postMessage({ ready: true }, '*');
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Mail</title>
</head>
<body>
<script>${SCRIPT}</script>
</body>
</html>
`;

/** A mail in this frame has no origin, runs no script except the one above, and can only request pictures. */
const POLICY = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  `script-src '${contentHash(SCRIPT)}'`,
  "style-src 'unsafe-inline'",
  'img-src data: https:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export const getMailFrame = publicEndpoint({
  summary: 'HTML page in which the mailbox shows the HTML of a mail',
  tag: 'Operation',
  response: { 200: HtmlPage },
  errors: [],
  routine: true,
  handle({ reply }) {
    reply.headers(pageHeaders(POLICY));
    return PAGE;
  },
});
