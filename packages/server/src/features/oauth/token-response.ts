import type { OAuthSettings } from '../../config/sections/oauth.ts';
import type { Clock } from '../../lib/clock.ts';
import type { GrantRow } from '../../store/engine/schema.ts';
import type { Settings } from '../settings/settings.ts';
import type { Application } from './application.ts';
import { claimsOf } from './claims.ts';
import { type LiveGrant, readGrantDetails } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import { halfHash, type OAuthTokens, randomName } from './tokens.ts';
import { askedScopes, claimsOfToken, permittedResources, scopesFor } from './scopes.ts';
import { areAmong, wordsIn } from './words.ts';

/** The answer of the token endpoint (RFC 6749 §5.1). */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer' | 'DPoP';
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
}

/** The scopes and resources of a token request, which can only reduce those that were granted. */
export interface Narrowing {
  scope: string | undefined;
  resources: readonly string[];
}

/** The scopes and audiences of an access token. */
interface Aim {
  scopes: string[];
  resources: string[];
  /** The thumbprint of the key in the request's proof; null without one. */
  jkt: string | null;
}

export interface TokenResponses {
  /**
   * The scopes and audiences for a request: at most those that were granted, and that the application may have now.
   * @throws OAuthError `invalid_scope`, `invalid_target`, `invalid_dpop_proof`
   */
  aim(
    application: Application,
    granted: Pick<GrantRow, 'scopes' | 'resources'>,
    asked: Narrowing,
    jkt: string | null,
  ): Aim;
  /** Binds tokens to the key of the request where that is required. @throws OAuthError `invalid_dpop_proof` */
  bind(application: Application, aim: Aim): Aim;
  ofGrant(application: Application, live: LiveGrant, aim: Aim): Promise<TokenResponse>;
  /** A token for the application itself. */
  ofMachine(application: Application, aim: Aim): Promise<TokenResponse>;
}

const MINUTE_S = 60;

export function createTokenResponses(deps: {
  tokens: OAuthTokens;
  settings: Settings;
  issuer: () => string;
  clock: Clock;
}): TokenResponses {
  const { tokens, settings, issuer, clock } = deps;

  const algorithmOf = ({ details }: Application) =>
    details.signing_algorithm ?? settings.current.oauth.signing_algorithm;

  function lifeOf(
    { details }: Application,
    resources: readonly string[],
    { resources: known }: OAuthSettings,
  ) {
    const limits = resources.map((resource) => known[resource]?.access_minutes ?? Infinity);
    return Math.min(details.access_minutes, ...limits) * MINUTE_S;
  }

  async function access(
    application: Application,
    { scopes, resources, jkt }: Aim,
    { subject, name, more }: { subject: string; name: string; more: Record<string, unknown> },
  ) {
    const now = Math.floor(clock.now() / 1000);
    const life = lifeOf(application, resources, settings.current.oauth);
    const [first = issuer(), ...others] = resources;
    const claims = {
      sub: subject,
      aud: others.length === 0 ? first : [first, ...others],
      client_id: application.client_id,
      scope: scopes.join(' '),
      iat: now,
      exp: now + life,
      jti: name,
      ...more,
      ...(jkt !== null && { cnf: { jkt } }),
    };
    return { token: await tokens.sign('at+jwt', claims, algorithmOf(application)), life };
  }

  const bind: TokenResponses['bind'] = (application, aim) => {
    const { resources } = settings.current.oauth;
    const bound =
      application.dpop_bound === 1 ||
      aim.resources.some((resource) => resources[resource]?.dpop_bound === true);
    if (bound && aim.jkt === null)
      throw new OAuthError('invalid_dpop_proof', 'These tokens are bound to a key: send a DPoP header.');
    return aim;
  };

  return {
    aim(application, granted, { scope, resources: asked }, jkt) {
      const { oauth } = settings.current;
      const all = wordsIn(granted.resources);
      if (!areAmong(asked, all)) throw new OAuthError('invalid_target', 'The resource was not granted.');
      const resources = permittedResources(
        application,
        asked.length === 0 ? all : [...new Set(asked)],
        oauth,
      );
      // Without a resource, the token would be for this service itself.
      if (resources.length === 0 && all.length > 0)
        throw new OAuthError('invalid_target', 'This application may no longer ask for the resource.');
      const grantedScopes = wordsIn(granted.scopes);
      const wanted = scope === undefined ? grantedScopes : wordsIn(scope);
      if (!areAmong(wanted, grantedScopes))
        throw new OAuthError('invalid_scope', 'The scope exceeds what was granted.');
      const scopes = scopesFor(resources, askedScopes(application, wanted, oauth), oauth);
      return bind(application, { scopes, resources, jkt });
    },

    bind,

    async ofGrant(application, { grant, account, session }, aim) {
      const { oauth } = settings.current;
      const { nonce, claims, auth_time, amr, acr } = readGrantDetails(grant);
      const of = { claims, granted: wordsIn(grant.scopes) };
      const { id_token: names } = claimsOfToken(application, of, aim.scopes, oauth);
      const proof = { auth_time: Math.floor(auth_time / 1000), acr };
      const sid = session === null ? {} : { sid: String(session.id) };
      const { token, life } = await access(application, aim, {
        subject: account.uid,
        name: `${grant.uid}.${randomName()}`,
        more: { ...proof, ...sid },
      });
      const algorithm = algorithmOf(application);
      const now = Math.floor(clock.now() / 1000);
      const idToken = () =>
        tokens.sign(
          'JWT',
          {
            ...claimsOf(account, { scopes: [], names }, oauth),
            sub: account.uid,
            aud: application.client_id,
            iat: now,
            exp: now + application.details.access_minutes * MINUTE_S,
            ...proof,
            amr,
            ...sid,
            ...(nonce !== null && { nonce }),
            at_hash: halfHash(token, algorithm),
          },
          algorithm,
        );
      return {
        access_token: token,
        token_type: aim.jkt === null ? 'Bearer' : 'DPoP',
        expires_in: life,
        scope: aim.scopes.join(' '),
        refresh_token: tokens.refreshToken(grant, grant.refresh_generation),
        ...(aim.scopes.includes('openid') && { id_token: await idToken() }),
      };
    },

    async ofMachine(application, aim) {
      const { token, life } = await access(application, aim, {
        subject: application.client_id,
        name: `.${randomName()}`,
        more: {},
      });
      return {
        access_token: token,
        token_type: aim.jkt === null ? 'Bearer' : 'DPoP',
        expires_in: life,
        scope: aim.scopes.join(' '),
      };
    },
  };
}
