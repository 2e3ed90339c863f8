import { type Browser, createBrowser } from '../../../support/browser.ts';
import { FRONTEND } from '../../../http/providers/harness.ts';
import { callAs, isRecent, sessionOf, takeEntry } from '../entering.ts';
import { mustBeRecent } from '../checks.ts';
import { PUBLIC_URL, type Stage } from '../stage.ts';
import { kind } from '../step.ts';
import {
  type Claims,
  DAY,
  type Entry,
  hold,
  holdings,
  type Mailbox,
  PEOPLE,
  type Person,
  type Provider,
  readerOf,
} from '../world.ts';

const CLAIMED = ['own', 'own', 'owner', 'second', 'root'] as const satisfies readonly (
  Mailbox | 'own' | 'root'
)[];
/** `idp2` keeps a list of verified emails; anybody can run `idp1`, so it can make any claim. */
const PROVIDERS = ['idp2', 'idp2', 'idp1'] as const satisfies readonly Provider[];
const VERIFIED = [true, true, false] as const;

/** The profile of a person at a provider. The trusted one verifies only proven mailboxes. */
function claimsOf(
  stage: Stage,
  {
    by,
    at,
    claim,
    verified,
  }: { by: Person; at: Provider; claim: (typeof CLAIMED)[number]; verified: boolean },
): Claims {
  const mailbox = claim === 'own' ? by : claim;
  const honest = mailbox !== 'root' && readerOf(mailbox) === by;
  return {
    provider: at,
    subject: `${stage.email('owner').replaceAll(/\D/g, '')}${PEOPLE.indexOf(by)}${at.slice(-1)}`,
    email: mailbox === 'root' ? stage.root.email : stage.email(mailbox),
    // No person reads the superadmin's mailbox, so this sign-in comes from a deceived provider.
    verified: verified && (honest || at === 'idp1' || mailbox === 'root'),
  };
}

/** Signs in at a provider, or leaves the callback for later. */
export const visit = kind(
  'visit',
  { by: PEOPLE, at: PROVIDERS, claim: CLAIMED, verified: VERIFIED, finish: [true, true, true, false] },
  async (stage, { by, finish, ...params }) => {
    const claims = claimsOf(stage, { by, ...params });
    const browser = createBrowser();
    const query = new URLSearchParams({ frontend_url: FRONTEND }).toString();
    const start = `${stage.nextUrl()}/auth/${claims.provider}/login?${query}`;
    const callback = await browser.followTo(start, `${PUBLIC_URL}/auth/${claims.provider}/callback`);
    if (finish) return finishVisit(stage, by, { browser, callback, claims, session: null });
    hold(stage.world, by, 0, stage.now(), { kind: 'visit', browser, callback, claims, session: null });
  },
);

export const signInNatively = kind(
  'signInNatively',
  { by: PEOPLE, claim: CLAIMED, verified: VERIFIED },
  async (stage, { by, ...params }) => {
    const claims = claimsOf(stage, { by, at: 'idp1', ...params });
    const body = { provider: 'idp1', id_token: await stage.sign(claims) };
    const answer = await stage.call(by, 'POST', '/login/id-token', { body });
    await takeEntry(stage, by, answer, entryOf(stage, by, claims));
    await stage.takeMails();
  },
);

function entryOf(stage: Stage, by: Person, claims: Claims): Entry {
  const link = holdings(stage.world, by, 'link').find(({ thing }) => thing.subject === claims.subject);
  return {
    mailbox: claims.provider === 'idp2' && claims.verified ? claims.email : null,
    how: 'provider',
    laundered: link?.thing.laundered === true && stage.now() - link.at < 7 * DAY,
    links: claims,
  };
}

interface Visit {
  browser: Browser;
  callback: URL;
  claims: Claims;
  /** The session that asked for a link; null: a sign-in. */
  session: number | null;
}

async function finishVisit(
  stage: Stage,
  by: Person,
  { browser, callback, claims, session }: Visit,
): Promise<void> {
  stage.introduce(claims);
  const entry = entryOf(stage, by, claims);
  const back = stage.nextUrl() + callback.pathname + callback.search;
  const target = await browser.followTo(back, FRONTEND);
  stage.trace.push(
    `${by}: back from ${claims.provider} as ${claims.email}, verified ${claims.verified} → ${target.search}`,
  );
  if (session === null) await takeEntry(stage, by, target, entry, browser);
  else if (target.searchParams.has('linked')) {
    const account = stage.rows.sessions.get(session) ?? 0;
    const { provider, subject } = claims;
    const laundered = !isRecent(stage, session);
    hold(stage.world, by, account, stage.now(), { kind: 'link', provider, subject, laundered });
    await stage.look();
    stage.answers.push({ by, what: 'done', account, note: 'link' });
  }
  await stage.takeMails();
}

export const comeBack = kind('comeBack', { by: PEOPLE, nth: [0, 1] }, async (stage, { by, nth }) => {
  const visits = holdings(stage.world, by, 'visit');
  const found = visits[nth % Math.max(1, visits.length)];
  if (found === undefined) return;
  stage.world.held = stage.world.held.filter((one) => one !== found);
  await finishVisit(stage, by, found.thing);
});

export const link = kind(
  'link',
  { by: PEOPLE, at: PROVIDERS, claim: CLAIMED, verified: VERIFIED, finish: [true, true, true, false] },
  async (stage, { by, finish, ...params }) => {
    const session = sessionOf(stage, by);
    if (session === undefined) return;
    const claims = claimsOf(stage, { by, ...params });
    const browser = createBrowser();
    const path = `/account/oauth/link/${claims.provider}?frontend_url=${encodeURIComponent(FRONTEND)}`;
    const answer = await callAs(stage, session, 'POST', path, undefined, { accept: 'application/json' });
    if (answer.status !== 200) return;
    if (stage.profile === 'strict' || stage.settings.step_up === 'sensitive')
      mustBeRecent(stage, session, 'a link');
    browser.takeUp(stage.nextUrl(), answer);
    const callback = await browser.followTo(
      String(answer.body['url']),
      `${PUBLIC_URL}/auth/${claims.provider}/callback`,
    );
    const visited = { browser, callback, claims, session: session.thing.id };
    if (finish) return finishVisit(stage, by, visited);
    hold(stage.world, by, session.account, stage.now(), { kind: 'visit', ...visited });
  },
);

export const unlink = kind('unlink', { by: PEOPLE, at: PROVIDERS }, async (stage, { by, at }) => {
  const session = sessionOf(stage, by);
  if (session === undefined) return;
  const answer = await callAs(stage, session, 'DELETE', `/account/oauth/${at}`, {});
  if (answer.status !== 200) return;
  for (const one of stage.world.held)
    if (one.account === session.account && one.thing.kind === 'link' && one.thing.provider === at)
      one.over ??= 'an unlink';
});
