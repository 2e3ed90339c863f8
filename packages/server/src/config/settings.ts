import * as kinds from './kinds.ts';
import type { Setting } from './kinds.ts';
import { ALGORITHMS } from './sections/jwt.ts';
import { startSettings } from './start-settings.ts';
import { MORE_PROVIDERS, PROVIDERS } from './provider-settings.ts';

/*
 * The settings of the start. Each setting is defined here, or here from the table of its section (`sections/`):
 * reading, flags, the check for unknown names, options, documentation and `.env.example` all use this file.
 */

export const SERVER = {
  host: {
    name: 'KEYWARD_HOST',
    kind: kinds.host,
    default: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 or :: for all addresses',
  },
  port: {
    name: 'KEYWARD_PORT',
    kind: kinds.port,
    default: '4000',
    help: 'Port to listen on',
  },
  prefix: {
    name: 'KEYWARD_PREFIX',
    kind: kinds.prefix,
    default: '/auth',
    help: 'Path of the API',
  },
  publicUrl: {
    name: 'KEYWARD_PUBLIC_URL',
    kind: kinds.publicUrl,
    unset: 'http://{host}:{port}',
    help: 'Address of the API as seen from outside, without the prefix; used in mailed links',
  },
  allowedFrontends: {
    name: 'KEYWARD_ALLOWED_FRONTENDS',
    kind: kinds.origins,
    unset: 'its own origin, and any origin on this machine while the public address is on it',
    help: 'Origins of the web applications that may receive redirects and tokens, and call the API from a browser',
  },
  trustedProxies: {
    name: 'KEYWARD_TRUSTED_PROXIES',
    kind: kinds.addressRanges,
    unset: 'none',
    help: 'Proxies whose X-Forwarded-* headers count',
  },
  webhookNetworks: {
    name: 'KEYWARD_WEBHOOK_NETWORKS',
    kind: kinds.addressRanges,
    unset: 'none: webhooks reach public addresses only',
    help: 'Private networks that webhooks may reach',
  },
  oauthNetworks: {
    name: 'KEYWARD_OAUTH_NETWORKS',
    kind: kinds.addressRanges,
    unset: 'none: public addresses only',
    help: 'Private networks of metadata documents, keys, logos and back-channel addresses of applications',
  },
  connectionNetworks: {
    name: 'KEYWARD_CONNECTION_NETWORKS',
    kind: kinds.addressRanges,
    unset: 'none: public addresses only',
    help: 'Private networks of the identity providers that organizations connect',
  },
  dnsServer: {
    name: 'KEYWARD_DNS_SERVER',
    kind: kinds.addressAndPort,
    unset: 'the name servers of the system',
    help: 'Name server that is asked for the records of domains of organizations',
  },
  texts: {
    name: 'KEYWARD_TEXTS',
    kind: kinds.directory,
    unset: 'none',
    help: 'Folder with texts of pages and mails that replace the built-in ones',
  },
  captchaVerifyUrl: {
    name: 'KEYWARD_SIGNUP_CAPTCHA_VERIFY_URL',
    kind: kinds.serviceAddress,
    unset: "the address of the captcha's provider",
    help: 'Address that checks the answers of captchas, for a captcha that you run yourself',
  },
  web: {
    name: 'KEYWARD_WEB',
    kind: kinds.onOff,
    default: 'on',
    help: 'Whether the service has web pages: the console, the set-up page, the mailbox, and the pages for end users',
  },
  workers: {
    name: 'KEYWARD_WORKERS',
    kind: kinds.workers,
    default: '1',
    help: 'Processes that answer requests; auto: one for each core',
  },
  maxConnections: {
    name: 'KEYWARD_MAX_CONNECTIONS',
    kind: kinds.wholeNumber(1, 1_000_000),
    default: '4096',
    help: 'Maximum number of simultaneous connections; further ones are closed immediately. In a host application: requests in progress',
  },
  connectionsPerAddress: {
    name: 'KEYWARD_MAX_CONNECTIONS_PER_ADDRESS',
    kind: kinds.wholeNumber(1, 1_000_000),
    default: '512',
    help: 'Maximum number of connections from one address (IPv6: one /64); trusted proxies have no such limit',
  },
  managementPort: {
    name: 'KEYWARD_MANAGEMENT_PORT',
    kind: kinds.port,
    unset: 'none: no metrics',
    help: 'Port of the metrics for Prometheus, GET /metrics, apart from the service',
  },
  managementHost: {
    name: 'KEYWARD_MANAGEMENT_HOST',
    kind: kinds.host,
    default: '127.0.0.1',
    help: 'Address of that port; anybody who can reach it can read the metrics',
  },
  traces: {
    name: 'KEYWARD_TRACES',
    kind: kinds.onOff,
    default: 'off',
    help: 'Whether requests and slow work create spans for OpenTelemetry; the application provides its SDK',
  },
  env: {
    name: 'KEYWARD_ENV',
    kind: kinds.oneOf('development', 'production'),
    default: 'development',
    help: 'Mode; production refuses unsafe settings',
  },
  profile: {
    name: 'KEYWARD_PROFILE',
    kind: kinds.oneOf('documented', 'strict'),
    default: 'documented',
    help: 'Security profile; strict reveals less and asks for more',
  },
} as const satisfies Record<string, Setting>;

