import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import { isLive, type ListedApplication, readApplication } from './application.ts';
import type { Fetch } from './fetcher.ts';
import { sha256 } from './tokens.ts';

/** A picture of a type that browsers show. */
export interface Logo {
  body: Buffer;
  type: string;
}

/** Pictures of applications. The service serves them itself, so that their hosts do not see the visitors. */
export interface Logos {
  /** The address of an application's picture at this service; null if the application has none. */
  addressOf(application: Pick<ListedApplication, 'client_id' | 'details'>): string | null;
  /**
   * @param asker the address of the requester
   * @returns null if there is no picture, or it cannot be fetched now
   */
  find(clientId: string, asker: string): Promise<Logo | null>;
}

const TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/x-icon',
  'image/vnd.microsoft.icon',
]);
const MOST_BYTES = 128 * 1_024;
const KEPT_BYTES = 4 * 1_024 * 1_024;
const FRESH_MS = 86_400_000;

export function createLogos(deps: {
  store: Pick<Store, 'applications'>;
  fetch: Fetch;
  clock: Clock;
  /** The address of the route. */
  address: () => string;
}): Logos {
  const { store, fetch, clock, address } = deps;
  const kept = new LRUCache<string, Logo & { until: number }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => Math.max(body.length, 1),
  });

  return {
    addressOf({ client_id, details: { logo_url: url } }) {
      if (url === null) return null;
      // A new picture has a new address, so browsers can cache each.
      return `${address()}?${new URLSearchParams({ client_id, v: sha256(url).slice(0, 8) }).toString()}`;
    },

    async find(clientId, asker) {
      const row = await store.applications.find(clientId);
      const url = row !== null && isLive(row, clock.now()) ? readApplication(row).details.logo_url : null;
      if (url === null) return null;
      const known = kept.get(url);
      if (known !== undefined && known.until > clock.now()) return known;
      try {
        const logo = await fetch(url, {
          accept: 'image/*',
          mostBytes: MOST_BYTES,
          asker,
          of: 'stranger',
          read: ({ body, type }) => {
            if (!TYPES.has(type)) throw new Error('the answer is not a picture');
            return { body, type };
          },
        });
        kept.set(url, { ...logo, until: clock.now() + FRESH_MS });
        return logo;
      } catch {
        // The cached picture is used while the host is down.
        return known ?? null;
      }
    },
  };
}
