import { Type } from 'typebox';
import { authenticationOf } from '../../features/identity/sessions/issue-tokens.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  ActiveOrganizationSchema,
  presentActiveOrganization,
} from '../../features/audit/serializers/organization.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { presentAccountOf } from '../../features/audit/serializers/account.ts';
import { presentSession, SessionSchema } from '../../features/audit/serializers/session.ts';
import { OwnAccountSchema, presentOwnAccount } from './own-account.ts';
import { Amr, AuthTime, TokenClaimsSchema } from './token-claims.ts';

export const getMe = signedInEndpoint({
  summary: 'The signed-in account, its session and the claims of its token',
  response: {
    200: Type.Object({
      account: OwnAccountSchema,
      session: Type.Object({
        ...SessionSchema.properties,
        amr: Amr,
        auth_time: AuthTime,
        restricted: Type.Optional(
          Type.Literal(true, {
            description:
              'The account must prove its mailbox or enrol a second factor first, and is not signed in yet; otherwise absent',
          }),
        ),
      }),
      payload: TokenClaimsSchema,
      organization: Type.Optional(
        nullable(
          Type.Object(ActiveOrganizationSchema.properties, {
            description:
              'The active organization of the session, or null; absent while organizations are off',
          }),
        ),
      ),
    }),
  },
  errors: [],
  restricted: true,
  async handle({ services, caller: { row, claims } }) {
    const [pending, organization] = await Promise.all([
      // The most frequent request does not look for what nearly no account has.
      services.emailChanges.isAsked({ second_factors: row.account__second_factors })
        ? services.emailChanges.pendingEmail({ id: row.account_id })
        : undefined,
      services.activeOrganization(row),
    ]);
    return {
      account: presentOwnAccount(presentAccountOf(row), pending),
      session: {
        ...presentSession(row),
        ...authenticationOf(row),
        ...(services.sessions.isRestricted(row) && { restricted: true as const }),
      },
      payload: claims,
      ...(organization !== undefined && {
        organization: organization && presentActiveOrganization(organization),
      }),
    };
  },
});
