import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { areThereConnections } from '../../features/connections/discovery.ts';
import { brandVariables } from '../../lib/brand-variables.ts';
import type { Services } from '../../services/services.ts';
import { ProviderChoice } from '../providers/get-providers.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { loginOptionsOf } from './login-options.ts';

const LoginOptionsSchema = Type.Object({
  branding: Type.Object({
    name: nullable(
      Type.String({ description: 'Name of the deployment, if it has one', examples: ['Example'] }),
    ),
    logo_url: nullable(
      Type.String({ description: 'Address or data of the logo', examples: ['https://example.com/logo.svg'] }),
    ),
    style: Type.Record(Type.String(), Type.String(), {
      description: 'Properties of the look, by name: `colour`, `on-colour`, `radius`, `font` …',
      examples: [{ colour: '#0f766e', 'on-colour': '#ffffff', radius: '8px' }],
    }),
  }),
  providers: Type.Array(ProviderChoice),
  min_password_length: Type.Integer({ examples: [8] }),
  sign_up: Type.Object({
    mode: Type.Unsafe<'open' | 'invite' | 'closed'>({ type: 'string', enum: ['open', 'invite', 'closed'] }),
    captcha: nullable(
      Type.Object({
        provider: Type.Unsafe<'turnstile' | 'hcaptcha' | 'recaptcha'>({
          type: 'string',
          enum: ['turnstile', 'hcaptcha', 'recaptcha'],
        }),
        site_key: Type.String({ examples: ['1x00000000000000000000AA'] }),
      }),
    ),
  }),
  factors: Type.Object(
    { totp: Type.Boolean(), passkeys: Type.Boolean() },
    { description: 'Which second factors people can add' },
  ),
  connections: Type.Boolean({ description: 'Whether organizations have identity providers of their own' }),
  applications: Type.Boolean({ description: 'Whether other applications can sign in with the service' }),
  organizations: nullable(
    Type.Object(
      { creation: Type.Boolean(), own_roles: Type.Boolean() },
      {
        description: 'Whether people can create organizations, and define roles there; null: there are none',
      },
    ),
  ),
  deletion_grace_days: Type.Integer({ description: 'Days in which a sign-in cancels a deletion' }),
});

export const getLoginOptions = publicEndpoint({
  summary: 'The ways to sign in and up, and the branding: what a sign-in page of an application shows',
  response: { 200: LoginOptionsSchema, 304: Type.Null() },
  errors: [],
  async handle({ services, request, reply }) {
    const options = await present(services);
    // A logo can be large, and each page asks.
    const etag = `"${createHash('sha256').update(JSON.stringify(options)).digest('base64url').slice(0, 12)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : options;
  },
});

async function present(services: Services): Promise<Static<typeof LoginOptionsSchema>> {
  const { branding } = services.settings.current;
  const { minPasswordLength, signUp, organizations, deletionGraceDays, ...options } =
    loginOptionsOf(services);
  const { captcha } = signUp;
  return {
    branding: {
      name: branding.name.trim() || null,
      // A path means one of the service, and the page is elsewhere.
      logo_url: branding.logo_url === '' ? null : new URL(branding.logo_url, services.publicUrl()).href,
      style: brandVariables(branding),
    },
    ...options,
    providers: [...options.providers],
    min_password_length: minPasswordLength,
    sign_up: {
      mode: signUp.mode,
      captcha: captcha && { provider: captcha.provider, site_key: captcha.siteKey },
    },
    connections: await areThereConnections(services),
    organizations: organizations && {
      creation: organizations.creation,
      own_roles: organizations.ownRoles,
    },
    deletion_grace_days: deletionGraceDays,
  };
}
