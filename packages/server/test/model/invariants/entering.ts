import assert from 'node:assert/strict';
import type { Browser } from '../../support/browser.ts';
import type { Answer } from '../../support/keyward.ts';
import { asText, claimsOf } from '../../http/expectations.ts';
import { endDoubtful } from './moves.ts';
import { linkKey } from './rows.ts';
import type { Stage } from './stage.ts';
import {
  end,
  type Entry,
  type Held,
  hold,
  holdings,
  MINUTE,
  type Person,
  type Thing,
  type ThingKind,
} from './world.ts';

export interface Entered {
  account: number;
  session: number;
}

interface Issued {
  access: string;
  refresh: string | undefined;
}

/** Opens an account alone, or together with another credential of its holder. */
const OPENS: ReadonlySet<ThingKind> = new Set([
  'session',
  'password',
  'link',
  'passkey',
  'challenge',
  'code',
  'visit',
  'invitation',
]);

/**
 * Records the answer to a sign-in: a session, a challenge, or nothing.
 * @param answer may be the end of a redirect
 */
export async function takeEntry(
  stage: Stage,
  by: Person,
  answer: Answer | URL,
  entry: Entry,
  browser: Browser | null = null,
): Promise<Entered | null> {
  const issued = await tokensOf(stage, by, answer);
  if (issued === null) {
    const challenge = challengeOf(answer);
    await stage.look();
    const account = challenge === null ? 0 : accountOf(stage, entry);
    stage.answers.push({ by, what: challenge === null ? 'refused' : 'challenge', account, note: entry.how });
    if (challenge === null) return null;
    hold(stage.world, by, account, stage.now(), { kind: 'challenge', token: challenge, browser, entry });
    // The password is replaced at once; the other effects of the proof follow with the factor.
    const own = [entry.presented];
    if (entry.how === 'reset' && isProven(stage, account))
      end(stage.world, account, 'reset', { but: by, own });
    return null;
  }
  const { aid, sid } = claimsOf(issued.access);
  const entered = { account: Number(aid), session: Number(sid) };
  await stage.look();
  assertFromSomething(stage, by, entered.account, entry);
  const provenAt = entry.laundered ? -Infinity : stage.now();
  stage.world.sessions.set(entered.session, { account: entered.account, provenAt });
  const now = stage.now();
  hold(stage.world, by, entered.account, now, { kind: 'session', id: entered.session, ...issued });
  stage.answers.push({ by, what: 'tokens', account: entered.account, note: entry.how });
  if (!entry.laundered) unlaunder(stage, entered.account);
  if (entry.links !== null) {
    const { provider, subject } = entry.links;
    assertLinkLeads(stage, by, entered.account, entry);
    hold(stage.world, by, entered.account, now, { kind: 'link', provider, subject, laundered: false });
  }
  if (entry.mailbox !== null) proven(stage, by, entered.account, entry, entered.session);
  return entered;
}

async function tokensOf(stage: Stage, by: Person, answer: Answer | URL): Promise<Issued | null> {
  if (answer instanceof URL) {
    const code = answer.searchParams.get('code');
    if (code !== null)
      return tokensOf(stage, by, await stage.call(by, 'POST', '/token/exchange', { body: { code } }));
    const access = answer.searchParams.get('access_token');
    return access === null
      ? null
      : { access, refresh: answer.searchParams.get('refresh_token') ?? undefined };
  }
  const { access_token: access, refresh_token: refresh } = answer.body;
  if (answer.status >= 300 || access === undefined) return null;
  return { access: asText(access), refresh: refresh === undefined ? undefined : asText(refresh) };
}

function challengeOf(answer: Answer | URL): string | null {
  if (answer instanceof URL) return answer.searchParams.get('challenge');
  if (answer.body['error'] !== 'SecondFactorRequiredError') return null;
  return asText(Object(answer.body.details)['challenge']);
}

/** The account of a challenge: that of the identity or of the mailbox. */
function accountOf(stage: Stage, { mailbox, links, account = 0 }: Entry): number {
  if (account !== 0) return account;
  if (links !== null)
    for (const [key, id] of stage.rows.links) if (key.endsWith(` ${links.subject}`)) return id;
  for (const { id, email } of stage.rows.accounts.values()) if (email === mailbox) return id;
  return 0;
}

export function isProven(stage: Stage, account: number): boolean {
  const email = stage.rows.accounts.get(account)?.email;
  return email !== undefined && stage.world.proofs.get(account)?.email === email;
}

/**
 * A person has proven a mailbox. The first proof of the account's present email ends the credentials of others.
 * @param begun the session that began with the proof
 */
