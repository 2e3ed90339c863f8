import { Type } from 'typebox';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { agentOf } from './agent.ts';
import { assertMcp } from './protected-resource.ts';

export const postMcp = publicEndpoint({
  summary: 'Lets agents administer by the Model Context Protocol: streamable HTTP, without sessions',
  body: Type.Unsafe<unknown>({
    type: ['object', 'array'],
    description:
      'JSON-RPC 2.0. Authorization: an access token of a superadmin for this resource, or an API key',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  }),
  response: {
    200: Type.Object(
      { jsonrpc: Type.Literal('2.0') },
      { additionalProperties: true, description: 'JSON-RPC 2.0, as JSON or as an event stream' },
    ),
    202: Type.Null({ description: 'A notification was accepted' }),
  },
  errors: ['RouteNotFoundError'],
  oauthErrors: ['invalid_token', 'insufficient_scope', 'invalid_dpop_proof', 'access_denied'],
  assertExists: assertMcp,
  async handle(context) {
    const { services, request, reply, body, origin } = context;
    // Required by the protocol against DNS rebinding.
    const isKnown = async (page: string) =>
      services.frontends.isAllowed(page) || (await services.store.applications.hasOrigin(page));
    if (origin !== undefined && !(await isKnown(origin)))
      throw new OAuthError('access_denied', 'Pages of this origin may not call this endpoint.', {
        status: 403,
      });
    const resource = (await services.oauth()).administration();
    const { actor, ...agent } = await agentOf(context, resource);
    const { answerAgent } = await import('./mcp-server.ts');
    const { documents } = request.server;
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const answer = await answerAgent(
      { ...agent, context: { services, documents, actor } },
      new Request(resource, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        signal: actor.signal ?? null,
      }),
      body,
    );
    return reply
      .code(answer.status)
      .headers(Object.fromEntries(answer.headers))
      .serializer(String)
      .send(await answer.text());
  },
});
