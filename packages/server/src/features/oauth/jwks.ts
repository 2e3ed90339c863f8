import { createLocalJWKSet } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import { publicKeysOf } from '../../lib/jwk-set.ts';
import { withinRsaLimits } from '../../lib/rsa-limits.ts';
import { type Application, type Standing, standingOf } from './application.ts';
import { asJson, type Fetch, JSON_BYTES } from './fetcher.ts';
import { OAuthError } from './oauth-error.ts';

type KeyOf = ReturnType<typeof createLocalJWKSet>;

const FRESH_MS = 600_000;
/** How often an unknown key may cause another fetch, because it may be new. */
const AGAIN_MS = 60_000;
const REMEMBERED = 500;

interface Known {
  keys: KeyOf;
  at: number;
}

/** The public keys of applications, from their row or from their address. */
export function createApplicationKeys({ fetch, clock }: { fetch: Fetch; clock: Clock }) {
  const cache = () => new LRUCache<string, Known>({ max: REMEMBERED });
  // Strangers do not push out the keys of applications that are in use.
  const caches: Record<Standing, LRUCache<string, Known>> = {
    created: cache(),
    known: cache(),
    stranger: cache(),
  };

  async function fetched(
    url: string,
    freshMs: number,
    whose: { of: Standing; asker: string },
  ): Promise<KeyOf> {
    const known = caches[whose.of];
    const last = known.get(url);
    const now = clock.now();
    if (last !== undefined && now - last.at < freshMs) return last.keys;
    try {
      const keys = await fetch(url, {
        ...whose,
        accept: 'application/json',
        mostBytes: JSON_BYTES,
        read: (answer) => keysIn(asJson(answer)),
      });
      known.set(url, { keys, at: now });
      return keys;
    } catch {
      // The last fetched keys, which are used while the host is down.
      if (last !== undefined) return last.keys;
      throw new OAuthError('invalid_client', 'The keys of this application cannot be fetched.', {
        status: 401,
      });
    }
  }

  /** @param asker the address of the requester @throws OAuthError `invalid_client` for an application without keys */
  return (application: Application, asker: string) => {
    const { jwks, jwks_uri } = application.details;
    if (jwks === null && jwks_uri === null)
      throw new OAuthError('invalid_client', 'This application has no keys.');
    const whose = { asker, of: standingOf(application) };
    return withinRsaLimits(async (header, token) => {
      if (jwks_uri === null) return keysIn(jwks)(header, token);
      const keys = await fetched(jwks_uri, FRESH_MS, whose);
      try {
        return await keys(header, token);
      } catch {
        return (await fetched(jwks_uri, AGAIN_MS, whose))(header, token);
      }
    });
  };
}

function keysIn(value: unknown): KeyOf {
  const set = publicKeysOf(value);
  if (set === null) throw new TypeError('no set of keys');
  return createLocalJWKSet(set);
}
