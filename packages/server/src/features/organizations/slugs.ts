import { randomInt } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Transaction } from '../../store/database.ts';

export const MIN_SLUG = 2;
export const MAX_SLUG = 48;
export const SLUG_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])$';

const MAX_MADE = 40;
const SUFFIX_BASE = 36;
const SUFFIX_LENGTH = 6;

/** A slug from a name, not yet unique. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_MADE)
    .replace(/^-+|-+$/g, '');
  return slug.length < MIN_SLUG ? 'org' : slug;
}

/**
 * Sets the given slug of an organization, or one that is made from its name.
 * @returns the slug
 * @throws KeywardError `SlugTakenError` for a given one
 */
export async function takeSlug(
  { organizations }: Pick<Transaction, 'organizations'>,
  organization: { id: number; name: string },
  given: string | undefined,
  now: number,
): Promise<string> {
  const { id, name } = organization;
  const base = given ?? slugOf(name);
  if (await organizations.takeSlug(base, id, now)) return base;
  if (given !== undefined) throw new KeywardError('SlugTakenError');
  for (;;) {
    const suffix = randomInt(SUFFIX_BASE ** SUFFIX_LENGTH).toString(SUFFIX_BASE);
    const slug = `${base}-${suffix.padStart(SUFFIX_LENGTH, '0')}`;
    if (await organizations.takeSlug(slug, id, now)) return slug;
  }
}
