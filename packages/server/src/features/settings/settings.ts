import type { CookieSettings } from './sections/cookie.ts';
import type { EmailSettings } from './sections/email.ts';
import type { EventsSettings } from './sections/events.ts';
import type { FactorsSettings } from './sections/factors.ts';
import type { JwtSettings } from './sections/jwt.ts';
import type { LoggingSettings } from './sections/logging.ts';
import type { ProviderSettings } from './sections/provider.ts';
import type { SignupSettings } from './sections/signup.ts';

export type {
  CookieSettings,
  EmailSettings,
  EventsSettings,
  FactorsSettings,
  JwtSettings,
  LoggingSettings,
  ProviderSettings,
  SignupSettings,
};
export type { PreviousKey } from './sections/jwt.ts';

/** The settings that can change while the service runs. */
export interface SettingsValues {
  readonly jwt: JwtSettings;
  readonly email: EmailSettings;
  /** By slot id, whatever the provider's name is. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly cookie: CookieSettings;
  readonly logging: LoggingSettings;
  readonly events: EventsSettings;
  readonly factors: FactorsSettings;
  readonly signup: SignupSettings;
}

/**
 * Holds the settings in force. A change replaces the whole object, so code that reads `current` once per request sees
 * one consistent set. Keep no part of it for longer.
 */
export interface Settings {
  readonly current: SettingsValues;
  replace(next: SettingsValues): void;
  /** Calls `listener` after each change, synchronously and in turn. @returns a function that ends the subscription */
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
