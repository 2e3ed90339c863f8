import type { CallError } from './errors.ts';

/** The answer of every call; no call throws or rejects. */
export type Result<Data> = { data: Data; error: null } | { data: null; error: CallError };

export interface CallOptions {
  /** Cancels the call; its answer is then an `AbortError`. */
  signal?: AbortSignal;
  /**
   * The answer of the captcha, for calls that end in a `CaptchaRequiredError` without it. It can be used once.
   */
  captchaToken?: string | undefined;
}

/** A place for sessions: `localStorage`, `sessionStorage`, or a similar object, which may return promises. */
export interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

export interface ClientOptions {
  /**
   * Address of the service, such as `https://auth.example.org`; empty for the page's own origin. It may end
   * with the default prefix; put any other prefix into `prefix`.
   */
  url: string;
  /** Path that the service is mounted at. Default: `/auth`. If it is given, `url` must be without any prefix. */
  prefix?: string;
  /** Path that its logs are mounted at. Default: `/log` */
  logPath?: string;
  /** Path that its pages, its console and its mailbox are mounted at. Default: none, they are at the root */
  webPath?: string;
  /**
   * Where to keep the session. `cookies` keeps nothing here, for a service in cookie mode. Default: `localStorage` in a
   * page, memory elsewhere.
   */
  storage?: SessionStorage | 'cookies';
  /** Name of the session in the storage, and of its lock and channel. Default: `keyward` */
  storageKey?: string;
  /** Base address of the pages that redirects and mails point to. Default: the page's own origin */
  frontendUrl?: string;
  /**
   * Whether a mailed link signs in only in the browser that asked for it. Default: false; in another browser it signs
   * in after the person's confirmation, see `handleRedirect`
   */
  sameBrowser?: boolean;
  /** A longer request fails with a `TimeoutError`. Default: 30,000 */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** A record of app.log. Facts about a request are null in records without one. */
export interface LogRecord {
  timestamp: string;
  level: string;
  event: string;
  message: string;
  request_id: string | null;
  method: string | null;
  path: string | null;
  status_code: number | null;
  client_ip: string | null;
  user_agent: string | null;
  duration_ms: number | null;
  account_id?: number;
  session_id?: number;
  metadata?: Record<string, unknown>;
  /** The whole line, and the only field, if another program wrote it. */
  raw?: string;
}

/** A file or a folder of the documentation. */
export interface DocumentItem {
  name: string;
  path: string;
  type: 'file' | 'directory';
  size?: number;
  lines?: number;
  children?: DocumentItem[];
}
