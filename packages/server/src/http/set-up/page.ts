import { contentHash } from '../content-hash.ts';
import { SCRIPT } from './page-script.ts';
import { STYLE } from './page-style.ts';

/** Only this style and this script, and requests to where the page came from. */
export const SET_UP_PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${contentHash(STYLE)}'`,
  `script-src '${contentHash(SCRIPT)}'`,
  "connect-src 'self'",
  // The empty icon, which keeps browsers from asking for one.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The set-up page. It stands on its own, until a console takes its place. */
export function setUpPage({
  page,
  action,
  minPasswordLength,
}: {
  /** Its own path. */
  page: string;
  action: string;
  minPasswordLength: number;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Set up Keyward</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 id="title" tabindex="-1">Set up Keyward</h1>
<p id="intro">Create the first superadmin: the account that manages all others and the settings.</p>
<noscript><p class="notice">This page needs JavaScript. Without it, run: <code>keyward superadmin create --email you@example.com</code></p></noscript>
<div id="notice" class="notice" role="alert"></div>
<form id="form" data-page="${page}" data-action="${action}" data-min-length="${minPasswordLength}" method="post" novalidate>
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="200" required aria-describedby="name-problem">
<p class="problem" id="name-problem"></p>
</div>
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autocapitalize="none" spellcheck="false" aria-describedby="email-problem">
<p class="problem" id="email-problem"></p>
</div>
<div class="field">
<label for="password">Password</label>
<div class="with-button">
<input id="password" name="password" type="password" autocomplete="new-password" required autocapitalize="none" spellcheck="false" aria-describedby="password-problem rules">
<button type="button" id="reveal" class="quiet" aria-controls="password" aria-label="Show password">Show</button>
</div>
<p class="problem" id="password-problem"></p>
<ul id="rules">
<li data-rule="length">at least ${minPasswordLength} characters</li>
<li data-rule="upper">an uppercase letter</li>
<li data-rule="lower">a lowercase letter</li>
<li data-rule="digit">a digit</li>
</ul>
<p id="progress" class="unseen" role="status"></p>
</div>
<button type="submit" id="submit">Create superadmin</button>
</form>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
