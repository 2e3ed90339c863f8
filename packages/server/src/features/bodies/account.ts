import { type Static, Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import type { SessionWithAccount } from '../../store/sessions.ts';
import type { AccountRow } from '../../store/schema.ts';
import { nullable, Timestamp } from './shapes.ts';

/** An account as the API shows it. */
export const AccountSchema = Type.Object({
  id: Type.Integer(),
  uid: Type.String(),
  name: Type.String(),
  handle: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  phone: nullable(Type.String()),
  avatar_url: nullable(Type.String()),
  role: Type.String(),
  status: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type AccountBody = Static<typeof AccountSchema>;

export function presentAccount(row: Pick<AccountRow, keyof AccountBody>): AccountBody {
  return {
    id: row.id,
    uid: row.uid,
    name: row.name,
    handle: row.handle,
    email: row.email,
    email_verified: row.email_verified === 1,
    phone: row.phone,
    avatar_url: row.avatar_url,
    role: row.role,
    status: row.status,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

/** The account in a session's row. */
export function presentAccountOf(row: SessionWithAccount): AccountBody {
  return presentAccount({
    id: row.account__id,
    uid: row.account__uid,
    name: row.account__name,
    handle: row.account__handle,
    email: row.account__email,
    email_verified: row.account__email_verified,
    phone: row.account__phone,
    avatar_url: row.account__avatar_url,
    role: row.account__role,
    status: row.account__status,
    created_at: row.account__created_at,
    updated_at: row.account__updated_at,
  });
}
