/**
 * The script of the set-up page, as browsers receive it. The token leaves the address bar, and so the history, before
 * anything else happens; it lives only in a variable.
 */
export const SCRIPT = String.raw`
'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('form');
const notice = byId('notice');
const submit = byId('submit');
const fields = { name: byId('name'), email: byId('email'), password: byId('password') };
const NO_TOKEN = 'The token is missing, as it is after a reload. Open the whole link that Keyward printed at its start.';
const DEAD_LINK = 'This link is older than 30 minutes, or a superadmin exists already.';
const NO_ANSWER = 'Keyward does not answer. Check that it runs, then try again.';
// A proxy may serve Keyward below a path.
const root = location.pathname.replace(/\/$/, '').slice(0, -form.dataset.page.length);
const api = root + form.dataset.prefix;
let token = '';
/** Of the new superadmin; empty in cookie mode, where the browser sends cookies. */
let access = '';
let busy = false;

function showNotice(text) {
  notice.textContent = text;
  if (text !== '') notice.scrollIntoView({ block: 'nearest' });
}

function post(path, body) {
  return fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(access !== '' && { authorization: 'Bearer ' + access }) },
    body: JSON.stringify(body),
  });
}

/** Without a working link, a form would be of no use. */
function showRemedy(text) {
  token = '';
  form.hidden = true;
  byId('intro').hidden = true;
  byId('remedy').hidden = false;
  showNotice(text);
}

async function takeToken() {
  if (location.hash.length > 1) token = location.hash.slice(1);
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  if (token === '') return showRemedy(NO_TOKEN);
  const response = await post('/setup/check', { token }).catch(() => null);
  if (response?.status === 401 || response?.status === 422) return showRemedy(DEAD_LINK);
  byId('intro').hidden = false;
  byId('remedy').hidden = true;
  form.hidden = false;
  showNotice(response === null ? NO_ANSWER : '');
}
takeToken();
addEventListener('hashchange', takeToken);

const rules = {
  length: (text) => Array.from(text).length >= Number(form.dataset.minLength),
  upper: (text) => /\p{Lu}/u.test(text),
  lower: (text) => /\p{Ll}/u.test(text),
  digit: (text) => /\p{Nd}/u.test(text),
};

/** Ticks the rules that the password meets; returns the words for those that it does not. */
function tickRules() {
  const text = fields.password.value.normalize('NFKC');
  const lacking = [];
  for (const item of document.querySelectorAll('#rules li')) {
    const met = rules[item.dataset.rule](text);
    item.classList.toggle('met', met);
    if (!met) lacking.push(item.textContent);
  }
  const progress = lacking.length === 0 ? 'The password meets every rule.' : 'Still needed: ' + lacking.join(', ') + '.';
  // Announced only on a change, so that a screen reader is not interrupted at every key.
  if (text !== '' && byId('progress').textContent !== progress) byId('progress').textContent = progress;
  return lacking;
}

function showProblem(name, text) {
  byId(name + '-problem').textContent = text;
  if (text === '') fields[name].removeAttribute('aria-invalid');
  else fields[name].setAttribute('aria-invalid', 'true');
}

/** Shows each problem at its field, and focuses the first. */
function showProblems(problems) {
  for (const name of Object.keys(fields)) showProblem(name, problems[name] ?? '');
  const first = Object.keys(fields).find((name) => problems[name] !== undefined);
  if (first !== undefined) fields[first].focus();
}

function ownProblems() {
  const problems = {};
  if (fields.name.value.trim() === '') problems.name = 'Enter a name.';
  if (fields.email.value.trim() === '') problems.email = 'Enter an email address.';
  else if (!fields.email.validity.valid) problems.email = 'Enter one email address, such as ada@example.org.';
  const lacking = tickRules();
  if (lacking.length > 0) problems.password = 'The password still needs ' + lacking.join(', ') + '.';
  return problems;
}

function showRefusal(body) {
  const problems = {};
  let rest = '';
  if (body.error === 'InvalidTokenError') return showRemedy(DEAD_LINK);
  if (body.error === 'ValidationError') {
    for (const { path, message } of body.details.fields) {
      if (fields[path] === undefined) rest = path + ' ' + message;
      else problems[path] = 'This ' + message + '.';
    }
  } else if (body.error === 'WeakPasswordError') problems.password = body.message;
  else if (body.error === 'EmailAlreadyExistsError') problems.email = body.message;
  else rest = body.message ?? 'Something went wrong.';
  showProblems(problems);
  showNotice(rest);
}

function showDone() {
  const email = fields.email.value.trim();
  token = '';
  document.title = 'Keyward is set up';
  byId('title').textContent = 'The superadmin exists';
  byId('intro').textContent = email + ' manages all accounts and the settings. You can close this page.';
  // An apostrophe would end the shell's quotation.
  const identifier = JSON.stringify(email).replaceAll("'", "'\\''");
  const body = '{"identifier": ' + identifier + ', "password": "YOUR-PASSWORD"}';
  byId('sign-in').textContent = "curl --json '" + body + "' " + location.origin + api + '/login';
  const reference = byId('reference');
  if (reference !== null) reference.href = root + reference.dataset.path;
  const answer = '{"challenge": "CHALLENGE", "method": "recovery_code", "code": "YOUR-CODE"}';
  byId('answer').textContent = "curl --json '" + answer + "' " + location.origin + api + '/login/challenge';
  // Browsers know no passkeys of IP addresses, and none on plain http but for localhost.
  const address = /^[\d.]+$|^\[/.test(location.hostname);
  byId('passkey').hidden = address || !isSecureContext || !window.PublicKeyCredential?.parseCreationOptionsFromJSON;
  byId('done').hidden = false;
  form.remove();
  byId('title').focus();
}

async function send() {
  const body = { token, name: fields.name.value.trim(), email: fields.email.value.trim(), password: fields.password.value };
  const response = await post('/setup', body).catch(() => null);
  if (response === null) showNotice(NO_ANSWER);
  else if (response.ok) {
    access = (await response.json()).access_token ?? '';
    showDone();
  } else showRefusal(await response.json().catch(() => ({})));
}

/** @throws Error with what to tell the person */
async function ask(path, body) {
  const response = await post(path, body).catch(() => null);
  const answer = (await response?.json().catch(() => ({}))) ?? {};
  if (!response?.ok) throw new Error(response === null ? NO_ANSWER : (answer.message ?? 'Something went wrong.'));
  return answer;
}

async function addPasskey() {
  const { challenge, options } = await ask('/account/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch((error) => {
    throw new Error(error.name === 'NotAllowedError' ? 'No passkey was made. You can try again.' : error.message);
  });
  const added = await ask('/account/passkeys', { challenge, credential: made.toJSON() });
  byId('passkey').hidden = true;
  byId('recovery-codes').textContent = added.recovery_codes.join('\n');
  byId('codes').hidden = false;
  byId('second-step').hidden = false;
  byId('codes-title').focus();
}

byId('add-passkey').addEventListener('click', async () => {
  if (busy) return;
  busy = true;
  byId('add-passkey').setAttribute('aria-disabled', 'true');
  byId('passkey-notice').textContent = '';
  await addPasskey().catch((error) => (byId('passkey-notice').textContent = error.message));
  busy = false;
  byId('add-passkey').removeAttribute('aria-disabled');
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  showNotice('');
  const problems = ownProblems();
  showProblems(problems);
  if (Object.keys(problems).length > 0) return;
  busy = true;
  submit.setAttribute('aria-disabled', 'true');
  submit.textContent = 'Creating…';
  await send();
  busy = false;
  submit.removeAttribute('aria-disabled');
  submit.textContent = 'Create superadmin';
});

for (const [name, field] of Object.entries(fields)) field.addEventListener('input', () => showProblem(name, ''));
fields.password.addEventListener('input', tickRules);
byId('reveal').addEventListener('click', (event) => {
  const show = fields.password.type === 'password';
  fields.password.type = show ? 'text' : 'password';
  event.currentTarget.textContent = show ? 'Hide' : 'Show';
  event.currentTarget.setAttribute('aria-label', show ? 'Hide password' : 'Show password');
});
`;
