import assert from 'node:assert/strict';
import { callAs, isProven, isRecent, sessionOf, takeEntry } from '../entering.ts';
import { move } from '../moves.ts';
import { kind } from '../step.ts';
import { DAY, end, type Entry, hold, holdings, PEOPLE, type Mailbox, MINUTE } from '../world.ts';
import { mustBeRecent } from '../checks.ts';

const TYPED = [
  'owner',
  'owner',
  'owner',
  'stranger',
  'thief',
  'second',
] as const satisfies readonly Mailbox[];
const PASSWORD: Entry = { mailbox: null, how: 'password', laundered: false, links: null };

let phones = 0;

/** Anybody can type any email. */
export const signUp = kind(
  'signUp',
  { by: PEOPLE, mailbox: TYPED, plain: [false, true] },
  async (stage, { by, mailbox, plain }) => {
    const password = stage.newSecret();
    const email = stage.email(mailbox);
    phones += 1;
    const phone = `+49301${String(phones).padStart(6, '0')}`;
    const more = plain ? { handle: `h${phones}.${by}`, phone } : {};
    const answer = await stage.call(by, 'POST', plain ? '/signup' : '/signup/password', {
      body: { name: by, email, password, ...more },
    });
    const entered = await takeEntry(stage, by, answer, PASSWORD);
    if (entered === null) return;
    const { account } = entered;
    hold(stage.world, by, account, stage.now(), { kind: 'password', secret: password, laundered: false });
    if (plain) hold(stage.world, by, account, stage.now(), { kind: 'phone', phone });
    await stage.takeMails();
  },
);

export const logIn = kind('logIn', { by: PEOPLE, nth: [0, 0, 1, 2] }, async (stage, { by, nth }) => {
  const passwords = holdings(stage.world, by, 'password');
  const password = passwords[nth % Math.max(1, passwords.length)];
  if (password === undefined) return;
  const { account, at, thing } = password;
  const row = stage.rows.accounts.get(account);
  if (row === undefined) return;
  const answer = await stage.call(by, 'POST', '/login/password', {
    body: { identifier: row.email, password: thing.secret },
  });
  const laundered = thing.laundered && stage.now() - at < 7 * DAY;
  await takeEntry(stage, by, answer, { ...PASSWORD, laundered, account });
});

/** The thief gets the owner's present session with its tokens, or the newest password. */
export const steal = kind('steal', { what: ['session', 'password'] }, ({ world, answers }, { what }) => {
  const [found] = holdings(world, 'owner', what);
  if (found !== undefined) {
    hold(world, 'thief', found.account, found.at, { ...found.thing });
    answers.push({ by: 'thief', what: 'done', account: found.account, note: 'theft' });
  }
  return Promise.resolve();
});

export const setPassword = kind(
  'setPassword',
  { by: PEOPLE, proof: ['none', 'none', 'right'] },
  async (stage, { by, proof }) => {
    const session = sessionOf(stage, by);
    if (session === undefined) return;
    const { account } = session;
    const known = holdings(stage.world, by, 'password').find((one) => one.account === account);
    if (proof === 'right' && known === undefined) return;
    const password = stage.newSecret();
    const current = proof === 'right' ? { current_password: known?.thing.secret } : {};
    const answer = await callAs(stage, session, 'PUT', '/update/password', { password, ...current });
    if (answer.status !== 200) return;
    const knew = proof === 'right' && known?.thing.laundered === false;
    if (stage.profile === 'strict' || stage.settings.step_up === 'sensitive')
      if (!knew) mustBeRecent(stage, session, 'the password');
    await stage.look();
    stage.answers.push({ by, what: 'done', account, note: 'password' });
    end(stage.world, account, isProven(stage, account) ? 'ownPassword' : 'ownPasswordUnproven', {
      own: [session.thing.id],
    });
    hold(stage.world, by, account, stage.now(), {
      kind: 'password',
      secret: password,
      laundered: !knew && !isRecent(stage, session.thing.id),
    });
    await stage.takeMails();
  },
);

export const changeEmail = kind('changeEmail', { by: PEOPLE, to: TYPED }, async (stage, { by, to }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const { account } = session;
  const email = stage.email(to);
  const former = stage.rows.accounts.get(account);
  if (former === undefined || former.email === email) return;
  const answer = await callAs(stage, session, 'PATCH', '/me', { email });
  if (answer.status !== 200) return;
  const blind = !isRecent(stage, session.thing.id);
  if (former.factors !== 0 || stage.profile === 'strict' || stage.settings.step_up === 'sensitive')
    mustBeRecent(stage, session, 'the email');
  await stage.look();
  stage.answers.push({ by, what: 'done', account, note: 'email' });
  const moved = stage.rows.accounts.get(account)?.email === email;
  assert.ok(
    !moved || former.factors === 0,
    `invariant 3: account ${account} with factors got ${email} without a confirmation`,
  );
  if (moved) {
    const { email: from, verified: proven } = former;
    stage.world.proofs.delete(account);
    move(stage.world, account, { from, to: email, at: stage.now(), confirmed: false, proven });
    if (blind) stage.world.movedBlindly.set(account, { email, at: stage.now() });
  } else if (blind) stage.world.askedBlindly.set(account, email);
  else stage.world.askedBlindly.delete(account);
  await stage.takeMails();
});

export const setPhone = kind('setPhone', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  phones += 1;
  const phone = `+49301${String(phones).padStart(6, '0')}`;
  const answer = await callAs(stage, session, 'PATCH', '/me', { phone });
  if (answer.status === 200) hold(stage.world, by, session.account, stage.now(), { kind: 'phone', phone });
});

export const deleteMe = kind('deleteMe', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const known = holdings(stage.world, by, 'password').find((one) => one.account === session.account);
  const body = known === undefined ? {} : { current_password: known.thing.secret };
  const answer = await callAs(stage, session, 'DELETE', '/me', body);
  if (answer.status !== 200) return;
  const knew = known?.thing.laundered === false;
  if (!knew) mustBeRecent(stage, session, 'the deletion');
  await stage.look();
  end(stage.world, session.account, 'deletion');
});

export const refresh = kind('refresh', { by: PEOPLE, nth: [0, 1] }, async (stage, { by, nth }) => {
  const session = sessionOf(stage, by, nth);
  const token = session?.thing.refresh;
  if (session === undefined || token === undefined) return;
  const answer = await stage.call(by, 'POST', '/token/refresh', { body: { refresh_token: token } });
  await stage.look();
  if (answer.status !== 200) return;
  session.thing.access = String(answer.body['access_token']);
  session.thing.refresh = String(answer.body['refresh_token']);
  stage.answers.push({ by, what: 'tokens', account: session.account, note: 'refresh' });
});

/** Sends a request with a session. */
export const use = kind('use', { by: PEOPLE, nth: [0, 1] }, async (stage, { by, nth }) => {
  const session = sessionOf(stage, by, nth);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'GET', '/me/sessions');
  if (answer.status === 200)
    stage.answers.push({ by, what: 'tokens', account: session.account, note: 'a request' });
});

export const logOut = kind('logOut', { by: PEOPLE, all: [false, true] }, async (stage, { by, all }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'POST', all ? '/logout-all' : '/logout');
  if (answer.status !== 200) return;
  for (const one of stage.world.held)
    if (one.thing.kind === 'session' && one.account === session.account)
      if (all || one.thing.id === session.thing.id) one.over ??= 'a logout';
});

export const wait = kind(
  'wait',
  { minutes: [11, 11, 60, 16, (8 * DAY) / MINUTE] },
  async (stage, { minutes }) => stage.advance(minutes * MINUTE),
);
