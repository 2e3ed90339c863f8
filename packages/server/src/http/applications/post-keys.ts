import { Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';

const MAX_OVERLAP_MINUTES = 43_200;

export const postOAuthKeys = adminEndpoint({
  summary:
    'Replace the keys that sign tokens for applications; tokens of the old ones stay valid for a while',
  body: body({
    overlap_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_MINUTES,
        description: 'For how long; 0: not at all. Default: a day',
      }),
    ),
  }),
  bodyOptional: true,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      keys: Type.Array(
        Type.Object({
          kid: Type.String({ examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'] }),
          algorithm: Type.String({ examples: ['RS256'] }),
        }),
      ),
      trusted_until: Type.String({
        description: 'When tokens of the old keys stop being valid',
        examples: ['2026-02-01T12:00:00.000'],
      }),
    }),
  },
  errors: [],
  async handle({ services, actor, body: { overlap_minutes: minutes = 1_440 } }) {
    const { keys } = await services.oauth();
    const rotated = await keys.rotate(actor, minutes);
    return {
      success: true,
      message: 'Keys replaced successfully',
      keys: rotated.keys,
      trusted_until: timestamp(rotated.trustedUntil),
    };
  },
});
