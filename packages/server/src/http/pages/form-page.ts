import { contentHash } from '../wire/content-hash.ts';
import { STYLE } from './form-page-style.ts';

/** A page of the service itself, with a form. Self-contained, until a console takes its place. */
export interface FormPage {
  title: string;
  /** The content of `main`. */
  body: string;
  script: string;
}

export function formPage({ title, body, script }: FormPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Headers of a form page: only its own style and script may run, and requests go only to its own origin. */
export function formPageHeaders(script: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src '${contentHash(STYLE)}'`,
    `script-src '${contentHash(script)}'`,
    "connect-src 'self'",
    // For the empty icon, which keeps browsers from requesting one.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') };
}
