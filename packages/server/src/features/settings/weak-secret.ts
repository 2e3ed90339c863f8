/** Secrets of 32 bytes and more that documentation, generators and starter kits print, as letters and digits alone. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'astringsecretatleast256bitslong',
  'avalidstringsecretthatisatleast512bitslongwhichisverylong',
  'avalidstringsecretthatisatleast384bitslong',
  'yoursecretkeythatisatleast32characterslong',
  'yoursupersecretjwttokenwithatleast32characterslong',
  'supersecretjwttokenwithatleast32characterslong',
  'mysupersecretkeythatisatleast32characterslong',
  'mysecretkeythatisatleast32characterslong',
  'thisisaverysecretkeythatnobodyshouldknow',
  'thisisasecretkeythatisatleast32characterslong',
  'changemechangemechangemechangeme',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghijklmnopqrstuvwxyz1234567890',
  'abcdefghijklmnopqrstuvwxyz123456',
  'qwertyuiopasdfghjklzxcvbnm123456',
  'qwertyuiopasdfghjklzxcvbnm1234567890',
]);

const MIN_DIFFERENT = 8;
/** What is repeated whole, up to so many characters, adds nothing: `passwordpasswordpassword…`. */
const MAX_UNIT = 16;

/** Whether a secret that is long enough would be guessed all the same: hardly any different characters, a repetition, or published. */
export function isTriviallyWeak(secret: string): boolean {
  if (new Set(secret).size < MIN_DIFFERENT) return true;
  for (let unit = 1; unit <= MAX_UNIT; unit += 1) {
    if (secret.slice(unit) === secret.slice(0, -unit)) return true;
  }
  return PUBLISHED.has(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
