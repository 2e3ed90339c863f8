import { Authenticator } from '../../../support/authenticator.ts';
import { asText } from '../../../http/expectations.ts';
import { FRONTEND } from '../../../http/providers/harness.ts';
import { codeOf } from '../../../http/factors/enrol.ts';
import { callAs, sessionOf, type SessionHeld, takeEntry } from '../entering.ts';
import { mustBeRecent } from '../checks.ts';
import { PUBLIC_URL, type Stage } from '../stage.ts';
import { kind } from '../step.ts';
import { hold, holdings, PEOPLE, type Person } from '../world.ts';

/** The next step of an app: each of its codes works once. */
export function nextCode(stage: Stage, secret: string): string {
  stage.advance(31_000);
  const [first] = stage.instances;
  return first === undefined ? '' : codeOf(first, secret);
}

/** A factor that a session has just added is proven for it. */
function added(stage: Stage, session: SessionHeld, what: string): void {
  const { by, account } = session;
  mustBeRecent(stage, session, what);
  stage.answers.push({ by, what: 'done', account, note: what });
}

function takeCodes(stage: Stage, { by, account }: SessionHeld, codes: unknown): void {
  if (!Array.isArray(codes)) return;
  for (const one of stage.world.held)
    if (one.account === account && one.thing.kind === 'recovery codes') one.over ??= 'newer recovery codes';
  hold(stage.world, by, account, stage.now(), { kind: 'recovery codes', codes: codes.map(asText) });
}

export const addPasskey = kind('addPasskey', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const begun = await callAs(stage, session, 'POST', '/account/passkeys/options');
  if (begun.status !== 200) return;
  const authenticator = new Authenticator();
  const { challenge, options } = JSON.parse(begun.text);
  const credential = authenticator.create(options, PUBLIC_URL);
  const answer = await callAs(stage, session, 'POST', '/account/passkeys', { challenge, credential });
  if (answer.status !== 201) return;
  added(stage, session, 'a passkey');
  const { account } = session;
  hold(stage.world, by, account, stage.now(), { kind: 'passkey', id: credential.id, authenticator });
  takeCodes(stage, session, answer.body['recovery_codes']);
  await stage.takeMails();
});

export const beginApp = kind('beginApp', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'POST', '/account/totp');
  if (answer.status !== 200) return;
  mustBeRecent(stage, session, 'an app');
  const secret = asText(answer.body['secret']);
  hold(stage.world, by, session.account, stage.now(), { kind: 'pending app', secret });
  stage.answers.push({ by, what: 'done', account: session.account, note: 'an app that waits' });
});

export const confirmApp = kind('confirmApp', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const pending = holdings(stage.world, by, 'pending app').find(({ account }) => account === session.account);
  if (pending === undefined) return;
  const { secret } = pending.thing;
  const code = nextCode(stage, secret);
  const answer = await callAs(stage, session, 'POST', '/account/totp/confirm', { code });
  if (answer.status !== 200) return;
  added(stage, session, 'an app');
  stage.world.held = stage.world.held.filter(
    (one) => one !== pending && !(one.account === session.account && one.thing.kind === 'app'),
  );
  hold(stage.world, by, session.account, stage.now(), { kind: 'app', secret });
  takeCodes(stage, session, answer.body['recovery_codes']);
  await stage.takeMails();
});

export const renewCodes = kind('renewCodes', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'POST', '/account/recovery-codes');
  if (answer.status !== 200) return;
  added(stage, session, 'recovery codes');
  takeCodes(stage, session, answer.body['recovery_codes']);
  await stage.takeMails();
});

export const dropApp = kind('dropApp', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'DELETE', '/account/totp');
  if (answer.status !== 200) return;
  mustBeRecent(stage, session, 'a removal');
  await stage.look();
  for (const one of stage.world.held) {
    if (one.account !== session.account) continue;
    if (one.thing.kind === 'app') one.over ??= 'its removal';
    const bare = !stage.rows.recoveryCodes.has(session.account);
    if (one.thing.kind === 'recovery codes' && bare) one.over ??= 'the removal of all factors';
  }
});

export const reauthenticate = kind(
  'reauthenticate',
  { by: PEOPLE, how: ['password', 'app', 'recovery', 'passkey', 'code'] },
  async (stage, { by, how }) => {
    const session = sessionOf(stage, by);
    if (session === undefined) return;
    const proof = await proofOf(stage, session, how);
    if (proof === null) return;
    const answer = await callAs(stage, session, 'POST', '/account/reauthenticate', proof.body);
    const facts = stage.world.sessions.get(session.thing.id);
    if (answer.status === 200 && facts !== undefined && !proof.laundered) facts.provenAt = stage.now();
  },
);

interface Shown {
  body: object;
  laundered: boolean;
}

