import type { Claims, ProviderProfile } from '../sign-in/provider/profile.ts';

/** A person whom the provider of an organization has identified. */
export interface ConnectionPerson extends ProviderProfile {
  /** Who says so: with the subject, the identity at this connection. */
  issuer: string;
  groups: readonly string[];
  /** The names of the claims or attributes that gave the fields. */
  from: { subject: string; email?: string | undefined; name?: string | undefined };
  /** What the provider says, as it came. */
  claims: Claims;
}

/** Where Entra ID and others name the groups of a person. */
export const GROUP_NAMES = ['groups', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'];
const MAX_GROUPS = 1_000;

/** The groups among claims or attributes; one text is a list of one. */
export function groupsOf(claims: Claims): string[] {
  const values = GROUP_NAMES.flatMap((name) => claims[name]);
  return values.filter((value) => typeof value === 'string').slice(0, MAX_GROUPS);
}
