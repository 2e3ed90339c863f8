import { Type } from 'typebox';
import { renderSVG } from 'uqr';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';

export const postTotp = signedInEndpoint({
  summary: 'Begin to add an authenticator app, or to replace it; nothing changes before the confirmation',
  response: {
    200: Type.Object({
      secret: Type.String({
        examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
        description: 'To type by hand: base32 without padding',
      }),
      uri: Type.String({
        examples: ['otpauth://totp/Shop:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
        description: 'The content of the QR code',
      }),
      qr_svg: Type.String({ examples: ['<svg xmlns="http://www.w3.org/2000/svg">…</svg>'] }),
      expires_at: Type.Integer({ description: 'When the secret must be confirmed, in Unix seconds' }),
    }),
  },
  errors: ['EmailProofRequiredError', 'FactorDisabledError'],
  restricted: true,
  async handle({ services, caller }) {
    const { secret, uri, expiresAt } = await services.factors.totp.begin(caller);
    // The quiet zone of four modules (ISO/IEC 18004).
    const qr_svg = renderSVG(uri, { ecc: 'M', border: 4 });
    return { secret, uri, qr_svg, expires_at: Math.floor(expiresAt / 1000) };
  },
});
