import { Type } from 'typebox';
import { Label } from '../admin/schemas.ts';
import { requestedFrontend } from '../codes/frontend.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, Email, FrontendUrl, Name } from '../wire/endpoint/schemas.ts';
import { AppMetadata, ExpiresInDays, InvitationSchema, Metadata, presentInvitation } from './invitation.ts';

export const postInvitation = callableEndpoint({
  summary: 'Mail somebody a link that opens an account; it replaces an earlier one for the same email',
  body: body({
    email: Email,
    name: Type.Optional(Name),
    role: Type.Optional(Label),
    metadata: Type.Optional(Metadata),
    app_metadata: Type.Optional(AppMetadata),
    expires_in_days: Type.Optional(ExpiresInDays),
    frontend_url: Type.Optional(FrontendUrl),
  }),
  response: { 201: InvitationSchema },
  errors: [
    'EmailAlreadyExistsError',
    'FrontendUrlNotAllowedError',
    'RateLimitedError',
    'EmailNotConfiguredError',
    'ServiceUnavailableError',
  ],
  async handle(context) {
    const { services, actor, body: given } = context;
    const { email, name, role, metadata, app_metadata: appMetadata } = given;
    const { expires_in_days: expiresInDays, frontend_url: named } = given;
    const frontend = requestedFrontend(context, named);
    const fields = { email, name, role, metadata, appMetadata, expiresInDays, frontend };
    return presentInvitation(await services.invitations.create(actor, fields), services.clock.now());
  },
});
