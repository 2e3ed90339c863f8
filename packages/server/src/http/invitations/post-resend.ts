import { Type } from 'typebox';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { IdParams } from '../wire/endpoint/lists.ts';
import { body, FrontendUrl } from '../wire/endpoint/schemas.ts';
import { ExpiresInDays, InvitationSchema, presentInvitation } from './invitation.ts';

export const postResend = callableEndpoint({
  summary: 'Mail an invitation again, with a new link; the earlier one stops working',
  params: IdParams,
  body: body({
    expires_in_days: Type.Optional(ExpiresInDays),
    frontend_url: Type.Optional(FrontendUrl),
  }),
  bodyOptional: true,
  response: { 200: InvitationSchema },
  errors: [
    'InvitationNotFoundError',
    'EmailAlreadyExistsError',
    'FrontendUrlNotAllowedError',
    'RateLimitedError',
    'EmailNotConfiguredError',
    'ServiceUnavailableError',
  ],
  async handle({ services, actor, params: { id }, body: given }) {
    const { expires_in_days: expiresInDays, frontend_url: named } = given;
    const frontend = named === undefined ? undefined : services.frontends.resolve(named);
    const invitation = await services.invitations.resend(actor, id, { frontend, expiresInDays });
    return presentInvitation(invitation, services.clock.now());
  },
});
