import type { Account, Session, World } from './world.ts';

/** An event of an account that may end unproven credentials. */
export type Event =
  | 'first proof'
  | 'proof by verify'
  | 'reset'
  | 'password changed'
  | 'email changed'
  | 'superadmin set the password'
  | 'superadmin set the email'
  | 'superadmin vouched for the email'
  | 'no longer active'
  | 'active again'
  | 'deleted';

interface Fate {
  password: 'kept' | 'dropped';
  sessions: 'kept' | 'others ended' | 'ended';
  links: 'kept' | 'dropped';
  codes: 'kept' | 'dropped' | 'mailed kept';
  devices: 'kept' | 'dropped';
}

const NOTHING: Fate = {
  password: 'kept',
  sessions: 'kept',
  links: 'kept',
  codes: 'kept',
  devices: 'kept',
};
const DROPPED: Fate = {
  password: 'dropped',
  sessions: 'ended',
  links: 'dropped',
  codes: 'dropped',
  devices: 'dropped',
};

/** The effect on an account's credentials. `proven` is the state before the event. */
function fateOf(event: Event, proven: boolean, profile: World['profile']): Fate {
  switch (event) {
    case 'proof by verify':
      if (proven) return NOTHING;
      return profile === 'strict' ? DROPPED : { ...NOTHING, links: 'dropped', codes: 'dropped' };
    case 'first proof':
      return proven ? NOTHING : DROPPED;
    case 'superadmin vouched for the email':
      return { ...DROPPED, ...(proven && { password: 'kept', links: 'kept' }) };
    case 'reset':
    case 'superadmin set the password':
    case 'superadmin set the email':
      return { ...DROPPED, password: 'kept', links: proven ? 'kept' : 'dropped' };
    case 'password changed':
      return {
        ...NOTHING,
        sessions: 'others ended',
        codes: proven ? 'dropped' : 'mailed kept',
        devices: 'dropped',
      };
    case 'email changed':
      return { ...NOTHING, codes: proven ? 'dropped' : 'mailed kept' };
    case 'active again':
      return { ...NOTHING, codes: 'dropped' };
    case 'no longer active':
      return { ...NOTHING, sessions: 'ended' };
    case 'deleted':
      return DROPPED;
  }
}

/** Ends the credentials that an event ends. @param by the session that stays if the event ends only the others */
export function befall(world: World, account: Account, event: Event, by?: Session): void {
  const fate = fateOf(event, account.proven, world.profile);
  if (fate.password === 'dropped') account.password = null;
  if (fate.links === 'dropped') account.links.clear();
  if (fate.devices === 'dropped') account.addressKnownAt = null;
  if (fate.sessions !== 'kept') {
    for (const session of world.sessions)
      if (session.account === account && (fate.sessions === 'ended' || session !== by)) session.ended = true;
  }
  if (fate.codes === 'dropped')
    for (const key of world.codes.keys()) if (key.startsWith(`${account.email} `)) world.codes.delete(key);
  if (fate.codes !== 'kept') {
    // A link whose session has ended fails in the callback.
    for (const flow of world.flows)
      if (flow.session?.account === account && !flow.session.ended) flow.used = true;
  }
}
