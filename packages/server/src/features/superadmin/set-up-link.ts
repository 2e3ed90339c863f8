import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { Superadmins } from './superadmins.ts';

/** How long the printed link works. */
export const SET_UP_LIFETIME_MS = 30 * 60_000;

export interface SetUpLink {
  /** A new token for the link, valid once and for {@link SET_UP_LIFETIME_MS}; the one before is dead. */
  issue(): string;
  /**
   * Creates the first superadmin.
   * @throws KeywardError `InvalidTokenError` for a wrong, used or old token, or when a superadmin exists already;
   * and what creating an account throws, with the token still good
   */
  use(
    token: string,
    fields: { email: string; password: string; name: string },
    signal?: AbortSignal,
  ): Promise<AccountRow>;
}

/** The one-time way to the first superadmin. The token lives in this process only, as a hash. */
export function createSetUpLink(superadmins: Superadmins, clock: Clock): SetUpLink {
  let live: { hash: Buffer; expiresAt: number } | null = null;
  let inUse = false;

  return {
    issue() {
      const token = randomBytes(32).toString('base64url');
      live = { hash: digest(token), expiresAt: clock.now() + SET_UP_LIFETIME_MS };
      return token;
    },

    async use(token, fields, signal) {
      const matches =
        live !== null && live.expiresAt > clock.now() && timingSafeEqual(live.hash, digest(token));
      if (!matches || inUse) throw new KeywardError('InvalidTokenError');
      inUse = true;
      try {
        if (await superadmins.exist()) throw new KeywardError('InvalidTokenError');
        const account = await superadmins.create(fields, signal);
        live = null;
        return account;
      } finally {
        inUse = false;
      }
    },
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
