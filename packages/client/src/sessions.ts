import { failed, ok } from './errors.ts';
import { page } from './page.ts';
import type { Input, Transport } from './transport.ts';
import type { Account, TokenResponse } from './api.ts';
import type { ClientOptions, Result, SessionStorage } from './types.ts';

/** The signed-in account, with its tokens. */
export interface Session extends Pick<TokenResponse, 'access_token' | 'refresh_token' | 'token_type'> {
  account: Account;
  /** When the access token expires, in milliseconds since the epoch by this machine's clock; not in cookie mode. */
  expires_at?: number;
}

export type Listener = (session: Session | null) => void;

export interface Sessions {
  read(): Promise<Session | null>;
  /** Changes the session under a lock that all tabs share. */
  update(change: (current: Session | null) => Session | null): Promise<void>;
  /**
   * Gets new tokens, once for all simultaneous callers, in every tab.
   * @param used the session that turned out to be expired; if another one has replaced it, nothing is requested
   * @returns the session afterwards
   */
  refresh(used: Session | null): Promise<Result<Session | null>>;
  /** How often this page has renewed the session. */
  renewals(): number;
  /** The session that was last reported to each listener, as text. */
  listeners: Map<Listener, string | null | undefined>;
  /** Notifies the listeners that do not know the session yet. */
  tell(): Promise<void>;
}

/**
 * How long a tab waits for another one. It then continues, because the service gives both tabs the same tokens.
 */
const LOCK_MS = 10_000;

export function createSessions(options: ClientOptions, transport: Transport): Sessions {
  const { storageKey: key = 'keyward', storage: chosen = pageStorage() } = options;
  const cookies = chosen === 'cookies';
  const storage = cookies ? memoryStorage() : chosen;
  const listeners: Sessions['listeners'] = new Map();
  let refreshing: Promise<Result<Session | null>> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Session | null> {
    return parse<Session | null>(await storage.getItem(key), null);
  }

  async function write(session: Session | null): Promise<void> {
    const text = session && JSON.stringify(session);
    if (text !== (await storage.getItem(key))) {
      await save(text);
      // If tabs share no storage, as in cookie mode, the message itself counts; it then contains no secret.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other
      channel?.postMessage(cookies ? text : null);
    }
    await tell();
  }

  async function save(text: string | null): Promise<void> {
    await (text ? storage.setItem(key, text) : storage.removeItem(key));
  }

  async function tell(): Promise<void> {
    const text = await storage.getItem(key);
    for (const [listener, told] of listeners) {
      if (text === told) continue;
      listeners.set(listener, text);
      queueMicrotask(() => listeners.has(listener) && listener(parse<Session | null>(text, null)));
    }
  }

  const channel = page.document && page.BroadcastChannel && new page.BroadcastChannel(key);
  channel?.addEventListener('message', ({ data }) => {
    void (cookies ? save(data) : Promise.resolve()).then(tell);
  });
  // Fires when this tab sees the new value, which may be after the message.
  if (page.document) page.addEventListener?.('storage', (event) => void (event.key === key && tell()));

  /** Runs exclusively: across all tabs with Web Locks, otherwise only in this one. */
  async function alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const { locks } = page.navigator ?? {};
    if (!locks) {
      const mine = turn.then(work);
      turn = mine.catch(() => {});
      return mine;
    }
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    try {
      return await locks.request(key, { signal: AbortSignal.timeout(LOCK_MS) }, begin);
    } catch (thrown) {
      if (begun) throw thrown;
      return work();
    }
  }

  let renewals = 0;

  async function renew(used: Session | null): Promise<Result<Session | null>> {
    const current = await read();
    const token = current?.refresh_token;
    if (current?.access_token !== used?.access_token || (!cookies && !token)) return ok(current);
    const ask = (input?: Input) =>
      transport.call<Omit<TokenResponse, 'account'>>('POST token/refresh', {
        refresh_token: token,
        ...input,
      });
    let { data, error } = await ask();
    // The session goes on without an organization whose demands it no longer meets.
    if (/Policy|Connection/.test(`${error?.kind}`)) ({ data, error } = await ask({ organization: null }));
    const now = await read();
    // Signed out since, or signed in to another account.
    if (now?.refresh_token !== token) return ok(now);
    if (error) {
      if (error.status === 401) await write(null);
      return failed(error);
    }
    const renewed = now && sessionOf({ ...now, ...data });
    await write(renewed);
    renewals += 1;
    return ok(renewed);
  }

  return {
    read,
    renewals: () => renewals,
    listeners,
    tell,
    update: (change) => alone(async () => write(change(await read()))),
    refresh: (used) => (refreshing ??= alone(() => renew(used)).finally(() => (refreshing = undefined))),
  };
}

/** The session that an answer with tokens begins or continues. */
export function sessionOf({ access_token, refresh_token, token_type, account }: TokenResponse): Session {
  return {
    token_type,
    account,
    ...(refresh_token && { refresh_token }),
    ...(access_token && { access_token, expires_at: Date.now() + lifetimeOf(access_token) }),
  };
}

/** By the token's own times, because this machine's clock may be wrong. */
function lifetimeOf(token: string): number {
  const claims: { exp: number; iat: number } = JSON.parse(
    atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
  );
  return (claims.exp - claims.iat) * 1000;
}

/** Reads a JSON text; `otherwise` for null and for other text. */
export function parse<Value>(text: string | null, otherwise: Value): Value {
  try {
    return text ? JSON.parse(text) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps the session until the page or the process ends. */
export function memoryStorage(): SessionStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The page's own storage, which survives a redirect; otherwise another one. */
export function pageStorage(otherwise = memoryStorage()): SessionStorage {
  try {
    // Outside a page, such a storage would be shared by all users of the process.
    if (page.document && page.localStorage) return page.localStorage;
  } catch {
    // The browser forbids storage.
  }
  return otherwise;
}
