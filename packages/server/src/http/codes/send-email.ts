import { Type } from 'typebox';
import { parseEmail } from '../../lib/email.ts';
import { invalidEmail } from '../../features/identity/accounts/identity.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, CodeChallenge, Email, FrontendUrl, PurposeParams } from '../wire/endpoint/schemas.ts';
import { newBrowser } from '../wire/cookies/browser-cookie.ts';
import { requestedFrontend } from './frontend.ts';

function sendEmail(form: 'code' | 'link', summary: string) {
  return publicEndpoint({
    summary,
    params: PurposeParams,
    query: Type.Object({ frontend_url: Type.Optional(FrontendUrl) }),
    body: body({ email: Email, frontend_url: Type.Optional(FrontendUrl), ...CodeChallenge }),
    response: { 200: Type.Object({ expires_at: Type.Integer({ description: 'Unix seconds' }) }) },
    errors: [
      'FrontendUrlNotAllowedError',
      'SignupClosedError',
      'EmailDomainNotAllowedError',
      'RateLimitedError',
      'EmailNotConfiguredError',
      'ServiceUnavailableError',
    ],
    captcha: 'always',
    async handle(context) {
      const { services, params, query, client } = context;
      const frontend = requestedFrontend(context, context.body.frontend_url ?? query.frontend_url);
      const email = parseEmail(context.body.email) ?? invalidEmail();
      const expiresAt = await services.sendCode({
        email,
        purpose: params.purpose,
        form,
        frontend,
        challenge: context.body.code_challenge,
        client,
        newBrowser: newBrowser(context),
      });
      const metadata = { purpose: params.purpose, form, email: email.address };
      services.events.emit('code.requested', { client, metadata });
      return { expires_at: Math.floor(expiresAt / 1000) };
    },
  });
}

export const sendEmailOtp = sendEmail('code', 'Mail a code; with a link if the frontend is known');
export const sendEmailLink = sendEmail('link', 'Mail a magic link, together with its code');
