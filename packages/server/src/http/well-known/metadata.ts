import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

/** @throws KeywardError `RouteNotFoundError` while the authorization server is off */
export function assertOAuth({ settings }: Pick<Services, 'settings'>): void {
  if (!settings.current.oauth.enabled)
    throw new KeywardError('RouteNotFoundError', {
      message: 'Signing in with Keyward is off: the first application turns it on.',
    });
}

const Metadata = Type.Object(
  {
    issuer: Type.String({ examples: ['https://id.example.com'] }),
    authorization_endpoint: Type.String({ examples: ['https://id.example.com/auth/oauth/authorize'] }),
    token_endpoint: Type.String({ examples: ['https://id.example.com/auth/oauth/token'] }),
    jwks_uri: Type.String({ examples: ['https://id.example.com/.well-known/jwks.json'] }),
  },
  { additionalProperties: true, description: 'Other fields of RFC 8414 and OpenID Connect Discovery' },
);

const SUMMARY = 'What clients need to know to sign people in with Keyward';
/** Short, so that a change of the settings is soon known. */
const CACHE_CONTROL = 'public, max-age=60';

export const getMetadata = publicEndpoint({
  summary: SUMMARY,
  response: { 200: Metadata },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  routine: true,
  async handle({ services, reply }) {
    reply.header('cache-control', CACHE_CONTROL).header('access-control-allow-origin', '*');
    return (await services.oauth()).metadata();
  },
});

/** The address for an issuer with a path, which RFC 8414 §3.1 inserts before it. */
export const getMetadataOfPath = publicEndpoint({
  summary: `${SUMMARY}; at the path of the issuer alone`,
  params: Type.Object({ path: Type.String({ examples: ['id'] }) }),
  response: { 200: Metadata },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  routine: true,
  async handle({ services, params, reply }) {
    const { pathname } = new URL(services.publicUrl());
    if (`/${params.path}` !== pathname.replace(/\/$/, '')) throw new KeywardError('RouteNotFoundError');
    reply.header('cache-control', CACHE_CONTROL).header('access-control-allow-origin', '*');
    return (await services.oauth()).metadata();
  },
});
