import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../endpoint.ts';
import { body } from '../schemas.ts';

export const tokenRefresh = publicEndpoint({
  summary: 'Exchange a refresh token for new tokens',
  body: body({ refresh_token: Type.Optional(Type.String()) }),
  bodyOptional: true,
  response: {
    200: Type.Object({
      access_token: Type.String(),
      refresh_token: Type.String(),
      token_type: Type.Literal('Bearer'),
    }),
  },
  errors: ['TokenMissingError', 'InvalidTokenError', 'AccountInactiveError'],
  async handle({ services, body: { refresh_token: token } }) {
    if (token === undefined || token === '') throw new KeywardError('TokenMissingError');
    const { accessToken, refreshToken } = await services.sessions.refresh(token);
    return { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer' };
  },
});
