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
   * Whether the token can still be used; it stays as good as it was.
   * @throws KeywardError `InvalidTokenError` for a wrong, used or old token, or when a superadmin exists already
   */
  check(token: string): Promise<void>;
  /**
   * Creates the first superadmin.
   * @throws KeywardError as {@link check}, and what creating an account throws, with the token still good
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

  function matches(token: string): boolean {
    return live !== null && live.expiresAt > clock.now() && timingSafeEqual(live.hash, digest(token));
  }

  async function check(token: string): Promise<void> {
    if (!matches(token) || (await superadmins.exist())) throw new KeywardError('InvalidTokenError');
  }

  return {
    check,

    issue() {
      const token = randomBytes(32).toString('base64url');
      live = { hash: digest(token), expiresAt: clock.now() + SET_UP_LIFETIME_MS };
      return token;
    },

    async use(token, fields, signal) {
      if (!matches(token) || inUse) throw new KeywardError('InvalidTokenError');
      inUse = true;
      try {
        await check(token);
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
