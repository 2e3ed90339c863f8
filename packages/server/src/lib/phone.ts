export const MAX_PHONE_LENGTH = 20;
/** Matches the input of {@link parsePhone}, except for `(0)`. */
export const PHONE_PATTERN = '^(?:\\+|00)[ ().-]*[1-9](?:[ ().-]*[0-9]){6,14}[ ().-]*$';

const PHONE_CHARACTERS = /^\+?[ ().-]*[0-9][0-9 ().-]*$/;

/**
 * E.164 form (`+` and 7–15 digits) of a phone number that begins with `+` or `00` and its country code, or null. Allows
 * spaces, `-`, `.`, `(`, `)` between the digits. At most 20 characters. Refuses digits without `+` or `00`, because a
 * country code cannot be distinguished from an area code. Refuses `(0)`, because some countries drop that zero and some
 * keep it.
 */
export function parsePhone(input: string): string | null {
  if (!looksLikePhone(input) || input.length > MAX_PHONE_LENGTH || /\( *0 *\)/.test(input)) return null;
  const number = input.replaceAll(/[^0-9+]/g, '').replace(/^00/, '+');
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
}

/** Whether a text consists only of digits and phone separators, after an optional `+`, with at least one digit. */
export function looksLikePhone(input: string): boolean {
  return PHONE_CHARACTERS.test(input);
}
