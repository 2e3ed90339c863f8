import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

/** Short, because a key that was replaced in an emergency must soon be distrusted. */
const MAX_AGE_SECONDS = 60;

export const jwks = publicEndpoint({
  summary: 'The public keys for verifying access tokens in other services (RFC 7517)',
  response: {
    200: Type.Object({
      keys: Type.Array(
        Type.Object(
          {
            kty: Type.String(),
            kid: Type.String({ description: 'As in the header of a token' }),
            alg: Type.String(),
            use: Type.String(),
          },
          { additionalProperties: Type.String({ description: 'The members of the key type' }) },
        ),
        {
          examples: [
            [
              {
                kty: 'OKP',
                crv: 'Ed25519',
                x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
                kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
                alg: 'EdDSA',
                use: 'sig',
              },
            ],
          ],
          description: 'Empty for HS256, HS384 and HS512; several keys during a planned rotation',
        },
      ),
    }),
  },
  errors: [],
  async handle({ services, reply }) {
    const own = services.tokens.publicKeys();
    const { enabled } = services.settings.current.oauth;
    const keys = enabled ? [...own, ...(await (await services.oauth()).keys.publicKeys())] : own;
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    if (enabled) reply.header('access-control-allow-origin', '*');
    return { keys };
  },
});
