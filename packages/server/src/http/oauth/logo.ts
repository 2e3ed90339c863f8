import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';

/** An SVG that is opened as a page must not run scripts or load anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const getLogo = publicEndpoint({
  summary: 'The picture of an application, which the service fetches and keeps for a day',
  query: Type.Object({
    client_id: Type.String({ maxLength: 2_048, examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    v: Type.Optional(Type.String({ maxLength: 64, description: 'Changes with the picture' })),
  }),
  response: {
    200: Type.String({ contentMediaType: 'image/*', description: 'PNG, JPEG, GIF, WebP, AVIF, SVG or ICO' }),
  },
  errors: ['ApplicationNotFoundError', 'RouteNotFoundError'],
  assertExists: assertOAuth,
  routine: true,
  async handle({ services, query, client, reply }) {
    const { logos } = await services.oauth();
    const logo = await logos.find(query.client_id, client.ipAddress);
    if (logo === null)
      throw new KeywardError('ApplicationNotFoundError', {
        message: 'This application has no picture that can be shown.',
      });
    return reply
      .headers({
        'content-type': logo.type,
        'content-security-policy': POLICY,
        'cache-control': 'public, max-age=86400',
        // An operator's own consent page has another origin.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(logo.body);
  },
});
