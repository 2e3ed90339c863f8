import { errorCode, type ErrorKind, ERRORS } from '../../errors.ts';
import { ADDRESS } from '../../lib/email.ts';
import { inScript } from '../pages/in-script.ts';

/** The paths below a frontend's address that mails and redirects point to. */
export const FRONTEND_PAGES = [
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/reset-password',
  '/signup',
  '/invitation',
  '/email-undo',
] as const;

const KINDS = Object.keys(ERRORS).filter((kind): kind is ErrorKind => kind in ERRORS);

const MESSAGES = {
  ...Object.fromEntries(KINDS.map((kind) => [errorCode(kind), ERRORS[kind].message])),
  validation: 'This link is incomplete; ask for a new one.',
};

/**
 * The script of these pages, as browsers receive it. Anybody can write such an address, and this page carries the
 * service's good name, so the script never shows free text from the address. It shows `email` only if the service
 * itself could have put it there: without letters that look like spaces, reverse the line or fill the page.
 */
export const SCRIPT = String.raw`
'use strict';
const MESSAGES = ${inScript(MESSAGES)};
const byId = (id) => document.getElementById(id);
const form = byId('form');
const query = new URLSearchParams(location.search);
// Codes and tokens leave the address bar, and so the history, before anything else happens.
history.replaceState(null, '', location.pathname);
const path = location.pathname.replace(/\/$/, '');
const page = ${inScript(FRONTEND_PAGES)}.find((one) => path.endsWith(one));
// A proxy may serve Keyward below a path.
const api = path.slice(0, -page.length) + form.dataset.prefix;
const email = query.get('email');
const otp = query.get('otp');

const STEPS = {
  login: {
    title: 'Sign in', intro: 'Sign in as ' + email + '?', button: 'Sign in',
    path: '/link/login', done: 'The sign-in worked',
  },
  verify: {
    title: 'Confirm your address', intro: 'Is ' + email + ' yours?', button: 'Confirm',
    path: '/link/verify', done: 'Your address is confirmed',
  },
  reset: {
    title: 'Choose a new password', intro: 'For the account of ' + email + '.', button: 'Save the password', fields: ['password'],
    path: '/forgot/password', done: 'The new password is saved',
  },
  signup: {
    title: 'Create an account', intro: 'For ' + email + '.', button: 'Create the account', fields: ['name', 'password'],
    path: '/signup/otp', done: 'Your account is open',
  },
  invitation: {
    title: 'Open your account', intro: 'You are invited. Choose a password, and how others see you; left empty, the name in the invitation counts.', button: 'Open the account', fields: ['name', 'password'], optional: ['name'],
    path: '/signup/invitation', done: 'Your account is open',
    body: ({ name, ...typed }) => ({ token: query.get('token'), ...(name.trim() !== '' && { name }), ...typed }),
  },
  undo: {
    title: 'Keep your old address?', intro: 'Your account goes on with the address that it had before. If it has changed already, the old one comes back, and all sessions and the password end.', button: 'Keep the old address',
    path: '/email/undo', done: 'Your account has its old address',
    next: 'If it had changed already, ask for a new password where you sign in. You can close this page.',
    body: () => ({ token: query.get('token') }),
  },
};

/** The second step of a sign-in. */
const FACTOR = {
  title: 'One more step', intro: 'Six digits of your authenticator app, or a recovery code.', button: 'Continue', fields: ['code'],
  path: '/login/challenge', done: STEPS.login.done,
  body: ({ code }) => ({ challenge, method: /^[\d\s]*$/.test(code) ? 'totp' : 'recovery_code', code }),
};
let challenge = query.get('challenge') ?? '';

function end(title, intro) {
  form.hidden = true;
  document.title = title;
  byId('title').textContent = title;
  byId('intro').textContent = intro;
  byId('notice').textContent = '';
  byId('no-frontend').hidden = false;
  byId('title').focus();
}

function succeed(title, next = 'Go back to where you came from; you can close this page.') {
  end(title, next);
}

function ask(step) {
  document.title = step.title;
  byId('title').textContent = step.title;
  byId('intro').textContent = step.intro;
  byId('submit').textContent = step.button;
  for (const name of step.fields ?? []) {
    byId(name + '-part').hidden = false;
    byId(name).disabled = false;
    byId(name).required = !(step.optional ?? []).includes(name);
  }
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    if (byId('submit').getAttribute('aria-disabled') !== 'true') send(step);
  };
}

function askForFactor(methods) {
  ask(FACTOR);
  // Browsers know no passkeys of IP addresses.
  const address = /^[\d.]+$|^\[/.test(location.hostname);
  byId('passkey').hidden = address || !methods.includes('passkey') || !window.PublicKeyCredential?.parseRequestOptionsFromJSON;
  byId('passkey').onclick = () => send({ ...FACTOR, body: answerByPasskey });
}

async function answerByPasskey() {
  const { options } = await (await post('/login/challenge/passkey', { challenge })).json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  return { challenge, method: 'passkey', credential: credential.toJSON() };
}

function post(to, body) {
  return fetch(api + to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function send(step) {
  byId('submit').setAttribute('aria-disabled', 'true');
  byId('notice').textContent = '';
  try {
    const typed = Object.fromEntries(new FormData(form));
    const response = await post(step.path, step.body === undefined ? { email, otp, ...typed } : await step.body(typed));
    const { error, message, details } = response.ok ? {} : await response.json();
    const needsFactor = error === 'SecondFactorRequiredError';
    if (needsFactor) challenge = details.challenge;
    // The new password is saved; the person signs in with it elsewhere.
    if (response.ok || (needsFactor && step === STEPS.reset)) succeed(step.done, step.next);
    else if (needsFactor) askForFactor(details.methods);
    else byId('notice').textContent = message;
  } catch (error) {
    if (error instanceof DOMException) byId('notice').textContent = 'No passkey was used. Try again, or type a code.';
    else byId('notice').textContent = 'Keyward does not answer. Try again.';
  }
  byId('submit').removeAttribute('aria-disabled');
}

function begin() {
  const code = query.get('error_code');
  if (code !== null) return end('That did not work', Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : 'Try again.');
  if (page === '/oauth/callback' && ['access_token', 'code', 'token_type'].some((name) => query.has(name)))
    return succeed(STEPS.login.done);
  if (page === '/oauth/callback' && challenge !== '') return askForFactor((query.get('methods') ?? '').split(','));
  if (page === '/oauth/callback' && query.has('linked')) return succeed('The provider is linked');
  if (page === '/magic-link/callback' && query.get('verified') === 'true') return succeed(STEPS.verify.done);
  const ofToken = { '/invitation': STEPS.invitation, '/email-undo': STEPS.undo }[page];
  if (ofToken !== undefined && query.has('token')) return ask(ofToken);
  const purpose = { '/magic-link/confirm': query.get('purpose'), '/reset-password': 'reset', '/signup': 'signup' }[page];
  const known = Object.hasOwn(STEPS, purpose ?? '') && /^[0-9]{6}$/.test(otp ?? '') && ${ADDRESS}.test(email ?? '');
  if (known) ask(STEPS[purpose]);
  else end('Open the link again', 'Its code is missing here, as it is after a reload. Open the link in the mail again.');
}
begin();
`;
