import type { AdministeredAccount } from '@keyward/client';
import type { AdminClient } from '@keyward/client/admin';
import { keysOf } from '../lib/keys-of.ts';

/** The fields of a change of an account. */
export type Edit = Omit<Parameters<AdminClient['admin']['accounts']['update']>[0], 'account_id'>;

/** The texts of an account that superadmins edit. */
export type TextField = Exclude<keyof Edit, 'email_verified' | 'password' | 'metadata' | 'app_metadata'>;

/** In the order of the form and the panel. An empty `clearable` field removes the value. */
const TEXTS: Record<TextField, 'required' | 'clearable'> = {
  name: 'required',
  handle: 'required',
  email: 'required',
  phone: 'clearable',
  avatar_url: 'clearable',
  role: 'required',
  status: 'required',
  external_id: 'clearable',
};

export const TEXT_FIELDS: readonly TextField[] = keysOf(TEXTS);

export const isClearable = (field: TextField): boolean => TEXTS[field] === 'clearable';

/** The columns of an export of the list, in order. */
const COLUMNS: Record<keyof AdministeredAccount, true> = {
  id: true,
  uid: true,
  name: true,
  handle: true,
  email: true,
  email_verified: true,
  phone: true,
  role: true,
  status: true,
  external_id: true,
  second_factors: true,
  locked_until: true,
  locked_scope: true,
  totp_locked: true,
  deletion_at: true,
  created_at: true,
  updated_at: true,
  avatar_url: true,
  metadata: true,
  app_metadata: true,
};

export const EXPORTED_COLUMNS: readonly (keyof AdministeredAccount)[] = keysOf(COLUMNS);
