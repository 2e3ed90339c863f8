import { formPage } from '../pages/form-page.ts';
import { SCRIPT } from './page-script.ts';

/** One page for all these paths; its script does what the address asks for. @param prefix path of the API */
export function frontendPage(prefix: string, minPasswordLength: number): string {
  const body = `<h1 id="title" tabindex="-1">One moment</h1>
<p id="intro"></p>
<noscript><p class="notice">This page needs JavaScript.</p></noscript>
<div id="notice" class="notice" role="alert"></div>
<form id="form" data-prefix="${prefix}" method="post" hidden>
<div class="field" id="name-part" hidden>
<label for="name">Name</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="200" required disabled>
</div>
<div class="field" id="password-part" hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required disabled aria-describedby="rule">
<p class="muted" id="rule">At least ${minPasswordLength} characters, with an uppercase letter, a lowercase letter and a digit.</p>
</div>
<div class="field" id="code-part" hidden>
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="64" required disabled>
</div>
<button type="submit" id="submit"></button>
<button type="button" id="passkey" hidden>Use a passkey</button>
</form>
<p id="no-frontend" class="muted" hidden>This page belongs to Keyward, because no application was named. Developers name one as <code>frontend_url</code> when they request the mail or begin the sign-in.</p>`;
  return formPage({ title: 'Keyward', body, script: SCRIPT });
}
