import { PROFILE_FIELD_NAMES } from '../../lib/profile-fields.ts';

/**
 * The columns of an account, each by its name, which reads faster than `*`. Columns that only lists need are missing.
 */
export const ACCOUNT_COLUMNS = [
  'accounts.id',
  'accounts.uid',
  'accounts.name',
  'accounts.handle',
  'accounts.handle_key',
  'accounts.email',
  'accounts.email_key',
  'accounts.email_verified',
  ...PROFILE_FIELD_NAMES.map((name) => `accounts.${name}` as const),
  'accounts.role',
  'accounts.status',
  'accounts.password_hash',
  'accounts.password_unproven_at',
  'accounts.email_unproven_at',
  'accounts.password_after_proof',
  'accounts.assigned_at',
  'accounts.awaits_proof',
  'accounts.device_epoch',
  'accounts.second_factors',
  'accounts.metadata',
  'accounts.app_metadata',
  'accounts.external_id',
  'accounts.deletion_at',
  'accounts.deletion_connection',
  'accounts.proven_at',
  'accounts.created_at',
  'accounts.updated_at',
] as const;
