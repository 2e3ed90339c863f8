import { isPlainText } from '../../../lib/text.ts';
import { canonicalCodes } from '../../identity/mfa/recovery-codes.ts';
import { type Fields, listOf } from './formats/fields.ts';
import { CANNOT_TAKE } from './formats/cannot-take.ts';

/** A passkey of another service with the same domain. */
export interface ImportedPasskey {
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  aaguid: string;
}

/** The second factors of a record. */
export interface ImportedFactors {
  /** Base32 without padding. */
  totpSecret: string | null;
  /** As the other service wrote them. */
  recoveryCodes: readonly string[];
  passkeys: readonly ImportedPasskey[];
  /** The user handle of the account, as base64url. */
  userHandle: string | null;
}

export const NO_FACTORS: ImportedFactors = {
  totpSecret: null,
  recoveryCodes: [],
  passkeys: [],
  userHandle: null,
};

type Refuse = (field: string, message: string) => undefined;

const LEAVE_OUT = 'leave it out, and the person enrols it again';
/** 80 to 512 bits, which apps accept (RFC 4226 §4 requires 128). */
const BASE32 = /^[A-Z2-7]{16,103}$/;
const MAX_CODES = 20;
const MAX_PASSKEYS = 20;
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';

/**
 * Checks the fields of factors. If a factor cannot be imported, the record is refused: nobody must be able to sign in
 * with fewer factors than before.
 */
export function readFactors(given: (field: string) => unknown, refuse: Refuse): ImportedFactors {
  const passkeys = readPasskeys(given('passkeys'), refuse);
  // It is only used for passkeys.
  const userHandle = passkeys.length > 0 ? bytesOf(given('passkey_user_handle'), 64) : null;
  if (passkeys.length > 0 && userHandle === null)
    refuse(
      'passkey_user_handle',
      'must be the user handle of the passkeys, as base64url; without it they cannot be used, so leave the passkeys out',
    );
  return {
    totpSecret: readSecret(given('totp_secret'), refuse),
    recoveryCodes: readCodes(given('recovery_codes'), refuse),
    passkeys,
    userHandle,
  };
}

function readSecret(value: unknown, refuse: Refuse): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.startsWith(CANNOT_TAKE)) {
    const what = value.slice(CANNOT_TAKE.length).slice(0, 100);
    refuse(
      'totp_secret',
      `${isPlainText(what) ? what : 'a second factor'} cannot be imported; --without totp_secret leaves it out, and the person enrols another`,
    );
    return null;
  }
  const secret = typeof value === 'string' ? value.toUpperCase().replaceAll(/[\s=-]/g, '') : '';
  if (BASE32.test(secret)) return secret;
  refuse(
    'totp_secret',
    `must be base32 of at least 10 bytes, for six digits, 30 seconds and SHA-1; ${LEAVE_OUT}`,
  );
  return null;
}

function readCodes(value: unknown, refuse: Refuse): string[] {
  if (value === undefined) return [];
  const list: unknown = typeof value === 'string' ? parsed(value) : value;
  const fits = (code: unknown): code is string =>
    typeof code === 'string' && code.length <= 64 && canonicalCodes(code).length > 0;
  if (Array.isArray(list) && list.length <= MAX_CODES && list.every(fits)) return list;
  refuse(
    'recovery_codes',
    `must be a list of at most ${MAX_CODES} codes of 8 to 64 letters and digits, with optional dashes and spaces; ${LEAVE_OUT}`,
  );
  return [];
}

function readPasskeys(value: unknown, refuse: Refuse): ImportedPasskey[] {
  if (value === undefined) return [];
  const read = (listOf(value) ?? [null]).map((one) => (one === null ? null : readPasskey(one)));
  const good = read.filter((one) => one !== null);
  const ids = new Set(good.map((one) => one.credential_id));
  if (ids.size === read.length && ids.size <= MAX_PASSKEYS) return good;
  refuse(
    'passkeys',
    `must be a list of at most ${MAX_PASSKEYS} different {"credential_id", "public_key", "counter"}, with a COSE key and both as base64url; ${LEAVE_OUT}`,
  );
  return [];
}

function readPasskey({
  credential_id,
  public_key,
  counter = 0,
  transports,
  name,
  aaguid,
}: Fields): ImportedPasskey | null {
  const id = bytesOf(credential_id, 1_023);
  const key = bytesOf(public_key, 1_024);
  const count = Number(counter);
  if (id === null || key === null || !Number.isSafeInteger(count) || count < 0) return null;
  const ways = Array.isArray(transports)
    ? transports.filter((way) => typeof way === 'string' && /^[a-z-]{1,20}$/.test(way))
    : [];
  return {
    credential_id: id,
    public_key: key,
    counter: count,
    transports: JSON.stringify(ways),
    name:
      typeof name === 'string' && name.trim() !== '' && isPlainText(name)
        ? name.trim().slice(0, 64)
        : 'Passkey',
    aaguid: typeof aaguid === 'string' && /^[0-9a-f-]{36}$/.test(aaguid) ? aaguid : NO_AAGUID,
  };
}

/** Base64 of either alphabet as base64url; null for anything else, and for more bytes than `max`. */
function bytesOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return null;
  const bytes = Buffer.from(value, 'base64');
  return bytes.length > 0 && bytes.length <= max ? bytes.toString('base64url') : null;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
