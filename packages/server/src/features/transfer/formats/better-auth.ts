import { type Fields, firstText, isFields, listOf, objectOf } from '../fields.ts';
import { cannotTake } from '../read-factors.ts';
import { base32 } from './base32.ts';
import { FOREIGN, type Format, listIn } from './format.ts';
import { scryptHash } from './phc.ts';

/*
 * From better-auth's documentation (Database, core schema; Security) and the plugins username, phone number and admin:
 *
 * - `user`: id, name, email, emailVerified, image, createdAt, updatedAt; with plugins username, displayUsername,
 *   phoneNumber, role, banned.
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
    const accounts = isFields(document) ? listIn(document['accounts'] ?? document['account']) : null;
    if (users === null || accounts === null) return users;
    const owned = Map.groupBy(accounts.filter(isFields), (account) => account['userId']);
    return users.map((user) =>
      isFields(user) ? { ...user, accounts: owned.get(user['id']) ?? user['accounts'] } : user,
    );
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
      ...factorsOf(user),
      password_hash: passwordHash(firstText(credential?.['password'], user['password'])),
      provider_links: accounts.filter((account) => account !== credential).map(linkOf),
    };
  },
};

function factorsOf({ twoFactor, twoFactorEnabled }: Fields): Fields {
  const { secret, backupCodes } = objectOf(twoFactor);
  const key = firstText(secret);
  if (key === undefined)
    return isOn(twoFactorEnabled)
      ? { totp_secret: cannotTake('twoFactorEnabled without a twoFactor.secret') }
      : {};
  if (/^(f|false|0)$/i.test(String(twoFactorEnabled))) return {};
  return { totp_secret: base32(Buffer.from(key)), recovery_codes: backupCodes };
}

/** As JSON, or as the databases write it. */
function isOn(value: unknown): boolean {
  return /^(t|true|1)$/i.test(String(value));
}

function linkOf(account: Fields): Fields {
  return { provider: account['providerId'], subject: account['accountId'] };
}

function passwordHash(stored: string | undefined): string | undefined {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]{128})$/i.exec(stored ?? '') ?? [];
  if (salt === undefined || key === undefined) return stored;
  return scryptHash({ ln: 14, r: 16, p: 1 }, Buffer.from(salt), Buffer.from(key, 'hex'));
}
