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

const UID = '0b6f2b0e-6a9c-4e0e-9d43-2f3c8c5f9a10';

const Amr = Type.Array(Type.String({ examples: ['pwd'] }), {
  description: 'How the person authenticated, as in RFC 8176: `pwd`, `otp`, `hwk`, `swk`, `fed`, `mfa`',
});
const AuthTime = Type.Integer({
  description: 'When the person last authenticated, in Unix seconds; 0 if nothing proved it',
});

export const TokenClaimsSchema = Type.Object(
  {
    sub: Type.Optional(Type.String({ description: "The account's `uid`", examples: [UID] })),
    iss: Type.Optional(
      Type.String({
        description: 'Public address of the service, without the prefix',
        examples: ['https://auth.example.org'],
      }),
    ),
    aud: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        items: Type.String(),
        description: 'Audience of the token: a string, or a list of several',
        examples: ['https://api.example.org'],
      }),
    ),
    role: Type.Optional(
      Type.String({ description: 'The role when the token was issued', examples: ['user'] }),
    ),
    aid: Type.Integer(),
    sid: Type.Integer(),
    type: Type.Literal('access'),
    exp: Type.Integer({ description: 'Unix seconds' }),
    iat: Type.Integer({ description: 'Unix seconds' }),
    jti: Type.String(),
    act: Type.Optional(
      Type.Object(
        { sub: Type.String({ examples: [UID] }) },
        { description: 'The superadmin who acts for the account, by `uid` (RFC 8693 §4.1)' },
      ),
    ),
    org: Type.Optional(
      Type.Object(
        {
          id: Type.String({ examples: ['org_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
          slug: Type.Optional(Type.String({ examples: ['acme'] })),
          roles: Type.Optional(Type.Array(Type.String({ examples: ['member'] }))),
          permissions: Type.Optional(Type.Array(Type.String({ examples: ['org:read'] }))),
          v: Type.Integer({
            description: 'Rises with every change of the membership or its rights',
            examples: [7],
          }),
        },
        { description: 'The active organization when the token was issued' },
      ),
    ),
    amr: Type.Optional(Amr),
    auth_time: Type.Optional(AuthTime),
  },
  // The custom claims of the settings and of the host.
  { additionalProperties: true },
);

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
      services.emailChanges.pendingEmail({
        id: row.account_id,
        second_factors: row.account__second_factors,
      }),
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
