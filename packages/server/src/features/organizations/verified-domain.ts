import { domainOf } from '../../lib/email.ts';
import type { Tables } from '../../store/database.ts';
import type { VerifiedDomain } from '../../store/tables/organization-domains.ts';

/**
 * The organization that has verified the domain of an email, and the domain; null if there is none, or if it was deleted.
 * Callers first check that the account has proven the email.
 * @param email in the form of `email_key`
 */
export async function verifiedDomainOf(
  { organizationDomains }: Pick<Tables, 'organizationDomains'>,
  email: string,
): Promise<VerifiedDomain | null> {
  const found = await organizationDomains.verified(domainOf(email));
  return found?.organization.status === 'deleted' ? null : found;
}
