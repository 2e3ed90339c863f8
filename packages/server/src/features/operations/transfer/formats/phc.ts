/** Base64 without padding, as in PHC strings. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** The PHC string of an scrypt hash with N = 2^`ln`. */
export function scryptHash(cost: { ln: number; r: number; p: number }, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`;
}

/** The PHC string of a PBKDF2 hash. @param id `pbkdf2` is SHA-1 */
export function pbkdf2Hash(id: string, iterations: number, salt: Buffer, hash: Buffer): string {
  return `$${id}$i=${iterations}$${encode(salt)}$${encode(hash)}`;
}

export interface Argon2Cost {
  /** KiB. */
  memory: number;
  passes: number;
  lanes: number;
}

/** The PHC string of an argon2 hash. @param version 19 is 1.3 */
export function argon2Hash(
  type: string,
  version: number,
  { memory, passes, lanes }: Argon2Cost,
  salt: Buffer,
  hash: Buffer,
): string {
  return `$argon2${type}$v=${version}$m=${memory},t=${passes},p=${lanes}$${encode(salt)}$${encode(hash)}`;
}
