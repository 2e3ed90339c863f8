import { statSync } from 'node:fs';
import { isLoopback } from './addresses.ts';
import type { Config } from './config.ts';
import { ConfigError } from './error.ts';
import type { SlotId } from './presets.ts';
import { MORE_PROVIDERS, PROVIDERS, type ProviderSlotSettings } from './provider-settings.ts';
import { MAIL, SERVER, STORAGE, TOKENS } from './settings.ts';
import type { Setting } from './kinds.ts';
import { SECTIONS } from './sections.ts';
import { MIN_SECRET_BYTES } from './signing-secret.ts';

/** Path segments of the API itself, at positions where a provider's name can be. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  // {name}/login
  'account',
  'config',
  'session',
  'otp',
  'link',
  'send',
  'login',
  'signup',
  'forgot',
  'token',
  'me',
  'update',
  'logout',
  'logout-all',
  'setup',
  'providers',
  'event',
  'picture',
  'application',
  // account/oauth/{name}
  'links',
  // config/{name}
  'pulse',
  'load',
  'counts',
  'sections',
  'sources',
  'history',
  'rollback',
  'mails',
  ...Object.keys(SECTIONS),
]);

/** Throws unless both settings are given or neither is. */
export function checkTogether(a: Setting, valueOfA: unknown, b: Setting, valueOfB: unknown): void {
  if ((valueOfA === undefined) === (valueOfB === undefined)) return;
  const [present, missing] = valueOfA === undefined ? [b, a] : [a, b];
  throw new ConfigError(`${missing.name}: needed because ${present.name} is set; set both or neither.`);
}

/** Throws unless there is a folder at the path. */
export function checkFolder(setting: Setting, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new ConfigError(
    `${setting.name}: ${JSON.stringify(path)} is not a folder; give the path of one, or remove it.`,
  );
}

function settingsOf(id: SlotId): ProviderSlotSettings['settings'] {
  return ([...PROVIDERS, ...MORE_PROVIDERS].find((slot) => slot.id === id) ?? PROVIDERS[0]).settings;
}

/** Throws for names that cannot be told apart, and for an `oidc` provider without an issuer. */
export function checkProviders(providers: Config['providers']): void {
  const taken = new Set(RESERVED_NAMES);
  for (const { id, name, preset, issuer } of providers) {
    const settings = settingsOf(id);
    const anotherSlot = name !== id && providers.some((slot) => slot.id === name);
    if (taken.has(name) || anotherSlot) {
      const problem = `"${name}" is taken by another provider or by a path of the API`;
      throw new ConfigError(`${settings.name.name}: ${problem}; use another name.`);
    }
    taken.add(name);
    if (preset === 'oidc' && issuer === undefined) {
      throw new ConfigError(
        `${settings.issuer.name}: needed for the preset oidc; set it to ${settings.issuer.kind.use}.`,
      );
    }
  }
}

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Throws when the metrics would use the service's own address. */
export function checkManagement(listen: Config['listen'], management: Config['management']): void {
  if (management === undefined || management.port === 0 || management.port !== listen.port) return;
  const hosts = [listen.host, management.host];
  if (listen.host !== management.host && !hosts.some((host) => EVERYWHERE.has(host))) return;
  throw new ConfigError(
    `${SERVER.managementPort.name}: ${String(management.port)} is the port of the service; choose another one.`,
  );
}

type Checked = Omit<Config, 'warnings'>;

/** Throws when production instances that share a database would each generate different secrets. */
export function checkDatabaseSecrets(config: Checked): void {
  if (!config.production || config.database.kind === 'sqlite') return;
  for (const [setting, value, command] of [
    [TOKENS.secret, config.jwt.secret, 'openssl rand -base64 48'],
    [STORAGE.masterKey, config.masterKey, 'openssl rand -hex 32'],
  ] as const) {
    if (value !== undefined) continue;
    const reason = 'needed in production on PostgreSQL, because all instances must share it';
    throw new ConfigError(`${setting.name}: ${reason}; set it, for example to the output of: ${command}.`);
  }
}

/** Warnings for the operator that do not prevent the start. */
export function warningsFor(config: Checked): string[] {
  const { production, publicUrl, given, listen, jwt } = config;
  const url = new URL(publicUrl);
  const warnings: [boolean, string][] = [
    [
      jwt.secret !== undefined && Buffer.byteLength(jwt.secret) < MIN_SECRET_BYTES,
      `${TOKENS.secret.name} is shorter than ${String(MIN_SECRET_BYTES)} bytes; production refuses it.`,
    ],
    [
      production && !given.has(SERVER.publicUrl.name),
      `${SERVER.publicUrl.name} is not set; mailed links will point to ${publicUrl}.`,
    ],
    [
      url.protocol === 'http:' && !isLoopback(listen.host),
      `${SERVER.host.name} listens beyond this machine while ${SERVER.publicUrl.name} is http; passwords and tokens travel unencrypted unless a proxy adds https.`,
    ],
    [
      production && config.mail.smtpUrl === undefined,
      `${MAIL.smtpUrl.name} is not set; routes that send mail answer 503.`,
    ],
    [
      config.trustedProxies.some((range) => range.endsWith('/0')),
      `${SERVER.trustedProxies.name} trusts every address; anybody can forge the client address.`,
    ],
    [
      config.webhookNetworks.some((range) => range.endsWith('/0')),
      `${SERVER.webhookNetworks.name} allows every address; webhooks can reach this machine and its network.`,
    ],
    [
      config.oauthNetworks.some((range) => range.endsWith('/0')),
      `${SERVER.oauthNetworks.name} allows every address; applications can make requests to this machine and its network.`,
    ],
    [
      config.connectionNetworks.some((range) => range.endsWith('/0')),
      `${SERVER.connectionNetworks.name} allows every address; organizations can make requests to this machine and its network.`,
    ],
  ];
  for (const { id, preset, issuer } of config.providers) {
    const first = config.providers.find((one) => one.preset === preset && one.issuer === issuer);
    const [name, other] = [id, first?.id ?? id].map((slot) => settingsOf(slot).preset.name);
    warnings.push([
      name !== other,
      `${name} leads to the same provider as ${other}; people and their links are the same in both.`,
    ]);
  }
  return warnings.filter(([applies]) => applies).map(([, text]) => text);
}
