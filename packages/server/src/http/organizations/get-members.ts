import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { MemberSchema, presentMember, RoleName, Source } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

const MEMBERS = listOf('members', ['created_at'], {
  q: Type.Optional(
    Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 255,
      description:
        'Words that the name, email or handle contains; the whole email of a member finds only that member',
    }),
  ),
  role: Type.Optional(RoleName),
  source: Type.Optional(Source),
});

export const getMembers = organizationEndpoint({
  summary: 'The members of an organization, newest first',
  params: OrganizationParams,
  query: MEMBERS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, members: Type.Array(MemberSchema) }) },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params, query, signal }) {
    const asked = MEMBERS.asked(query, { now: services.clock.now(), signal }, params.id);
    const { members } = await services.organizations();
    const { q: search, role, source } = query;
    const page = await members.list(asker, params.id, { ...asked.request, search, role, source });
    return { ...asked.present(page), members: page.rows.map(presentMember) };
  },
});
