import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { presentAccountOf, AccountSchema } from '../../features/bodies/account.ts';
import { presentSession, SessionSchema } from '../../features/bodies/session.ts';

export const TokenClaimsSchema = Type.Object({
  aid: Type.Integer(),
  sid: Type.Integer(),
  type: Type.Literal('access'),
  exp: Type.Integer({ description: 'Unix seconds' }),
  iat: Type.Integer({ description: 'Unix seconds' }),
  jti: Type.String(),
});

export const getMe = signedInEndpoint({
  summary: 'The signed-in account, its session and the claims of its token',
  response: {
    200: Type.Object({
      account: AccountSchema,
      session: SessionSchema,
      payload: TokenClaimsSchema,
    }),
  },
  errors: [],
  handle({ caller: { row, claims } }) {
    return { account: presentAccountOf(row), session: presentSession(row), payload: claims };
  },
});
