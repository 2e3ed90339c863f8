/** The colon makes it invalid base32. */
export const CANNOT_TAKE = 'cannot take: ';

/**
 * The value of `totp_secret` for a second factor that Keyward cannot import. The check refuses it and gives the reason.
 * @param what names the factor, without any secret
 */
export function cannotTake(what: string): string {
  return `${CANNOT_TAKE}${what}`;
}
