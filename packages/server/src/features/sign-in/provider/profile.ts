import { type Email, parseEmail } from '../../../lib/email.ts';
import { isWebUrl } from '../../../lib/text.ts';
import { isName } from '../../identity/accounts/identity.ts';

/** A person's profile, as far as the provider supplies it. */
export interface ProviderProfile {
  /** Identifies the person at the provider permanently, unlike an email. */
  subject: string;
  email: Email | null;
  /** Whether the provider states explicitly that the mailbox is this person's. */
  emailVerified: boolean;
  name: string | null;
  avatarUrl: string | null;
}

/** JSON from a provider: an object whose fields are unchecked. */
export type Claims = Readonly<Record<string, unknown>>;

/** The sources of a provider's profile. */
export interface ProfileSource {
  /** The claims of the verified ID token; empty without one. */
  claims: Claims;
  /** The claims of OpenID's user-info endpoint; empty if the provider has none. */
  userInfo: () => Promise<Claims>;
  /** The fields that the browser sent together with the code. Anybody can change them, so they prove nothing. */
  brought: URLSearchParams;
  /** Fetches JSON with the access token. */
  get: (url: string, headers?: Record<string, string>) => Promise<unknown>;
}

const MAX_SUBJECT_LENGTH = 255;

/** Keeps well-formed values and drops the rest. @returns null without a usable subject */
export function readProfile(given: {
  subject: unknown;
  email?: unknown;
  emailVerified?: boolean;
  names?: readonly unknown[];
  avatarUrl?: unknown;
}): ProviderProfile | null {
  const { subject, avatarUrl, names = [] } = given;
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH) return null;
  // PostgreSQL stores no NUL, and half of a surrogate pair would become another character.
  if (subject.includes('\0') || !subject.isWellFormed()) return null;
  const email = typeof given.email === 'string' ? parseEmail(given.email) : null;
  const name = names
    .filter((candidate) => typeof candidate === 'string')
    .map((candidate) => candidate.trim())
    .find(isName);
  return {
    subject,
    email,
    emailVerified: email !== null && given.emailVerified === true,
    name: name ?? null,
    avatarUrl: typeof avatarUrl === 'string' && isWebUrl(avatarUrl) ? avatarUrl : null,
  };
}

/** The object; an empty one for anything else. */
export function asClaims(value: unknown): Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
