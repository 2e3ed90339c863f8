import { createFactorsClient } from '@keyward/client/factors';
import { askForProof } from './proof.js';
import { showSecurity } from './security.js';

const keyward = createFactorsClient({
  url: 'http://127.0.0.1:4000',
  frontendUrl: location.origin,
  // Mailed links sign in only here, so the page need not ask for a confirmation.
  sameBrowser: true,
});

const byId = (id) => document.getElementById(id);
const form = byId('signed-out');
let signingUp = true;
let shown = null;

// Called at once with the session that this browser holds, and at every change, also in another tab.
keyward.onSessionChange((session) => void changed(session));

async function changed(session) {
  form.hidden = session !== null;
  byId('signed-in').hidden = session === null;
  const known = shown;
  shown = session?.account.id ?? null;
  if (session === null) {
    byId('security').replaceChildren();
    return offerPasskeys();
  }
  // Only the tokens are new.
  if (shown === known) return;
  byId('greeting').textContent = `Hello ${session.account.name}`;
  const { data, error } = await keyward.me();
  tell(error);
  if (error) return;
  showFacts({
    Email: data.account.email,
    Handle: data.account.handle,
    Role: data.account.role,
    Account: data.account.id,
    // The service gives times in UTC, without a zone.
    Expires: new Date(`${data.session.expires_at}Z`).toLocaleString(),
  });
  await showSecurity(keyward, byId('security'), tell);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, email, password } = Object.fromEntries(new FormData(form));
  byId('submit').disabled = true;
  await entered(
    signingUp
      ? await keyward.signupWithPassword({ name, email, password })
      : await keyward.login({ identifier: email, password }),
  );
  byId('submit').disabled = false;
});

byId('passkey').addEventListener('click', async () => entered(await keyward.signInWithPasskey()));

byId('link').addEventListener('click', async () => {
  const email = form.elements.email.value;
  const { error } = await keyward.sendLink({ purpose: 'login', email });
  tell(error);
  if (!error) byId('notice').textContent = `Open the link that was mailed to ${email}.`;
});

byId('log-out').addEventListener('click', async () => tell((await keyward.logout()).error));

byId('other').addEventListener('click', () => {
  show(!signingUp);
  void offerPasskeys();
});
show(true);

// A mailed link leads here.
const arrived = await keyward.handleRedirect();
history.replaceState(null, '', '/');
await entered(arrived);

/** Ends a sign-in: with its session, its error, or the second step. */
async function entered({ error: refused }) {
  let error = refused;
  if (error?.kind === 'SecondFactorRequiredError') {
    tell(null);
    const { challenge, methods } = error.details;
    const answered = await askForProof({
      title: 'One more step',
      methods,
      send: (answer) => keyward.answerChallenge({ challenge, ...answer }),
    });
    tell(answered?.error);
    error = answered ? answered.error : error;
  } else tell(error);
  if (error) return offerPasskeys();
  form.reset();
}

/** Lets the field of the email offer passkeys. It waits until the person chooses one, or signs in otherwise. */
async function offerPasskeys() {
  if (signingUp || form.hidden) return;
  const { error } = await keyward.signInWithPasskey({ autofill: true });
  if (error && !['AbortError', 'PasskeyCancelledError', 'PasskeyUnavailableError'].includes(error.kind))
    tell(error);
}

function show(asSignUp) {
  signingUp = asSignUp;
  byId('name').hidden = !asSignUp;
  byId('or').hidden = asSignUp;
  form.elements.name.disabled = !asSignUp;
  form.elements.email.autocomplete = asSignUp ? 'email' : 'username webauthn';
  form.elements.password.autocomplete = asSignUp ? 'new-password' : 'current-password';
  byId('submit').textContent = asSignUp ? 'Sign up' : 'Log in';
  byId('other').textContent = asSignUp ? 'I have an account' : 'I am new here';
  tell(null);
}

function tell(error) {
  const fields = error?.details?.fields?.map(({ path, message }) => `${path} ${message}`);
  byId('problem').textContent = fields?.join('; ') ?? error?.message ?? '';
  byId('notice').textContent = '';
}

function showFacts(facts) {
  byId('facts').replaceChildren();
  for (const [name, value] of Object.entries(facts)) {
    const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    detail.textContent = value;
    byId('facts').append(term, detail);
  }
}
