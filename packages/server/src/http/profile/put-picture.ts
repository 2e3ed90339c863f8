import { Type } from 'typebox';
import { presentAccount } from '../../features/audit/serializers/account.ts';
import { MAX_PICTURE } from '../../lib/picture.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { OwnAccountSchema, presentOwnAccount } from './own-account.ts';

const MAX_BASE64 = Math.ceil(MAX_PICTURE / 3) * 4;

export const putPicture = signedInEndpoint({
  summary:
    'Upload a picture of yourself, which avatar_url then leads to; a later change of avatar_url deletes it',
  body: body({
    picture: Type.String({
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      maxLength: MAX_BASE64,
      description: 'JPEG or WebP in base64: a square of at most 512 pixels and 100 kB, without EXIF',
      examples: ['UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='],
    }),
  }),
  mostBytes: MAX_BASE64 + 100,
  response: { 200: OwnAccountSchema },
  errors: ['EmailProofRequiredError', 'RateLimitedError', 'ServiceUnavailableError'],
  async handle({ services, body: { picture }, caller, client }) {
    const account = await services.setPicture(caller, picture, client);
    return presentOwnAccount(presentAccount(account), await services.emailChanges.pendingEmail(account));
  },
});
