/** The colon keeps it from being base32. */
export const CANNOT_TAKE = 'cannot take: ';

/**
 * The value of `totp_secret` for a second factor that Keyward cannot take over. The check refuses it and says
 * why.
 * @param what names the factor, without any secret
 */
export function cannotTake(what: string): string {
  return `${CANNOT_TAKE}${what}`;
}
