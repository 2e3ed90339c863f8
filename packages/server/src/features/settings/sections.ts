import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { TOKENS } from '../../config/settings.ts';
import { emailEnvironment } from '../mail/email-settings.ts';
import type { ProviderSlot } from '../providers/providers.ts';
import { overruled } from './overruled.ts';
import { createSection, initialValues, type Place, type Section } from './section.ts';
import { cookie } from './sections/cookie.ts';
import { email } from './sections/email.ts';
import { events } from './sections/events.ts';
import { factors } from './sections/factors.ts';
import { jwt } from './sections/jwt.ts';
import { logging } from './sections/logging.ts';
import { apple, provider } from './sections/provider.ts';
import { signup } from './sections/signup.ts';
import type {
  CookieSettings,
  EmailSettings,
  EventsSettings,
  FactorsSettings,
  JwtSettings,
  LoggingSettings,
  ProviderSettings,
  SignupSettings,
  SettingsValues,
} from './settings.ts';

/** The signing key until another is saved. */
export type BootKey = Pick<JwtSettings, 'secret_key' | 'algorithm' | 'key_generation'>;

export interface SectionParts {
  config: Config;
  secrets: Secrets;
  slots: readonly ProviderSlot[];
}

export interface Sections {
  readonly all: readonly Section[];
  /** The settings before any saved values are known. */
  readonly initial: SettingsValues;
  readonly bootKey: BootKey;
  /** Signs with another key than that of the boot configuration. */
  replaceBootKey(key: BootKey): void;
  /** One line for each start setting that does not count because another value is saved. */
  overruled(all: SettingsValues): string[];
}

/** The sections of this instance and their first values. */
export function createSections({ config, secrets, slots }: SectionParts): Sections {
  let bootKey: BootKey = {
    secret_key: secrets.jwtSecret,
    algorithm: config.jwt.algorithm,
    key_generation: 0,
  };

  const emailPlace: Place<EmailSettings> = {
    id: 'email',
    name: 'email',
    changed: 'Email service configured successfully',
    environment: () => emailEnvironment(config.mail),
    read: (all) => all.email,
    write: (all, values) => ({ ...all, email: values }),
  };

  const jwtPlace: Place<JwtSettings> = {
    id: 'jwt',
    name: 'jwt',
    changed: 'JWT configured successfully',
    get defaults() {
      return { refresh_token_expire_days: config.jwt.refresh_token_expire_days, ...bootKey };
    },
    environment: () => jwtEnvironment(config, bootKey),
    read: (all) => all.jwt,
    write: (all, values) => ({ ...all, jwt: values }),
  };

  const cookiePlace: Place<CookieSettings> = {
    id: 'cookie',
    name: 'cookie',
    changed: 'Cookie configured successfully',
    read: (all) => all.cookie,
    write: (all, values) => ({ ...all, cookie: values }),
  };

  const loggingPlace: Place<LoggingSettings> = {
    id: 'logging',
    name: 'logging',
    changed: 'Logging service configured successfully',
    defaults: { logs_dir: join(config.dataDir, 'logs') },
    read: (all) => all.logging,
    write: (all, values) => ({ ...all, logging: values }),
  };

  const eventsPlace: Place<EventsSettings> = {
    id: 'events',
    name: 'events',
    changed: 'Event retention configured successfully',
    read: (all) => all.events,
    write: (all, values) => ({ ...all, events: values }),
  };

  const factorsPlace: Place<FactorsSettings> = {
    id: 'factors',
    name: 'factors',
    changed: 'Factors configured successfully',
    read: (all) => all.factors,
    write: (all, values) => ({ ...all, factors: values }),
  };

  const strict = config.profile === 'strict';
  const signupPlace: Place<SignupSettings> = {
    id: 'signup',
    name: 'signup',
    changed: 'Sign-up configured successfully',
    defaults: { send_verification: strict, confirm_email_change: strict },
    read: (all) => all.signup,
    write: (all, values) => ({ ...all, signup: values }),
  };

  const providerPlaces = slots.map((slot) => {
    const place: Place<ProviderSettings> = {
      // A host application may give a slot any id.
      id: `provider:${slot.id}`,
      name: slot.name,
      changed: `${slot.name} OAuth configured successfully`,
      environment: () => ({
        ...(slot.clientId !== undefined && { client_id: slot.clientId }),
        ...(slot.clientSecret !== undefined && { client_secret: slot.clientSecret }),
        ...(slot.teamId !== undefined && { team_id: slot.teamId }),
        ...(slot.keyId !== undefined && { key_id: slot.keyId }),
        ...(slot.privateKey !== undefined && { private_key: slot.privateKey }),
        ...(slot.redirectUri !== undefined && { redirect_uri: slot.redirectUri }),
      }),
      read: (all) => all.providers[slot.id] ?? initialValues(provider, {}),
      write: (all, values) => ({ ...all, providers: { ...all.providers, [slot.id]: values } }),
    };
    return { id: slot.id, place, kind: slot.preset === 'apple' ? apple : provider };
  });

  const all = [
    createSection(email, emailPlace),
    ...providerPlaces.map(({ kind, place }) => createSection(kind, place)),
    createSection(jwt, jwtPlace),
    createSection(cookie, cookiePlace),
    createSection(logging, loggingPlace),
    createSection(events, eventsPlace),
    createSection(factors, factorsPlace),
    createSection(signup, signupPlace),
  ];
  return {
    all,
    initial: {
      email: initialValues(email, emailPlace),
      providers: Object.fromEntries(
        providerPlaces.map(({ id, kind, place }) => [id, initialValues(kind, place)]),
      ),
      jwt: initialValues(jwt, jwtPlace),
      cookie: initialValues(cookie, cookiePlace),
      logging: initialValues(logging, loggingPlace),
      events: initialValues(events, eventsPlace),
      factors: initialValues(factors, factorsPlace),
      signup: initialValues(signup, signupPlace),
    },
    get bootKey() {
      return bootKey;
    },
    replaceBootKey(key) {
      bootKey = key;
    },
    overruled: (values) => overruled(config, all, values),
  };
}

function jwtEnvironment({ given, jwt: first }: Config, key: BootKey): Partial<JwtSettings> {
  const says = ({ name }: { name: string }) => given.has(name);
  return {
    ...(says(TOKENS.secret) && { secret_key: key.secret_key }),
    ...(says(TOKENS.algorithm) && { algorithm: key.algorithm }),
    ...(says(TOKENS.sessionDurationDays) && { session_duration_days: first.session_duration_days }),
    ...(says(TOKENS.dualTokenMode) && { dual_token_mode: first.dual_token_mode }),
    ...(says(TOKENS.accessTokenExpireMinutes) && {
      access_token_expire_minutes: first.access_token_expire_minutes,
    }),
    ...(says(TOKENS.refreshTokenExpireDays) && {
      refresh_token_expire_days: first.refresh_token_expire_days,
    }),
  };
}
