import { connect } from './client.ts';
import type { KeywardClient } from './keyward-client.ts';
import { FACTORS_ROUTES, type FactorsApi } from './factors-api.ts';
import type { ClientOptions } from './types.ts';

export type { FactorsApi } from './factors-api.ts';

/** The client, with the methods for pages on which people manage their own factors. */
export interface FactorsClient extends KeywardClient {
  factors: FactorsApi;
}

/**
 * A client as `createClient` makes it, with a method for each route of factors. With the same options, both share one
 * session.
 * @throws TypeError for an invalid `url`
 */
export function createFactorsClient(options: ClientOptions): FactorsClient {
  const [client, bind] = connect(options);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  return { ...client, factors: bind(FACTORS_ROUTES) as FactorsApi };
}
