import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { brandingStyle } from './branding.ts';

export const getBrandingStyle = publicEndpoint({
  summary: "Style of the pages: the deployment's colour, corners and typeface as variables",
  tag: 'Operation',
  query: Type.Object({
    v: Type.Optional(
      Type.String({ description: 'Version, as the pages name it; an answer for a version can be cached' }),
    ),
  }),
  response: { 200: Type.String({ contentMediaType: 'text/css' }), 304: Type.Null() },
  errors: [],
  routine: true,
  handle({ services, request, reply, query }) {
    const { css, version } = brandingStyle(services);
    const etag = `"${version}"`;
    reply.headers({
      'content-type': 'text/css; charset=utf-8',
      // Its address contains its version, so it never changes.
      'cache-control': query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
    });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : css;
  },
});
