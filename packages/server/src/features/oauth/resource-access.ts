import type { JWTPayload } from 'jose';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import type { Client } from '../../lib/client.ts';
import { anonymous } from '../audit/events/origin.ts';
import type { Settings } from '../settings/settings.ts';
import { type Application, isPublic } from './application.ts';
import { claimsOf } from './claims.ts';
import type { Authenticated, Clients } from './clients.ts';
import { type Grants, type LiveGrant, readGrantDetails } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import { askedScopes, claimsOfToken, permittedResources } from './scopes.ts';
import type { OAuthTokens } from './tokens.ts';
import { usedKey } from './tokens.ts';
import type { CheckProof, Proof } from './dpop.ts';
import { wordsIn } from './words.ts';

/** A valid access token. */
interface LiveToken {
  claims: JWTPayload;
  /** The scopes that the application may still have: an administrator may have removed some. */
  scopes: string[];
  audiences: string[];
  application: Application;
  /** Null for a token that an application has for itself. */
  live: LiveGrant | null;
}

/** An access token in a request. */
export interface Presented {
  token: string;
  /** Sent as `Authorization: DPoP`, not as Bearer. */
  scheme: 'Bearer' | 'DPoP';
  dpop: string | string[] | undefined;
  method: string;
  url: string;
}

/** An application that acts for an account. */
export interface Admission extends LiveGrant {
  application: Application;
  scopes: string[];
}

/** Userinfo, introspection and revocation of tokens, and the resources of Keyward itself. */
export interface ResourceAccess {
  /**
   * The claims about an account that an application may read.
   * @param signed whether to answer with a JWT
   * @throws OAuthError `invalid_token`, `insufficient_scope`, `invalid_dpop_proof`
   */
  userinfo(presented: Presented, signed: boolean): Promise<Record<string, unknown> | string>;
  /**
   * The rights of an application at a resource of Keyward itself. A token with other audiences is refused, because the
   * servers of those audiences could use it here.
   * @throws OAuthError `invalid_token`, `invalid_dpop_proof`
   */
  admit(presented: Presented, resource: string): Promise<Admission>;
  /** RFC 7662. */
  introspect(caller: Authenticated, token: string): Promise<Record<string, unknown>>;
  /** RFC 7009. */
  revoke(caller: Authenticated, token: string, client: Client): Promise<void>;
}

