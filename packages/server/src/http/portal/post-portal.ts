import { Type } from 'typebox';
import { Timestamp } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import {
  assertOrganizations,
  ORGANIZATION_ERRORS,
  OrganizationParams,
} from '../organizations/organization.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { PortalId, Sections } from './portal.ts';

const MAX_DAYS = 30;
const DEFAULT_DAYS = 7;

export const postPortal = organizationEndpoint({
  summary:
    'Make a link with which somebody without an account sets up single sign-on for an organization; anybody who has it can use it',
  params: OrganizationParams,
  body: body({
    sections: Sections,
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: `Default: ${DEFAULT_DAYS}` }),
    ),
  }),
  response: {
    201: Type.Object({
      id: PortalId,
      url: Type.String({
        description: 'Shown once; its fragment is the token',
        examples: ['https://auth.example.com/portal#kw_portal_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
      }),
      expires_at: Timestamp,
    }),
  },
  errors: [...ORGANIZATION_ERRORS, 'OrganizationLimitError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: { sections, expires_in_days: days = DEFAULT_DAYS } }) {
    const { portals } = await services.organizations();
    const { row, url } = await portals.create(asker, params.id, { sections, days });
    return { id: row.uid, url, expires_at: timestamp(row.expires_at) };
  },
});
