import { type Fields, firstText, listOf, objectOf } from '../fields.ts';
import { FOREIGN, type Format, listIn } from './format.ts';

/*
 * From Supabase's documentation (Auth, Users and Identities) and its schema `auth`:
 *
 * - `auth.users`: id, email, encrypted_password (bcrypt; argon2 if it was imported as such), email_confirmed_at, phone,
 *   raw_user_meta_data (JSON from the person or the provider: name, full_name, avatar_url, picture, user_name …),
 *   banned_until, deleted_at, created_at.
 * - `auth.mfa_factors`: factor_type, status, secret (base32). There are no recovery codes.
 * - `auth.identities`: provider, provider_id, user_id. The providers `email` and `phone` are no identity providers.
 */
export const supabase: Format = {
  columns: null,
  droppable: FOREIGN,
  records: (document) => listIn(document, 'users'),

  map(user) {
    const about = objectOf(user['raw_user_meta_data'] ?? user['user_metadata']);
    return {
      uid: user['id'],
      email: user['email'],
      email_verified: firstText(user['email_confirmed_at'], user['confirmed_at']) !== undefined,
      name: firstText(about['full_name'], about['name'], about['user_name']),
      phone: withPlus(user['phone']),
      avatar_url: firstText(about['avatar_url'], about['picture']),
      status: isBarred(user) ? 'suspended' : undefined,
      created_at: user['created_at'],
      password_hash: user['encrypted_password'],
      totp_secret: (listOf(user['mfa_factors']) ?? []).find(isVerifiedTotp)?.['secret'],
      provider_links: (listOf(user['identities']) ?? [])
        .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
        .map(linkOf),
    };
  },
};

function isVerifiedTotp({ factor_type, status }: Fields): boolean {
  return factor_type === 'totp' && status === 'verified';
}

function linkOf({ provider, provider_id, id }: Fields): Fields {
  return { provider: provider === 'azure' ? 'microsoft' : provider, subject: provider_id ?? id };
}

/** Supabase keeps phones in E.164 form without the plus. */
function withPlus(phone: unknown): unknown {
  return typeof phone === 'string' && /^[1-9][0-9]*$/.test(phone) ? `+${phone}` : phone;
}

/** Bans that have ended count too, like deletions: an operator should decide about such users. */
function isBarred(user: Fields): boolean {
  return firstText(user['banned_until'], user['deleted_at']) !== undefined;
}
