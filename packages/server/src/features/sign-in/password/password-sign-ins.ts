import type { Client } from '../../../lib/client.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { SetUpLink } from '../../identity/superadmin/set-up-link.ts';
import type { Entry, SignIns } from '../complete.ts';
import type { LogIn, PasswordLogin } from './log-in.ts';

/** The ways to a session with a password. */
export interface PasswordSignIns {
  /** @throws KeywardError the errors of {@link LogIn} and of `SignIns.begin` */
  logIn(login: PasswordLogin): Promise<Entry>;
  /** @throws KeywardError the errors of `OpenSignUps.signUp` and of `SignIns.begin` */
  signUp(...by: Parameters<OpenSignUps['signUp']>): Promise<Entry>;
  /** Creates the first superadmin. @throws KeywardError the errors of `SetUpLink.use` and of `SignIns.begin` */
  setUp(...by: Parameters<SetUpLink['use']>): Promise<Entry>;
}

const METHOD = { method: 'password' } as const;

export function createPasswordSignIns(deps: {
  checkPassword: LogIn;
  openSignUps: Pick<OpenSignUps, 'signUp'>;
  setUpLink: Pick<SetUpLink, 'use'>;
  signIns: Pick<SignIns, 'begin'>;
}): PasswordSignIns {
  const { checkPassword, openSignUps, setUpLink, signIns } = deps;

  const enter = (account: AccountRow, client: Client, reason: 'login' | 'sign-up') =>
    signIns.begin(account, {
      client,
      ...METHOD,
      reason,
      event: { name: reason === 'login' ? 'login.succeeded' : 'account.signed_up', metadata: METHOD },
    });

  return {
    logIn: async (login) => enter(await checkPassword(login), login.client, 'login'),
    signUp: async (fields, client, signal) =>
      enter(await openSignUps.signUp(fields, client, signal), client, 'sign-up'),
    setUp: async (token, fields, client, signal) =>
      enter(await setUpLink.use(token, fields, client, signal), client, 'sign-up'),
  };
}
