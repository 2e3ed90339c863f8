import type { TSchema } from 'typebox';
import type { Setting } from '../config/kinds.ts';
import { MORE_PROVIDERS, PROVIDERS, type ProviderSlotSettings } from '../config/provider-settings.ts';
import { SECTIONS, type SectionName } from '../config/sections.ts';
import { LIMITS, MAIL, SECTION_SETTINGS, SERVER, STORAGE, SUPERADMIN, TOKENS } from '../config/settings.ts';
import { asText, type Facts, isTableOfTexts, typesOf } from '../config/start-settings.ts';
import type { Field } from '../config/sections/field.ts';

/** An option that is a start setting. */
export interface SettingOption {
  readonly setting: Setting;
  /** The type of the option: `a string`. */
  readonly noun: string;
  /** The value as the setting's text; undefined for a value of another type. */
  readonly text: (value: unknown) => string | undefined;
}

export interface SettingTable {
  readonly [option: string]: SettingOption | SettingTable;
}

/** The options that are settings, in the groups of the options. */
export const SETTING_OPTIONS = {
  prefix: text(SERVER.prefix),
  publicUrl: text(SERVER.publicUrl),
  allowedFrontends: list(SERVER.allowedFrontends),
  trustedProxies: list(SERVER.trustedProxies),
  webhookNetworks: list(SERVER.webhookNetworks),
  oauthNetworks: list(SERVER.oauthNetworks),
  connectionNetworks: list(SERVER.connectionNetworks),
  dnsServer: text(SERVER.dnsServer),
  captchaVerifyUrl: text(SERVER.captchaVerifyUrl),
  texts: text(SERVER.texts),
  traces: flag(SERVER.traces),
  mode: text(SERVER.env),
  profile: text(SERVER.profile),
  dataDir: text(STORAGE.dataDir),
  database: text(STORAGE.databaseUrl),
  databasePoolSize: number(STORAGE.databasePoolSize),
  databasePrepare: flag(STORAGE.databasePrepare),
  settingsStore: text(STORAGE.settingsStore),
  masterKey: key(STORAGE.masterKey),
  superadmin: { email: text(SUPERADMIN.email), password: text(SUPERADMIN.password) },
  tokens: {
    secret: text(TOKENS.secret),
    algorithm: text(TOKENS.algorithm),
    refreshRotation: flag(TOKENS.refreshRotation),
    ...fields('jwt'),
  },
  mail: {
    smtpUrl: text(MAIL.smtpUrl),
    from: text(MAIL.from),
    templates: text(MAIL.templates),
    magicLinks: text(MAIL.magicLinks),
    ...fields('email'),
  },
  cookie: fields('cookie'),
  signup: fields('signup'),
  branding: fields('branding'),
  oauth: fields('oauth'),
  organizations: fields('organizations'),
  factors: fields('factors'),
  logging: fields('logging'),
  events: fields('events'),
  limits: {
    accountAddress: text(LIMITS.accountAddress),
    account: text(LIMITS.account),
    address: text(LIMITS.address),
    codes: text(LIMITS.codes),
    mails: text(LIMITS.mails),
    mailbox: text(LIMITS.mailbox),
    signUps: text(LIMITS.signUps),
    changes: text(LIMITS.changes),
    anonymous: text(LIMITS.anonymous),
    total: text(LIMITS.total),
    sessionsPerAccount: number(LIMITS.sessionsPerAccount),
  },
  providers: Object.fromEntries(
    [...PROVIDERS, ...MORE_PROVIDERS].map(({ id, settings }) => [id, provider(settings)]),
  ),
} as const satisfies SettingTable;

export function isSettingOption(entry: SettingOption | SettingTable): entry is SettingOption {
  return typeof entry['text'] === 'function';
}

function provider(settings: ProviderSlotSettings['settings']) {
  return {
    preset: text(settings.preset),
    issuer: text(settings.issuer),
    clientId: text(settings.clientId),
    clientSecret: text(settings.clientSecret),
    teamId: text(settings.teamId),
    keyId: text(settings.keyId),
    privateKey: text(settings.privateKey),
    nativeClientIds: list(settings.nativeClientIds),
    trustsEmail: flag(settings.trustsEmail),
    redirectUri: text(settings.redirectUri),
    name: text(settings.name),
    label: text(settings.label),
    scopes: list(settings.scopes),
  };
}

/** The options of a section's fields. */
function fields(section: SectionName): Record<string, SettingOption> {
  const settings: Readonly<Record<string, Setting>> = SECTION_SETTINGS[section];
  return Object.fromEntries(
    Object.entries<Field>(SECTIONS[section].fields).flatMap(([name, { schema }]) => {
      const setting = settings[name];
      return setting === undefined ? [] : [[camelCase(name), typed(setting, schema)]];
    }),
  );
}

function typed(setting: Setting, schema: TSchema): SettingOption {
  const types = typesOf(schema);
  const ofObjects = 'items' in schema && typesOf(Object(schema.items)).has('object');
  const facts: Facts = schema;
  const { noun, fits } = ofObjects
    ? { noun: 'an array of objects', fits: Array.isArray }
    : types.has('object') && !isTableOfTexts(facts)
      ? { noun: 'an object', fits: isObject }
      : typeOf(types);
  return {
    setting,
    noun,
    text: (value) => (fits(value) || (value === null && types.has('null')) ? asText(value) : undefined),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By types of JSON Schema. */
function typeOf(types: ReadonlySet<string>): { noun: string; fits: (value: unknown) => boolean } {
  const isText = (value: unknown) => typeof value === 'string';
  if (types.has('boolean')) return { noun: 'true or false', fits: (value) => typeof value === 'boolean' };
  if (types.has('integer')) return { noun: 'a number', fits: (value) => typeof value === 'number' };
  if (types.has('array'))
    return {
      noun: 'an array of strings',
      fits: (value) => Array.isArray(value) && value.every(isText),
    };
  if (types.has('object'))
    return {
      noun: 'an object of strings',
      fits: (value) => isObject(value) && Object.values(value).every(isText),
    };
  return { noun: 'a string', fits: isText };
}

function camelCase(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function text(setting: Setting): SettingOption {
  return { setting, noun: 'a string', text: (value) => (typeof value === 'string' ? value : undefined) };
}

function number(setting: Setting): SettingOption {
  return {
    setting,
    noun: 'a number',
    text: (value) => (typeof value === 'number' ? String(value) : undefined),
  };
}

function flag(setting: Setting): SettingOption {
  return {
    setting,
    noun: 'true or false',
    text: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  };
}

function list(setting: Setting): SettingOption {
  return {
    setting,
    noun: 'an array of strings',
    text: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : undefined,
  };
}

function key(setting: Setting): SettingOption {
  return {
    setting,
    noun: 'a string or a Uint8Array',
    text: (value) => {
      if (typeof value === 'string') return value;
      return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined;
    },
  };
}
