import { type Static, Type } from 'typebox';
import { errorCode, KeywardError } from '../../errors.ts';
import { requestedFrontend } from '../codes/frontend.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, FrontendUrl } from '../wire/endpoint/schemas.ts';
import { ExpiresInDays, OrganizationInvitationSchema, presentInvitation } from './invitation.ts';
import { MemberRoles } from './member.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

const MAX_EMAILS = 100;

const ResultSchema = Type.Object({
  email: Type.String({ examples: ['ada@example.org'] }),
  invitation: Type.Optional(OrganizationInvitationSchema),
  error: Type.Optional(
    Type.Object(
      {
        error: Type.String({ examples: ['AlreadyMemberError'] }),
        code: Type.String({ examples: ['already_member'] }),
        message: Type.String({ examples: ['This account is a member already.'] }),
        details: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        ),
      },
      { description: 'Why this email was not invited' },
    ),
  ),
});

export const postInvitation = organizationEndpoint({
  summary: 'Mail invitations to join an organization; each replaces an earlier one for the same email',
  params: OrganizationParams,
  body: body({
    emails: Type.Array(Type.String({ format: 'text', maxLength: 320, examples: ['ada@example.org'] }), {
      minItems: 1,
      maxItems: MAX_EMAILS,
      description: 'Each gets a result of its own, in the same order',
    }),
    roles: Type.Optional(MemberRoles),
    expires_in_days: Type.Optional(ExpiresInDays),
    frontend_url: Type.Optional(FrontendUrl),
  }),
  response: { 200: Type.Object({ results: Type.Array(ResultSchema) }) },
  errors: [
    ...ORGANIZATION_ERRORS,
    'EmailProofRequiredError',
    'FrontendUrlNotAllowedError',
    'EmailNotConfiguredError',
  ],
  assertExists: assertOrganizations,
  async handle(context) {
    const { services, asker, params, body: given } = context;
    const { emails, roles, expires_in_days: expiresInDays } = given;
    const frontend = requestedFrontend(context, given.frontend_url);
    const { invitations } = await services.organizations();
    const results = await invitations.invite(asker, params.id, { emails, roles, expiresInDays, frontend });
    const now = services.clock.now();
    return {
      results: results.map(({ email, outcome }): Static<typeof ResultSchema> =>
        outcome instanceof KeywardError
          ? { email, error: presentRefusal(outcome) }
          : { email, invitation: presentInvitation(outcome, now) },
      ),
    };
  },
});

function presentRefusal({ kind, message, details }: KeywardError) {
  return { error: kind, code: errorCode(kind), message, ...(details !== undefined && { details }) };
}
