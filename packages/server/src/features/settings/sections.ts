import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Fields, ValuesOf } from '../../config/sections/field.ts';
import type { SectionName, SectionValues } from '../../config/sections.ts';
import { ADDED_SLOTS } from '../../config/presets.ts';
import type { Secrets } from '../../config/secrets.ts';
import { TOKENS } from '../../config/settings.ts';
import { emailEnvironment } from './email-settings.ts';
import { type ProviderSlot, slotsIn } from './provider-slot.ts';
import { startValueError } from './kinds/start-value-error.ts';
import { overridden } from './overridden-settings.ts';
import type { SectionKind } from './kinds/section-kind.ts';
import { createSection, unsavedValues, initialValues, type Place, type Section } from './section.ts';
import { branding } from './sections/branding.ts';
import { cookie } from './sections/cookie.ts';
import { email } from './sections/email.ts';
import { events } from './sections/events.ts';
import { factors } from './sections/factors.ts';
import { jwt } from './sections/jwt.ts';
import { logging } from './sections/logging.ts';
import { oauth } from './sections/oauth.ts';
import { mails, type MailsSettings } from './sections/mails.ts';
import { organizations } from './sections/organizations.ts';
import { added, apple, provider } from './sections/provider.ts';
import { signup } from './sections/signup.ts';
import type { JwtSettings, ProviderSettings, SettingsValues } from './settings.ts';

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
  /** Signs with a key other than the one of the boot configuration. */
  replaceBootKey(key: BootKey): void;
  /** One line for each setting of the start that a saved value overrides. */
  overridden(all: SettingsValues): string[];
}

/**
 * The sections of this instance and their initial values.
 * @throws ConfigError for an initial value that cannot be used
 */
export function createSections({ config, secrets, slots }: SectionParts): Sections {
  let bootKey: BootKey = {
    secret_key: secrets.jwtSecret,
    algorithm: config.jwt.algorithm,
    key_generation: 0,
  };

  const { startValues: given } = config;
  const strict = config.profile === 'strict';
  /** A section that exists once, under its own name. */
  const placeOf = <Name extends SectionName>(
    name: Name,
    what: string,
    values: Partial<Pick<Place<SectionValues[Name]>, 'defaults' | 'generated' | 'environment'>> = {},
  ): Place<SectionValues[Name]> => ({
    id: name,
    name,
    changed: `${what} configured successfully`,
    environment: () => given[name],
    ...values,
    read: (all) => all[name],
    write: (all, section) => ({ ...all, [name]: section }),
  });
  function first<F extends Fields>(kind: SectionKind<F>, place: Place<ValuesOf<F>>): ValuesOf<F> {
    try {
      return unsavedValues(kind, place, config);
    } catch (error) {
      throw startValueError(config, place.id, error);
    }
  }
  const places = {
    email: placeOf('email', 'Email service', {
      environment: () => ({ ...emailEnvironment(config.mail), ...given.email }),
    }),
    jwt: placeOf('jwt', 'JWT', {
      generated: () => bootKey,
      environment: () => ({ ...givenKey(config, bootKey), ...given.jwt }),
    }),
    cookie: placeOf('cookie', 'Cookie'),
    logging: placeOf('logging', 'Logging service', {
      defaults: { logs_dir: join(config.dataDir, 'logs') },
    }),
    events: placeOf('events', 'Event retention'),
    factors: placeOf('factors', 'Factors'),
    signup: placeOf('signup', 'Sign-up', {
      defaults: { send_verification: strict, confirm_email_change: strict },
    }),
    branding: placeOf('branding', 'Branding'),
    oauth: placeOf('oauth', 'Applications'),
    organizations: placeOf('organizations', 'Organizations'),
  };

  const mailsPlace: Place<MailsSettings> = {
    id: 'mails',
    name: 'mails',
    changed: 'The texts of the mail are saved',
    environment: () => ({}),
    read: (all) => all.mails,
    write: (all, values) => ({ ...all, mails: values }),
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
        ...(slot.nativeClientIds !== undefined && { native_client_ids: [...slot.nativeClientIds] }),
        ...(slot.trustsEmail !== undefined && { trusts_email: slot.trustsEmail }),
        ...(slot.redirectUri !== undefined && { redirect_uri: slot.redirectUri }),
      }),
      ...providerValues(slot.id),
    };
    return { id: slot.id, place, kind: slot.preset === 'apple' ? apple : provider };
  });
  const addedPlaces = ADDED_SLOTS.map((id): Place<ProviderSettings> => ({
    id: `provider:${id}`,
    name: id,
    nameIn: (all) => slotsIn(slots, all).find((slot) => slot.id === id)?.name ?? null,
    changed: 'Provider configured successfully',
    environment: () => ({}),
    ...providerValues(id),
  }));

  const all = [
    createSection(email, places.email),
    ...providerPlaces.map(({ kind, place }) => createSection(kind, place)),
    ...addedPlaces.map((place) => createSection(added, place)),
    createSection(jwt, places.jwt),
    createSection(cookie, places.cookie),
    createSection(logging, places.logging),
    createSection(events, places.events),
    createSection(factors, places.factors),
    createSection(signup, places.signup),
    createSection(branding, places.branding),
    createSection(mails, mailsPlace),
    createSection(oauth, places.oauth),
    createSection(organizations, places.organizations),
  ];
  const initial: SettingsValues = {
    email: first(email, places.email),
    providers: Object.fromEntries(providerPlaces.map(({ id, kind, place }) => [id, first(kind, place)])),
    jwt: first(jwt, places.jwt),
    cookie: first(cookie, places.cookie),
    logging: first(logging, places.logging),
    events: first(events, places.events),
    factors: first(factors, places.factors),
    signup: first(signup, places.signup),
    branding: first(branding, places.branding),
    mails: first(mails, mailsPlace),
    oauth: first(oauth, places.oauth),
    organizations: first(organizations, places.organizations),
  };
  return {
    all,
    initial,
    get bootKey() {
      return bootKey;
    },
    replaceBootKey(key) {
      bootKey = key;
    },
    overridden: (values) => overridden(config, all, values),
  };
}

/** Where the settings keep those of a slot. */
function providerValues(id: string): Pick<Place<ProviderSettings>, 'read' | 'write'> {
  return {
    read: (all) => all.providers[id] ?? initialValues(added, {}),
    write: (all, values) => ({ ...all, providers: { ...all.providers, [id]: values } }),
  };
}

function givenKey({ given }: Config, { secret_key, algorithm }: BootKey): Partial<JwtSettings> {
  return {
    ...(given.has(TOKENS.secret.name) && { secret_key }),
    ...(given.has(TOKENS.algorithm.name) && { algorithm }),
  };
}
