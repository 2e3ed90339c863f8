import type { ProviderConfig } from '../../config/config.ts';
import { ADDED_SLOTS } from '../../config/presets.ts';
import type { SettingsValues } from './settings.ts';

/** A place for a provider. The configuration has up to ten; a host application and superadmins can add more. */
export type ProviderSlot = Omit<ProviderConfig, 'id' | 'preset'> & {
  /** Stays the same when the name changes. */
  id: string;
  /** A key of the presets. */
  preset: string;
};

/**
 * The slots in use: those of the start, and the ones in which superadmins have added a provider.
 * @param given those of the start, whose names come first
 */
export function slotsIn(
  given: readonly ProviderSlot[],
  { providers }: Pick<SettingsValues, 'providers'>,
): readonly ProviderSlot[] {
  const slots = [...given];
  for (const id of ADDED_SLOTS) {
    const { preset = '', name = '', issuer = '', label = '', scopes = [] } = providers[id] ?? {};
    if (preset === '' || slots.some((slot) => slot.id === name || slot.name === name)) continue;
    slots.push({
      id,
      preset,
      name,
      ...(issuer !== '' && { issuer }),
      ...(label !== '' && { label }),
      ...(scopes.length > 0 && { scopes }),
    });
  }
  return slots;
}
