import { Type } from 'typebox';
import type { OAuth } from '../../features/oauth/oauth-feature.ts';
import type { Application } from '../../features/oauth/application.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';

/** The data for the page that asks a person, for requests of browsers and of devices. */

const Address = nullable(Type.String({ examples: ['https://app.example.com/about'] }));

export const AskingSchema = Type.Object({
  client_id: Type.String({ examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  name: Type.String({ examples: ['Orders'] }),
  logo_url: nullable(
    Type.String({
      description: "At the service's own origin, which serves a copy",
      examples: ['https://id.example.com/auth/oauth/logo?client_id=app_4Yb1Qm0cW2nS8tJx6Kd3Vg&v=c3F1YXJl'],
    }),
  ),
  homepage_url: Address,
  policy_url: Address,
  terms_url: Address,
  redirect_host: nullable(
    Type.String({
      description: 'Where the browser goes next; null for a device',
      examples: ['app.example.com'],
    }),
  ),
  loopback_only: Type.Boolean({
    description: 'Whether any program on the device could have sent the request: if so, warn the person',
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
