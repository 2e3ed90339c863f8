import { parseEmail } from './email.ts';
import { parseHandle } from './handle.ts';
import { looksLikePhone, parsePhone } from './phone.ts';

/** A sign-in identifier, in its canonical form for storage and lookup. */
export interface Identifier {
  kind: 'email' | 'handle' | 'phone';
  /** Comparison key of the email or handle, or the E.164 phone number. */
  key: string;
}

/**
 * Distinguishes an email (it contains an `@`), a phone number and a handle by their form; the three never overlap. Null
 * if no account can have this identifier.
 */
export function parseIdentifier(input: string): Identifier | null {
  if (input.includes('@')) return identifier('email', parseEmail(input)?.key);
  if (looksLikePhone(input)) return identifier('phone', parsePhone(input));
  return identifier('handle', parseHandle(input)?.key);
}

function identifier(kind: Identifier['kind'], key: string | null | undefined): Identifier | null {
  return key ? { kind, key } : null;
}
