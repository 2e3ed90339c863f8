import { Type } from 'typebox';
import { AccountSchema, presentAccountOf } from '../../features/audit/serializers/account.ts';
import { timestamp } from '../../lib/clock.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { AskingSchema, ExpiresAt, presentAsking, ResourcesSchema, ScopesSchema } from './asking.ts';
import { knownBrowser, rememberSession } from './browser.ts';

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
  summary: 'Answers what an application asks for; the browser continues at redirect_to',
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
    const { services, params, caller, client, body: given } = context;
    const oauth = await services.oauth();
    const redirectTo = await oauth.consents.answer(params.id, knownBrowser(context), caller, client, {
      allow: given.allow,
      scopes: given.scopes,
    });
    if (given.allow) rememberSession(context, oauth, caller.row);
    return { redirect_to: redirectTo };
  },
});
