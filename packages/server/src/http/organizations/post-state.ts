import { actorAsks, type Asker } from '../../features/organizations/access.ts';
import type { Organizations } from '../../features/organizations/organizations.ts';
import type { OrganizationRow } from '../../store/engine/schema.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  assertOrganizations,
  OrganizationParams,
  OrganizationSchema,
  presentOrganization,
} from './organization.ts';

export const postRestore = stateEndpoint('Restore a deleted organization', 'restore');
export const postSuspend = stateEndpoint(
  'Suspend an organization; its members can only read and leave it',
  'suspend',
);
export const postActivate = stateEndpoint('Activate a suspended organization', 'activate');

/** An act of administrators that changes the state of an organization; it may already have that state. */
function stateEndpoint(summary: string, act: keyof Pick<Organizations, 'restore' | 'suspend' | 'activate'>) {
  return callableEndpoint({
    summary,
    params: OrganizationParams,
    response: { 200: OrganizationSchema },
    errors: ['RouteNotFoundError', 'OrganizationNotFoundError'],
    assertExists: assertOrganizations,
    async handle({ services, actor, params }) {
      const { organizations } = await services.organizations();
      const turn: (asker: Asker, name: string) => Promise<OrganizationRow> = organizations[act];
      return presentOrganization(await turn(actorAsks(actor), params.id));
    },
  });
}
