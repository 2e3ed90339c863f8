import type { KeywardClient } from '@keyward/client';

/** A field of the profile: a field that owners can change through the API without another step. */
export type ProfileField = Exclude<
  keyof NonNullable<Parameters<KeywardClient['updateMe']>[0]>,
  'email' | 'metadata' | 'current_password' | 'confirm_email_change'
>;
