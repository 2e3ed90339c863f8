import { type Fields, firstText, listOf, objectOf, textOf } from './fields.ts';
import { cannotTake } from './cannot-take.ts';
import { FOREIGN, type Format, listIn } from './format.ts';

/*
 * From Supabase's documentation (Auth, Users and Identities) and its schema `auth`:
 *
 * - `auth.users`: id, email, encrypted_password (bcrypt; argon2 if it was imported as such), email_confirmed_at, phone,
 *   raw_user_meta_data (JSON from the person or the provider: name, full_name, avatar_url, picture, user_name …),
 *   raw_app_meta_data (JSON that the person cannot change); in the API user_metadata and app_metadata;
 *   banned_until, deleted_at, created_at.
 * - `auth.mfa_factors`: factor_type (`totp`, `phone`, `webauthn`), status, secret (base32; for `totp`). Any verified one is used as the second factor. There are no recovery codes.
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
      external_id: user['id'],
      metadata: user['raw_user_meta_data'] ?? user['user_metadata'],
      app_metadata: user['raw_app_meta_data'] ?? user['app_metadata'],
      password_hash: user['encrypted_password'],
      totp_secret: totpSecret(listOf(user['mfa_factors']) ?? []),
      provider_links: (listOf(user['identities']) ?? [])
        .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
        .map(linkOf),
    };
  },
};

/** The first verified app's. If only other factors are verified, a text that no check accepts. */
function totpSecret(factors: readonly Fields[]): string | undefined {
  const verified = factors.filter(({ status }) => status === 'verified');
  const apps = verified.filter(({ factor_type }) => factor_type === 'totp');
  const [first] = verified;
  return (
    firstText(...apps.map(({ secret }) => secret)) ??
    (first && cannotTake(`the factor of type ${textOf(first['factor_type'])}`))
  );
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