async function proofOf(stage: Stage, session: SessionHeld, how: string): Promise<Shown | null> {
  const { by, account } = session;
  const mine = <T extends { account: number }>(list: T[]) => list.find((one) => one.account === account);
  if (how === 'password') {
    const found = mine(holdings(stage.world, by, 'password'));
    return found === undefined
      ? null
      : { body: { password: found.thing.secret }, laundered: found.thing.laundered };
  }
  if (how === 'code') {
    const found = holdings(stage.world, by, 'code').find(
      ({ account: of, thing }) => of === account && thing.purpose === 'login',
    );
    const laundered = stage.world.movedBlindly.has(account);
    return found === undefined ? null : { body: { otp: found.thing.otp }, laundered };
  }
  if (how === 'passkey') {
    const found = mine(holdings(stage.world, by, 'passkey'));
    if (found === undefined) return null;
    const begun = await callAs(stage, session, 'POST', '/account/reauthenticate/options');
    if (begun.status !== 200 || begun.body['options'] === null) return null;
    const { challenge, options } = JSON.parse(begun.text);
    const credential = assertion(found.thing.authenticator, options);
    return credential === null ? null : { body: { challenge, credential }, laundered: false };
  }
  const code = secondCode(stage, by, account, how);
  return code === null ? null : { body: { code }, laundered: false };
}

function secondCode(stage: Stage, by: Person, account: number, how: string): string | null {
  if (how === 'app') {
    const app = holdings(stage.world, by, 'app').find((one) => one.account === account);
    return app === undefined ? null : nextCode(stage, app.thing.secret);
  }
  const codes = holdings(stage.world, by, 'recovery codes').find((one) => one.account === account);
  return codes?.thing.codes.pop() ?? null;
}

/** The options for a passkey; null if the service does not ask for one. */
export function assertion(
  authenticator: Authenticator,
  options: Parameters<Authenticator['get']>[0],
): ReturnType<Authenticator['get']> | null {
  const named = options.allowCredentials;
  const known = authenticator.passkeys.some(
    ({ id }) => named.length === 0 || named.some((one) => one.id === id),
  );
  return known ? authenticator.get(options, PUBLIC_URL) : null;
}

export const signInByPasskey = kind(
  'signInByPasskey',
  { by: PEOPLE, nth: [0, 1] },
  async (stage, { by, nth }) => {
    const passkeys = holdings(stage.world, by, 'passkey');
    const passkey = passkeys[nth % Math.max(1, passkeys.length)];
    if (passkey === undefined) return;
    const begun = await stage.call(by, 'POST', '/login/passkey/options');
    if (begun.status !== 200) return;
    const { challenge, options } = JSON.parse(begun.text);
    const credential = assertion(passkey.thing.authenticator, options);
    const answer = await stage.call(by, 'POST', '/login/passkey', { body: { challenge, credential } });
    await takeEntry(stage, by, answer, { mailbox: null, how: 'passkey', laundered: false, links: null });
  },
);

/** Continues a sign-in that requires a second factor. */
export const answerChallenge = kind(
  'answerChallenge',
  { by: PEOPLE, how: ['app', 'recovery', 'passkey'] },
  async (stage, { by, how }) => {
    const [challenge] = holdings(stage.world, by, 'challenge');
    if (challenge === undefined) return;
    const { token, entry, browser } = challenge.thing;
    const cookie = browser?.cookie(`${stage.nextUrl()}/auth/login/challenge`, 'keyward_challenge');
    const headers =
      cookie === undefined ? {} : { headers: { cookie: `keyward_challenge=${cookie}`, origin: FRONTEND } };
    const body = await answerOf(stage, challenge, how, token, headers);
    if (body === null) return;
    const answer = await stage.call(by, 'POST', '/login/challenge', { body, ...headers });
    if ((await takeEntry(stage, by, answer, entry)) !== null)
      stage.world.held = stage.world.held.filter((one) => one !== challenge);
  },
);

async function answerOf(
  stage: Stage,
  { by, account }: { by: Person; account: number },
  how: string,
  challenge: string,
  headers: object,
): Promise<object | null> {
  if (how !== 'passkey') {
    const code = secondCode(stage, by, account, how);
    const method = how === 'app' ? 'totp' : 'recovery_code';
    return code === null ? null : { challenge, method, code };
  }
  const passkey = holdings(stage.world, by, 'passkey').find((one) => one.account === account);
  if (passkey === undefined) return null;
  const begun = await stage.call(by, 'POST', '/login/challenge/passkey', { body: { challenge }, ...headers });
  if (begun.status !== 200) return null;
  const { options } = JSON.parse(begun.text);
  const credential = assertion(passkey.thing.authenticator, options);
  return credential === null ? null : { challenge, method: 'passkey', credential };
}
