import { type Fields, firstText, isFields, listOf, objectOf, textOf } from './fields.ts';
import { cannotTake } from './cannot-take.ts';
import { base32 } from './base32.ts';
import { FOREIGN, type Format, listIn } from './format.ts';
import { scryptHash } from './phc.ts';

/*
 * From better-auth's documentation (Database, core schema; Security) and the plugins username, phone number and admin:
 *
 * - `user`: id, name, email, emailVerified, image, createdAt, updatedAt; with plugins username, displayUsername,
 *   phoneNumber, role, banned; and fields that the application added (user.additionalFields).
 * - `organization` (plugin): id, slug, name; `member`: userId, organizationId, role.
 * - `account`: userId, accountId, providerId, password. A password belongs to the account with providerId `credential`.
 * - `twoFactor`: secret and backupCodes, both encrypted with the secret of the application; here decrypted. The secret is
 *   the key itself, as text. The user has twoFactorEnabled, which is false until the first code was right.
 * - Passwords: scrypt, N=16384, r=16, p=1, 64 bytes, of the password in NFKC, stored as `salt:key`, both in hex. The salt
 *   for scrypt is the hex text itself, not the bytes that it encodes.
 */
export const betterAuth: Format = {
  columns: null,
  droppable: FOREIGN,

  records(document) {
    const users = listIn(document, 'users', 'user');
    if (users === null || !isFields(document)) return users;
    const owned = Map.groupBy(rowsOf(document, 'account'), (account) => account['userId']);
    const organizations = new Map(rowsOf(document, 'organization').map((one) => [one['id'], one]));
    const memberships = Map.groupBy(rowsOf(document, 'member'), (member) => member['userId']);
    return users.map((user) => {
      if (!isFields(user)) return user;
      const memberOf = memberships.get(user['id'])?.map(({ organizationId: id, role }) => {
        return { id, slug: organizations.get(id)?.['slug'], role };
      });
      return {
        ...user,
        accounts: owned.get(user['id']) ?? user['accounts'],
        ...(memberOf && { organizations: memberOf }),
      };
    });
  },

  map(user) {
    const accounts = listOf(user['accounts']) ?? [];
    const credential = accounts.find((account) => account['providerId'] === 'credential');
    return {
      uid: user['id'],
      email: user['email'],
      email_verified: user['emailVerified'],
      name: user['name'],
      handle: firstText(user['displayUsername'], user['username']),
      phone: user['phoneNumber'],
      avatar_url: user['image'],
      status: isOn(user['banned']) ? 'suspended' : undefined,
      created_at: user['createdAt'],
      external_id: user['id'],
      app_metadata: additionalOf(user),
      ...factorsOf(user),
      password_hash: passwordHash(firstText(credential?.['password'], user['password'])),
      provider_links: accounts.filter((account) => account !== credential).map(linkOf),
    };
  },
};

/** The rows of a table, under its singular or plural name. */
function rowsOf(document: Fields, table: string): Fields[] {
  return (listIn(document[`${table}s`] ?? document[table]) ?? []).filter(isFields);
}

/** Fields that map to other fields, that Keyward creates itself, or that hold secrets. */
const TAKEN: ReadonlySet<string> = new Set([
  'id',
  'email',
  'emailVerified',
  'name',
  'image',
  'createdAt',
  'updatedAt',
  'username',
  'displayUsername',
  'phoneNumber',
  'phoneNumberVerified',
  'banned',
  'twoFactor',
  'twoFactorEnabled',
  'accounts',
  'password',
  'sessions',
  'passkeys',
  'apikeys',
]);

/** The role, the organizations, and the fields that the application added. */
function additionalOf(user: Fields): Fields {
  return Object.fromEntries(Object.entries(user).filter(([name]) => !TAKEN.has(name)));
}

function factorsOf({ twoFactor, twoFactorEnabled }: Fields): Fields {
  const { secret, backupCodes } = objectOf(twoFactor);
  const key = firstText(secret);
  if (key === undefined)
    return isOn(twoFactorEnabled)
      ? { totp_secret: cannotTake('twoFactorEnabled without a twoFactor.secret') }
      : {};
  if (/^(f|false|0)$/i.test(textOf(twoFactorEnabled))) return {};
  return { totp_secret: base32(Buffer.from(key)), recovery_codes: backupCodes };
}

/** A boolean as JSON or as the databases write it. */
function isOn(value: unknown): boolean {
  return /^(t|true|1)$/i.test(textOf(value));
}

function linkOf(account: Fields): Fields {
  return { provider: account['providerId'], subject: account['accountId'] };
}

function passwordHash(stored: string | undefined): string | undefined {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]{128})$/i.exec(stored ?? '') ?? [];
  if (salt === undefined || key === undefined) return stored;
  return scryptHash({ ln: 14, r: 16, p: 1 }, Buffer.from(salt), Buffer.from(key, 'hex'));
}
