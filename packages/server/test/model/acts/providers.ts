import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createBrowser } from '../../support/browser.ts';
import { assertAnswer } from '../../http/expectations.ts';
import { FRONTEND, loginUrl } from '../../http/providers/harness.ts';
import { act, pick, pickToken, token as whichToken, who } from '../act.ts';
import { presentWithProof, proof, proofOf } from './credentials.ts';
import { befall } from '../lifecycle.ts';
import { asCookie, assertRefused, assertRefusedRedirect, type Stage } from '../stage.ts';
import {
  type Account,
  accountWith,
  addAccount,
  beginSession,
  type Flow,
  isAlive,
  MINUTE,
  type ProviderName,
  type Refusal,
  refuse,
  type Session,
  type World,
} from '../world.ts';

const provider = fc.constantFrom<ProviderName>('idp2', 'idp3');
/** Whether the callback is opened at once; otherwise it waits for `comeBack`. */
const atOnce = fc.constantFrom(true, true, false);

interface Visit {
  provider: ProviderName;
  /** The owner of the identity, and the owner of the reported mailbox. */
  who: number;
  verified: boolean;
}

function flowOf(stage: Stage, { provider: at, who: index, verified }: Visit, session: Session | null): Flow {
  const flow = {
    provider: at,
    identity: `${stage.emailSuffix.replaceAll(/\D/g, '')}${index}`,
    email: stage.email(index),
    emailVerified: verified,
    session,
    beganAt: stage.world.now(),
    used: false,
  };
  stage.world.flows.push(flow);
  return flow;
}

export const enterByProvider = act(
  'enterByProvider',
  { provider, who, verified: fc.constantFrom(true, true, false), atOnce },
  async (stage, params) => {
    const browser = createBrowser();
    const back = `${stage.keyward.url}/auth/${params.provider}/callback`;
    const callback = await browser.followTo(loginUrl(stage.keyward, params.provider), back);
    stage.visits.push({ browser, callback, flow: flowOf(stage, params, null) });
    if (params.atOnce) await openCallback(stage, 0);
  },
);

export const link = act(
  'link',
  { token: whichToken, provider, who, atOnce, proof },
  async (stage, params) => {
    const { world, keyward } = stage;
    const token = pickToken(stage, 'access', params.token);
    if (token === undefined) return;
    const [given, field] = proofOf(stage, token.session.account, params.proof);
    const refused = presentWithProof(world, token, given);
    const browser = createBrowser();
    const path = `/account/oauth/link/${params.provider}?frontend_url=${encodeURIComponent(FRONTEND)}`;
    const byCookie = world.settings.cookies && token.number % 2 === 0;
    const answer = await stage.call('POST', path, {
      headers: { accept: 'application/json', ...(byCookie && asCookie(token)) },
      token: byCookie ? undefined : token.text,
      body: field,
    });
    if (refused !== null) return assertRefused(answer, refused);
    assert.equal(answer.status, 200, answer.text);
    browser.takeUp(keyward.url, answer);
    const callback = await browser.followTo(
      String(answer.body['url']),
      `${keyward.url}/auth/${params.provider}/callback`,
    );
    stage.visits.push({
      browser,
      callback,
      flow: flowOf(stage, { ...params, verified: true }, token.session),
    });
    if (params.atOnce) await openCallback(stage, 0);
  },
);

/** Returns from a visit to a provider, perhaps for a second time. */
export const comeBack = act('comeBack', { index: fc.nat(3) }, (stage, { index }) =>
  openCallback(stage, index),
);

async function openCallback(stage: Stage, index: number): Promise<void> {
  const { world } = stage;
  const visit = pick(stage.visits, index);
  if (visit === undefined) return;
  const { browser, callback, flow } = visit;
  stage.introduce(flow.provider, flow.identity, flow.email, flow.emailVerified);
  const target = await browser.followTo(callback.href, FRONTEND);
  const outcome = finish(world, flow);
  if ('refused' in outcome) return assertRefusedRedirect(target, outcome, '/oauth/callback');
  if (flow.session === null) return stage.takeRedirect(beginSession(world, outcome, 'fed'), target, browser);
  assert.equal(target.search, `?linked=${flow.provider}`);
}

const FLOW_LIFE = 10 * MINUTE;

function finish(world: World, flow: Flow): Refusal | Account {
  const isGood = !flow.used && world.now() - flow.beganAt < FLOW_LIFE;
  flow.used = true;
  if (!isGood) return refuse('OAuthStateError');
  const owner = world.accounts.find(
    ({ links, deleted }) => !deleted && links.get(flow.provider) === flow.identity,
  );
  return flow.session === null ? enter(world, flow, owner) : addLink(world, flow, flow.session, owner);
}

function enter(world: World, flow: Flow, owner: Account | undefined): Refusal | Account {
  const account = owner ?? accountWith(world, flow.email);
  if (account === null) {
    const fields = { email: flow.email, password: null, proven: flow.emailVerified };
    const added = addAccount(world, fields);
    added.links.set(flow.provider, flow.identity);
    return added;
  }
  if (owner === undefined && !flow.emailVerified) return refuse('EmailAlreadyExistsError');
  if (account.status !== 'active') return refuse('AccountInactiveError');
  if (flow.emailVerified && account.email === flow.email) {
    befall(world, account, 'first proof');
    if (owner === undefined && account.links.has(flow.provider)) return refuse('OAuthAlreadyLinkedError');
    account.proven = true;
  }
  account.links.set(flow.provider, flow.identity);
  return account;
}

function addLink(
  world: World,
  { provider: at, identity }: Flow,
  session: Session,
  owner: Account | undefined,
): Refusal | Account {
  if (!isAlive(world, session)) return refuse('SessionDestroyedError');
  const { account } = session;
  if (owner === account) return account;
  if (owner !== undefined || account.links.has(at)) return refuse('OAuthAlreadyLinkedError');
  account.links.set(at, identity);
  return account;
}

export const unlink = act('unlink', { token: whichToken, provider, proof }, async (stage, params) => {
  const token = pickToken(stage, 'access', params.token);
  if (token === undefined) return;
  const { links, password } = token.session.account;
  const [given, field] = proofOf(stage, token.session.account, params.proof);
  const refused = presentWithProof(stage.world, token, given);
  const answer = await stage.callWith(token, 'DELETE', `/account/oauth/${params.provider}`, field);
  if (refused !== null) return assertRefused(answer, refused);
  if (!links.has(params.provider)) return assertRefused(answer, refuse('OAuthLinkNotFoundError'));
  if (password === null && links.size === 1) return assertRefused(answer, refuse('AuthError'));
  assertAnswer(answer, 200, { success: true, message: 'OAuth account unlinked successfully' });
  links.delete(params.provider);
});
