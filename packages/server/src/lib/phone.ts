const MAX_INPUT = 20;

const PHONE_CHARACTERS = /^\+?[ ().-]*[0-9][0-9 ().-]*$/;

/**
 * E.164 form (`+` and 7–15 digits) of a phone number with its country code, or null.
 * Takes spaces, `-`, `.`, `(`, `)` between the digits and a leading `+` or `00`; digits without either are
 * taken to start with the country code. At most 20 characters. A national number (leading `0`) is refused,
 * and so is `(0)`: some countries drop that zero and some keep it.
 */
export function parsePhone(input: string): string | null {
  if (!looksLikePhone(input) || input.length > MAX_INPUT || /\( *0 *\)/.test(input)) return null;
  const digits = input.replace(/[^0-9]/g, '');
  const number = input.startsWith('+') ? digits : digits.replace(/^00/, '');
  return /^[1-9][0-9]{6,14}$/.test(number) ? `+${number}` : null;
}

/** Whether a text is made only of digits and phone separators, after an optional `+`, with at least one digit. */
export function looksLikePhone(input: string): boolean {
  return PHONE_CHARACTERS.test(input);
}
