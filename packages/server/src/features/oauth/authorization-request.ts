import { isCodeChallenge } from '../../lib/pkce.ts';
import type { Settings } from '../settings/settings.ts';
import type { Application } from './application.ts';
import { type AskedClaims, readClaims } from './claims.ts';
import type { Clients } from './clients.ts';
import { assertGrantType } from './grant-types.ts';
import { ACR_ONE, ACR_TWO } from './metadata.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { type Parameters, readParameters, repeated } from './parameters.ts';
import { isRegistered, redirectUriProblem } from './redirect-uris.ts';
import { askedClaims, askedResources, askedScopes } from './scopes.ts';
import type { OAuthTokens } from './tokens.ts';
import { wordsIn } from './words.ts';

export type Mode = 'query' | 'form_post';
const PROMPTS = ['none', 'login', 'consent', 'select_account', 'create'] as const;
export type Prompt = (typeof PROMPTS)[number];

/** The destination of an answer (RFC 6749 §4.1.2). */
export interface ReplyTo {
  redirectUri: string;
  mode: Mode;
  state: string | null;
}

/** A valid request. */
export interface AuthorizationRequest extends ReplyTo {
  application: Application;
  scopes: string[];
  resources: string[];
  nonce: string | null;
  codeChallenge: string | null;
  dpopJkt: string | null;
  prompts: ReadonlySet<Prompt>;
  /** Seconds; null for any. */
  maxAge: number | null;
  /** Whether it requires two factors. */
  needsTwo: boolean;
  loginHint: string | null;
  /** The account that must be signed in, as `sub`; null for any. */
  subject: string | null;
  claims: AskedClaims;
  /** The parameters as they were sent. */
  parameters: Parameters;
}

/**
 * A refusal that is sent to the application. Any other refusal is shown to the person, because the address may be an
 * attacker's.
 */
export class RefusedRequest extends Error {
  readonly to: ReplyTo;
  readonly code: OAuthErrorCode;
  constructor(to: ReplyTo, code: OAuthErrorCode, description: string) {
    super(description);
    this.to = to;
    this.code = code;
  }
}

/**
 * @param asker as for `Clients.find`
 * @throws OAuthError for an invalid client or redirect address; RefusedRequest for everything else
 */
export type ReadRequest = (given: URLSearchParams, asker: string | null) => Promise<AuthorizationRequest>;

export function createReadRequest(deps: {
  clients: Clients;
  settings: Settings;
  tokens: OAuthTokens;
}): ReadRequest {
  const { clients, settings, tokens } = deps;

  async function subjectOf(hint: string | undefined, application: Application): Promise<string | null> {
    if (hint === undefined) return null;
    const claims = await tokens.verify('JWT', hint, true);
    // With a token of another application, this application would learn who is signed in there.
    if (claims?.sub === undefined || claims.aud !== application.client_id)
      throw new OAuthError('invalid_request', 'id_token_hint is not an ID token of this application.');
    return claims.sub;
  }

  async function read(
    application: Application,
    to: ReplyTo,
    given: URLSearchParams,
  ): Promise<AuthorizationRequest> {
    const parameters = readParameters(given);
    const { oauth } = settings.current;
    assertGrantType(application, 'authorization_code');
    if (parameters.get('request') !== undefined)
      throw new OAuthError('request_not_supported', 'Request objects are not supported.');
    const mode = parameters.get('response_mode') ?? 'query';
    if (mode !== 'query' && mode !== 'form_post')
      throw new OAuthError('invalid_request', 'response_mode must be query or form_post.');
    const type = parameters.required('response_type');
    if (type !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code.');
    const codeChallenge = challengeOf(parameters, application);
    const dpopJkt = parameters.get('dpop_jkt') ?? null;
    if (dpopJkt !== null && !isCodeChallenge(dpopJkt))
      throw new OAuthError('invalid_request', 'dpop_jkt is not a thumbprint.');
    const prompts = promptsOf(parameters.get('prompt'));
    const maxAge = parameters.get('max_age');
    if (maxAge !== undefined && !/^\d{1,10}$/.test(maxAge))
      throw new OAuthError('invalid_request', 'max_age must be a number of seconds.');
    const claims = readClaims(parameters.get('claims'));
    if (claims === null) throw new OAuthError('invalid_request', 'claims must be a JSON object.');
    return {
      ...to,
      mode,
      application,
      parameters,
      scopes: askedScopes(application, wordsIn(parameters.get('scope')), oauth),
      resources: askedResources(application, parameters.resources, oauth),
      nonce: parameters.get('nonce') ?? null,
      codeChallenge,
      dpopJkt,
      prompts,
      maxAge: maxAge === undefined ? null : Number(maxAge),
      needsTwo: needsTwo(parameters.get('acr_values')),
      loginHint: parameters.get('login_hint') ?? null,
      subject: await subjectOf(parameters.get('id_token_hint'), application),
      claims: askedClaims(application, claims, oauth),
    };
  }

  return async (given, asker) => {
    if (
      repeated(
        new URLSearchParams([...given].filter(([name]) => /^(client_id|redirect_uri)$/.test(name))),
      ) !== undefined
    )
      throw new OAuthError('invalid_request', 'client_id and redirect_uri may be sent only once.');
    const application = await clients.find(given.get('client_id') ?? '', asker);
    if (application === null)
      throw new OAuthError('invalid_client', 'The application is unknown, or is turned off.');
    const redirectUri = given.get('redirect_uri');
    if (redirectUri === null)
      throw new OAuthError(
        'invalid_request',
        'redirect_uri is missing. Send one of the redirect addresses of this application.',
      );
    // The text does not repeat the address: a stranger chooses it, and the page is on the origin of the service.
    if (
      redirectUriProblem(redirectUri) !== null ||
      !isRegistered(redirectUri, application.details.redirect_uris)
    )
      throw new OAuthError(
        'invalid_request',
        'The redirect_uri is not one of this application. Its developer compares it with the redirect addresses of the application, letter by letter, or adds it there.',
      );
    const states = given.getAll('state');
    const to: ReplyTo = {
      redirectUri,
      mode: given.get('response_mode') === 'form_post' ? 'form_post' : 'query',
      state: states.length === 1 ? (states[0] ?? null) : null,
    };
    try {
      return await read(application, to, given);
    } catch (error) {
      if (error instanceof OAuthError) throw new RefusedRequest(to, error.code, error.message);
      throw error;
    }
  };
}

function challengeOf(parameters: Parameters, application: Application): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) throw new OAuthError('invalid_request', 'code_challenge is missing.');
    const isPublic = application.auth_method === 'none';
    if (application.require_pkce === 1 || isPublic)
      throw new OAuthError(
        'invalid_request',
        `code_challenge is missing: this application must use PKCE with S256. Turn PKCE on in the client${isPublic ? '' : ', or require_pkce off for the application'}.`,
      );
    return null;
  }
  // Without a method, the standard means `plain`, with which every reader of the address has the verifier.
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  if (!isCodeChallenge(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 in base64url.');
  return challenge;
}

function promptsOf(text: string | undefined): ReadonlySet<Prompt> {
  const words = wordsIn(text);
  const known = PROMPTS.filter((prompt) => words.includes(prompt));
  if (known.includes('none') && words.length > 1)
    throw new OAuthError('invalid_request', 'prompt=none stands alone.');
  return new Set(known);
}

/** Whether the request requires two factors, and does not accept one. */
function needsTwo(text: string | undefined): boolean {
  const values = wordsIn(text);
  return values.includes(ACR_TWO) && !values.includes(ACR_ONE);
}
