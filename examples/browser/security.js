import { make, recently } from './proof.js';

const dateOf = (text) => new Date(`${text}Z`).toLocaleDateString();
const muted = (text) => make('p', { className: 'muted', textContent: text });

/** Shows the factors of the person who is signed in, and lets the person change them. */
export async function showSecurity(keyward, section, tell) {
  const { data: factors, error } = await keyward.factors.list();
  if (error) return tell(error);
  const { totp, passkeys, recovery_codes: codes, required } = factors;
  const app = make('div');
  const keys = make('div');
  app.append(
    row(
      about(
        'Authenticator app',
        totp ? `Added on ${dateOf(totp.created_at)}` : 'Six digits that change every 30 seconds',
      ),
      totp
        ? button('Remove', () => change(() => keyward.factors.totp.remove()))
        : button('Add', beginApp, 'Add an authenticator app'),
    ),
  );
  keys.append(
    row(about('Passkeys', 'Sign in by fingerprint, face or PIN'), button('Add', addPasskey, 'Add a passkey')),
    ...passkeys.map(rowOfPasskey),
  );
  section.replaceChildren(make('h2', { textContent: 'Security' }), keys, app);
  if (required && !totp && passkeys.length === 0)
    section.prepend(muted('Your account needs a second factor before you can go on.'));
  if (codes)
    section.append(
      make(
        'div',
        {},
        row(
          about('Recovery codes', `${codes.left} left, for when you have lost your devices`),
          button(
            'Renew',
            () => change(() => keyward.factors.renewRecoveryCodes()),
            'Renew the recovery codes',
          ),
        ),
      ),
    );

  /** Makes a change, shows new recovery codes, and then reloads everything. */
  async function change(call) {
    const { data, error: refused } = await recently(keyward, call);
    tell(refused);
    if (!data) return;
    if (data.recovery_codes) showCodes(data.recovery_codes);
    else await showSecurity(keyward, section, tell);
  }

  async function addPasskey() {
    await change(() => keyward.addPasskey());
  }

  async function beginApp() {
    const { data, error: refused } = await recently(keyward, () => keyward.factors.totp.begin());
    tell(refused);
    if (!data) return;
    const input = make('input', { required: true, inputMode: 'numeric', autocomplete: 'one-time-code' });
    const form = make(
      'form',
      { className: 'enrol' },
      make('img', {
        alt: 'QR code for the app',
        src: `data:image/svg+xml,${encodeURIComponent(data.qr_svg)}`,
      }),
      make(
        'p',
        { className: 'muted', textContent: 'Scan this with your app, or type: ' },
        make('code', { textContent: data.secret }),
      ),
      make('label', { className: 'enrol', textContent: 'Six digits of the app ' }, input),
      make('button', { className: 'main', textContent: 'Confirm' }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void change(() => keyward.factors.totp.confirm({ code: input.value }));
    });
    app.append(form);
    input.focus();
  }

  function rowOfPasskey({ id, name, provider, created_at: at, last_used_at: used }) {
    const facts = [provider, used ? `last used on ${dateOf(used)}` : `added on ${dateOf(at)}`];
    const line = row(
      about(name, facts.filter(Boolean).join(', '), 'div'),
      button('Rename', rename, `Rename ${name}`),
      button('Remove', () => change(() => keyward.factors.passkeys.remove({ id })), `Remove ${name}`),
    );
    function rename() {
      const input = make('input', { value: name, required: true, maxLength: 64, ariaLabel: 'New label' });
      const form = make(
        'form',
        { className: 'row' },
        input,
        make('button', { className: 'small', textContent: 'Save' }),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void change(() => keyward.factors.passkeys.rename({ id, name: input.value }));
      });
      line.replaceChildren(form);
      input.select();
    }
    return line;
  }

  /** The codes are shown only this once. */
  function showCodes(list) {
    const text = list.join('\n');
    const copy = button('Copy', async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
    });
    const download = make('a', {
      href: `data:text/plain,${encodeURIComponent(text)}`,
      download: 'recovery-codes.txt',
    });
    section.replaceChildren(
      make('h2', { textContent: 'Your recovery codes' }),
      muted(
        'Each signs you in once if you lose your devices. Keep them where only you can read them: nobody can show them again.',
      ),
      make(
        'ol',
        { className: 'codes' },
        ...list.map((code) => make('li', {}, make('code', { textContent: code }))),
      ),
      make(
        'div',
        { className: 'row even' },
        copy,
        button('Download', () => download.click()),
        button('Done', () => showSecurity(keyward, section, tell)),
      ),
    );
  }
}

function about(title, text, tag = 'div') {
  return make(tag, {}, make('h3', { textContent: title }), muted(text));
}

function row(...children) {
  return make('div', { className: 'row' }, ...children);
}

/** @param label its action, for screen readers */
function button(text, act, label = text) {
  const made = make('button', { type: 'button', className: 'small', textContent: text, ariaLabel: label });
  made.addEventListener('click', act);
  return made;
}
