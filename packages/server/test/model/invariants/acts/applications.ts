import type { TestKeyward } from '../../../support/keyward.ts';
import { asText } from '../../../http/expectations.ts';
import { signInWith } from '../../../http/oauth/flows.ts';
import { callAs, sessionOf } from '../entering.ts';
import type { Stage } from '../stage.ts';
import { kind } from '../step.ts';
import { hold, PEOPLE, type Person } from '../world.ts';

export function callerOf(stage: Stage, by: Person): Pick<TestKeyward, 'call'> {
  return { call: (...request) => stage.call(by, ...request) };
}

/** Allows an application to act without a session. */
export const connect = kind('connect', { by: PEOPLE }, async (stage, { by }) => {
  const session = sessionOf(stage, by);
  if (session === undefined || (await callAs(stage, session, 'GET', '/me')).status !== 200) return;
  const { account, thing } = session;
  const scope = { scope: 'openid offline_access' };
  const tokens = await signInWith(callerOf(stage, by), stage.application, thing.access, scope);
  hold(stage.world, by, account, stage.now(), { kind: 'grant', refresh: asText(tokens['refresh_token']) });
  stage.answers.push({ by, what: 'done', account, note: 'an application' });
});
