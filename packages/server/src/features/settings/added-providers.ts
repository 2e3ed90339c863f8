import { RESERVED_NAMES } from '../../config/checks.ts';
import { ADDED_SLOTS } from '../../config/presets.ts';
import { invalidFields, KeywardError } from '../../errors.ts';
import type { Actor } from '../audit/actors/actor.ts';
import type { Some } from './kinds/section-kind.ts';
import { type ProviderSlot, slotsIn } from './provider-slot.ts';
import type { RuntimeSettings } from './runtime-settings.ts';
import type { Outcome } from './save-change.ts';
import type { Settings } from './settings.ts';

/** Providers that superadmins add and remove while the service runs. */
export interface AddedProviders {
  /**
   * Adds a provider under a name. @throws KeywardError `ValidationError` for a name that is taken,
   * `ProviderLimitError`, and as `RuntimeSettings.change`
   */
  add(name: string, values: Some, actor: Actor, dryRun: boolean): Promise<Outcome>;
  /** Removes what is saved of a provider, and so one that was added. @throws as `RuntimeSettings.change` */
  remove(name: string, actor: Actor, dryRun: boolean): Promise<Outcome>;
}

export function createAddedProviders(deps: {
  /** The slots of the start. */
  slots: readonly ProviderSlot[];
  settings: Settings;
  runtimeSettings: RuntimeSettings;
}): AddedProviders {
  const { slots, settings, runtimeSettings } = deps;

  /** The free slot that was used least, so that the history of a removed provider stays apart. */
  function freeSlot(name: string): string {
    const { current } = settings;
    const inUse = slotsIn(slots, current);
    const taken = [...RESERVED_NAMES, ...ADDED_SLOTS, ...inUse.flatMap((slot) => [slot.id, slot.name])];
    if (taken.includes(name))
      throw invalidFields({ path: 'name', message: 'is taken by another provider or by a path of the API' });
    const [free] = ADDED_SLOTS.filter((id) => (current.providers[id]?.preset ?? '') === '').toSorted(
      (a, b) => runtimeSettings.version(a) - runtimeSettings.version(b),
    );
    if (free === undefined) throw new KeywardError('ProviderLimitError');
    return free;
  }

  return {
    add(name, values, actor, dryRun) {
      const sent = { input: { ...values, name }, how: 'replace' } as const;
      return runtimeSettings.change(() => freeSlot(name), sent, actor, dryRun);
    },
    remove: (name, actor, dryRun) => runtimeSettings.rollback(name, 0, actor, dryRun),
  };
}
