import { byOwner } from '../../audit/events/origin.ts';
import type { Client } from '../../../lib/client.ts';
import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Superadmins } from './superadmins.ts';

/** The lifetime of the printed link. */
export const SET_UP_LIFETIME_MS = 30 * 60_000;

export interface SetUpLink {
  /**
   * Makes a new token for the link. It works on every instance, in addition to earlier tokens, for {@link
   * SET_UP_LIFETIME_MS} or until there is a superadmin.
   */
  issue(): Promise<string>;
  /**
   * Checks that the token is valid, without spending it.
   * @throws KeywardError `InvalidTokenError` for a wrong or old token, or when a superadmin exists already
   */
  check(token: string): Promise<void>;
  /**
   * Creates the first superadmin, which ends all tokens.
   * @throws KeywardError as {@link check}, and the errors of creating an account, after which the token is still valid
   */
  use(
    token: string,
    fields: { email: string; password: string; name: string },
    client: Client,
    signal?: AbortSignal,
  ): Promise<AccountRow>;
}

/** The link that creates the first superadmin. The database holds only hashes of the tokens. */
export function createSetUpLink(deps: {
  store: Pick<Store, 'setUpTokens' | 'accounts'>;
  superadmins: Superadmins;
  clock: Clock;
}): SetUpLink {
  const { store, superadmins, clock } = deps;

  async function check(token: string, tables: Pick<Store, 'setUpTokens' | 'accounts'> = store) {
    const isLive = await tables.setUpTokens.isLive(digest(token), clock.now());
    if (!isLive || (await tables.accounts.hasRole('superadmin')))
      throw new KeywardError('InvalidTokenError', {
        message: 'The link was used, or is too old.',
      });
  }

  return {
    async issue() {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      await store.setUpTokens.insert(
        { token_hash: digest(token), expires_at: now + SET_UP_LIFETIME_MS },
        now,
      );
      return token;
    },

    check: (token) => check(token),

    async use(token, fields, client, signal) {
      // Before a password is hashed, and again in the transaction, because only the first of several simultaneous uses
      // counts.
      await check(token);
      const by = (created: AccountRow) => byOwner(created, client);
      return superadmins.create(fields, { method: 'set_up', by }, signal, async (tables) => {
        await tables.accounts.lockSuperadmins();
        await check(token, tables);
      });
    },
  };
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
