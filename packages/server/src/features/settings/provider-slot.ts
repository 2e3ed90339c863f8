import type { ProviderConfig } from '../../config/config.ts';

/** A place for a provider. The configuration has up to ten; a host application can add more. */
export type ProviderSlot = Omit<ProviderConfig, 'id' | 'preset'> & {
  /** Stays the same when the name changes. */
  id: string;
  /** A key of the presets. */
  preset: string;
};
