import assert from 'node:assert/strict';
import type { Answer, Send } from './client.ts';

/*
 * People who change their accounts, and track the state that must survive a crash. A request without an answer
 * may have taken effect or not, but never partly.
 */

export interface Session {
  access: string;
  /** The newest refresh token that was answered. */
  refresh: string;
  /** The previous refresh token, and when it was replaced. */
  replaced: { refresh: string; at: number } | null;
  /** `unknown`: a logout was not answered. */
  state: 'live' | 'ended' | 'unknown';
}

export interface Person {
  email: string;
  /** False as long as the sign-up is not answered. */
  known: boolean;
  /** The name; the last of several may not have been written. */
  names: string[];
  password: string;
  /** The password before this one. */
  formerPassword: string | null;
  /** The password with which a login succeeded after a restart. */
  provedPassword: string | null;
  /** A change of the password that was not answered, and the session that it keeps. */
  change: { password: string; by: Session } | null;
  sessions: Session[];
}

export type Write = 'refresh' | 'rename' | 'changePassword' | 'logOut';

/** Replaced refresh tokens lead to their successor for 30 s; past this, the test does not count on it. */
const SURE_OF_GRACE_MS = 20_000;

let serial = 0;

export function newPerson(): Person {
  serial += 1;
  return {
    email: `person${serial}@example.org`,
    known: false,
    names: [`Person ${serial}`],
    password: newPassword(),
    formerPassword: null,
    provedPassword: null,
    change: null,
    sessions: [],
  };
}

function newPassword(): string {
  serial += 1;
  return `Correct-horse-${serial}`;
}

export async function signUp(person: Person, send: Send): Promise<void> {
  const { email, password, names } = person;
  const answer = await send('POST', '/signup/password', { body: { name: names[0], email, password } });
  assertDone(answer, 'signUp');
  person.known = true;
  person.sessions.push(sessionOf(answer));
}

export async function logIn(person: Person, send: Send): Promise<void> {
  const answer = await tryPassword(person, person.password, send);
  assertDone(answer, 'logIn');
  person.sessions.push(sessionOf(answer));
}

/** A write in one of the person's sessions. Like the two above, it throws without an answer. */
export async function write(what: Write, person: Person, session: Session, send: Send): Promise<void> {
  switch (what) {
    case 'refresh': {
      const answer = await refresh(session.refresh, send);
      assertDone(answer, what);
      session.replaced = { refresh: session.refresh, at: performance.now() };
      session.access = String(answer.body['access_token']);
      session.refresh = String(answer.body['refresh_token']);
      return;
    }
    case 'rename': {
      serial += 1;
      const name = `Renamed ${serial}`;
      person.names.push(name);
      assertDone(await send('PATCH', '/me', { body: { name }, token: session.access }), what);
      person.names = [name];
      return;
    }
    case 'changePassword': {
      const password = newPassword();
      person.change = { password, by: session };
      assertDone(await send('PUT', '/update/password', { body: { password }, token: session.access }), what);
      settleChange(person, true);
      return;
    }
    case 'logOut': {
      session.state = 'unknown';
      assertDone(await send('POST', '/logout', { token: session.access }), what);
      session.state = 'ended';
    }
  }
}

/**
 * Compares the state after a restart with the acknowledged one. Checking an unchanged password is slow, so it
 * waits for the `last` time.
 * @returns how many answers were compared
 */
export async function verify(person: Person, send: Send, last: boolean): Promise<number> {
  let checks = 0;
  const check = (answer: Answer, status: number, what: string) => {
    checks += 1;
    assert.equal(answer.status, status, `${person.email}: ${what}: ${JSON.stringify(answer.body)}`);
  };

  if (!person.known) {
    const answer = await tryPassword(person, person.password, send);
    if (answer.status === 404) await signUp(person, send);
    else check(answer, 200, 'login after a sign-up without an answer');
    person.known = true;
  }
  if (person.change !== null) {
    const changed = (await tryPassword(person, person.change.password, send)).status === 200;
    const unchanged = await tryPassword(person, person.password, send);
    check(unchanged, changed ? 401 : 200, 'the old password beside a new one without an answer');
    settleChange(person, changed);
  } else if (last || person.provedPassword !== person.password) {
    check(await tryPassword(person, person.password, send), 200, 'the password');
    if (person.formerPassword !== null) {
      check(await tryPassword(person, person.formerPassword, send), 401, 'the former password');
      person.formerPassword = null;
    }
  }
  person.provedPassword = person.password;

  for (const session of person.sessions) {
    const me = await send('GET', '/me', { token: session.access });
    if (session.state === 'unknown') session.state = me.status === 200 ? 'live' : 'ended';
    check(me, session.state === 'live' ? 200 : 401, `a session that is ${session.state}`);
    if (session.state === 'live') {
      const account = Object(me.body['account']);
      assert.ok(
        person.names.includes(account.name),
        `${person.email}: ${account.name}, not ${person.names.join()}`,
      );
      person.names = [account.name];
    }
    checks += await verifyRefresh(session, send);
  }
  person.sessions = person.sessions.filter(({ state }) => state === 'live');
  return checks;
}

/** The newest refresh token works, even if an unanswered refresh has replaced it; so does the one before. */
async function verifyRefresh(session: Session, send: Send): Promise<number> {
  const answer = await refresh(session.refresh, send);
  assert.equal(
    answer.status,
    session.state === 'live' ? 200 : 401,
    `refresh: ${JSON.stringify(answer.body)}`,
  );
  if (session.state !== 'live') return 1;
  const newest = answer.body['refresh_token'];
  const { replaced } = session;
  session.replaced = { refresh: session.refresh, at: performance.now() };
  session.access = String(answer.body['access_token']);
  session.refresh = String(newest);
  if (replaced === null || performance.now() - replaced.at > SURE_OF_GRACE_MS) return 1;
  assert.equal((await refresh(replaced.refresh, send)).body['refresh_token'], newest);
  return 2;
}

/** The change and the end of the other sessions: both or neither. */
function settleChange(person: Person, done: boolean): void {
  const { change, sessions } = person;
  person.change = null;
  if (change === null || !done) return;
  person.formerPassword = person.password;
  person.password = change.password;
  for (const session of sessions) if (session !== change.by) session.state = 'ended';
}

function tryPassword({ email }: Person, password: string, send: Send): Promise<Answer> {
  return send('POST', '/login/password', { body: { identifier: email, password } });
}

function refresh(token: string, send: Send): Promise<Answer> {
  return send('POST', '/token/refresh', { body: { refresh_token: token } });
}

function sessionOf({ body }: Answer): Session {
  return {
    access: String(body['access_token']),
    refresh: String(body['refresh_token']),
    replaced: null,
    state: 'live',
  };
}

function assertDone(answer: Answer, what: string): void {
  assert.equal(answer.status, 200, `${what}: ${JSON.stringify(answer.body)}`);
}
