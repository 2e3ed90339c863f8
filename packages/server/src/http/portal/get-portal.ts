import { Type } from 'typebox';
import { Timestamp } from '../../features/audit/serializers/shapes.ts';
import { KeywardError } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { readNames } from '../../features/organizations/roles.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';

export const getPortal = organizationEndpoint({
  summary: 'What a link to the portal is for',
  response: {
    200: Type.Object({
      organization: Type.Object({ name: Type.String({ examples: ['Acme'] }) }),
      sections: Type.Array(Type.String({ examples: ['connections'] })),
      expires_at: Timestamp,
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker: { portal } }) {
    if (portal === undefined) throw new KeywardError('PortalInvalidError');
    const organization = await services.store.organizations.find(portal.organization_id);
    return {
      organization: { name: organization?.name ?? '' },
      sections: readNames(portal.sections),
      expires_at: timestamp(portal.expires_at),
    };
  },
});
