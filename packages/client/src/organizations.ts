import { BIND, type KeywardClient } from './keyward-client.ts';
import { ORGANIZATIONS_ROUTES, type OrganizationsApi } from './organizations-api.ts';

export type { OrganizationsApi } from './organizations-api.ts';

/**
 * A method for each route by which members manage an organization, with the session of the client. Paths take its id or
 * its slug. `client.organizations` has the methods for the account itself.
 */
export function organizationsOf(client: KeywardClient): OrganizationsApi {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  return client[BIND](ORGANIZATIONS_ROUTES) as OrganizationsApi;
}
