import type { OwnOrganization, Result } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { organizationsOf } from '@keyward/client/organizations';

/** The largest page of a list. */
const PAGE = 100;

/**
 * An organization of the person, with what they may do there; null if they are no member.
 * @param name its id, its slug or an earlier slug
 */
export async function loadOwn(client: FactorsClient, name: string): Promise<Result<OwnOrganization | null>> {
  const found = await findOwn(client, ({ id, slug }) => id === name || slug === name);
  if (found.error !== null || found.data !== null) return found;
  const { data, error } = await organizationsOf(client).get({ id: name });
  if (error !== null)
    return error.kind === 'OrganizationNotFoundError' ? { data: null, error: null } : { data: null, error };
  return findOwn(client, ({ id }) => id === data.id);
}

async function findOwn(
  client: FactorsClient,
  isIt: (one: OwnOrganization) => boolean,
): Promise<Result<OwnOrganization | null>> {
  let after: string | null = null;
  do {
    const { data, error }: Awaited<ReturnType<FactorsClient['organizations']['list']>> =
      await client.organizations.list({ limit: PAGE, ...(after !== null && { after }) });
    if (error !== null) return { data: null, error };
    const found = data.organizations.find(isIt);
    if (found !== undefined) return { data: found, error: null };
    after = data.cursor;
  } while (after !== null);
  return { data: null, error: null };
}
