import type { Clock } from '../../lib/clock.ts';
import type { Client } from '../../lib/client.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { GrantRow } from '../../store/engine/schema.ts';
import { anonymous } from '../audit/events/origin.ts';
import type { Settings } from '../settings/settings.ts';
import { type Application, isPublic } from './application.ts';
import type { Clients } from './clients.ts';
import type { Devices } from './devices.ts';
import type { CheckProof } from './dpop.ts';
import { assertGrantType, DEVICE_GRANT, GRANT_TYPES, type GrantType } from './grant-types.ts';
import { createdEvent, type Grants, type LiveGrant } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import type { Parameters } from './parameters.ts';
import { askedResources, scopesFor } from './scopes.ts';
import type { Spend } from './single-use.ts';
import type { TokenResponse, TokenResponses } from './token-response.ts';
import { type OAuthTokens, sha256 } from './tokens.ts';
import { wordsIn } from './words.ts';

/** A request to the token endpoint. */
export interface TokenRequest {
  parameters: Parameters;
  authorization: string | undefined;
  dpop: string | string[] | undefined;
  client: Client;
}

/** The proofs in a request, besides its grant. */
interface Proven {
  /** The thumbprint of the key of its proof of possession; null without one. */
  jkt: string | null;
  /** Spends that proof, and the assertion of the application. */
  spend: Spend;
}

/** @throws OAuthError */
export type TokenEndpoint = (request: TokenRequest) => Promise<TokenResponse>;

/** Within this time, a replaced refresh token returns the newest one of its chain: several tabs may refresh at once. */
const GRACE_MS = 30_000;
/** The maximum number of replaced tokens to remember. */
const MOST_ROTATIONS = 32;

