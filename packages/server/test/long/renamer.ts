import { PASSWORD } from '../support/keyward.ts';
import type { Asked, Asker } from './asked.ts';

/** A person who changes the name again and again, and tracks the names that the account may have. */
export interface Renamer {
  token: string;
  /** @returns the answer, which is checked to be 200 or 503 */
  rename(): Promise<Asked>;
  /** @throws Error when the account has a name that was never asked for, or has lost one that was acknowledged */
  check(asker: Asker): Promise<void>;
}

let serial = 0;

export async function newRenamer(asker: Asker): Promise<Renamer> {
  serial += 1;
  const email = `renamer${serial}@example.org`;
  const body = { name: 'First', email, password: PASSWORD };
  const signedUp = await asker.ask('POST', '/signup/password', { body });
  if (signedUp.status !== 200) throw new Error(`a sign-up was answered ${signedUp.status}`);
  const token = String(signedUp.body['access_token']);
  /** The last acknowledged name, and the names requested since. */
  let names = ['First'];
  return {
    token,
    async rename() {
      serial += 1;
      const name = `Name ${serial}`;
      names.push(name);
      const answer = await asker.ask('PATCH', '/me', { token, body: { name } });
      if (answer.status === 200) names = [name];
      else if (answer.status !== 503) throw new Error(`a change was answered ${answer.status}`);
      return answer;
    },
    async check(other) {
      const me = await other.ask('GET', '/me', { token });
      const account = Object(me.body['account']);
      if (me.status !== 200 || !names.includes(account.name))
        throw new Error(`${email}: ${me.status} ${String(account.name)}, not one of ${names.join(', ')}`);
    },
  };
}
