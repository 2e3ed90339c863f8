import { deriveKey } from '../../lib/derive-key.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Actor } from '../audit/actors/actor.ts';
import type { Core } from '../core.ts';
import type { Events } from '../audit/events/events.ts';
import type { ProviderSlot } from './provider-slot.ts';
import { relyingPartyOf } from './relying-party.ts';
import { createAddedProviders } from './added-providers.ts';
import { createDescribeSections } from './describe-sections.ts';
import { createRetiredKeys } from './retired-keys.ts';
import { createRuntimeSettings } from './runtime-settings.ts';
import { createSections } from './sections.ts';
import { idleMs } from './sections/jwt.ts';
import { createSettings } from './settings.ts';
import {
  createMemoryVersions,
  createSavedVersions,
  createVersionRows,
  type VersionRows,
} from './versions.ts';

/** The settings of a service whose processes share them. */
export interface SharedSettings {
  /** The versions that only memory keeps. */
  rows: VersionRows;
  /** Resolves when all other processes have caught up with a change. */
  notifyOthers: () => Promise<void>;
}

/** The settings in force: at first those of the start. */
export function createSettingsInForce({ config, secrets }: Core, slots: readonly ProviderSlot[]) {
  const sections = createSections({ config, secrets, slots });
  return { sections, settings: createSettings(sections.initial) };
}

/** Changes to the settings in force. */
export function createSettingsFeature(
  { store, config, secrets, clock, publicUrl, report, warn }: Core,
  parts: ReturnType<typeof createSettingsInForce> & {
    slots: readonly ProviderSlot[];
    events: Events;
    assertRecent: (actor: Actor) => Promise<void>;
    /** Suspends tokens while it is uncertain which key signs them. */
    suspendTokens: (suspended: boolean) => void;
    /** Null: no other process of this service shares them. */
    shared: SharedSettings | null;
  },
) {
  const { sections, settings } = parts;
  const versionRows = parts.shared?.rows ?? createVersionRows();
  const runtimeSettings = createRuntimeSettings({
    sections,
    settings,
    store,
    versions:
      config.settingsStore === 'database'
        ? createSavedVersions(store.settings)
        : createMemoryVersions(store.settings, versionRows),
    retiredKeys: createRetiredKeys(store.settings, deriveKey(secrets.masterKey, 'replaced keys')),
    seal: createSeal(deriveKey(secrets.masterKey, 'settings')),
    events: parts.events,
    assertRecent: parts.assertRecent,
    clock,
    dataDir: config.dataDir,
    hosts: () => [publicUrl(), ...config.allowedFrontends].map(relyingPartyOf),
    countSessions: (jwt) => store.countSessions(clock.now(), { idleMs: idleMs(jwt) }),
    report: (error) => report(error, 'settings'),
    suspendTokens: parts.suspendTokens,
    warn,
    notifyOthers: parts.shared?.notifyOthers ?? (async () => {}),
  });
  const describeSections = createDescribeSections({
    config,
    sections,
    slots: parts.slots,
    settings,
    sources: () => runtimeSettings.sources(),
  });
  const addedProviders = createAddedProviders({ slots: parts.slots, settings, runtimeSettings });
  return { runtimeSettings, addedProviders, describeSections, versionRows };
}