export function createTokenEndpoint(deps: {
  store: Store;
  settings: Settings;
  clients: Clients;
  grants: Grants;
  devices: Devices;
  tokens: OAuthTokens;
  responses: TokenResponses;
  checkProof: CheckProof;
  clock: Clock;
  /** The address of the endpoint, and the accepted audiences of assertions. */
  audience: () => [endpoint: string, ...others: string[]];
}): TokenEndpoint {
  const { store, settings, clients, grants, devices, tokens, responses, checkProof, clock, audience } = deps;

  const attribution = (client: Client) => ({ by: anonymous(client), at: clock.now() });

  /** Registers the application for a logout notice, and records that it got a token. */
  async function begun(
    tables: Tables,
    application: Application,
    live: LiveGrant,
    client: Client,
  ): Promise<void> {
    const { grant, account, session } = live;
    if (application.details.backchannel_logout_uri !== null && session !== null)
      await tables.oauthLogouts.insert({
        application_id: application.id,
        session_id: session.id,
        sid: String(session.id),
        subject: account.uid,
        due_at: 0,
      });
    await tables.events.add([createdEvent(account, application, grant, attribution(client))]);
  }

  async function byCode(
    application: Application,
    { parameters, client }: TokenRequest,
    { jkt, spend }: Proven,
  ): Promise<TokenResponse> {
    const code = parameters.required('code');
    const redirectUri = parameters.required('redirect_uri');
    const verifier = parameters.get('code_verifier');
    if (verifier !== undefined && !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
      throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge.');
    const use = {
      code_hash: sha256(code),
      application_id: application.id,
      redirect_uri: redirectUri,
      code_challenge: verifier === undefined ? null : sha256(verifier),
      dpop_jkt: jkt,
    };
    const asked = { scope: undefined, resources: parameters.resources };
    const given = await store.transaction(async (tables) => {
      const grant = await tables.grants.begin(
        use,
        clock.now(),
        isPublic(application),
        grants.ends(application),
      );
      if (grant === null) return null;
      const aim = responses.aim(application, grant, asked, jkt);
      const live = await grants.alive(application, grant, tables);
      if (live === null) throw new OAuthError('invalid_grant', 'The session of this code has ended.');
      await begun(tables, application, live, client);
      await spend(tables);
      return { live, aim };
    });
    if (given === null) {
      await endReused(use.code_hash, application, client, spend);
      throw new OAuthError(
        'invalid_grant',
        'The code is unknown, was used already, has expired, or is for another request.',
      );
    }
    return responses.ofGrant(application, given.live, given.aim);
  }

  /**
   * A code that is used twice may have been stolen, so its tokens end (RFC 6749 §4.1.2). A replay of the original
   * request ends nothing, because its proof is spent.
   */
  async function endReused(
    codeHash: string,
    application: Application,
    client: Client,
    spend: Spend,
  ): Promise<void> {
    await store.transaction(async (tables) => {
      const grant = await tables.grants.begunBy(codeHash, application.id);
      if (grant === null) return;
      await grants.end(tables, grant, application, 'code_reused', attribution(client), 'grant.code_reused');
      await spend(tables);
    });
  }

  async function byRefreshToken(
    application: Application,
    { parameters, client }: TokenRequest,
    { jkt, spend }: Proven,
  ): Promise<TokenResponse> {
    const read = tokens.readRefreshToken(parameters.required('refresh_token'));
    const refused = new OAuthError(
      'invalid_grant',
      'The refresh token is unknown, was revoked, or has expired.',
    );
    if (read === null) throw refused;
    for (;;) {
      const now = clock.now();
      const grant = await store.grants.find(read.uid, now);
      if (grant === null || grant.application_id !== application.id) throw refused;
      if (grants.expiresAt(application, grant) <= now) throw refused;
      if (grant.dpop_jkt !== null && grant.dpop_jkt !== jkt)
        throw new OAuthError('invalid_grant', 'The refresh token is bound to another key.');
      const asked = { scope: parameters.get('scope'), resources: parameters.resources };
      const aim = responses.aim(application, grant, asked, jkt);
      const live = await grants.alive(application, grant);
      if (live === null) throw refused;
      const newest = grant.refresh_generation;
      if (read.generation > newest) throw refused;
      if (read.generation === newest) {
        const renewed = { ...grants.ends(application, grant), rotations: rotated(grant, now) };
        const next = await store.transaction(async (tables) => {
          const row = await tables.grants.rotate(grant, renewed, now);
          if (row !== null) await spend(tables);
          return row;
        });
        // Another request was faster, and its new token is also the answer to this one.
        if (next === null) continue;
        return responses.ofGrant(application, { ...live, grant: next }, aim);
      }
      const at = rotatedAt(grant, read.generation);
      if (at !== null && now - at <= GRACE_MS) {
        await spend();
        return responses.ofGrant(application, live, aim);
      }
      const end = attribution(client);
      await store.transaction(async (tables) => {
        await grants.end(tables, grant, application, 'refresh_reused', end, 'grant.refresh_reused');
        await spend(tables);
      });
      throw refused;
    }
  }

  async function byItself(
    application: Application,
    { parameters }: TokenRequest,
    { jkt, spend }: Proven,
  ): Promise<TokenResponse> {
    const own = application.details.machine_scopes;
    // Anybody may register an application, and some APIs require no scope.
    if (own.length === 0)
      throw new OAuthError('unauthorized_client', 'This application may not act for itself.');
    const { oauth } = settings.current;
    const resources = askedResources(application, parameters.resources, oauth);
    if (resources.length === 0)
      throw new OAuthError('invalid_target', 'Name the resource that the token is for.');
    const asked = parameters.get('scope');
    const scopes = scopesFor(
      resources,
      asked === undefined ? own : wordsIn(asked).filter((scope) => own.includes(scope)),
      oauth,
    );
    if (scopes.length === 0 && asked !== undefined)
      throw new OAuthError('invalid_scope', 'This application may not have these scopes for itself.');
    const aim = responses.bind(application, { scopes, resources, jkt });
    await spend();
    return responses.ofMachine(application, aim);
  }

  async function byDevice(
    application: Application,
    { parameters, client }: TokenRequest,
    { jkt, spend }: Proven,
  ): Promise<TokenResponse> {
    const code = parameters.required('device_code');
    await devices.poll(code, application);
    const given = await store.transaction(async (tables) => {
      const grant = await devices.take(tables, code, application, jkt, client);
      const live = grant === null ? null : await grants.alive(application, grant, tables);
      if (grant === null || live === null) return null;
      const asked = { scope: undefined, resources: parameters.resources };
      const aim = responses.aim(application, grant, asked, jkt);
      await begun(tables, application, live, client);
      await spend(tables);
      return { live, aim };
    });
    if (given === null)
      throw new OAuthError('invalid_grant', 'The device code was used already, or its session has ended.');
    return responses.ofGrant(application, given.live, given.aim);
  }

  const FLOWS: Record<GrantType, typeof byCode> = {
    authorization_code: byCode,
    refresh_token: byRefreshToken,
    client_credentials: byItself,
    [DEVICE_GRANT]: byDevice,
  };

  return async (request) => {
    const { parameters, authorization, dpop, client } = request;
    const { application, spend } = await clients.authenticate(
      parameters,
      authorization,
      audience(),
      client.ipAddress,
    );
    const type = parameters.required('grant_type');
    const grantType = GRANT_TYPES.find((one) => one === type);
    if (grantType === undefined)
      throw new OAuthError('unsupported_grant_type', 'This grant_type is not supported.');
    assertGrantType(application, grantType);
    const [url] = audience();
    const proof = await checkProof({ proof: dpop, method: 'POST', url });
    const response = await FLOWS[grantType](application, request, {
      jkt: proof?.thumbprint ?? null,
      async spend(tables) {
        await proof?.spend(tables);
        await spend(tables);
      },
    });
    await clients.used(application);
    return response;
  };
}

type Rotated = Pick<GrantRow, 'rotations' | 'refresh_generation'>;

/** The column with one more replaced token. */
function rotated({ rotations, refresh_generation: generation }: Rotated, now: number): string {
  const recent = readRotations(rotations).filter(([, at]) => now - at <= GRACE_MS);
  return [...recent, [generation, now]]
    .slice(-MOST_ROTATIONS)
    .map((one) => one.join(':'))
    .join(' ');
}

/** When a token was replaced; null if that is no longer known. */
function rotatedAt({ rotations }: Rotated, generation: number): number | null {
  return readRotations(rotations).find(([one]) => one === generation)?.[1] ?? null;
}

function readRotations(text: string): [generation: number, at: number][] {
  return wordsIn(text).map((word) => {
    const [generation = 0, at = 0] = word.split(':').map(Number);
    return [generation, at];
  });
}
