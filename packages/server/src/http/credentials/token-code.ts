import { Type } from 'typebox';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, CodeChallenge } from '../wire/endpoint/schemas.ts';

export const tokenCode = signedInEndpoint({
  summary: 'Hand this session over to a frontend: the address there, with a one-time code in place of tokens',
  body: body({
    return_to: Type.String({
      maxLength: 2048,
      description: 'Address of a page of an allowed frontend',
      examples: ['https://app.example.com/oauth/callback'],
    }),
    ...CodeChallenge,
    code_challenge: Type.String({
      format: 'code-challenge',
      examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
      description: 'Only its verifier can exchange the code, at `POST token/exchange`, within a minute',
    }),
    refresh_token: Type.Optional(
      Type.String({
        description: 'The refresh token of this session; required in dual-token mode, but not in cookie mode',
      }),
    ),
    state: Type.Optional(
      Type.String({
        format: 'well-formed',
        maxLength: 512,
        examples: ['/cart'],
        description: 'A value that the frontend gets back unchanged',
      }),
    ),
  }),
  response: {
    200: Type.Object({
      location: Type.String({
        description:
          '`return_to`, with `token_code`, `code_challenge` and `state`; in cookie mode without a code',
        examples: ['https://app.example.com/oauth/callback?token_code=2b1f0Qm0sY4cM3v3kq0s7w&state=7'],
      }),
    }),
  },
  errors: ['FrontendUrlNotAllowedError', 'TokenMissingError', 'InvalidTokenError'],
  async handle({ body: { return_to, code_challenge, refresh_token, state }, request, services, caller }) {
    const location = services.frontends.page(return_to);
    // In cookie mode, the browser already has the cookies.
    const byCookies = cookiesOf(request, services) !== null;
    if (!byCookies) await services.sessions.assertHolds(caller, refresh_token);
    const handed = byCookies
      ? { token_type: 'Cookie' }
      : // Never `code`: a callback of the frontend would send that to a provider, perhaps an attacker's (RFC 9700 §4.4).
        { token_code: await services.exchangeCodes.issue(caller.row.id, code_challenge) };
    const query = { ...handed, code_challenge, ...(state !== undefined && { state }) };
    for (const [name, value] of Object.entries(query)) location.searchParams.set(name, value);
    return { location: location.href };
  },
});
