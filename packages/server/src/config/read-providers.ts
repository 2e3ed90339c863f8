import { checkProviders, checkTogether } from './checks.ts';
import type { Config, ProviderConfig } from './config.ts';
import { ConfigError } from './error.ts';
import type { Setting } from './kinds.ts';
import type { PresetName } from './presets.ts';
import { MORE_PROVIDERS, PROVIDERS, type ProviderSlotSettings } from './provider-settings.ts';
import type { Reader } from './reader.ts';
import { PRIVATE_KEYS } from './signing-secret.ts';

/** The providers of all slots that exist. @throws ConfigError */
export function readProviders(read: Reader): Config['providers'] {
  const [first, second, third] = PROVIDERS;
  const always = (slot: (typeof PROVIDERS)[number]) =>
    readProvider(read, slot, read.optional(slot.settings.preset) ?? slot.preset);
  const more = MORE_PROVIDERS.flatMap((slot) => {
    const preset = givenPreset(read, slot);
    return preset === undefined ? [] : [readProvider(read, slot, preset)];
  });
  const providers = [always(first), always(second), always(third), ...more] as const;
  checkProviders(providers);
  return providers;
}

/** @returns undefined for a slot that does not exist @throws ConfigError when it has settings but no preset */
function givenPreset(read: Reader, { settings }: ProviderSlotSettings): PresetName | undefined {
  const { preset, ...others } = settings;
  const found = read.optional(preset);
  const given = Object.values<Setting>(others).find((setting) => read.optional(setting) !== undefined);
  if (found !== undefined || given === undefined) return found;
  throw new ConfigError(
    `${preset.name}: needed because ${given.name} is set; set it to ${preset.kind.use}, or remove ${given.name}.`,
  );
}

function readProvider(read: Reader, slot: ProviderSlotSettings, preset: PresetName): ProviderConfig {
  const { id, settings } = slot;
  const issuer = read.optional(settings.issuer);
  const nativeClientIds = read.optional(settings.nativeClientIds);
  const trustsEmail = read.optional(settings.trustsEmail);
  const redirectUri = read.optional(settings.redirectUri);
  const label = read.optional(settings.label);
  const scopes = read.optional(settings.scopes);
  return {
    id,
    preset,
    name: read.optional(settings.name) ?? id,
    ...(issuer !== undefined && { issuer }),
    ...(preset === 'apple' ? readAppleCredentials(read, settings) : readCredentials(read, settings)),
    ...(nativeClientIds !== undefined && { nativeClientIds }),
    ...(trustsEmail !== undefined && { trustsEmail }),
    ...(redirectUri !== undefined && { redirectUri }),
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
  };
}

type Credentials = Pick<ProviderConfig, 'clientId' | 'clientSecret' | 'teamId' | 'keyId' | 'privateKey'>;

/** @throws ConfigError */
function readCredentials(read: Reader, settings: ProviderSlotSettings['settings']): Credentials {
  for (const setting of [settings.teamId, settings.keyId, settings.privateKey]) {
    if (read.optional(setting) === undefined) continue;
    throw new ConfigError(
      `${setting.name}: only for the preset apple; remove it, or set ${settings.preset.name} to apple.`,
    );
  }
  const clientId = read.optional(settings.clientId);
  const clientSecret = read.optional(settings.clientSecret);
  checkTogether(settings.clientId, clientId, settings.clientSecret, clientSecret);
  return clientId === undefined || clientSecret === undefined ? {} : { clientId, clientSecret };
}

/** @throws ConfigError */
function readAppleCredentials(read: Reader, settings: ProviderSlotSettings['settings']): Credentials {
  const needed = [settings.teamId, settings.keyId, settings.privateKey] as const;
  if (read.optional(settings.clientSecret) !== undefined) {
    const names = needed.map(({ name }) => name).join(', ');
    throw new ConfigError(
      `${settings.clientSecret.name}: the preset apple signs its own secrets; remove it, and set ${names}.`,
    );
  }
  const clientId = read.optional(settings.clientId);
  const [teamId, keyId, given] = needed.map((setting) => {
    const value = read.optional<string>(setting);
    checkTogether(settings.clientId, clientId, setting, value);
    return value;
  });
  if (clientId === undefined || teamId === undefined || keyId === undefined || given === undefined) return {};
  const privateKey = PRIVATE_KEYS.ES256?.read(given);
  if (privateKey === undefined) {
    const { name, kind } = settings.privateKey;
    throw new ConfigError(`${name}: the value is not a P-256 private key in PEM; use ${kind.use}.`);
  }
  return { clientId, teamId, keyId, privateKey };
}