export function proven(
  stage: Stage,
  by: Person,
  account: number,
  { mailbox, how, presented }: Pick<Entry, 'mailbox' | 'how' | 'presented'>,
  begun?: number,
): Held[] {
  const own = [begun, presented];
  const row = stage.rows.accounts.get(account);
  if (mailbox === null || row?.email !== mailbox.toLowerCase()) return [];
  if (isProven(stage, account))
    return how === 'reset' ? end(stage.world, account, 'reset', { but: by, own }) : [];
  stage.world.proofs.set(account, { email: row.email, by, at: stage.now() });
  if (presented !== undefined && stage.before.sessions.get(presented) === account) {
    // The person who set the password has now proven the mailbox.
    for (const one of stage.world.held)
      if (one.account === account && one.thing.kind === 'password') one.at = stage.now();
    if (stage.before.accounts.get(account)?.verified === false) endDoubtful(stage.world, account, row.email);
    return [];
  }
  const isMild = how === 'verify' && stage.profile === 'documented';
  if (isMild) endDoubtful(stage.world, account, null);
  return end(stage.world, account, isMild ? 'firstVerify' : 'firstProof', { but: by, own });
}

/** A sign-in with an older credential turns a credential that was set without a proof into a normal one. */
function unlaunder(stage: Stage, account: number): void {
  for (const one of stage.world.held)
    if (one.account === account && (one.thing.kind === 'password' || one.thing.kind === 'link'))
      one.thing.laundered = false;
  stage.world.movedBlindly.delete(account);
}

/** No person enters the account of a foreign proven mailbox without a credential. */
function assertFromSomething(stage: Stage, by: Person, account: number, { how }: Entry): void {
  const proof = stage.world.proofs.get(account);
  if (proof === undefined || proof.by === by || !isProven(stage, account)) return;
  const has = stage.world.held.some(
    (one) => one.account === account && one.by === by && one.over === null && OPENS.has(one.thing.kind),
  );
  assert.ok(
    has,
    `invariant 1: the ${by} came into the ${proof.by}'s account ${account} by ${how}, holding nothing`,
  );
}

/** A provider leads into an account by a valid link, or by the account's email if the provider is trusted. */
function assertLinkLeads(stage: Stage, by: Person, account: number, { links, how }: Entry): void {
  if (links === null || how !== 'provider') return;
  const row = stage.before.accounts.get(account);
  const known = stage.before.links.has(linkKey(account, links.subject));
  const isSuperadmin = account === stage.root.id || row?.role === 'superadmin';
  assert.ok(
    known || !isSuperadmin,
    `invariant 8: the ${by} came into superadmin ${account} by ${links.provider}`,
  );
  const vouched = links.provider === 'idp2' && links.verified && links.email === row?.email;
  const over = stage.world.held.find(
    (one) =>
      one.account === account &&
      one.over !== null &&
      one.thing.kind === 'link' &&
      one.thing.subject === links.subject,
  );
  assert.ok(vouched || over === undefined, `invariant 1: a link of the ${by} led in after ${over?.over}`);
  assert.ok(
    known || vouched || row === undefined,
    `invariant 1: ${links.provider} vouched for ${links.email}, which it may not`,
  );
}

/** A living session of a person, newest first. */
export function sessionOf(stage: Stage, by: Person, nth = 0): SessionHeld | undefined {
  const living = holdings(stage.world, by, 'session').filter(({ thing }) =>
    stage.rows.sessions.has(thing.id),
  );
  return living[nth % Math.max(1, living.length)];
}

export type SessionHeld = Held<Extract<Thing, { kind: 'session' }>>;

/** Sends a request with a session, which is refreshed first if necessary. */
export async function callAs(
  stage: Stage,
  { by, thing }: SessionHeld,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const ask = () =>
    stage.call(by, method, path, { token: thing.access, headers, ...(body !== undefined && { body }) });
  const answer = await ask();
  if (answer.body['error'] !== 'TokenExpiredError' || thing.refresh === undefined) return answer;
  const renewed = await stage.call(by, 'POST', '/token/refresh', { body: { refresh_token: thing.refresh } });
  if (renewed.status !== 200) return answer;
  thing.access = asText(renewed.body['access_token']);
  thing.refresh = asText(renewed.body['refresh_token']);
  return ask();
}

/** Whether a session counts as recent, in this model. */
export function isRecent(stage: Stage, session: number): boolean {
  const facts = stage.world.sessions.get(session);
  return facts !== undefined && stage.now() - facts.provenAt < 10 * MINUTE;
}
