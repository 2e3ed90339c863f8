import { Type } from 'typebox';
import { AccountSchema, presentAccountOf } from '../../features/audit/serializers/account.ts';
import type { OAuth } from '../../features/oauth/oauth-feature.ts';
import type { Application } from '../../features/oauth/application.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { knownBrowser, rememberSession } from './browser.ts';

/** The data for the page that asks a person, for requests of browsers and of devices. */

const Address = nullable(Type.String({ examples: ['https://app.example.com/about'] }));

export const AskingSchema = Type.Object({
  client_id: Type.String({ examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  name: Type.String({ examples: ['Orders'] }),
  logo_url: nullable(
    Type.String({
      description: 'At the own origin of the service, which fetches it',
      examples: ['https://id.example.com/auth/oauth/logo?client_id=app_4Yb1Qm0cW2nS8tJx6Kd3Vg&v=c3F1YXJl'],
    }),
  ),
  homepage_url: Address,
  policy_url: Address,
  terms_url: Address,
  redirect_host: nullable(
    Type.String({
      description: 'Where the browser goes on; null for a device',
      examples: ['app.example.com'],
    }),
  ),
  loopback_only: Type.Boolean({
    description: 'Whether any program of the device can be the one that asks: say so',
  }),
  first_party: Type.Boolean(),
});

export const ScopesSchema = Type.Array(
  Type.Object({
    name: Type.String({ examples: ['profile'] }),
    description: Type.String({ examples: ['See your name, handle and picture'] }),
  }),
);
export const ResourcesSchema = Type.Array(
  Type.Object({
    url: Type.String({ examples: ['https://api.example.com'] }),
    name: Type.String({ examples: ['Orders'] }),
  }),
);
export const ExpiresAt = Type.String({
  description: 'UTC, without a zone',
  examples: ['2026-01-31T12:10:00.000'],
});

export function presentAsking(
  { logos }: Pick<OAuth, 'logos'>,
  application: Application,
  { redirectHost, loopbackOnly }: { redirectHost: string | null; loopbackOnly: boolean },
) {
  const { client_id, name, details, first_party } = application;
  const { homepage_url, policy_url, terms_url } = details;
  return {
    client_id,
    name,
    logo_url: logos.addressOf(application),
    homepage_url,
    policy_url,
    terms_url,
    redirect_host: redirectHost,
    loopback_only: loopbackOnly,
    first_party: first_party === 1,
  };
}

const Params = Type.Object({
  id: Type.String({ maxLength: 100, examples: ['c3F1YXJlLXJvb3QtMjU2Yg'] }),
});

export const getRequest = signedInEndpoint({
  summary: 'What an application asks the signed-in person for, for the page that shows it',
  params: Params,
  response: {
    200: Type.Object({
      application: AskingSchema,
      scopes: ScopesSchema,
      resources: ResourcesSchema,
      organization: Type.Unsafe<null>({ type: 'null' }),
      account: AccountSchema,
      reauthenticate: Type.Boolean({ description: 'Whether the person must prove who they are first' }),
      expires_at: ExpiresAt,
    }),
  },
  errors: ['AuthorizationRequestNotFoundError', 'RouteNotFoundError'],
  assertExists: assertOAuth,
  async handle(context) {
    const { services, params, caller } = context;
    const oauth = await services.oauth();
    const shown = await oauth.consents.show(params.id, knownBrowser(context), caller);
    return {
      application: presentAsking(oauth, shown.application, shown),
      scopes: shown.scopes,
      resources: shown.resources,
      organization: null,
      account: presentAccountOf(caller.row),
      reauthenticate: shown.reauthenticate,
      expires_at: timestamp(shown.expiresAt),
    };
  },
});

export const postRequest = signedInEndpoint({
  summary: 'Answers what an application asks for; the browser goes on at redirect_to',
  params: Params,
  body: body({
    allow: Type.Boolean(),
    scopes: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 200,
        description: 'Fewer than it asks for; left out: all',
        examples: [['openid', 'profile']],
      }),
    ),
  }),
  response: {
    200: Type.Object({
      redirect_to: Type.String({ examples: ['https://app.example.com/callback?code=c3F1YXJl&state=x'] }),
    }),
  },
  errors: ['AuthorizationRequestNotFoundError', 'ReauthenticationRequiredError', 'RouteNotFoundError'],
  assertExists: assertOAuth,
  async handle(context) {
    const { services, params, caller, body: given } = context;
    const oauth = await services.oauth();
    const redirectTo = await oauth.consents.answer(params.id, knownBrowser(context), caller, {
      allow: given.allow,
      scopes: given.scopes,
    });
    if (given.allow) rememberSession(context, oauth, caller.row.id);
    return { redirect_to: redirectTo };
  },
});
