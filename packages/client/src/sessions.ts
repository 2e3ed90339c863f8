import { failed } from './errors.ts';
import { page } from './page.ts';
import type { Transport } from './transport.ts';
import type { Account, TokenResponse } from './api.ts';
import type { ClientOptions, Result, SessionStorage } from './types.ts';

/** Who is signed in. */
export interface Session extends Pick<TokenResponse, 'access_token' | 'refresh_token' | 'token_type'> {
  account: Account;
  /** When the access token expires, in milliseconds since the epoch by this machine's clock; not in cookie mode. */
  expires_at?: number;
}

export type Listener = (session: Session | null) => void;

export interface Sessions {
  read(): Promise<Session | null>;
  /** Changes the session, alone among all tabs. */
  update(change: (current: Session | null) => Session | null): Promise<void>;
  /**
   * Gets new tokens, once for all who ask at the same time, in whatever tab.
   * @param used the session that turned out to be old; nothing is asked for where another one is in its place
   * @returns the session as it then is
   */
  refresh(used: Session | null): Promise<Result<Session | null>>;
  /** With what each was told last, as text. */
  listeners: Map<Listener, string | null | undefined>;
  /** Tells the listeners that do not know it yet. */
  tell(): Promise<void>;
}

/** How long a tab waits for another one; it goes on then, because the service gives both the same tokens. */
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
      // The message itself counts where tabs share no storage: in cookie mode, in which there is no secret in it.
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
  // Comes when this tab sees the new value, which may be later than the message.
  if (page.document) page.addEventListener?.('storage', (event) => void (event.key === key && tell()));

  /** Runs alone: among all tabs where there are Web Locks, else in this one. */
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

  async function renew(used: Session | null): Promise<Result<Session | null>> {
    const current = await read();
    const token = current?.refresh_token;
    if (current?.access_token !== used?.access_token || (!cookies && !token))
      return { data: current, error: null };
    const { data, error } = await transport.call<Omit<TokenResponse, 'account'>>(
      'POST token/refresh',
      token ? { refresh_token: token } : undefined,
    );
    const now = await read();
    // Signed out, or in as somebody else, in the meantime.
    if (now?.refresh_token !== token) return { data: now, error: null };
    if (error) {
      if (error.status === 401) await write(null);
      return failed(error);
    }
    const renewed = now && sessionOf({ ...now, ...data });
    await write(renewed);
    return { data: renewed, error: null };
  }

  return {
    read,
    listeners,
    tell,
    update: (change) => alone(async () => write(change(await read()))),
    refresh: (used) => (refreshing ??= alone(() => renew(used)).finally(() => (refreshing = undefined))),
  };
}

/** The session that an answer with tokens begins or goes on with. */
export function sessionOf({ access_token, refresh_token, token_type, account }: TokenResponse): Session {
  return {
    token_type,
    account,
    ...(refresh_token && { refresh_token }),
    ...(access_token && { access_token, expires_at: Date.now() + lifetimeOf(access_token) }),
  };
}

/** By the token's own clock, because this machine's may be wrong. */
function lifetimeOf(token: string): number {
  const claims: { exp: number; iat: number } = JSON.parse(
    atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
  );
  return (claims.exp - claims.iat) * 1000;
}

/** What was written as JSON; `otherwise` for nothing, and for what is none. */
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

/** The page's own storage, which survives a redirect; else another one. */
export function pageStorage(otherwise = memoryStorage()): SessionStorage {
  try {
    // Elsewhere than in a page it is shared by all users of the process, if it is there.
    if (page.document && page.localStorage) return page.localStorage;
  } catch {
    // The browser forbids it.
  }
  return otherwise;
}
