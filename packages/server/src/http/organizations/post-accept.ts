import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { InvitationId } from './invitation.ts';
import { assertOrganizations } from './organization.ts';
import { OwnOrganizationSchema, presentOwnOrganization } from './own-membership.ts';

export const postAccept = signedInEndpoint({
  summary:
    'Accept an invitation to an organization, by the token of its mail or by its id in your invitations',
  body: body({
    token: Type.Optional(
      Type.String({
        format: 'text',
        minLength: 1,
        maxLength: 200,
        description: 'The token of the mailed link; either this or `id`',
      }),
    ),
    id: Type.Optional(InvitationId),
  }),
  response: { 200: OwnOrganizationSchema },
  errors: [
    'RouteNotFoundError',
    'ReauthenticationRequiredError',
    'InvitationInvalidError',
    'InvitationOtherAccountError',
    'EmailProofRequiredError',
    'OrganizationSuspendedError',
    'OrganizationLimitError',
    'MembershipRefusedError',
    'AlreadyMemberError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, caller, client, body: { token, id } }) {
    if ((token === undefined) === (id === undefined))
      throw invalidFields({ path: 'token', message: 'or id is required, and only one of them' });
    const { joining } = await services.organizations();
    return presentOwnOrganization(await joining.accept(caller, { token, id }, client));
  },
});
