import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { localUrl } from './addresses.ts';
import { checkDatabaseSecrets, checkFolder, checkManagement, checkTogether, warningsFor } from './checks.ts';
import type { Config, DatabaseConfig, JwtConfig, LimitsConfig, MailConfig } from './config.ts';
import { checkSigningSecret } from './signing-secret.ts';
import { reader } from './reader.ts';
import type { Reader } from './reader.ts';
import { readStartValues } from './start-values.ts';
import { readProviders } from './read-providers.ts';
import { LIMITS, MAIL, SERVER, STORAGE, SUPERADMIN, TOKENS } from './settings.ts';
import { readSources } from './sources.ts';
import type { Given, Variables } from './sources.ts';

export interface LoadConfigInput {
  /** Usually `process.env`. Names that do not begin with `KEYWARD_` are ignored. */
  env: Variables;
  /** Settings of the command line, keyed by variable: `--port 80` is `{ KEYWARD_PORT: '80' }`. */
  flags?: Variables;
  /** Settings of a host application, by variable; they override all others. */
  options?: ReadonlyMap<string, Given>;
  /** Absolute; the base of relative paths, and the folder of `.env`. */
  cwd: string;
  /** Whether `.env` in `cwd` is read. Default true. */
  dotenv?: boolean;
}

/**
 * Reads and checks the whole configuration of the start. A setting comes from the first of command line, environment,
 * `.env` and default that has it; an empty text counts as not given. Writes nothing: `loadSecrets` generates missing
 * secrets. Throws `ConfigError`.
 */
export function loadConfig(input: LoadConfigInput): Config {
  const { env, flags = {}, options = new Map(), cwd, dotenv = true } = input;
  const given = new Map([...readSources({ env, flags, cwd, dotenv }), ...options]);
  const read = reader(given);

  const host = read.value(SERVER.host);
  const port = read.value(SERVER.port);
  const dataDir = resolve(cwd, read.value(STORAGE.dataDir));
  const masterKey = read.optional(STORAGE.masterKey);
  const superadmin = readSuperadmin(read);
  const managementPort = read.optional(SERVER.managementPort);
  const dnsServer = read.optional(SERVER.dnsServer);
  const captchaVerifyUrl = read.optional(SERVER.captchaVerifyUrl);
  const texts = readFolder(read, SERVER.texts, cwd);
  const production = read.value(SERVER.env) === 'production';
  const jwt = readJwt(read);
  const database = readDatabase(read, cwd, dataDir);

  const config = {
    listen: { host, port },
    prefix: read.value(SERVER.prefix),
    publicUrl: read.optional(SERVER.publicUrl) ?? localUrl(host, port),
    allowedFrontends: read.optional(SERVER.allowedFrontends) ?? [],
    trustedProxies: read.optional(SERVER.trustedProxies) ?? [],
    webhookNetworks: read.optional(SERVER.webhookNetworks) ?? [],
    oauthNetworks: read.optional(SERVER.oauthNetworks) ?? [],
    connectionNetworks: read.optional(SERVER.connectionNetworks) ?? [],
    workers: readWorkers(read),
    maxConnections: read.value(SERVER.maxConnections),
    connectionsPerAddress: read.value(SERVER.connectionsPerAddress),
    ...(managementPort !== undefined && {
      management: { host: read.value(SERVER.managementHost), port: managementPort },
    }),
    traces: read.value(SERVER.traces),
    ...(dnsServer !== undefined && { dnsServer }),
    ...(captchaVerifyUrl !== undefined && { captchaVerifyUrl }),
    ...(texts !== undefined && { texts }),
    web: read.value(SERVER.web),
    production,
    profile: read.value(SERVER.profile),
    dataDir,
    database,
    settingsStore: read.value(STORAGE.settingsStore),
    ...(masterKey && { masterKey }),
    ...(superadmin && { superadmin }),
    jwt,
    startValues: readStartValues(read),
    refreshRotation: read.value(TOKENS.refreshRotation),
    magicLinks: read.value(MAIL.magicLinks),
    mail: readMail(read, cwd),
    providers: readProviders(read),
    limits: readLimits(read),
    given,
  };
  checkManagement(config.listen, config.management);
  checkDatabaseSecrets(config);
  return deepFreeze({ ...config, warnings: warningsFor(config) });
}

