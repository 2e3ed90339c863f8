import { formPage } from '../pages/form-page.ts';
import { SCRIPT } from './page-script.ts';

const IN_THE_REPOSITORY =
  '<p class="muted">In the repository, <code>npm run -s keyward --</code> stands for <code>keyward</code>.</p>';

/** The paths that the parts are mounted below; false: not mounted. */
export interface SetUpPagePaths {
  /** Of the API. */
  prefix: string;
  /** Of this page. */
  webPath: string;
  documentationPath: string | false;
}

export function setUpPage(paths: SetUpPagePaths, minPasswordLength: number): string {
  const { prefix, webPath, documentationPath } = paths;
  const reference =
    documentationPath === false
      ? ''
      : ` The <a id="reference" data-path="${documentationPath}/reference">reference</a> shows everything that a superadmin can do with it, and sends requests for you.`;
  const body = `<h1 id="title" tabindex="-1">Set up Keyward</h1>
<p id="intro">Create the first superadmin: the account that manages all others and the settings.</p>
<noscript><p class="notice">This page needs JavaScript. Without it, run: <code>keyward superadmin create --email you@example.org</code></p></noscript>
<div id="notice" class="notice" role="alert"></div>
<section id="remedy" hidden>
<p>Restart Keyward: while there is no superadmin, it prints a new link. Or create a superadmin on the machine of the service:</p>
<pre>keyward superadmin create --email you@example.org</pre>
<p>If a superadmin has lost the password, set a new one:</p>
<pre>keyward superadmin reset --email you@example.org</pre>
${IN_THE_REPOSITORY}
</section>
<section id="passkey" hidden>
<h2>Add a passkey</h2>
<p>With a passkey, you sign in by fingerprint, face or PIN, and nobody signs in with your password alone. You can add one later, too.</p>
<button type="button" id="add-passkey">Add a passkey</button>
<div id="passkey-notice" class="notice" role="alert"></div>
</section>
<section id="codes" hidden>
<h2 id="codes-title" tabindex="-1">The passkey is added</h2>
<p>Keep these recovery codes where only you can read them. Each signs you in once if you lose the passkey. Nobody can show them again.</p>
<pre id="recovery-codes"></pre>
</section>
<section id="done" hidden>
<h2>Use the API</h2>
<p>Keyward has no console yet: superadmins use the API. Sign in from a terminal to get a token for it:</p>
<pre id="sign-in"></pre>
<div id="second-step" hidden>
<p>The answer has a <code>challenge</code>, because the password alone is not enough any more. A terminal has no passkey: answer with a recovery code.</p>
<pre id="answer"></pre>
</div>
<p>Send the <code>access_token</code> of the answer after <code>Authorization: Bearer</code>.${reference}</p>
<p>To see what this deployment still needs, run on its machine:</p>
<pre>keyward doctor</pre>
${IN_THE_REPOSITORY}
</section>
<form id="form" data-page="${webPath}/setup" data-prefix="${prefix}" data-min-length="${minPasswordLength}" method="post" novalidate hidden>
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
</form>`;
  return formPage({ title: 'Set up Keyward', body, script: SCRIPT });
}
