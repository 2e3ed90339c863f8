/** Secrets of at least 32 bytes that documentation, generators and starter kits print, as letters and digits alone. */
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

/**
 * Whether a secret is public although it is long enough: it was printed somewhere, or differs from a printed one only
 * in case and punctuation.
 */
export function isPublished(secret: string): boolean {
  return PUBLISHED.has(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
