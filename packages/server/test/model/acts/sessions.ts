import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assertAccount, assertAnswer, claimsOf } from '../../http/expectations.ts';
import { act, pickToken, token as whichToken } from '../act.ts';
import { accountShown, asCookie, assertRefused, putInForce, type Stage, tokensIn } from '../stage.ts';
import { DAY, MINUTE, presentAccess, refuse, SECOND, spendRefresh, type Token } from '../world.ts';

/** Gets the account of a token, and compares. */
export async function askMe(stage: Stage, token: Token): Promise<void> {
  const refused = presentAccess(stage.world, token);
  const answer = await stage.callWith(token, 'GET', '/me');
  if (refused !== null) return assertRefused(answer, refused);
  assert.equal(answer.status, 200, answer.text);
  assertAccount(answer.body['account'], accountShown(token.session.account));
  assert.equal(Object(answer.body['session']).id, token.session.id);
  assert.deepEqual(answer.body['payload'], claimsOf(token.text));
}

export async function askRefresh(stage: Stage, token: Token, byCookie: boolean): Promise<void> {
  const { world } = stage;
  const inCookie = byCookie && world.settings.cookies;
  const answer = await stage.call(
    'POST',
    '/token/refresh',
    inCookie ? { headers: asCookie(token) } : { body: { refresh_token: token.text } },
  );
  const outcome = spendRefresh(world, token);
  if (typeof outcome !== 'string') return assertRefused(answer, outcome);
  assert.equal(answer.status, 200, answer.text);
  stage.takeTokens(token.session, tokensIn(world, answer), outcome === 'rotated');
}

export const me = act('me', { token: whichToken }, async (stage, params) => {
  const token = pickToken(stage, 'access', params.token);
  if (token !== undefined) await askMe(stage, token);
});

export const refreshTokens = act(
  'refresh',
  { token: whichToken, after: fc.constantFrom(0, 0, 29 * SECOND, 31 * SECOND), byCookie: fc.boolean() },
  async (stage, params) => {
    const token = pickToken(stage, 'refresh', params.token);
    if (token === undefined) return;
    stage.keyward.clock.advance(params.after);
    await askRefresh(stage, token, params.byCookie);
  },
);

/** A refresh token has no other use. */
export const presentRefreshToken = act(
  'presentRefreshToken',
  { token: whichToken },
  async (stage, params) => {
    const token = pickToken(stage, 'refresh', params.token);
    if (token === undefined) return;
    assertRefused(await stage.call('GET', '/me', { token: token.text }), refuse('InvalidTokenError'));
  },
);

export const logOut = act(
  'logOut',
  { token: whichToken, all: fc.boolean() },
  async (stage, { token: which, all }) => {
    const { world } = stage;
    const token = pickToken(stage, 'access', which);
    if (token === undefined) return;
    const refused = presentAccess(world, token);
    const answer = await stage.callWith(token, 'POST', all ? '/logout-all' : '/logout');
    if (refused !== null) return assertRefused(answer, refused);
    const what = all ? 'All sessions' : 'Session';
    assertAnswer(answer, 200, { success: true, message: `${what} destroyed successfully` });
    for (const session of world.sessions)
      if (session === token.session || (all && session.account === token.session.account))
        session.ended = true;
  },
);

export const wait = act(
  'wait',
  {
    ms: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(SECOND, 29 * SECOND, 31 * SECOND, MINUTE) },
      { weight: 3, arbitrary: fc.constantFrom(10 * MINUTE, 16 * MINUTE) },
      { weight: 1, arbitrary: fc.constantFrom(DAY, 8 * DAY) },
    ),
  },
  async ({ keyward }, { ms }) => keyward.clock.advance(ms),
);

export const changeSettings = act(
  'changeSettings',
  {
    dual: fc.constantFrom(true, true, false),
    cookies: fc.boolean(),
    days: fc.constantFrom(1, 7),
    rotate: fc.constantFrom(false, false, true),
  },
  async (stage, { rotate, ...changes }) => {
    Object.assign(stage.world.settings, changes);
    if (rotate) {
      stage.world.settings.key += 1;
      for (const session of stage.world.sessions) session.ended = true;
    }
    await putInForce(stage, rotate);
  },
);
