import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

/** The header of a route that requires a captcha, for the API's description. */
export const CaptchaHeader = Type.Object({
  'X-Captcha-Token': Type.Optional(
    Type.String({ description: 'The answer of the captcha, if the settings name one; works once' }),
  ),
});

/** The answer of the captcha in a request. */
export function captchaToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-captcha-token'];
  return typeof token === 'string' ? token : undefined;
}