export const STORAGE = {
  dataDir: {
    name: 'KEYWARD_DATA_DIR',
    kind: kinds.directory,
    default: './keyward-data',
    help: 'Directory of the database file, generated secrets, logs and caught mail',
  },
  databaseUrl: {
    name: 'KEYWARD_DATABASE_URL',
    kind: kinds.databaseAddress,
    unset: 'sqlite:{data directory}/keyward.db',
    secret: 'url',
    help: 'Database: a SQLite file or a PostgreSQL server',
  },
  databasePoolSize: {
    name: 'KEYWARD_DATABASE_POOL_SIZE',
    kind: kinds.wholeNumber(1, 1000),
    default: '10',
    help: 'Maximum number of PostgreSQL connections of this instance; SQLite ignores it',
  },
  databasePrepare: {
    name: 'KEYWARD_DATABASE_PREPARE',
    kind: kinds.onOff,
    default: 'on',
    help: 'Whether PostgreSQL prepares statements by name; off for poolers in transaction mode that mix them up',
  },
  settingsStore: {
    name: 'KEYWARD_SETTINGS_STORE',
    kind: kinds.oneOf('database', 'memory'),
    default: 'database',
    help: 'Where settings changed at run time are kept; with memory, a restart forgets them',
  },
  masterKey: {
    name: 'KEYWARD_MASTER_KEY',
    kind: kinds.masterKey,
    unset: 'generated once, kept in the data directory',
    secret: 'value',
    help: 'Key that encrypts saved secrets; the same on all instances',
  },
} as const satisfies Record<string, Setting>;

export const SUPERADMIN = {
  email: {
    name: 'KEYWARD_SUPERADMIN_EMAIL',
    kind: kinds.email,
    unset: 'none: a set-up link is printed',
    help: 'First superadmin, created at the start and never overwritten; needs the password too',
  },
  password: {
    name: 'KEYWARD_SUPERADMIN_PASSWORD',
    kind: kinds.text,
    unset: 'none',
    secret: 'value',
    help: 'Password of the first superadmin; needs the email too',
  },
} as const satisfies Record<string, Setting>;

export const TOKENS = {
  secret: {
    name: 'KEYWARD_JWT_SECRET',
    kind: kinds.text,
    unset: 'generated once, kept in the data directory',
    secret: 'value',
    help: 'Signing secret of at least 32 bytes; a PEM private key for RS256, ES256 and EdDSA',
  },
  algorithm: {
    name: 'KEYWARD_JWT_ALGORITHM',
    kind: kinds.oneOf(...ALGORITHMS),
    default: 'HS256',
    help: 'Signing algorithm',
  },
  refreshRotation: {
    name: 'KEYWARD_REFRESH_ROTATION',
    kind: kinds.onOff,
    default: 'on',
    help: 'Whether a refresh replaces the refresh token too',
  },
} as const satisfies Record<string, Setting>;

export const MAIL = {
  smtpUrl: {
    name: 'KEYWARD_SMTP_URL',
    kind: kinds.smtpUrl,
    unset: 'none: mail is caught in the data directory (development) or refused (production)',
    secret: 'url',
    help: 'Mail server; needs the sender too',
  },
  from: {
    name: 'KEYWARD_MAIL_FROM',
    kind: kinds.sender,
    unset: 'none',
    help: 'Sender of mails',
  },
  templates: {
    name: 'KEYWARD_MAIL_TEMPLATES',
    kind: kinds.directory,
    unset: 'none: the built-in templates',
    help: 'Folder with templates that replace those of the same name',
  },
  magicLinks: {
    name: 'KEYWARD_MAGIC_LINKS',
    kind: kinds.oneOf('direct', 'confirm'),
    default: 'direct',
    help: 'Whether a mailed link acts at once or opens a confirmation page of the frontend',
  },
} as const satisfies Record<string, Setting>;

