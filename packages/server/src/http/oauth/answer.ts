import { createHash } from 'node:crypto';
import type { Outcome } from '../../features/oauth/outcomes.ts';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import { pageHeaders } from '../wire/headers.ts';

/** Submits the form as soon as the page is loaded. */
const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = hashOf(SUBMIT);
/** These pages load nothing, so that they work where the other pages are turned off. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #d5d5d5; }
@media (prefers-color-scheme: dark) { :root { --line: #444; } }
body { display: grid; place-items: start center; margin: 0; padding: 12vh 16px 16px; }
main { box-sizing: border-box; width: min(100%, 420px); padding: 32px; border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; text-wrap: balance; }
p { margin: 0; overflow-wrap: break-word; }
button { padding: 10px 20px; border: 0; border-radius: 8px; background: #1f4bb8; color: #fff; font: inherit; cursor: pointer; }
`;
const STYLE_HASH = hashOf(STYLE);

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Redirects a browser, or shows it a page. */
export function answer({ reply }: PublicContext, outcome: Outcome) {
  switch (outcome.kind) {
    case 'ask':
      return reply.redirect(outcome.page, 303);
    case 'refused':
      return reply
        .code(400)
        .headers(pageHeaders(policy()))
        .send(pageOf('This sign-in cannot continue', `<p>${escapeHtml(outcome.description)}</p>`));
    case 'reply': {
      const { to, parameters } = outcome;
      if (to.mode === 'query') return reply.redirect(withQuery(to.redirectUri, parameters), 303);
      const fields = Object.entries(parameters).map(
        ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
      );
      return reply
        .code(200)
        .headers(pageHeaders(policy('with form')))
        .send(
          pageOf(
            'Back to the application',
            `<form method="post" action="${escapeHtml(to.redirectUri)}">${fields.join('')}<button>Continue</button></form>
<script>${SUBMIT}</script>`,
          ),
        );
    }
    default:
      throw new Error('no such outcome');
  }
}

/** Answers a refusal with a page if a person sees it. */
export async function orPage(context: PublicContext, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError) return answer(context, { kind: 'refused', description: error.message });
    throw error;
  }
}

/** The address with additional parameters; its own parameters stay unchanged. */
export function withQuery(uri: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Allows no frames. A page with a form does not restrict where that leads: browsers also check each redirect after it, and
 * an application may send people on to anywhere. The page is static, so nobody can add a form to it.
 */
export function policy(page: 'with form' | 'without form' = 'without form'): string {
  const form = page === 'with form' ? '' : "form-action 'none'; ";
  return `default-src 'none'; script-src 'sha256-${SUBMIT_HASH}'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; ${form}frame-ancestors 'none'`;
}

/** @param body as HTML */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
