import { LRUCache } from 'lru-cache';
import type { CustomFetch } from 'openid-client';
import type { Clock } from '../../lib/clock.ts';
import type { Seal } from '../../lib/seal.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { createOAuthClient, FlowSecrets, OAuthClient } from '../sign-in/provider/oauth-client.ts';
import { openId } from '../sign-in/provider/openid-presets.ts';
import type { Preset } from '../sign-in/provider/preset.ts';
import { openSecret, readOidc } from './connection.ts';
import { isShared } from './issuers.ts';
import { type ConnectionPerson, groupsOf } from './person.ts';

/** OpenID providers of organizations. */
export interface OidcConnections {
  /** The address to send the browser to. @throws KeywardError `ProviderFailedError` */
  authorizationUrl(row: ConnectionRow, state: string, secrets: FlowSecrets): Promise<string>;
  /**
   * Exchanges the code of a callback, and verifies the ID token.
   * @throws KeywardError `ProviderFailedError`, `OAuthDeniedError`
   */
  person(
    row: ConnectionRow,
    callback: URLSearchParams,
    flow: { state: string; secrets: FlowSecrets },
    /** Observes the requests to the provider, which needs a separate client. */
    watch?: (fetch: CustomFetch) => CustomFetch,
  ): Promise<ConnectionPerson>;
}

/** Makes the client for one provider. */
export type CreateOAuthClient = typeof createOAuthClient<ConnectionPerson>;

/** In their order. */
const NAMES = ['name', 'preferred_username', 'nickname'];

/** The number of clients that keep their discovered configuration. */
const KEPT_CLIENTS = 500;

export function createOidcConnections(deps: {
  createOAuthClient: CreateOAuthClient;
  seal: Seal;
  fetch: CustomFetch;
  clock: Clock;
}): OidcConnections {
  const { createOAuthClient: create, seal, fetch, clock } = deps;
  const clients = new LRUCache<string, OAuthClient<ConnectionPerson>>({ max: KEPT_CLIENTS });

  /** The client for the current settings of the connection. */
  function clientOf(row: ConnectionRow): OAuthClient<ConnectionPerson> {
    const key = [row.uid, row.config, row.sealed_secret].join(' ');
    const kept = clients.get(key);
    if (kept !== undefined) return kept;
    const client = newClient(row, fetch);
    clients.set(key, client);
    return client;
  }

  function newClient(row: ConnectionRow, through: CustomFetch): OAuthClient<ConnectionPerson> {
    const { issuer, client_id: clientId, scopes } = readOidc(row);
    return create({
      preset: presetOf(issuer),
      issuer,
      scopes,
      clientId,
      clientSecret: openSecret(seal, row),
      fetch: through,
      clock,
    });
  }

  return {
    authorizationUrl: (row, state, secrets) => clientOf(row).authorizationUrl(state, secrets),
    person: (row, callback, { state, secrets }, watch) =>
      (watch === undefined ? clientOf(row) : newClient(row, watch(fetch))).profile(callback, state, secrets),
  };
}

/**
 * The provider of one company may leave `email_verified` out: its people cannot choose their email. A provider for
 * everybody must confirm it.
 */
function presetOf(issuer: string): Preset<ConnectionPerson> {
  const base = openId(issuer);
  const shared = isShared(issuer);
  return {
    ...base,
    async profile(source) {
      // Many providers include the email or the groups in only one of these places.
      const isComplete = source.claims['email'] !== undefined && groupsOf(source.claims).length > 0;
      const info = isComplete ? {} : await source.userInfo();
      const profile = await base.profile({ ...source, userInfo: async () => info });
      if (profile === null) return null;
      const claims = { ...info, ...source.claims };
      const denied = [info, source.claims].some(
        ({ email_verified: verified }) => verified !== undefined && verified !== true,
      );
      const emailVerified = profile.emailVerified || (!shared && !denied);
      const name = NAMES.find((one) => String(claims[one]).trim() === profile.name);
      const from = { subject: 'sub', email: 'email', name };
      return { ...profile, emailVerified, issuer, groups: groupsOf(claims), from, claims };
    },
  };
}
