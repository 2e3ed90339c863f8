import * as oauth from 'openid-client';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { MAX_URL } from '../../../lib/text.ts';
import { createIdTokenVerifier, type IdToken, invalid, type SentIdToken } from './id-token.ts';
import type { Preset } from './preset.ts';
import { asClaims, type Claims, type ProfileSource, type ProviderProfile } from './profile.ts';
import { createProviderFetch, repairing, withBoundedKeys, withoutObjects } from './provider-fetch.ts';

/** The values that make an authorisation request unique. Fresh for each flow. */
export interface FlowSecrets {
  nonce: string;
  /** PKCE's code verifier. */
  verifier: string;
  redirectUri: string;
}

/** The client for one provider, with one set of credentials. */
export interface OAuthClient<Profile extends ProviderProfile = ProviderProfile> {
  /** The address to send the browser to. @throws KeywardError `ProviderFailedError` */
  authorizationUrl(state: string, secrets: FlowSecrets): Promise<string>;
  /**
   * Exchanges the code of a callback and reads the profile. Verifies `iss` and the ID token, if there is one.
   * @param callback the query with which the browser returned
   * @param watch receives what the provider says, by where it says it
   * @throws KeywardError `ProviderFailedError`, `OAuthDeniedError`
   */
  profile(
    callback: URLSearchParams,
    state: string,
    secrets: FlowSecrets,
    watch?: ClaimsWatch,
  ): Promise<Profile>;
  /**
   * Verifies an ID token that an app received directly. Only for OpenID Connect.
   * @throws KeywardError `ProviderFailedError`, `IdTokenInvalidError`
   */
  personOf(sent: SentIdToken): Promise<Person<Profile>>;
}

/** @param source `id_token`, `userinfo`, or an address */
export type ClaimsWatch = (source: string, claims: Claims) => void;

/** The subject of an ID token. */
export interface Person<Profile extends ProviderProfile = ProviderProfile> extends Omit<IdToken, 'claims'> {
  profile: Profile;
}

/** The time limit of one request to a provider, in seconds. */
const REQUEST_S = 5;
/** The time limit of all requests of one step, in milliseconds. A callback must redirect within 10 s. */
const STEP_MS = 8_000;
/** The lifetime of discovered metadata. */
const DISCOVERY_MS = 3_600_000;
/** In characters of JSON. Providers publish 2,000 to 8,000. */
const MAX_METADATA = 32_768;