export function createResourceAccess(deps: {
  store: Store;
  settings: Settings;
  clients: Clients;
  grants: Grants;
  tokens: OAuthTokens;
  checkProof: CheckProof;
  clock: Clock;
}): ResourceAccess {
  const { store, settings, clients, grants, tokens, checkProof, clock } = deps;

  /** A token with a valid signature, a live grant, and no revocation; null for any other. */
  async function liveToken(token: string): Promise<LiveToken | null> {
    const claims = await tokens.verify('at+jwt', token);
    const { jti, client_id, iat = 0 } = claims ?? {};
    if (claims === null || jti === undefined || typeof client_id !== 'string') return null;
    const application = await clients.find(client_id, null);
    if (application === null || iat * 1000 < application.tokens_since - (application.tokens_since % 1000))
      return null;
    if (await store.usedIdTokens.isUsed(usedKey.accessToken(jti))) return null;
    const { oauth } = settings.current;
    const [uid = ''] = jti.split('.');
    const isMachine = uid === '';
    const own = wordsIn(typeof claims['scope'] === 'string' ? claims['scope'] : '');
    const scopes = isMachine
      ? own.filter((scope) => application.details.machine_scopes.includes(scope))
      : askedScopes(application, own, oauth);
    const audiences = [claims.aud ?? []]
      .flat()
      .filter((one) => one === claims.iss || permittedResources(application, [one], oauth).length > 0);
    if (audiences.length === 0) return null;
    const found = { claims, scopes, audiences, application };
    if (isMachine) return { ...found, live: null };
    const grant = await store.grants.find(uid, clock.now());
    if (grant === null || grant.application_id !== application.id) return null;
    const live = await grants.alive(application, grant);
    // A token that was issued in a session ends with it, even if its grant outlives the session.
    if (live === null || (claims['sid'] !== undefined && live.session === null)) return null;
    return { ...found, live };
  }

  /**
   * Checks a token of an account, and the proof of the key that it is bound to. The caller spends the proof after its
   * own checks.
   * @throws OAuthError
   */
  async function presentedToken({ token, scheme, dpop, method, url }: Presented) {
    const dead = new OAuthError(
      'invalid_token',
      'The access token is unknown, was revoked, or has expired.',
      {
        challenge: `${scheme} error="invalid_token"`,
      },
    );
    const found = await liveToken(token);
    if (found === null || found.live === null) throw dead;
    const { live } = found;
    const { cnf } = found.claims;
    const bound: unknown = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined;
    let proof: Proof | null = null;
    if (bound !== undefined || scheme === 'DPoP') {
      proof = scheme === 'DPoP' ? await checkProof({ proof: dpop, method, url, accessToken: token }) : null;
      if (proof === null || proof.thumbprint !== bound) throw dead;
    }
    return { ...found, live, proof, dead };
  }

  function describe({ claims, scopes, audiences, application, live }: LiveToken): Record<string, unknown> {
    const { jti, sub, iss, iat, exp, sid, cnf, acr, auth_time } = claims;
    return {
      active: true,
      client_id: application.client_id,
      token_type: cnf === undefined ? 'Bearer' : 'DPoP',
      ...(live !== null && scopes.includes('profile') && { username: live.account.handle }),
      jti,
      sub,
      aud: audiences.length === 1 ? audiences[0] : audiences,
      iss,
      iat,
      exp,
      scope: scopes.join(' '),
      ...(sid !== undefined && { sid }),
      ...(cnf !== undefined && { cnf }),
      ...(acr !== undefined && { acr, auth_time }),
    };
  }

  function userinfoOf(account: AccountRow, scopes: readonly string[], names: readonly string[]) {
    return { sub: account.uid, ...claimsOf(account, { scopes, names }, settings.current.oauth) };
  }

  return {
    async userinfo(presented, signed) {
      const { application, live, scopes, proof } = await presentedToken(presented);
      if (!scopes.includes('openid'))
        throw new OAuthError('insufficient_scope', 'The access token lacks the scope openid.', {
          challenge: `${presented.scheme} error="insufficient_scope", scope="openid"`,
        });
      await proof?.spend();
      const { claims } = readGrantDetails(live.grant);
      const of = { claims, granted: wordsIn(live.grant.scopes) };
      const { userinfo: names } = claimsOfToken(application, of, scopes, settings.current.oauth);
      const info = userinfoOf(live.account, scopes, names);
      if (!signed) return info;
      const algorithm = application.details.signing_algorithm ?? settings.current.oauth.signing_algorithm;
      return tokens.sign('JWT', { ...info, aud: application.client_id }, algorithm);
    },

    async admit(presented, resource) {
      const { claims, application, live, scopes, audiences, proof, dead } = await presentedToken(presented);
      if ([claims.aud].flat().length !== 1 || !audiences.includes(resource)) throw dead;
      await proof?.spend();
      return { ...live, application, scopes };
    },

    async introspect({ application: caller, spend }, token) {
      const none = { active: false };
      if (isPublic(caller)) return none;
      const read = tokens.readRefreshToken(token);
      if (read !== null) {
        const now = clock.now();
        const grant = await store.grants.find(read.uid, now);
        if (grant === null || grant.application_id !== caller.id) return none;
        const expiresAt = grants.expiresAt(caller, grant);
        if (expiresAt <= now) return none;
        const live = await grants.alive(caller, grant);
        if (live === null || read.generation !== grant.refresh_generation) return none;
        await spend();
        const scopes = askedScopes(caller, wordsIn(grant.scopes), settings.current.oauth);
        return {
          active: true,
          client_id: caller.client_id,
          token_type: 'refresh_token',
          sub: live.account.uid,
          ...(scopes.includes('profile') && { username: live.account.handle }),
          scope: scopes.join(' '),
          exp: Math.floor(expiresAt / 1000),
          iat: Math.floor((grant.begun_at ?? grant.created_at) / 1000),
        };
      }
      const found = await liveToken(token);
      if (found === null) return none;
      const isServer =
        caller.type === 'machine' && found.audiences.some((one) => caller.details.resources.includes(one));
      if (found.application.id !== caller.id && !isServer) return none;
      await spend();
      return describe(found);
    },

    async revoke({ application: caller, spend }, token, client) {
      const read = tokens.readRefreshToken(token);
      if (read !== null) {
        const grant = await store.grants.find(read.uid, clock.now());
        if (grant === null || grant.application_id !== caller.id) return;
        await spend();
        const attribution = { by: anonymous(client), at: clock.now() };
        await store.transaction((tables) => grants.end(tables, grant, caller, 'client', attribution));
        return;
      }
      const found = await liveToken(token);
      if (found === null || found.application.id !== caller.id) return;
      await spend();
      const { jti = '', exp = 0 } = found.claims;
      await store.usedIdTokens.use(usedKey.accessToken(jti), exp * 1000);
    },
  };
}
