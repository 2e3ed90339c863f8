/**
 * The script of the mailbox: shows the mails, and polls for new ones. All parts of a mail are inserted as text. The key
 * leaves the address bar before anything else happens, and lives as long as the tab.
 */
export const SCRIPT = String.raw`
const EVERY_MS = 2000;
const KEY = 'keyward mailbox key';
const NO_KEY = 'Open the whole address of the mailbox, with the key at its end. Keyward printed it at its start. To print it again, run: keyward mailbox';
const byId = (id) => document.getElementById(id);
const root = location.pathname.replace(/\/+$/, '');
let mails = null;
let chosen = null;
let view = 'html';

function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null) sessionStorage.setItem(KEY, key);
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
}
takeKey();
addEventListener('hashchange', () => {
  takeKey();
  refresh();
});

async function call(method, path) {
  const key = sessionStorage.getItem(KEY);
  if (key === null) throw new Error(NO_KEY);
  const headers = { accept: 'application/json', 'x-mailbox-key': key };
  const response = await fetch(root + '/mails' + path, { method, headers });
  const body = await response.json();
  if (response.status === 401) {
    sessionStorage.removeItem(KEY);
    throw new Error(NO_KEY);
  }
  if (!response.ok) throw new Error(body.message);
  return body;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function time(mail, options) {
  // The service's times are UTC, without a zone.
  return new Intl.DateTimeFormat(undefined, options).format(new Date(mail.created_at + 'Z'));
}

function row(mail) {
  const button = element('button', '', '');
  button.type = 'button';
  button.dataset.id = mail.id;
  button.setAttribute('aria-current', String(mail.id === chosen?.id));
  const first = element('span', 'line', '');
  const date = element('time', 'muted', time(mail, { timeStyle: 'short' }));
  date.dateTime = mail.created_at + 'Z';
  first.append(element('span', 'subject', mail.subject), date);
  const second = element('span', 'line muted', '');
  second.append(element('span', '', mail.to));
  if (mail.code !== null) second.append(element('code', '', mail.code));
  button.append(first, second);
  button.addEventListener('click', () => open(mail.id));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function showList() {
  const focused = document.activeElement?.dataset?.id;
  byId('list').replaceChildren(...mails.map(row));
  if (focused !== undefined) byId('list').querySelector('[data-id="' + focused + '"]')?.focus();
  const none = mails.length === 0;
  byId('list').hidden = none;
  byId('mail').hidden = none || chosen === null;
  byId('empty').hidden = !none;
  byId('clear').hidden = none;
  document.title = none ? 'Mailbox' : 'Mailbox (' + mails.length + ')';
}

function showMail() {
  byId('subject').textContent = chosen.subject;
  byId('facts').textContent = 'To ' + chosen.to + ', ' + time(chosen, { dateStyle: 'medium', timeStyle: 'medium' });
  byId('code-part').hidden = chosen.code === null;
  byId('code').textContent = chosen.code ?? '';
  byId('copy').textContent = 'Copy';
  const link = byId('link');
  link.hidden = !/^https?:\/\//.test(chosen.link ?? '');
  if (link.hidden) link.removeAttribute('href');
  else link.href = chosen.link;
  for (const button of document.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.dataset.view === view));
  }
  byId('frame').hidden = view !== 'html';
  byId('source').hidden = view === 'html';
  byId('frame').srcdoc = view === 'html' ? chosen.html : '';
  byId('source').textContent = view === 'text' ? chosen.text : chosen.raw;
}

async function open(id) {
  await telling(async () => {
    chosen = await call('GET', '/' + id);
    showList();
    showMail();
  });
}

async function refresh() {
  await telling(async () => {
    const found = (await call('GET', '')).mails;
    if (found.map(({ id }) => id).join() === mails?.map(({ id }) => id).join()) return;
    // A reader of the newest mail wants to see the next one too.
    const following = chosen === null || chosen.id === mails[0]?.id;
    mails = found;
    if (following || !mails.some(({ id }) => id === chosen.id)) chosen = null;
    if (chosen === null && mails.length > 0) await open(mails[0].id);
    else showList();
  });
}

async function telling(action) {
  try {
    await action();
    byId('problem').textContent = '';
  } catch (error) {
    const away = error instanceof TypeError;
    byId('problem').textContent = away ? 'Keyward does not answer. Check that it runs.' : error.message;
  }
}

for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => {
    view = button.dataset.view;
    showMail();
  });
}

byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(chosen.code);
  byId('copy').textContent = 'Copied';
});

byId('clear').addEventListener('click', async () => {
  await telling(() => call('DELETE', ''));
  await refresh();
});

async function watch() {
  if (!document.hidden) await refresh();
  setTimeout(watch, EVERY_MS);
}
watch();
`;
