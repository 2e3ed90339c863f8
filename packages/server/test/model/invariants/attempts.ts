import { FRONTEND } from '../../http/providers/harness.ts';
import { post as postForm } from '../../http/oauth/flows.ts';
import { callerOf } from './acts/applications.ts';
import { assertion, nextCode } from './acts/factors.ts';
import { claimsOf } from '../../http/expectations.ts';
import { sessionOf } from './entering.ts';
import type { Stage } from './stage.ts';
import type { Answer } from '../../support/keyward.ts';
import type { Held, Thing } from './world.ts';

/** Tries a credential at the real service. @returns whether it leads into its account */
export async function leadsIn(stage: Stage, held: Held): Promise<boolean> {
  const { by, account, thing } = held;
  const post = (path: string, body?: object) =>
    stage.call(by, 'POST', path, body === undefined ? {} : { body });
  switch (thing.kind) {
    case 'session':
      return trySession(stage, held, thing);
    case 'password': {
      const identifier = stage.rows.accounts.get(account)?.email;
      if (identifier === undefined) return false;
      return opened(await post('/login/password', { identifier, password: thing.secret }), account);
    }
    case 'passkey': {
      const begun = await post('/login/passkey/options');
      const { challenge, options } = JSON.parse(begun.text);
      const credential = assertion(thing.authenticator, options);
      return opened(await post('/login/passkey', { challenge, credential }), account);
    }
    case 'challenge': {
      const factor = stage.world.held.findLast(
        (one) => one.by === by && one.account === account && one.thing.kind === 'app',
      );
      if (factor?.thing.kind !== 'app') return false;
      const code = nextCode(stage, factor.thing.secret);
      return opened(
        await post('/login/challenge', { challenge: thing.token, method: 'totp', code }),
        account,
      );
    }
    case 'code':
      return tryCode(stage, held, thing);
    case 'visit': {
      stage.introduce(thing.claims);
      const back = stage.nextUrl() + thing.callback.pathname + thing.callback.search;
      const target = await thing.browser.followTo(back, FRONTEND);
      return target.searchParams.has('linked');
    }
    case 'grant': {
      const fields = { grant_type: 'refresh_token', refresh_token: thing.refresh };
      return (await postForm(callerOf(stage, by), 'token', stage.application, fields)).status === 200;
    }
    case 'undo':
      return undoes(await post('/email/undo', { token: thing.token }));
    case 'pending app': {
      const session = sessionOf(stage, by);
      if (session?.account !== account) return false;
      const code = nextCode(stage, thing.secret);
      const { access: token } = session.thing;
      const answer = await stage.call(by, 'POST', '/account/totp/confirm', { token, body: { code } });
      return answer.status === 200;
    }
    case 'link':
    case 'phone':
    case 'app':
    case 'recovery codes':
    case 'invitation':
      // Their rows are checked after each step; factors are tried with a challenge of the owner.
      return false;
  }
}

/** The link of a later mailbox may tell that the account went back, which leads its reader nowhere. */
function undoes({ status, body }: Answer): boolean {
  return status === 200 && body['returned'] === undefined;
}

function opened(answer: Answer, account: number): boolean {
  if (answer.body['error'] === 'SecondFactorRequiredError') return true;
  const token = answer.body['access_token'];
  return answer.status === 200 && typeof token === 'string' && Number(claimsOf(token)['aid']) === account;
}

async function trySession(
  stage: Stage,
  { by, account }: Held,
  { access, refresh }: Extract<Thing, { kind: 'session' }>,
): Promise<boolean> {
  for (const _ of stage.instances) {
    const me = await stage.call(by, 'GET', '/me', { token: access });
    if (me.status === 200) return true;
    if (refresh === undefined) continue;
    const renewed = await stage.call(by, 'POST', '/token/refresh', { body: { refresh_token: refresh } });
    if (renewed.status === 200) return opened(renewed, account);
  }
  return false;
}

async function tryCode(
  stage: Stage,
  { by, account }: Held,
  { purpose, email, otp }: Extract<Thing, { kind: 'code' }>,
): Promise<boolean> {
  const path = { login: '/login/otp', reset: '/forgot/password', verify: '/link/verify', signup: null }[
    purpose
  ];
  if (path === null) return false;
  const password = purpose === 'reset' ? { password: stage.newSecret() } : {};
  const token = sessionOf(stage, by)?.thing.access;
  const answer = await stage.call(by, 'POST', path, { token, body: { email, otp, ...password } });
  if (purpose !== 'verify') return opened(answer, account);
  await stage.look();
  return answer.status === 200 && stage.rows.accounts.get(account)?.email === email;
}