/** The configuration once the port is known: replaces port 0, also in a derived `publicUrl`. */
export function withPort(config: Config, port: number): Config {
  const { host } = config.listen;
  const publicUrl = config.given.has(SERVER.publicUrl.name) ? config.publicUrl : localUrl(host, port);
  const changed = { ...config, listen: { host, port }, publicUrl };
  return deepFreeze({ ...changed, warnings: warningsFor(changed) });
}

/** The configuration once the port of the metrics is known, for port 0. */
export function withManagementPort(config: Config, port: number): Config {
  if (config.management === undefined) return config;
  return deepFreeze({ ...config, management: { ...config.management, port } });
}

function readWorkers(read: Reader): number {
  const workers = read.value(SERVER.workers);
  return workers === 'auto' ? availableParallelism() : workers;
}

function readDatabase(read: Reader, cwd: string, dataDir: string): DatabaseConfig {
  const address = read.optional(STORAGE.databaseUrl);
  const poolSize = read.value(STORAGE.databasePoolSize);
  const prepare = read.value(STORAGE.databasePrepare);
  if (address?.kind === 'postgres') return { kind: 'postgres', url: address.url, poolSize, prepare };
  return { kind: 'sqlite', file: address ? resolve(cwd, address.path) : resolve(dataDir, 'keyward.db') };
}

function readSuperadmin(read: Reader): Config['superadmin'] {
  const email = read.optional(SUPERADMIN.email);
  const password = read.optional(SUPERADMIN.password);
  checkTogether(SUPERADMIN.email, email, SUPERADMIN.password, password);
  return email === undefined || password === undefined ? undefined : { email, password };
}

function readJwt(read: Reader): JwtConfig {
  const algorithm = read.value(TOKENS.algorithm);
  const secret = checkSigningSecret(read.optional(TOKENS.secret), algorithm, read.value(SERVER.env));
  return { ...(secret !== undefined && { secret }), algorithm };
}

function readMail(read: Reader, cwd: string): MailConfig {
  const smtpUrl = read.optional(MAIL.smtpUrl);
  const from = read.optional(MAIL.from);
  if (smtpUrl !== undefined) checkTogether(MAIL.smtpUrl, smtpUrl, MAIL.from, from);
  const templates = readFolder(read, MAIL.templates, cwd);
  return {
    ...(smtpUrl !== undefined && { smtpUrl }),
    ...(from !== undefined && { from }),
    ...(templates !== undefined && { templates }),
  };
}

function readFolder(
  read: Reader,
  setting: typeof MAIL.templates | typeof SERVER.texts,
  cwd: string,
): string | undefined {
  const folder = read.optional(setting);
  if (folder === undefined) return undefined;
  const path = resolve(cwd, folder);
  checkFolder(setting, path);
  return path;
}

function readLimits(read: Reader): LimitsConfig {
  return {
    accountAddress: read.value(LIMITS.accountAddress),
    account: read.value(LIMITS.account),
    address: read.value(LIMITS.address),
    codes: read.value(LIMITS.codes),
    mails: read.value(LIMITS.mails),
    mailbox: read.value(LIMITS.mailbox),
    signUps: read.value(LIMITS.signUps),
    changes: read.value(LIMITS.changes),
    anonymous: read.value(LIMITS.anonymous),
    total: read.value(LIMITS.total),
    sessionsPerAccount: read.value(LIMITS.sessionsPerAccount),
  };
}

/** Freezes plain objects and arrays; a Buffer or a Map cannot be frozen. */
function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (Array.isArray(child) || Object.getPrototypeOf(child ?? '') === Object.prototype) deepFreeze(child);
  }
  return Object.freeze(value);
}
