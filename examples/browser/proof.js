/** How each method is called, and the field that it needs. */
const METHODS = {
  passkey: { name: 'a passkey' },
  totp: {
    name: 'the authenticator app',
    field: 'code',
    label: 'Six digits of your authenticator app',
    attributes: { inputMode: 'numeric', autocomplete: 'one-time-code' },
  },
  recovery_code: {
    name: 'a recovery code',
    field: 'code',
    label: 'A recovery code',
    attributes: { autocomplete: 'off' },
  },
  password: {
    name: 'the password',
    field: 'password',
    label: 'Your password',
    attributes: { type: 'password', autocomplete: 'current-password' },
  },
  otp: {
    name: 'a mailed code',
    field: 'otp',
    label: 'Six digits from the mail',
    attributes: { inputMode: 'numeric', autocomplete: 'one-time-code' },
  },
};

/**
 * Asks for one of the methods, until `send` accepts an answer or the person gives up.
 * @returns the last result of `send`; null if the person gave up
 */
export function askForProof({ title, methods, send }) {
  const dialog = document.getElementById('proof');
  return new Promise((resolve) => {
    let result = null;
    const show = (method) => dialog.replaceChildren(formFor(method));

    function formFor(method) {
      const { field, label, attributes } = METHODS[method];
      const form = make('form');
      const problem = make('p', { className: 'problem', role: 'alert' });
      const input = field && make('input', { required: true, autofocus: true, ...attributes });
      const submit = make('button', { className: 'main', textContent: field ? 'Continue' : 'Use a passkey' });
      form.append(make('h2', { textContent: title }));
      if (field) form.append(make('label', { textContent: `${label} ` }, input));
      else form.append(make('p', { className: 'muted', textContent: 'Your browser will ask you for it.' }));
      form.append(problem, submit);
      for (const other of methods.filter((one) => one !== method && one in METHODS))
        form.append(quiet(`Use ${METHODS[other].name}`, () => show(other)));
      form.append(quiet('Cancel', () => dialog.close()));
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        submit.disabled = true;
        const answered = await send({ method, ...(field && { [field]: input.value.trim() }) });
        submit.disabled = false;
        problem.textContent = answered.error?.message ?? '';
        // Another answer cannot help any more.
        const over = ['ChallengeInvalidError', 'UnexpectedSignInError'].includes(answered.error?.kind);
        if (answered.error && !over) return input?.select();
        result = answered;
        dialog.close();
      });
      return form;
    }

    show(methods.includes('passkey') ? 'passkey' : methods[0]);
    dialog.addEventListener('close', () => resolve(result), { once: true });
    dialog.showModal();
  });
}

/** Makes a call, and repeats it after a reauthentication, if the service requires one. */
export async function recently(keyward, call) {
  const answered = await call();
  if (answered.error?.kind !== 'ReauthenticationRequiredError') return answered;
  const { methods } = answered.error.details;
  if (methods.includes('otp'))
    await keyward.sendOtp({ purpose: 'login', email: (await keyward.getSession()).data?.account.email });
  const proven = await askForProof({
    title: 'Is it you?',
    methods,
    send: (answer) => keyward.reauthenticate(answer),
  });
  return proven && !proven.error ? call() : { data: null, error: proven?.error ?? null };
}

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function quiet(text, act) {
  const button = make('button', { type: 'button', className: 'quiet', textContent: text });
  button.addEventListener('click', act);
  return button;
}
