import { arrival } from '../../lib/arrival.ts';
import { boot } from '../../lib/boot.ts';
import { ask, service } from '../../service/service.ts';

/** A sign-in by the authorization server that began in this tab and has no answer yet. */
interface Trial {
  client_id: string;
  redirect_uri: string;
  state: string;
  /** RFC 7636. */
  verifier: string;
}

/** The answer, without the tokens themselves. */
export interface TrialResult {
  /** The answer of the token endpoint, or of the authorization if it was refused. */
  answer: Record<string, unknown>;
  idToken?: Record<string, unknown>;
  accessToken?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
}

const KEY = 'keyward-trial';
/** A person may never return. */
const MINUTES = 30;
const TOKENS = new Set(['access_token', 'refresh_token', 'id_token']);

const base64url = (bytes: Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Adds a public client for one round trip, and goes to the authorization endpoint. */
export async function beginTrial(asked: { name: string; scope: string; resource: string }): Promise<void> {
  const redirect_uri = `${location.origin}${boot.webPath}/console/try`;
  const { client_id } = await ask(
    service.admin.applications.create({
      name: asked.name,
      type: 'browser',
      redirect_uris: [redirect_uri],
      expires_in_minutes: MINUTES,
    }),
  );
  const trial: Trial = { client_id, redirect_uri, state: random(), verifier: random() };
  sessionStorage.setItem(KEY, JSON.stringify(trial));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(trial.verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: asked.scope,
    state: trial.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(asked.resource !== '' && { resource: asked.resource }),
  });
  location.assign(`${boot.prefix}/oauth/authorize?${query.toString()}`);
}

/** Exchanges the code, requests everything that the tokens allow, and removes the client. Null: there was no answer. */
export async function finishTrial(): Promise<TrialResult | null> {
  const trial: Trial | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  const answer = arrival.answer;
  if (trial === null || answer?.get('state') !== trial.state) return null;
  sessionStorage.removeItem(KEY);
  arrival.answer = null;
  try {
    return await follow(trial, answer);
  } finally {
    await service.admin.applications.delete({ id: trial.client_id });
  }
}

async function follow(trial: Trial, answer: URLSearchParams): Promise<TrialResult> {
  const code = answer.get('code');
  if (code === null) return { answer: Object.fromEntries(answer) };
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: trial.client_id,
    redirect_uri: trial.redirect_uri,
    code_verifier: trial.verifier,
  });
  const given = await json('token', { method: 'POST', body: form });
  const { access_token: token, id_token: identity } = given;
  const shown = Object.fromEntries(Object.entries(given).filter(([name]) => !TOKENS.has(name)));
  if (typeof token !== 'string') return { answer: shown };
  const userinfo = await json('userinfo', { headers: { authorization: `Bearer ${token}` } });
  return {
    answer: shown,
    accessToken: claimsOf(token),
    ...(typeof identity === 'string' && { idToken: claimsOf(identity) }),
    userinfo,
  };
}

async function json(endpoint: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(`${boot.prefix}/oauth/${endpoint}`, { ...init, credentials: 'omit' });
  return response.json();
}

/** The payload of a JWT, only for display. */
function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(
    atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