export const LIMITS = {
  accountAddress: {
    name: 'KEYWARD_LIMIT_ACCOUNT_ADDRESS',
    kind: kinds.limit,
    default: '10/15m',
    help: 'Failed attempts for one account from one address',
  },
  account: {
    name: 'KEYWARD_LIMIT_ACCOUNT',
    kind: kinds.limit,
    default: '100/15m',
    help: 'Failed attempts for one account from anywhere',
  },
  address: {
    name: 'KEYWARD_LIMIT_ADDRESS',
    kind: kinds.limit,
    default: '1000/1h',
    help: 'Failed attempts from one address (IPv6: one /64)',
  },
  codes: {
    name: 'KEYWARD_LIMIT_CODES',
    kind: kinds.limit,
    default: '300/15m',
    help: 'Wrong mailed codes of all accounts; beyond the limit, only the browser that asked for a code may try it',
  },
  mails: {
    name: 'KEYWARD_LIMIT_MAILS',
    kind: kinds.limit,
    default: '1000/1h',
    help: 'Codes and links that one address (IPv6: one /64) can have mailed',
  },
  mailbox: {
    name: 'KEYWARD_LIMIT_MAILBOX',
    kind: kinds.limit,
    default: '20/1h',
    help: 'Codes and links mailed to one mailbox: by strangers, and separately by each browser and address that its account knows; resets and invitations count separately',
  },
  signUps: {
    name: 'KEYWARD_LIMIT_SIGNUPS',
    kind: kinds.limit,
    default: '100/1h',
    help: 'Accounts that one address (IPv6: one /64) can open',
  },
  changes: {
    name: 'KEYWARD_LIMIT_CHANGES',
    kind: kinds.limit,
    default: '300/1h',
    help: 'Changes that the owner of an account makes to it',
  },
  anonymous: {
    name: 'KEYWARD_LIMIT_ANONYMOUS',
    kind: kinds.limit,
    default: '2500/1h',
    help: 'Sign-ups, requests for codes, and sign-ins by providers and passkeys that one address (IPv6: one /64) begins',
  },
  total: {
    name: 'KEYWARD_LIMIT_TOTAL',
    kind: kinds.limit,
    default: '100000/1h',
    help: 'The same for all addresses together, changes of all accounts together, and rows of all provisioning together',
  },
  sessionsPerAccount: {
    name: 'KEYWARD_SESSIONS_PER_ACCOUNT',
    kind: kinds.wholeNumber(1, 100_000),
    default: '100',
    help: 'Live sessions of one account; one more ends the oldest',
  },
} as const satisfies Record<string, Setting>;

/** First values of the settings that can change at run time, from the tables of their sections. */
export const SECTION_SETTINGS = {
  jwt: startSettings('jwt', Object.values(TOKENS)),
  email: startSettings('email', Object.values(MAIL)),
  cookie: startSettings('cookie'),
  logging: startSettings('logging'),
  events: startSettings('events'),
  factors: startSettings('factors'),
  signup: startSettings('signup'),
  branding: startSettings('branding'),
  oauth: startSettings('oauth'),
  organizations: startSettings('organizations'),
};

interface Group {
  readonly title: string;
  /** A line for `.env.example`. */
  readonly note?: string;
  readonly settings: readonly Setting[];
}

/** All listed settings, in the order of the documentation. */
export const GROUPS: readonly Group[] = [
  { title: 'Server', settings: Object.values(SERVER) },
  { title: 'Storage', settings: Object.values(STORAGE) },
  { title: 'First superadmin', settings: Object.values(SUPERADMIN) },
  {
    title: 'Sessions and tokens',
    settings: [...Object.values(TOKENS), ...Object.values(SECTION_SETTINGS.jwt)],
  },
  {
    title: 'Mail and magic links',
    settings: [...Object.values(MAIL), ...Object.values(SECTION_SETTINGS.email)],
  },
  { title: 'Cookies', settings: Object.values(SECTION_SETTINGS.cookie) },
  { title: 'Sign-up', settings: Object.values(SECTION_SETTINGS.signup) },
  { title: 'Branding', settings: Object.values(SECTION_SETTINGS.branding) },
  { title: 'Second factors', settings: Object.values(SECTION_SETTINGS.factors) },
  { title: 'Applications', settings: Object.values(SECTION_SETTINGS.oauth) },
  { title: 'Organizations', settings: Object.values(SECTION_SETTINGS.organizations) },
  { title: 'Logs', settings: Object.values(SECTION_SETTINGS.logging) },
  { title: 'Retention of events', settings: Object.values(SECTION_SETTINGS.events) },
  { title: 'Limits', settings: Object.values(LIMITS) },
  {
    title: 'Identity providers',
    note: 'With a preset, idp4 to idp10 exist too, and have the same settings: KEYWARD_IDP4_PRESET=slack',
    settings: PROVIDERS.flatMap(({ settings }) => Object.values(settings)),
  },
];

export const SETTINGS: readonly Setting[] = GROUPS.flatMap((group) => group.settings);

/** Settings that are listed only once they are set. */
export const UNLISTED: readonly Setting[] = MORE_PROVIDERS.flatMap(({ settings }) => Object.values(settings));
