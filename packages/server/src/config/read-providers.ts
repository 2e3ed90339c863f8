import { checkProviders, checkTogether } from './checks.ts';
import type { Config, ProviderConfig } from './config.ts';
import { ConfigError } from './error.ts';
import type { Setting } from './kinds.ts';
import type { PresetName } from './presets.ts';
import { MORE_PROVIDERS, PROVIDERS, type ProviderSlotSettings } from './provider-settings.ts';
import type { Reader } from './reader.ts';

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
  const clientId = read.optional(settings.clientId);
  const clientSecret = read.optional(settings.clientSecret);
  const redirectUri = read.optional(settings.redirectUri);
  const scopes = read.optional(settings.scopes);
  checkTogether(settings.clientId, clientId, settings.clientSecret, clientSecret);
  return {
    id,
    preset,
    name: read.optional(settings.name) ?? id,
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(redirectUri !== undefined && { redirectUri }),
    ...(scopes !== undefined && { scopes }),
  };
}
