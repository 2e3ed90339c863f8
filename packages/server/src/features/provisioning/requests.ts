import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { ScimRequestRow } from '../../store/engine/schema.ts';
import type { Page, PageRequest } from '../../store/lists/lists.ts';
import type { Swept } from '../../store/lists/sweep.ts';
import { existingConnection } from '../connections/connections.ts';
import type { Access, Asker } from '../organizations/access.ts';
import { KEPT } from '../settings/kinds/section-kind.ts';
import { isObject } from './attributes.ts';
import type { Provider } from './provider.ts';

const KEPT_MS = 7 * 86_400_000;
/** The maximum number of requests that are kept for one organization, which can make new connections. */
const MOST = 500;
/** In bytes. */
const MAX_TEXT = 4_096;
const MAX_PATH = 1_024;
/** The maximum number of requests whose events wait for their record. */
const MAX_WAITING = 1_000;

export interface Answered {
  /** The id in events. */
  id: string;
  method: string;
  path: string;
  status: number;
  body: unknown;
  /** Null for none. */
  answer: string | null;
}

/** The last requests of providers, for the administrators of their connections. */
export function createRequestLog({ store, access, clock }: { store: Store; access: Access; clock: Clock }) {
  const doneBy = collectEvents(store);

  return {
    /** Stores a request that is about to be answered. */
    async record(
      { connection, organization }: Provider,
      { id, method, path, status, body, answer }: Answered,
    ): Promise<void> {
      const request = {
        connection_id: connection.id,
        method,
        path: short(SECRET.test(path) ? path.replace(/\?.*/s, `?${KEPT}`) : path, MAX_PATH),
        status,
        request: body === undefined ? null : short(JSON.stringify(body, masked), MAX_TEXT),
        response: answer === null ? null : short(answer, MAX_TEXT),
        done: JSON.stringify(doneBy(connection.uid, id)),
        created_at: clock.now(),
      };
      try {
        await store.scimRequests.insert(request);
      } catch (error) {
        // Its connection has gone meanwhile.
        if ((await store.connections.brief(connection.uid)) === null) return;
        throw error;
      }
      await store.scimRequests.trim(organization.id, MOST);
    },

    /** @throws KeywardError the errors of {@link Access}, `ConnectionNotFoundError` */
    async list(asker: Asker, name: string, uid: string, request: PageRequest): Promise<Page<ScimRequestRow>> {
      const connection = await existingConnection(store, await access.read(asker, name), uid);
      return store.scimRequests.list(connection.id, request);
    },

    /** Removes requests that are more than a week old. @param signal stops it */
    async sweep(signal?: AbortSignal): Promise<void> {
      for (let swept: Swept = { removed: 0, more: true }; swept.more; await setImmediate()) {
        if (signal?.aborted === true) return;
        swept = await store.scimRequests.sweep(clock.now() - KEPT_MS);
      }
    },
  };
}

/** Collects the types of the events that each request of a provider causes. @returns a function that takes them */
function collectEvents(store: Pick<Store, 'onEvents'>) {
  const waiting = new Map<string, string[]>();
  store.onEvents((events) => {
    for (const { actor, type, data } of events) {
      if (actor?.startsWith('connection:') !== true) continue;
      const { request_id: id }: { request_id?: unknown } = JSON.parse(data);
      const key = `${actor} ${String(id)}`;
      const types = waiting.get(key) ?? [];
      types.push(type);
      waiting.set(key, types);
      const [oldest] = waiting.size > MAX_WAITING ? waiting.keys() : [];
      if (oldest !== undefined) waiting.delete(oldest);
    }
  });
  return (connection: string, id: string): string[] => {
    const key = `connection:${connection} ${id}`;
    const types = waiting.get(key) ?? [];
    waiting.delete(key);
    return [...new Set(types)];
  };
}

const SECRET = /password|secret|token/i;

/** Hides secrets: their values, and the values of operations on them. */
function masked(name: string, value: unknown): unknown {
  if (SECRET.test(name)) return KEPT;
  if (typeof value === 'string') return /^filter$/i.test(name) && SECRET.test(value) ? KEPT : value;
  if (!isObject(value)) return value;
  const isSecret = Object.entries(value).some(
    ([key, text]) => /^path$/i.test(key) && SECRET.test(String(text)),
  );
  if (!isSecret) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, /^(?:op|path)$/i.test(key) ? part : KEPT]),
  );
}

function short(text: string, most: number): string {
  const bytes = Buffer.from(text);
  // A character that is cut in two reads as U+FFFD.
  return bytes.length > most ? `${bytes.toString('utf8', 0, most).replace(/\uFFFD$/, '')}…` : text;
}
