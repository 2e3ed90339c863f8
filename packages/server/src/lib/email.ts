import { domainToASCII } from 'node:url';
import { lengthOf } from './text.ts';

/** An accepted e-mail address. */
export interface Email {
  /** The address that receives mail: the local part as typed, the domain in lower-case ASCII. */
  address: string;
  /** For comparisons: `address` in lower case. */
  key: string;
}

/** In characters. */
export const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);

// domainToASCII cuts at a slash and decodes %-escapes, so no other ASCII character may reach it.
const DOMAIN_CHARACTERS = /^[A-Za-z0-9.\-\u0080-\uffff]+$/;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
// The last label starts with a letter: otherwise the domain is an IPv4 address in one of its spellings.
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`);

/**
 * Reads exactly one address: no display name, comment, quoting, address literal or surrounding white space. The local
 * part is ASCII only, at most 64 characters, so that no look-alike letter (`mıke@`, Kelvin sign) can equal an ASCII
 * address after case mapping. The domain may be international and has two labels or more; the whole is at most 254
 * characters. Null for anything else.
 */
export function parseEmail(input: string): Email | null {
  if (lengthOf(input) > MAX_ADDRESS) return null;
  const at = input.indexOf('@');
  if (at < 1 || at > MAX_LOCAL_PART) return null;
  const localPart = input.slice(0, at);
  const typedDomain = input.slice(at + 1);
  if (!LOCAL_PART.test(localPart) || !DOMAIN_CHARACTERS.test(typedDomain)) return null;
  const domain = domainToASCII(typedDomain);
  if (!DOMAIN.test(domain)) return null;
  const address = `${localPart}@${domain}`;
  return address.length > MAX_ADDRESS ? null : { address, key: address.toLowerCase() };
}

/** The part after the @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