export function createOAuthClient<Profile extends ProviderProfile>(options: {
  preset: Preset<Profile>;
  issuer: string;
  scopes: readonly string[];
  clientId: string;
  /** A function returns a new secret for each exchange. */
  clientSecret: string | (() => Promise<string>);
  /** Sends requests to the provider; default: to any address that the operator has configured. */
  fetch?: oauth.CustomFetch;
  clock: Clock;
}): OAuthClient<Profile> {
  const { preset, issuer, clientId, clientSecret, clock } = options;
  const { lacks = [], repair, authentication } = preset;
  const isOpenId = preset.endpoints === undefined;
  const hasNonce = isOpenId && !lacks.includes('nonce');
  const scope = [...new Set(isOpenId ? ['openid', ...options.scopes] : options.scopes)].join(' ');
  const { fetch = createProviderFetch(issuer) } = options;
  const verify = createIdTokenVerifier(fetch, clock);
  let discovered: { at: number; configuration: Promise<oauth.Configuration> } | undefined;

  /** Discovered at the first use, once for all simultaneous callers. Failures are not cached. */
  async function configured(): Promise<oauth.Configuration> {
    const now = clock.now();
    if (discovered !== undefined && now - discovered.at < DISCOVERY_MS) return discovered.configuration;
    const entry = { at: now, configuration: discover() };
    discovered = entry;
    try {
      return await entry.configuration;
    } catch (error) {
      if (discovered === entry) discovered = undefined;
      throw error;
    }
  }

  async function discover(): Promise<oauth.Configuration> {
    const configuration =
      preset.endpoints === undefined
        ? await oauth.discovery(new URL(issuer), clientId, undefined, authenticate, {
            [oauth.customFetch]: repairing(fetch, 'all', withoutObjects),
            // The library refuses http everywhere; this fetch function allows it where it is harmless.
            execute: [oauth.allowInsecureRequests, oauth.enableNonRepudiationChecks],
            timeout: REQUEST_S,
          })
        : new oauth.Configuration(
            {
              issuer,
              authorization_endpoint: preset.endpoints.authorization,
              token_endpoint: preset.endpoints.token,
            },
            clientId,
            undefined,
            authenticate,
          );
    const metadata = configuration.serverMetadata();
    // Browsers are sent to its addresses, and it is kept.
    if (Object.values(metadata).some((text) => typeof text === 'string' && text.length > MAX_URL))
      throw new Error(`the metadata has a value of more than ${MAX_URL} characters`);
    if (JSON.stringify(metadata).length > MAX_METADATA)
      throw new Error(`the metadata has more than ${MAX_METADATA} characters`);
    const { token_endpoint: endpoint, jwks_uri: keysAt } = metadata;
    const bounded = repairing(fetch, keysAt, withBoundedKeys);
    configuration[oauth.customFetch] = repair === undefined ? bounded : repairing(bounded, endpoint, repair);
    configuration.timeout = REQUEST_S;
    oauth.allowInsecureRequests(configuration);
    return configuration;
  }

  /** In the body if the provider accepts that: some providers misread special characters in the encoded header. */
  // The library awaits it, as it awaits its `PrivateKeyJwt`.
  // oxlint-disable-next-line typescript/no-misused-promises
  const authenticate: oauth.ClientAuth = async (server, ...rest) => {
    const secret = typeof clientSecret === 'string' ? clientSecret : await clientSecret();
    const accepted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    const inBody = authentication === undefined ? !isOpenId || accepted : authentication === 'post';
    const method = inBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
    return method(server, ...rest);
  };

  function sourceOf(
    configuration: oauth.Configuration,
    tokens: Tokens,
    brought: URLSearchParams,
    watch: ClaimsWatch = () => {},
  ): ProfileSource {
    const claims = asClaims(tokens.claims());
    if (Object.keys(claims).length > 0) watch('id_token', claims);
    return {
      claims,
      brought,
      async userInfo() {
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
        if (endpoint === undefined || typeof claims['sub'] !== 'string') return {};
        const told = asClaims(await oauth.fetchUserInfo(configuration, tokens.access_token, claims['sub']));
        watch('userinfo', told);
        return told;
      },
      async get(url, headers) {
        const response = await oauth.fetchProtectedResource(
          configuration,
          tokens.access_token,
          new URL(url),
          'GET',
          null,
          new Headers(headers),
        );
        if (!response.ok) throw new Error(`${url} answered ${response.status}`);
        const told: unknown = await response.json();
        watch(url, Array.isArray(told) ? { list: told } : asClaims(told));
        return told;
      },
    };
  }

  return {
    authorizationUrl: (state, { nonce, verifier, redirectUri }) =>
      step(async () => {
        const url = oauth.buildAuthorizationUrl(await configured(), {
          redirect_uri: redirectUri,
          scope,
          state,
          ...(!lacks.includes('pkce') && {
            code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
          }),
          ...(hasNonce && { nonce }),
          ...preset.parameters,
        });
        return url.href;
      }),

    profile: (callback, state, { nonce, verifier, redirectUri }, watch) =>
      step(async () => {
        const configuration = await configured();
        const url = new URL(redirectUri);
        url.search = callback.toString();
        const tokens = await oauth.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          idTokenExpected: isOpenId,
          ...(!lacks.includes('pkce') && { pkceCodeVerifier: verifier }),
          ...(hasNonce && { expectedNonce: nonce }),
        });
        const azp = tokens.claims()?.['azp'];
        // OpenID Connect Core §3.1.3.7: a token for this client that another client requested.
        if (azp !== undefined && azp !== clientId)
          throw new Error('the ID token was made for another client');
        const profile = await preset.profile(sourceOf(configuration, tokens, callback, watch));
        if (profile === null) throw new Error('the provider does not identify the person');
        return profile;
      }),

    personOf: (sent) =>
      step(async () => {
        const configuration = await configured();
        const { claims, ...token } = await verify(configuration.serverMetadata(), sent);
        const profile = await preset.profile({
          claims,
          brought: new URLSearchParams(),
          // Without an access token, there is no user info.
          userInfo: async () => ({}),
          get: () => Promise.reject(new Error('there is no access token')),
        });
        if (profile === null) throw invalid('it does not identify the person');
        return { ...token, profile };
      }),
  };
}

/** The errors of a person's refusal: the standard's (RFC 6749 §4.1.2.1), and those of Apple and LinkedIn. */
const DENIALS: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
]);

type Tokens = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>;

/** Sets the time limit of a step, and converts all errors to those of the catalogue. */
async function step<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${STEP_MS} ms`)), STEP_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (cause) {
    if (cause instanceof KeywardError) throw cause;
    const denied = cause instanceof oauth.AuthorizationResponseError && DENIALS.has(cause.error);
    throw new KeywardError(denied ? 'OAuthDeniedError' : 'ProviderFailedError', { cause });
  } finally {
    clearTimeout(timer);
  }
}
