import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import type { ConnectedApplication } from '../../features/oauth/connected.ts';
import { timestamp } from '../../lib/clock.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { assertOAuth } from '../well-known/metadata.ts';

const Address = nullable(Type.String({ examples: ['https://app.example.com/about'] }));
const ClientId = Type.String({ maxLength: 2_048, examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] });

/** An application that has access to an account. */
export const ConnectedSchema = Type.Object({
  client_id: ClientId,
  name: Type.String({ examples: ['Orders'] }),
  logo_url: Address,
  homepage_url: Address,
  scopes: Type.Array(Type.String({ examples: ['openid'] })),
  resources: Type.Array(Type.String({ examples: ['https://api.example.com'] })),
  offline_access: Type.Boolean({
    description: 'Whether it stays connected while nobody is signed in',
  }),
  created_at: Timestamp,
  last_used_at: nullable(
    Type.String({
      description: 'In the form of created_at; null: it has no tokens now',
      examples: ['2026-01-31T12:00:00.000'],
    }),
  ),
});

export function presentConnected({
  application,
  logoUrl,
  scopes,
  resources,
  offline,
  since,
  lastUsedAt,
}: ConnectedApplication): Static<typeof ConnectedSchema> {
  return {
    client_id: application.client_id,
    name: application.name,
    logo_url: logoUrl,
    homepage_url: application.details.homepage_url,
    scopes,
    resources,
    offline_access: offline,
    created_at: timestamp(since),
    last_used_at: lastUsedAt === null ? null : timestamp(lastUsedAt),
  };
}

export const getConnected = signedInEndpoint({
  summary: 'The applications that the signed-in person has connected',
  response: {
    200: Type.Object({
      applications: Type.Array(ConnectedSchema),
    }),
  },
  errors: [],
  async handle({ services, caller }) {
    // The page of an account does not know whether the authorization server is on.
    if (!services.settings.current.oauth.enabled) return { applications: [] };
    const { connected } = await services.oauth();
    return { applications: (await connected.list(caller.row.account_id)).map(presentConnected) };
  },
});

export const deleteConnected = signedInEndpoint({
  summary: "Ends an application's access to the account",
  params: Type.Object({ client_id: ClientId }),
  response: { 200: ActionSchema },
  errors: ['ApplicationNotFoundError', 'ReauthenticationRequiredError', 'RouteNotFoundError'],
  assertExists: assertOAuth,
  async handle({ services, caller, client, params }) {
    await (await services.oauth()).connected.revoke(caller, params.client_id, client);
    return { success: true, message: 'Application disconnected successfully' };
  },
});
