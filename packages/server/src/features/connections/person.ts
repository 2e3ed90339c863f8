import type { Claims, ProviderProfile } from '../sign-in/provider/profile.ts';

/** A person whom the provider of an organization has identified, as far as a sign-in needs to know. */
export interface IdentifiedPerson extends ProviderProfile {
  /** The issuer of the identity; together with the subject, it identifies the person at this connection. */
  issuer: string;
  groups: readonly string[];
}

/** The same with all that the provider says, which a test shows. */
export interface ConnectionPerson extends IdentifiedPerson {
  /** The names of the claims or attributes from which the fields were taken. */
  from: { subject: string; email?: string | undefined; name?: string | undefined };
  /** The claims or attributes, unchanged. */
  claims: Claims;
}

/** The names under which Entra ID and others send the groups of a person. */
export const GROUP_NAMES = ['groups', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'];
const MAX_GROUPS = 1_000;

/** The groups among claims or attributes; a single text is a list of one. */
export function groupsOf(claims: Claims): string[] {
  const values = GROUP_NAMES.flatMap((name) => claims[name]);
  return values.filter((value) => typeof value === 'string').slice(0, MAX_GROUPS);
}
