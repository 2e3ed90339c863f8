import type { KeywardClient } from '@keyward/client';

/** A field of the profile: what the API lets owners change, apart from what needs another way. */
export type ProfileField = Exclude<
  keyof NonNullable<Parameters<KeywardClient['updateMe']>[0]>,
  'email' | 'metadata' | 'current_password'
>;
