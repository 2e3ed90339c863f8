import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

/** @throws KeywardError `RouteNotFoundError` while MCP is turned off */
export function assertMcp({ settings }: Pick<Services, 'settings'>): void {
  const { enabled, mcp } = settings.current.oauth;
  if (!enabled || !mcp) throw new KeywardError('RouteNotFoundError');
}

/** RFC 9728 §3.1: the path of the resource follows the well-known one. */
export function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

const COMMON = {
  response: {
    200: Type.Object({
      resource: Type.String({ examples: ['https://id.example.com/mcp'] }),
      authorization_servers: Type.Array(Type.String({ examples: ['https://id.example.com'] })),
      scopes_supported: Type.Array(Type.String({ examples: ['accounts:read'] })),
      bearer_methods_supported: Type.Array(Type.String({ examples: ['header'] })),
      resource_name: Type.String({ examples: ['Administration of Keyward'] }),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertMcp,
  routine: true,
} as const;

async function show(services: Services) {
  const { TOOLS } = await import('./tools/tools.ts');
  return {
    resource: (await services.oauth()).administration(),
    authorization_servers: [services.publicUrl()],
    scopes_supported: [...new Set(TOOLS.flatMap(({ scopes }) => scopes))].sort(),
    bearer_methods_supported: ['header'],
    resource_name: 'Administration of Keyward',
  };
}

export const getProtectedResource = publicEndpoint({
  ...COMMON,
  summary: 'The metadata of the MCP endpoint (RFC 9728)',
  async handle({ services, reply }) {
    reply.header('access-control-allow-origin', '*');
    return show(services);
  },
});

export const getProtectedResourceOfPath = publicEndpoint({
  ...COMMON,
  summary: 'The metadata of the MCP endpoint, for an issuer with a path (RFC 9728 §3.1)',
  params: Type.Object({ path: Type.String({ examples: ['id'] }) }),
  async handle({ services, params, reply }) {
    const { pathname } = new URL(services.publicUrl());
    if (`/${params.path}` !== pathname.replace(/\/$/, '')) throw new KeywardError('RouteNotFoundError');
    reply.header('access-control-allow-origin', '*');
    return show(services);
  },
});
