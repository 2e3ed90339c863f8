import { KeywardError } from '../../errors.ts';
import { applicationActor, keyActor } from '../../features/audit/actors/actor.ts';
import { isActiveSuperadmin } from '../../features/audit/actors/superadmin-role.ts';
import { KEY_PREFIX } from '../../features/identity/api-keys/api-key.ts';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import { wordsIn } from '../../features/oauth/words.ts';
import { credentialsIn } from '../oauth/form.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import { metadataAddress } from './protected-resource.ts';
import type { AgentCall } from './mcp-server.ts';

/** The scopes that clients request first: only read access. A tool requests further ones when they are needed. */
const FIRST_SCOPES = 'accounts:read events:read settings:read webhooks:read';

type Known = Pick<PublicContext, 'services' | 'request' | 'client' | 'signal'>;

/**
 * Authenticates an agent: an application of a superadmin by an access token for this resource, or an API key.
 * @throws OAuthError with the address of the resource's metadata (RFC 9728 §5.1)
 */
export async function agentOf(
  { services, request, client, signal }: Known,
  resource: string,
): Promise<Omit<AgentCall, 'context'> & Pick<AgentCall['context'], 'actor'>> {
  const { scheme, token } = credentialsIn(request.headers);
  const challenge = (more: string) => `${scheme} ${more}resource_metadata="${metadataAddress(resource)}"`;
  const refused = (error: 'invalid_token' | 'insufficient_scope', description: string) =>
    new OAuthError(error, description, { challenge: challenge(`error="${error}", `) });
  if (token === undefined)
    throw new OAuthError('invalid_token', 'An access token or an API key is needed.', {
      challenge: challenge(`scope="${FIRST_SCOPES}", `),
    });
  const call = { token, resource: new URL(resource) };
  try {
    if (token.startsWith(KEY_PREFIX)) {
      const key = await services.apiKeys.authenticate(token, client.ipAddress);
      const actor = keyActor(key, client, signal);
      return { ...call, actor, clientId: `key:${key.id}`, scopes: wordsIn(key.scopes) };
    }
    const { access } = await services.oauth();
    const presented = {
      token,
      scheme,
      dpop: request.headers['dpop'],
      method: request.method,
      url: resource,
    };
    const { account, application, grant, scopes } = await access.admit(presented, resource);
    if (!isActiveSuperadmin(account))
      throw refused('insufficient_scope', 'Only applications of superadmins may administer.');
    const { client_id, name } = application;
    const delegation = { account, application: { client_id, name }, grant: grant.uid };
    return { ...call, actor: applicationActor(delegation, client, signal), clientId: client_id, scopes };
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_token')
      throw refused('invalid_token', error.message);
    if (error instanceof KeywardError && error.kind === 'InvalidTokenError')
      throw refused('invalid_token', 'The API key is unknown or was revoked.');
    if (error instanceof KeywardError && error.kind === 'KeyAddressError')
      throw refused('insufficient_scope', error.message);
    throw error;
  }
}
