/** The parts of a password hash in the PHC string format: `$id$name=value,…$salt$hash`. */
export interface PhcHash {
  id: string;
  /** Whole, non-negative numbers. */
  parameters: ReadonlyMap<string, number>;
  salt: Buffer;
  hash: Buffer;
}

const PHC = /^\$(?<id>[a-z0-9-]{1,32})\$(?<parameters>[a-z0-9=,]{1,64})\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/;
const PARAMETER = /^(?<name>[a-z]{1,8})=(?<value>\d{1,10})$/;
// passlib writes `.` instead of `+`.
const BASE64 = /^[A-Za-z0-9+/.]+={0,2}$/;

/**
 * Reads a PHC string without a version segment (scrypt, PBKDF2). A parameter segment that is a bare number, as
 * passlib writes it, is read as `i` (iterations).
 *
 * @returns null if the text is anything else, repeats a parameter, or lacks a salt or a hash
 */
export function parsePhc(text: string): PhcHash | null {
  const parts = PHC.exec(text)?.groups;
  const parameters = parseParameters(parts?.['parameters'] ?? '');
  const salt = decodeBase64(parts?.['salt'] ?? '');
  const hash = decodeBase64(parts?.['hash'] ?? '');
  if (parts?.['id'] === undefined || parameters === null || salt === null || hash === null) return null;
  return { id: parts['id'], parameters, salt, hash };
}

function parseParameters(text: string): Map<string, number> | null {
  const list = /^\d+$/.test(text) ? [`i=${text}`] : text.split(',');
  const parameters = new Map<string, number>();
  for (const item of list) {
    const { name, value } = PARAMETER.exec(item)?.groups ?? {};
    if (name === undefined || value === undefined || parameters.has(name)) return null;
    parameters.set(name, Number(value));
  }
  return parameters;
}

function decodeBase64(text: string): Buffer | null {
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text.replaceAll('.', '+'), 'base64');
  return bytes.length === 0 ? null : bytes;
}
