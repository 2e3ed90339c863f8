import type { JwtAlgorithm } from '../../config/config.ts';

/** Signing and lifetimes, as in the interface's JWT table. */
export interface JwtSettings {
  /** The HMAC secret, or a PEM private key for RS256, ES256 and EdDSA. */
  readonly secret_key: string;
  readonly algorithm: JwtAlgorithm;
  /** Life of a session, and of the access token in single-token mode. */
  readonly session_duration_days: number;
  readonly dual_token_mode: boolean;
  readonly access_token_expire_minutes: number;
  readonly refresh_token_expire_days: number;
  /** Grows with each change of the key, so that the tokens of a replaced one stay dead even where it comes back. */
  readonly key_generation: number;
  /** The key that was in force before, while a planned rotation lets its tokens live on; null otherwise. */
  readonly previous_key: PreviousKey | null;
}

export interface PreviousKey {
  readonly secret_key: string;
  readonly algorithm: JwtAlgorithm;
  readonly key_generation: number;
  /** Milliseconds since the epoch; from then on it verifies nothing. */
  readonly until: number;
}

/** The mail server and the sender, as in the interface's email object. */
export interface EmailSettings {
  /** Empty: there is no mail server. */
  readonly host: string;
  readonly port: number;
  /** Empty: no authentication. */
  readonly username: string;
  readonly password: string;
  /** The sender's address. */
  readonly sender: string;
  /** The name that mails speak of; empty: the domain of the sender. */
  readonly sender_name: string;
  /** How it works together with the port is said in `features/mail/email-settings.ts`. */
  readonly use_tls: boolean;
}

/** A provider's credentials, as in the interface's idp objects. Empty: not configured. */
export interface ProviderSettings {
  readonly client_id: string;
  readonly client_secret: string;
  /** Empty: `{public address}{prefix}/{name}/callback`. */
  readonly redirect_uri: string;
}

/** How tokens travel in cookies, as in the interface's cookie table. */
export interface CookieSettings {
  /** Whether tokens are delivered as cookies instead of in bodies. */
  readonly cookie_mode: boolean;
  readonly access_cookie_name: string;
  readonly refresh_cookie_name: string;
  readonly path: string;
  /** Null: the host that set the cookie, and no other. */
  readonly domain: string | null;
  readonly secure: boolean;
  readonly httponly: boolean;
  readonly samesite: 'lax' | 'strict' | 'none';
  /** Seconds. Null: as long as the token it carries; never longer than that. */
  readonly max_age: number | null;
}

/** What is written to the logs, as in the interface's logging table. */
export interface LoggingSettings {
  /** Whether the log files are written and the log routes answer. */
  readonly logging: boolean;
  /** Absolute path. */
  readonly logs_dir: string;
  readonly level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
  readonly console_output: boolean;
  readonly capture_terminal: boolean;
  readonly redact_sensitive: boolean;
  readonly redact_patterns: readonly string[];
  readonly max_log_lines: number;
  readonly trim_log_lines: number;
}

export const DEFAULT_COOKIE: CookieSettings = {
  cookie_mode: false,
  access_cookie_name: 'access_token',
  refresh_cookie_name: 'refresh_token',
  path: '/',
  domain: null,
  secure: false,
  httponly: true,
  samesite: 'lax',
  max_age: null,
};

export const DEFAULT_LOGGING: Omit<LoggingSettings, 'logs_dir'> = {
  logging: true,
  level: 'INFO',
  console_output: false,
  capture_terminal: false,
  redact_sensitive: true,
  redact_patterns: [],
  max_log_lines: 10_000,
  trim_log_lines: 1_000,
};

/** What can change while the service runs. */
export interface SettingsValues {
  readonly jwt: JwtSettings;
  readonly email: EmailSettings;
  /** By slot, whatever it is named. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly cookie: CookieSettings;
  readonly logging: LoggingSettings;
}

/**
 * Holds the settings in force. A change replaces the whole object, so whoever reads `current` once per
 * request sees one set of settings; nobody keeps a part of it for longer.
 */
export interface Settings {
  readonly current: SettingsValues;
  replace(next: SettingsValues): void;
  /** Calls `listener` after each change, at once and in turn. @returns a function that ends the subscription */
  subscribe(listener: (next: SettingsValues, previous: SettingsValues) => void): () => void;
}

export function createSettings(initial: SettingsValues): Settings {
  let current = initial;
  const listeners = new Set<Parameters<Settings['subscribe']>[0]>();
  return {
    get current() {
      return current;
    },
    replace(next) {
      const previous = current;
      current = next;
      for (const listener of listeners) listener(next, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
