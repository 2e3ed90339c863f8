const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/**
 * The email addresses that the service itself writes into links. A page shows an email from the address bar only if it
 * matches: anybody can write such an address, so it must not have room for words, spaces or letters that reverse the
 * line.
 */
export const ADDRESS = new RegExp(
  `^(?=.{1,254}$)(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`,
  'i',
);

/** Whether something typed can be an email; the service judges international domains. */
export function isEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);
}
