import type { OrganizationDomainRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import type { ReadTxtRecords } from './txt-records.ts';

/** How an organization proves that a domain is its own. */

/** How often the record of a verified domain is checked. */
export const LOOK_AGAIN_MS = 7 * 86_400_000;

/** The record in DNS that proves a domain. */
export function recordOf({ domain, token }: Pick<OrganizationDomainRow, 'domain' | 'token'>) {
  return { type: 'TXT' as const, name: `_keyward.${domain}`, value: `keyward-domain-verification=${token}` };
}

/** Whether DNS has the record, and which texts it has at that name; `found` is null if DNS gave no answer. */
export async function lookFor(
  domain: Pick<OrganizationDomainRow, 'domain' | 'token'>,
  readTxtRecords: ReadTxtRecords,
  signal?: AbortSignal,
): Promise<{ isProven: boolean; found: readonly string[] | null }> {
  const { name, value } = recordOf(domain);
  const found = await readTxtRecords(name, signal);
  return { isProven: found?.includes(value) ?? false, found };
}

/** The data of a domain in events. */
export function eventData(
  organization: OrganizationRow,
  { domain, joining }: OrganizationDomainRow,
): EventData<'organization.domain_verified'> {
  return { organization: presentEventOrganization(organization), domain, joining };
}
