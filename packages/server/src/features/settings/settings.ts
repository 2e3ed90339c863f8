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

/** What can change while the service runs. */
export interface SettingsValues {
  readonly jwt: JwtSettings;
  readonly email: EmailSettings;
  /** By slot, whatever it is named. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
}

/**
 * Holds the settings in force. A change replaces the whole object, so whoever reads `current` once per
 * request sees one set of settings; nobody keeps a part of it for longer.
 */
export interface Settings {
  readonly current: SettingsValues;
  replace(next: SettingsValues): void;
}

export function createSettings(initial: SettingsValues): Settings {
  let current = initial;
  return {
    get current() {
      return current;
    },
    replace(next) {
      current = next;
    },
  };
}
