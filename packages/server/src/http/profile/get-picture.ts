import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const getPicture = publicEndpoint({
  summary: 'An uploaded picture',
  params: Type.Object({ id: Type.String({ maxLength: 64, examples: ['3q2-7wAAAAAAAAAAAAAAAA'] }) }),
  response: { 200: Type.String({ contentMediaType: 'image/webp' }) },
  errors: ['DocumentNotFoundError'],
  routine: true,
  async handle({ services, params, reply }) {
    const picture = await services.store.pictures.find(params.id);
    if (picture === null)
      throw new KeywardError('DocumentNotFoundError', { message: 'There is no such picture.' });
    return reply
      .headers({
        // One of the two types that the upload has checked.
        'content-type': picture.type,
        // A new picture has another address. Shared caches must not keep one that is deleted.
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        // Pages of applications show it.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(Buffer.from(picture.content, 'base64'));
  },
});
