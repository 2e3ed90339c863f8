import type { SectionValues } from '../../config/sections.ts';
import type { MailsSettings } from './sections/mails.ts';
import type { ProviderSettings } from './sections/provider.ts';

export type { BrandingSettings } from '../../config/sections/branding.ts';
export type { CookieSettings } from '../../config/sections/cookie.ts';
export type { EmailSettings } from '../../config/sections/email.ts';
export type { FactorsSettings } from '../../config/sections/factors.ts';
export type { JwtSettings } from '../../config/sections/jwt.ts';
export type { LoggingSettings } from '../../config/sections/logging.ts';
export type { ProviderSettings };
export type { SignupSettings } from '../../config/sections/signup.ts';
export type { PreviousKey } from '../../config/sections/jwt.ts';

/** The settings that can change while the service runs. */
export interface SettingsValues extends SectionValues {
  /** By slot id, whatever the provider's name is. */
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  /** Nothing of it comes from the start. */
  readonly mails: MailsSettings;
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
