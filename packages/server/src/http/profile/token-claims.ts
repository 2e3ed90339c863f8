import { Type } from 'typebox';

const UID = '0b6f2b0e-6a9c-4e0e-9d43-2f3c8c5f9a10';

export const Amr = Type.Array(Type.String({ examples: ['pwd'] }), {
  description: 'How the person authenticated, as in RFC 8176: `pwd`, `otp`, `hwk`, `swk`, `fed`, `mfa`',
});
export const AuthTime = Type.Integer({
  description: 'When the person last authenticated, in Unix seconds; 0 if nothing proved it',
});

/** The claims of an access token. */
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
          amr: Type.Optional(
            Type.Array(Type.String({ examples: ['mfa'] }), {
              description: 'A second factor that only a connection of this organization has stated',
            }),
          ),
          v: Type.Integer({
            description: 'Rises with every change of the membership or its rights',
            examples: [7],
          }),
          exp: Type.Optional(
            Type.Integer({
              description:
                'Until when the session surely meets `session_minutes` and `idle_minutes` of its policy, in Unix seconds; then ask `GET /me`. Absent without these',
            }),
          ),
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
